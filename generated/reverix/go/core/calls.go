package core

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
)

// Get makes a call and gives its data; nil where the answer has no body.
func Get[T any](ctx context.Context, client *Client, operation *Operation, given Arguments, options []Option) (*T, error) {
	value := new(T)
	present, _, err := client.call(ctx, operation, given, options, value)
	if err != nil || !present {
		return nil, err
	}
	return value, nil
}

// Fetch makes a call and gives its data; its zero value where the answer has no
// body.
func Fetch[T any](ctx context.Context, client *Client, operation *Operation, given Arguments, options []Option) (T, error) {
	var value T
	_, _, err := client.call(ctx, operation, given, options, &value)
	return value, err
}

// Do makes a call whose answer has no body.
func Do(ctx context.Context, client *Client, operation *Operation, given Arguments, options []Option) error {
	sent, err := client.send(ctx, operation, given, options, "")
	if err != nil {
		return err
	}
	_, _, err = sent.read()
	return err
}

// Download makes a call and gives the response, its body not read yet.
func Download(ctx context.Context, client *Client, operation *Operation, given Arguments, options []Option) (*http.Response, error) {
	sent, err := client.send(ctx, operation, given, options, "")
	if err != nil {
		return nil, err
	}
	sent.clock.Stop()
	sent.response.Body = &download{sent.response.Body, sent.try}
	return sent.response, nil
}

// download ends its request when it is closed.
type download struct {
	io.ReadCloser
	try *try
}

func (d *download) Close() error {
	err := d.ReadCloser.Close()
	d.try.cancel()
	return err
}

// call reads an answer into target; present tells whether it has a body.
func (c *Client) call(ctx context.Context, operation *Operation, given Arguments, options []Option, target any) (present bool, data []byte, err error) {
	sent, err := c.send(ctx, operation, given, options, "")
	if err != nil {
		return false, nil, err
	}
	data, header, err := sent.read()
	if err != nil {
		return false, nil, err
	}
	answer := findAnswer(operation.Answers, sent.response.StatusCode, header)
	switch {
	case answer.Kind == "" && answer.High > 0:
		return false, nil, nil
	case answer.Kind == "json" || answer.High == 0 && isJSONType(mediaType(header)):
		data = bytes.TrimPrefix(data, []byte("\uFEFF"))
		if len(data) == 0 {
			return false, nil, sent.check(sent.response.StatusCode, answer.Type, nil)
		}
		if !json.Valid(data) {
			return false, nil, validationError("the answer is not JSON", data, nil)
		}
		if err := sent.check(sent.response.StatusCode, answer.Type, data); err != nil {
			return false, nil, err
		}
	case len(data) == 0 && answer.High == 0:
		return false, nil, nil
	default:
		text := decodeText(data, header)
		if plain, ok := target.(*string); ok {
			*plain = text
			return true, data, nil
		}
		if data, err = Encode(text); err != nil {
			return false, nil, validationError("the answer is no text", nil, err)
		}
	}
	if chosen, ok := target.(chooser); ok && answer.Variant > 0 {
		chosen.Choose(data, answer.Variant-1)
		return true, data, nil
	}
	return true, data, decodeAnswer(data, target)
}

// chooser is a union whose variant the status decides.
type chooser interface {
	Choose(data []byte, variant int)
}

func decodeAnswer(data []byte, target any) error {
	data = data[skipSpace(data, 0):]
	if !json.Valid(data) {
		return validationError("the answer is not JSON", data, nil)
	}
	if isNull(data) && !takesNull(target) {
		return nil
	}
	if err := Decode(data, target); err != nil {
		return validationError("the answer is of another type", data, err)
	}
	return nil
}

// check is strict mode.
func (s *sent) check(status any, mediaType string, data []byte) error {
	bodiless := status == http.StatusNoContent || status == http.StatusResetContent || s.operation.Method == http.MethodHead
	if s.settings.strict == nil || len(data) == 0 && bodiless {
		return nil
	}
	if problem := s.settings.strict.check(s.operation.ID, status, mediaType, data); problem != "" {
		return validationError(problem, data, nil)
	}
	return nil
}

// findAnswer finds the answer by its media type, else by its status; for a
// status that is not described, the only form that answers have.
func findAnswer(answers []Answer, status int, header http.Header) Answer {
	var fitting []Answer
	for _, answer := range answers {
		if answer.Low <= status && status <= answer.High {
			fitting = append(fitting, answer)
		}
	}
	found := mediaType(header)
	for _, answer := range fitting {
		if includes(answer.Type, found) {
			return answer
		}
	}
	for _, answer := range fitting {
		if isJSONType(found) && isJSONType(answer.Type) {
			return answer
		}
	}
	if fitting != nil {
		return fitting[0]
	}
	usual := slices.DeleteFunc(slices.Clone(answers), func(one Answer) bool { return one.Type == "" || one.Other })
	if len(usual) == 1 {
		return usual[0]
	}
	return Answer{Kind: "text"}
}

func mediaType(header http.Header) string {
	return plainType(header.Get("Content-Type"))
}

// plainType is a media type without its parameters.
func plainType(mediaType string) string {
	found, _, _ := strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(found))
}

// includes tells whether a described media type, maybe one with *, includes
// another.
func includes(described, mediaType string) bool {
	known, given := plainType(described), plainType(mediaType)
	if start, wild := strings.CutSuffix(known, "*"); wild {
		return known == "*/*" || strings.HasPrefix(given, start)
	}
	return known == given
}

// isJSONType tells whether a media type is JSON or ends in +json (RFC 6839).
func isJSONType(mediaType string) bool {
	return strings.HasSuffix(mediaType, "/json") || strings.HasSuffix(mediaType, "+json")
}

// decodeText reads text in UTF-8 or in a Western encoding of one byte.
func decodeText(data []byte, header http.Header) string {
	_, parameters, _ := mime.ParseMediaType(header.Get("Content-Type"))
	switch strings.ToLower(parameters["charset"]) {
	case "iso-8859-1", "latin1", "windows-1252":
		runes := make([]rune, len(data))
		for index, one := range data {
			runes[index] = rune(one)
		}
		return string(runes)
	}
	return strings.ToValidUTF8(strings.TrimPrefix(string(data), "\uFEFF"), "\uFFFD")
}
