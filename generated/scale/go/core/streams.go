package core

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"strings"
	"time"
)

// StreamFacts says how an operation streams.
type StreamFacts struct {
	// Lines is one JSON value a line; else it is a text/event-stream.
	Lines bool
	Type  string
	// Terminator is the event data that ends the stream, ErrorEvent the name of
	// events that carry an error.
	Terminator string
	ErrorEvent string
}

// Stream gives the items of a streamed answer as they come:
//
//	defer stream.Close()
//	for stream.Next() {
//		use(stream.Current())
//	}
//	err := stream.Err()
//
// A stream is for one goroutine.
type Stream[T any] struct {
	sent    *sent
	lines   *lineReader
	current T
	err     error
	done    bool
}

// Streaming makes a call of an operation that streams.
func Streaming[T any](ctx context.Context, client *Client, operation *Operation, given Arguments, options []Option) (*Stream[T], error) {
	sent, err := client.send(ctx, operation, given, options, operation.Stream.Type)
	if err != nil {
		return nil, err
	}
	sent.clock.Stop()
	body := &timedReader{sent, sent.settings.idleTimeout}
	return &Stream[T]{sent: sent, lines: &lineReader{source: bufio.NewReader(body), first: true}}, nil
}

// Response is the answer's status and headers; its body belongs to the stream.
func (s *Stream[T]) Response() *http.Response {
	return s.sent.response
}

// Next waits for the next item; false after the last one and after an error.
func (s *Stream[T]) Next() bool {
	if s.done {
		return false
	}
	data, err := s.nextData()
	if err == nil && data != nil {
		var item T
		if err = s.item(data, &item); err == nil {
			s.current = item
			return true
		}
	}
	s.done = true
	var known *Error
	switch {
	case errors.As(err, &known):
		s.err = known
	case err != nil:
		s.err = s.sent.fail(err)
	}
	s.sent.finish()
	return false
}

// Current is the item that Next found.
func (s *Stream[T]) Current() T {
	return s.current
}

// Err is why the stream ended early, if it did.
func (s *Stream[T]) Err() error {
	return s.err
}

// Close ends the request; later calls of Next give false.
func (s *Stream[T]) Close() error {
	if !s.done {
		s.done = true
		s.sent.finish()
	}
	return nil
}

// All goes over the items and closes the stream at the end.
func (s *Stream[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		defer s.Close()
		for s.Next() {
			if !yield(s.current, nil) {
				return
			}
		}
		if s.err != nil {
			var none T
			yield(none, s.err)
		}
	}
}

func (s *Stream[T]) item(data []byte, item *T) error {
	data = bytes.TrimSpace(data)
	if !json.Valid(data) {
		return validationError("an item of the stream is not JSON", data, nil)
	}
	if err := s.sent.check("item", "", data); err != nil {
		return err
	}
	if isNull(data) && !takesNull(item) {
		return nil
	}
	if err := Decode(data, item); err != nil {
		return validationError("an item of the stream is of another type", data, err)
	}
	return nil
}

// nextData gives the text of the next item, nil at the end.
func (s *Stream[T]) nextData() ([]byte, error) {
	facts := s.sent.operation.Stream
	if facts.Lines {
		for {
			line, err := s.lines.next()
			if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && (err == nil || errors.Is(err, io.EOF)) {
				return trimmed, nil
			}
			if err != nil {
				return nil, atEnd(err)
			}
		}
	}
	event, err := s.nextEvent()
	switch {
	case err != nil:
		return nil, atEnd(err)
	case facts.Terminator != "" && string(event.data) == facts.Terminator:
		s.drain()
		return nil, nil
	case facts.ErrorEvent != "" && event.name == facts.ErrorEvent || isError(event.data):
		message := messageOf(event.data)
		if message == "" {
			message = "the stream reported an error"
		}
		return nil, &Error{Kind: KindStream, Message: message, Body: event.data}
	}
	return event.data, nil
}

func atEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// isError tells whether an item is an object whose member error says something.
func isError(data []byte) bool {
	if !json.Valid(data) {
		return false
	}
	found := Inspect(data).field("error")
	return found.data != nil && !found.Is("null") && !found.In(false, "", 0)
}

type event struct {
	name string
	data []byte
}

// nextEvent reads one event (WHATWG HTML, section 9.2); one that is not ended by
// an empty line is dropped.
func (s *Stream[T]) nextEvent() (event, error) {
	var found event
	for {
		line, err := s.lines.next()
		if err != nil {
			return event{}, err
		}
		if len(line) == 0 {
			if found.data != nil {
				found.data = found.data[:len(found.data)-1]
				return found, nil
			}
			found = event{}
			continue
		}
		field, value, _ := strings.Cut(string(line), ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "data":
			found.data = append(append(found.data, value...), '\n')
		case "event":
			found.name = value
		}
	}
}

// drain reads what is left, so that the connection can serve the next request.
func (s *Stream[T]) drain() {
	const longest = 500 * time.Millisecond
	limit := time.AfterFunc(longest, s.sent.cancel)
	defer limit.Stop()
	_, _ = io.Copy(io.Discard, s.sent.response.Body)
}

// timedReader ends the request when nothing comes for too long.
type timedReader struct {
	sent *sent
	idle time.Duration
}

func (r *timedReader) Read(buffer []byte) (int, error) {
	if r.idle > 0 {
		limit := time.AfterFunc(r.idle, r.sent.stop)
		defer limit.Stop()
	}
	return r.sent.response.Body.Read(buffer)
}

// lineReader splits text at line feeds, returns and pairs of both.
type lineReader struct {
	source *bufio.Reader
	first  bool
	// skip is set after a return, whose line feed may be still to come.
	skip bool
}

// next gives a line; what stands before the end of the text comes with io.EOF.
func (r *lineReader) next() ([]byte, error) {
	var line []byte
	for {
		one, err := r.source.ReadByte()
		if err != nil {
			return r.unmarked(line), err
		}
		skip := r.skip
		r.skip = one == '\r'
		switch {
		case one == '\n' && skip:
			continue
		case one == '\n', one == '\r':
			return r.unmarked(line), nil
		}
		line = append(line, one)
	}
}

// unmarked drops the byte order mark at the start of the text.
func (r *lineReader) unmarked(line []byte) []byte {
	if r.first {
		r.first = false
		return bytes.TrimPrefix(line, []byte("\uFEFF"))
	}
	return line
}
