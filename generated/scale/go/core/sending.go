package core

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// sent is an answer whose body has not been read yet.
type sent struct {
	*try
	operation *Operation
	settings  *settings
}

// try is one request under way.
type try struct {
	outer    context.Context
	cancel   context.CancelFunc
	clock    *time.Timer
	late     atomic.Bool
	response *http.Response
}

// fail says what an error means, and ends the request.
func (t *try) fail(err error) error {
	t.finish()
	return failure(t.outer, err, t.late.Load())
}

func (t *try) finish() {
	t.clock.Stop()
	if t.response != nil {
		_ = t.response.Body.Close()
	}
	t.cancel()
}

// stop ends the request as late.
func (t *try) stop() {
	t.late.Store(true)
	t.cancel()
}

// read gives the whole body.
func (s *sent) read() (data []byte, header http.Header, err error) {
	data, err = io.ReadAll(s.response.Body)
	if err != nil {
		return nil, nil, s.fail(err)
	}
	s.finish()
	return data, s.response.Header, nil
}

func (c *Client) send(ctx context.Context, operation *Operation, given Arguments, options []Option, accept string) (*sent, error) {
	own, err := c.callSettings(options)
	if err != nil {
		return nil, err
	}
	credentials, err := c.pickSecrets(operation, own)
	if err != nil {
		return nil, err
	}
	request, err := c.build(operation, given, own, accept)
	if err != nil {
		return nil, err
	}
	found, err := c.sendWithRetries(ctx, request, credentials, own)
	if err != nil {
		return nil, err
	}
	if own.response != nil {
		*own.response = found.response
	}
	return &sent{found, operation, own}, nil
}

// sendWithRetries sends a request until it is answered well, fails for good or
// time is up.
func (c *Client) sendWithRetries(ctx context.Context, request *builtRequest, credentials []Credential, own *settings) (*try, error) {
	var end time.Time
	if own.deadline > 0 {
		end = time.Now().Add(own.deadline)
	}
	if given, ok := ctx.Deadline(); ok && (end.IsZero() || given.Before(end)) {
		end = given
	}
	for attempt := 1; ; attempt++ {
		timeout := own.timeout
		if left := time.Until(end); !end.IsZero() && (timeout <= 0 || left < timeout) {
			timeout = max(left, time.Nanosecond)
		}
		found, err := c.sendOnce(ctx, request, credentials, own, timeout)
		retried := request.body == nil || request.body.repeatable()
		wait := backoff(attempt)
		if err == nil {
			response := found.response
			if response.StatusCode < 300 {
				return found, nil
			}
			if asked, ok := askedWait(response.Header); ok {
				wait = asked
			}
			retried = retried && isRetried(response)
			body, _ := io.ReadAll(response.Body)
			found.finish()
			err = statusError(response, body)
			if own.response != nil {
				response.Body = io.NopCloser(bytes.NewReader(body))
				*own.response = response
			}
		} else if !IsConnection(err) && !IsTimeout(err) || ctx.Err() != nil {
			return nil, err
		}
		if !retried || attempt > own.maxRetries || !end.IsZero() && time.Now().Add(wait).After(end) {
			return nil, err
		}
		own.logger.InfoContext(ctx, "retry", "attempt", attempt, "wait", wait.Round(time.Millisecond))
		if err := sleep(ctx, wait); err != nil {
			return nil, failure(ctx, err, false)
		}
	}
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// isRetried tells whether an answer is worth another try; the server's word wins.
func isRetried(response *http.Response) bool {
	switch response.Header.Get("X-Should-Retry") {
	case "true":
		return true
	case "false":
		return false
	}
	switch response.StatusCode {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests:
		return true
	}
	return response.StatusCode >= http.StatusInternalServerError
}

// backoff is how long to wait before a retry; jitter keeps clients that failed
// together from coming back together.
func backoff(attempt int) time.Duration {
	const first, longest = 500 * time.Millisecond, 8 * time.Second
	wait := min(first<<min(attempt-1, 10), longest)
	return time.Duration(float64(wait) * (1 - rand.Float64()*0.25))
}

// askedWait is Retry-After-Ms, else Retry-After in seconds or as a date
// (RFC 9110), unless it is very long.
func askedWait(header http.Header) (time.Duration, bool) {
	const longest = time.Minute
	wait := longest + 1
	text := header.Get("Retry-After")
	if exact, err := strconv.ParseFloat(header.Get("Retry-After-Ms"), 64); err == nil {
		wait = time.Duration(exact * float64(time.Millisecond))
	} else if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		wait = time.Duration(seconds * float64(time.Second))
	} else if date, err := http.ParseTime(text); err == nil {
		wait = time.Until(date)
	}
	return max(wait, 0), wait <= longest
}

