package core

import (
	"context"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Config is what a generated client knows about its API.
type Config struct {
	Name    string
	Version string
	// Servers are the API's; the first is used unless another is asked for.
	Servers         []Server
	ServerVariables map[string]string
	BaseURLVariable string
	BaseURLReason   string
	LogVariable     string
	Credentials     []Credential
	Timeout         time.Duration
	IdleTimeout     time.Duration
	MaxRetries      int
}

// Server is a base URL and its name.
type Server struct {
	Name, URL string
}

// Credential is a security scheme, and where its secret comes from.
type Credential struct {
	ID string
	// Kind is header, query, cookie, basic, bearer, oauth2 or none.
	Kind string
	// Name is that of the key, or the word before a token; for oauth2 the URL
	// where client id and secret are exchanged for a token.
	Name     string
	Option   string
	Variable string
	Required bool
	scopes   []string
}

// Client makes calls.
type Client struct {
	config   *Config
	settings settings
	baseURL  string
	tokens   *tokens
}

// NewClient makes a client of an API; it says what a caller must give.
func NewClient(config *Config, options []Option) (*Client, error) {
	own := settings{
		timeout:     config.Timeout,
		idleTimeout: config.IdleTimeout,
		maxRetries:  config.MaxRetries,
	}
	return makeClient(config, own, options, newTokens())
}

// With makes a client like this one but for some options.
func (c *Client) With(options []Option) (*Client, error) {
	return makeClient(c.config, c.settings, options, c.tokens)
}

func makeClient(config *Config, own settings, options []Option, tokens *tokens) (*Client, error) {
	for _, option := range options {
		option(&own)
	}
	if own.err != nil {
		return nil, own.err
	}
	for _, credential := range config.Credentials {
		if own.secrets[credential.ID] != nil {
			continue
		}
		if text := environment(credential.Variable); text != "" {
			WithSecret(credential.ID, Fixed(text))(&own)
		} else if credential.Required {
			return nil, missing(credential)
		}
	}
	baseURL, err := findBaseURL(config, &own)
	if err != nil {
		return nil, err
	}
	if own.logger == nil {
		own.logger = newLogger(os.Stderr, environment(config.LogVariable))
	}
	if own.client == nil {
		own.client = http.DefaultClient
	}
	return &Client{config, own, baseURL, tokens}, nil
}

func environment(name string) string {
	if name == "" {
		return ""
	}
	return os.Getenv(name)
}

func missing(credential Credential) error {
	or := ""
	if credential.Variable != "" {
		or = " or set " + credential.Variable
	}
	return argumentError("a credential is missing: give %s%s", credential.Option, or)
}

func findBaseURL(config *Config, own *settings) (string, error) {
	url := own.baseURL
	if url == "" && own.server == "" {
		url = environment(config.BaseURLVariable)
	}
	var names []string
	for _, server := range config.Servers {
		names = append(names, server.Name)
		if url == "" && (own.server == "" || own.server == server.Name) {
			url = server.URL
		}
	}
	if url == "" && own.server != "" {
		return "", argumentError("no server %q; known: %s", own.server, strings.Join(names, ", "))
	}
	if url == "" {
		text := "give WithBaseURL"
		if config.BaseURLVariable != "" {
			text += " or set " + config.BaseURLVariable
		}
		if config.BaseURLReason != "" {
			text += ": " + config.BaseURLReason
		}
		return "", argumentError("%s", text)
	}
	for name, value := range config.ServerVariables {
		if given, ok := own.serverVariables[name]; ok {
			value = given
		}
		url = strings.ReplaceAll(url, "{"+name+"}", value)
	}
	return strings.TrimRight(url, "/"), nil
}

// BaseURL is where calls go.
func (c *Client) BaseURL() string {
	return c.baseURL
}

// GoString keeps secrets out of prints.
func (c *Client) GoString() string {
	return "core.Client{" + c.baseURL + "}"
}

// String keeps secrets out of prints.
func (c *Client) String() string {
	return c.GoString()
}

// callSettings are the client's with the options of one call.
func (c *Client) callSettings(options []Option) (*settings, error) {
	own := c.settings
	own.perCall = true
	for _, option := range options {
		option(&own)
	}
	return &own, own.err
}

// pickSecrets takes the first alternative whose secrets are all there.
func (c *Client) pickSecrets(operation *Operation, own *settings) ([]Credential, error) {
	alternatives := operation.Security
	var complete [][]string
	for _, ids := range alternatives {
		if !slices.ContainsFunc(ids, func(id string) bool { return c.known(id) && own.secrets[id] == nil }) {
			complete = append(complete, ids)
		}
	}
	var chosen []string
	switch {
	case len(complete) > 0:
		chosen = complete[0]
		// Credentials that are there are sent, even where anonymous calls are allowed.
		for _, ids := range slices.Backward(complete) {
			if len(ids) > 0 {
				chosen = ids
			}
		}
	case len(alternatives) > 0:
		chosen = alternatives[0]
	}
	var found []Credential
	for _, credential := range c.config.Credentials {
		if slices.Contains(chosen, credential.ID) {
			if own.secrets[credential.ID] == nil {
				return nil, missing(credential)
			}
			credential.scopes = operation.Scopes[credential.ID]
			found = append(found, credential)
		}
	}
	return found, nil
}

func (c *Client) known(id string) bool {
	return slices.ContainsFunc(c.config.Credentials, func(one Credential) bool { return one.ID == id })
}

func (c *Client) agent() string {
	return encode(c.config.Name) + "/" + c.config.Version + " " + runtime.Version()
}

// Request makes a call that the API does not document. body is sent as JSON
// unless it is nil; the answer is read into result unless that is nil.
func (c *Client) Request(ctx context.Context, method, path string, body, result any, options ...Option) error {
	operation := &Operation{ID: method + " " + path, Method: method, Path: path}
	for _, credential := range c.config.Credentials {
		if c.settings.secrets[credential.ID] != nil {
			operation.Security = [][]string{append(slices.Concat(operation.Security...), credential.ID)}
		}
	}
	given := Arguments{}
	if body != nil {
		given.Body = &Body{Media: []Media{{Kind: "json", Type: "application/json"}}, Required: true, Whole: Required("", &body)}
	}
	sent, err := c.send(ctx, operation, given, options, "")
	if err != nil {
		return err
	}
	data, _, err := sent.read()
	if err != nil || result == nil || len(data) == 0 {
		return err
	}
	return decodeAnswer(data, result)
}
