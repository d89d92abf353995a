package core

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"time"
)

// Option changes a client, or one call of it.
type Option func(*settings)

// Middleware sees every request and its answer; next sends the request on.
type Middleware func(request *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error)

// Secret gives a credential each time it is needed.
type Secret func(ctx context.Context) (string, error)

type header struct {
	name, value string
	remove      bool
}

type queryMember struct {
	name    string
	value   any
	perCall bool
}

// settings are what options change. Slices are never changed in place.
type settings struct {
	baseURL         string
	server          string
	serverVariables map[string]string
	secrets         map[string]Secret
	client          *http.Client
	middleware      []Middleware
	timeout         time.Duration
	deadline        time.Duration
	idleTimeout     time.Duration
	maxRetries      int
	headers         []header
	callHeaders     []header
	query           []queryMember
	body            []part
	idempotencyKey  string
	contentType     string
	logger          *slog.Logger
	strict          *Checker
	response        **http.Response
	perCall         bool
	err             error
}

// WithBaseURL says where the API is.
func WithBaseURL(url string) Option {
	return func(s *settings) { s.baseURL = url }
}

// WithServer picks one of the API's servers by name.
func WithServer(name string) Option {
	return func(s *settings) { s.server = name }
}

// WithServerVariable gives a variable in the server's URL a value.
func WithServerVariable(name, value string) Option {
	return func(s *settings) { s.serverVariables = with(s.serverVariables, name, value) }
}

// WithSecret gives the credential of a security scheme.
func WithSecret(scheme string, secret Secret) Option {
	return func(s *settings) { s.secrets = with(s.secrets, scheme, secret) }
}

// with is a copy of values, which other clients may share, with one more.
func with[V any](values map[string]V, key string, value V) map[string]V {
	copied := map[string]V{}
	maps.Copy(copied, values)
	copied[key] = value
	return copied
}

// Fixed is a secret that does not change.
func Fixed(text string) Secret {
	return func(context.Context) (string, error) { return text, nil }
}

// WithHTTPClient sends requests with a client of your own. Redirects are
// followed here, so that no credential goes to another host, unless the client
// has a CheckRedirect.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) { s.client = client }
}

// WithMiddleware puts functions around every request; the first is outermost.
func WithMiddleware(middleware ...Middleware) Option {
	return func(s *settings) {
		s.middleware = append(s.middleware[:len(s.middleware):len(s.middleware)], middleware...)
	}
}

// WithTimeout limits one try.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// WithDeadline limits a whole call, retries and waits included. A deadline of
// the context does so too.
func WithDeadline(deadline time.Duration) Option {
	return func(s *settings) { s.deadline = deadline }
}

// WithIdleTimeout limits how long a stream may stay silent.
func WithIdleTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.idleTimeout = timeout }
}

// WithMaxRetries says how many tries may follow the first.
func WithMaxRetries(retries int) Option {
	return func(s *settings) { s.maxRetries = retries }
}

// WithHeader sends a header; it wins over one of ours.
func WithHeader(name, value string) Option {
	return func(s *settings) { s.addHeader(header{name: name, value: value}) }
}

// WithoutHeader leaves a header out.
func WithoutHeader(name string) Option {
	return func(s *settings) { s.addHeader(header{name: name, remove: true}) }
}

func (s *settings) addHeader(one header) {
	if s.perCall {
		s.callHeaders = append(s.callHeaders[:len(s.callHeaders):len(s.callHeaders)], one)
		return
	}
	s.headers = append(s.headers[:len(s.headers):len(s.headers)], one)
}

// WithQuery adds a member to the query, or replaces it. A list repeats the
// name, an object has brackets. A client's member gives way to the call's own.
func WithQuery(name string, value any) Option {
	return func(s *settings) {
		s.query = append(s.query[:len(s.query):len(s.query)], queryMember{name, value, s.perCall})
	}
}

// WithBodyMember adds a member to a body that is an object, or replaces it.
func WithBodyMember(name string, value any) Option {
	return func(s *settings) {
		raw, err := Encode(value)
		if err != nil {
			s.err = argumentError("%v", err)
		}
		s.body = append(s.body[:len(s.body):len(s.body)], part{name, raw})
	}
}

// WithIdempotencyKey sets the key that makes a repeated call safe.
func WithIdempotencyKey(key string) Option {
	return func(s *settings) { s.idempotencyKey = key }
}

// WithContentType picks another of the media types that a body may have.
func WithContentType(mediaType string) Option {
	return func(s *settings) { s.contentType = mediaType }
}

// WithResponse puts the HTTP response of a call into target; its body is read
// already, unless the method gives it out.
func WithResponse(target **http.Response) Option {
	return func(s *settings) { s.response = target }
}

// WithLogger logs requests (Info) and their headers (Debug), without secrets.
func WithLogger(logger *slog.Logger) Option {
	return func(s *settings) { s.logger = logger }
}

// WithChecker checks answers against the API's description.
func WithChecker(checker *Checker) Option {
	return func(s *settings) { s.strict = checker }
}

func newLogger(out io.Writer, level string) *slog.Logger {
	levels := map[string]slog.Level{
		"debug": slog.LevelDebug, "info": slog.LevelInfo,
		"warn": slog.LevelWarn, "error": slog.LevelError,
	}
	found, ok := levels[level]
	if !ok {
		return slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelError + 1}))
	}
	return slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: found}))
}