func (c *Client) sendOnce(ctx context.Context, request *builtRequest, credentials []Credential, own *settings, timeout time.Duration) (*try, error) {
	inner, cancel := context.WithCancel(ctx)
	found := &try{outer: ctx, cancel: cancel}
	if timeout <= 0 {
		timeout = 1<<63 - 1
	}
	found.clock = time.AfterFunc(timeout, found.stop)
	parts := request.parts.copy()
	for _, credential := range credentials {
		if err := c.apply(inner, credential, &parts, own); err != nil {
			return nil, found.fail(err)
		}
	}
	address, header, err := request.address(parts)
	if err != nil {
		return nil, found.fail(err)
	}
	hidden := hiddenHeaders(credentials)
	shown, _, _ := strings.Cut(address, "?")
	if own.logger.Enabled(ctx, slog.LevelDebug) {
		own.logger.DebugContext(ctx, "request", "method", request.method, "url", shown, "headers", shownHeaders(header, hidden))
	}
	response, err := c.follow(inner, request, address, header, hidden, own)
	if err != nil {
		return nil, found.fail(err)
	}
	own.logger.InfoContext(ctx, "response", "method", request.method, "url", shown, "status", response.StatusCode)
	found.response = response
	return found, nil
}

// follow sends a request and follows redirects; no credential goes to another
// host.
func (c *Client) follow(ctx context.Context, request *builtRequest, address string, header http.Header, hidden []string, own *settings) (*http.Response, error) {
	const most = 10
	client := *own.client
	ours := client.CheckRedirect == nil
	if ours {
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	do := own.chain(client.Do)
	method, body := request.method, request.body
	for count := 0; ; count++ {
		one, err := newRequest(ctx, method, address, header, body)
		if err != nil {
			return nil, err
		}
		response, err := do(one)
		if err != nil {
			return nil, err
		}
		location := response.Header.Get("Location")
		if !ours || location == "" || response.StatusCode < 300 || response.StatusCode > 399 || count == most {
			return response, nil
		}
		next, err := one.URL.Parse(location)
		if err != nil {
			return response, nil
		}
		_, _ = io.CopyN(io.Discard, response.Body, 1<<16)
		_ = response.Body.Close()
		if !sameOrigin(next, one.URL) {
			for _, name := range append([]string{"Authorization", "Cookie"}, hidden...) {
				header.Del(name)
			}
		}
		if response.StatusCode == http.StatusSeeOther || response.StatusCode < 303 && method == http.MethodPost {
			if method != http.MethodHead {
				method = http.MethodGet
			}
			body = nil
			header.Del("Content-Type")
		}
		address = next.String()
	}
}

func sameOrigin(one, other *url.URL) bool {
	return one.Scheme == other.Scheme && one.Host == other.Host
}

func newRequest(ctx context.Context, method, address string, header http.Header, body *writtenBody) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return nil, argumentError("no request can be made: %v", errors.Unwrap(err))
	}
	request.Header = header.Clone()
	if body == nil {
		return request, nil
	}
	content, length, err := body.reader()
	if err != nil {
		return nil, err
	}
	request.ContentLength = length
	request.Body = io.NopCloser(content)
	if length == 0 {
		request.Body = http.NoBody
	}
	if body.repeatable() {
		request.GetBody = func() (io.ReadCloser, error) {
			again, _, err := body.reader()
			return io.NopCloser(again), err
		}
	}
	return request, nil
}

// chain puts the middleware around the sending.
func (s *settings) chain(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
	for index := len(s.middleware) - 1; index >= 0; index-- {
		one, next := s.middleware[index], send
		send = func(request *http.Request) (*http.Response, error) { return one(request, next) }
	}
	return send
}

var secretHeader = regexp.MustCompile(`(?i)auth|cookie|key|token|secret|passw|signature|session`)

func hiddenHeaders(credentials []Credential) []string {
	var found []string
	for _, credential := range credentials {
		if credential.Kind == "header" {
			found = append(found, credential.Name)
		}
	}
	return found
}

func shownHeaders(header http.Header, hidden []string) http.Header {
	shown := header.Clone()
	for _, name := range hidden {
		if shown.Get(name) != "" {
			shown.Set(name, "***")
		}
	}
	for name := range shown {
		if secretHeader.MatchString(name) {
			shown.Set(name, "***")
		}
	}
	return shown
}
