package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// ErrorKind says at which point a call failed.
type ErrorKind string

const (
	// KindStatus: the server answered with a status that means failure.
	KindStatus ErrorKind = "status"
	// KindConnection: no answer, or only part of one.
	KindConnection ErrorKind = "connection"
	// KindTimeout: no answer in time.
	KindTimeout ErrorKind = "timeout"
	// KindCanceled: the caller's context was canceled.
	KindCanceled ErrorKind = "canceled"
	// KindValidation: an answer that is not what the API describes.
	KindValidation ErrorKind = "validation"
	// KindStream: a stream reported an error.
	KindStream ErrorKind = "stream"
	// KindArgument: the client lacks something, or an argument cannot be sent.
	KindArgument ErrorKind = "argument"
)

// Error is what every failed call returns; find it with errors.As.
type Error struct {
	Kind    ErrorKind
	Message string
	// StatusCode is 0 unless Kind is KindStatus.
	StatusCode int
	Header     http.Header
	// RequestID is the server's id of the request, for its support.
	RequestID string
	// Body is what the server said, as it came.
	Body []byte
	// Err is the cause, if any.
	Err error
}

// Error says what went wrong.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error {
	return e.Err
}

// Decode reads the body of the error, for example into a type of this package.
func (e *Error) Decode(target any) error {
	if !json.Valid(e.Body) {
		return errKind
	}
	return Decode(e.Body, target)
}

// Status gives the status code of a failed call, 0 where there is none.
func Status(err error) int {
	var found *Error
	if errors.As(err, &found) {
		return found.StatusCode
	}
	return 0
}

// IsKind tells whether a call failed in one way.
func IsKind(err error, kind ErrorKind) bool {
	var found *Error
	return errors.As(err, &found) && found.Kind == kind
}

// IsBadRequest tells whether the status is 400.
func IsBadRequest(err error) bool { return Status(err) == http.StatusBadRequest }

// IsAuthentication tells whether the status is 401.
func IsAuthentication(err error) bool { return Status(err) == http.StatusUnauthorized }

// IsPermissionDenied tells whether the status is 403.
func IsPermissionDenied(err error) bool { return Status(err) == http.StatusForbidden }

// IsNotFound tells whether the status is 404.
func IsNotFound(err error) bool { return Status(err) == http.StatusNotFound }

// IsConflict tells whether the status is 409.
func IsConflict(err error) bool { return Status(err) == http.StatusConflict }

// IsUnprocessableEntity tells whether the status is 422.
func IsUnprocessableEntity(err error) bool { return Status(err) == http.StatusUnprocessableEntity }

// IsRateLimit tells whether the status is 429.
func IsRateLimit(err error) bool { return Status(err) == http.StatusTooManyRequests }

// IsInternalServer tells whether the status is 500 or above.
func IsInternalServer(err error) bool { return Status(err) >= http.StatusInternalServerError }

// IsTimeout tells whether no answer came in time.
func IsTimeout(err error) bool { return IsKind(err, KindTimeout) }

// IsConnection tells whether there was no connection, or it broke off.
func IsConnection(err error) bool { return IsKind(err, KindConnection) }

func argumentError(format string, arguments ...any) error {
	return &Error{Kind: KindArgument, Message: fmt.Sprintf(format, arguments...)}
}

func validationError(message string, body []byte, err error) error {
	return &Error{Kind: KindValidation, Message: message, Body: body, Err: err}
}

// statusError is the error of an answer whose body was read.
func statusError(response *http.Response, body []byte) error {
	message := fmt.Sprintf("status %d", response.StatusCode)
	if said := messageOf(body); said != "" {
		message = fmt.Sprintf("%d %s", response.StatusCode, said)
	}
	return &Error{
		Kind:       KindStatus,
		Message:    message,
		StatusCode: response.StatusCode,
		Header:     response.Header,
		RequestID:  requestID(response.Header),
		Body:       body,
	}
}

func requestID(header http.Header) string {
	if id := header.Get("X-Request-Id"); id != "" {
		return id
	}
	return header.Get("Request-Id")
}

// messageOf finds the sentence inside an error body, however deep it is.
func messageOf(body []byte) string {
	const longest = 500
	if !json.Valid(body) {
		return string(body[:min(len(body), longest)])
	}
	if Inspect(body).Is("string") {
		return unquote(body)
	}
	for _, name := range []string{"message", "detail", "title", "error"} {
		switch inner := Inspect(at(body, []string{name})); {
		case inner.Is("string") && unquote(inner.data) != "":
			return unquote(inner.data)
		case inner.Is("object"):
			return messageOf(inner.data)
		}
	}
	return ""
}

// failure says what an error of the network means.
func failure(outer context.Context, err error, late bool) error {
	var known *Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(outer.Err(), context.Canceled):
		return &Error{Kind: KindCanceled, Message: "the call was canceled", Err: causeOf(outer)}
	case late:
		// The request was ended by our clock: its own error says that it was canceled.
		return &Error{Kind: KindTimeout, Message: "no answer in time", Err: context.DeadlineExceeded}
	case outer.Err() != nil || isTimeout(err):
		return &Error{Kind: KindTimeout, Message: "no answer in time", Err: err}
	}
	return &Error{Kind: KindConnection, Message: "no connection, or it broke off", Err: err}
}

// causeOf is why a context ended; errors.Is finds the usual error and the cause.
func causeOf(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}

func isTimeout(err error) bool {
	var timeout interface{ Timeout() bool }
	return errors.As(err, &timeout) && timeout.Timeout()
}
