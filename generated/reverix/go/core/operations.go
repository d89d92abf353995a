package core

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Operation is what the API says about one call.
type Operation struct {
	ID     string
	Method string
	// Path has its parameters in braces.
	Path string
	// Server is the operation's own base URL, if any.
	Server  string
	Answers []Answer
	// Security are alternatives, each of schemes that are needed together.
	Security [][]string
	// Scopes are those that a scheme of OAuth 2 is asked for.
	Scopes map[string][]string
	// Idempotency is the header that makes a repeated call safe, if any.
	Idempotency string
	Stream      *StreamFacts
	Pages       *PagesFacts
}

// Answer is what comes back with a status, in one media type.
type Answer struct {
	Low, High int
	// Kind is json, text or binary; "" for no body.
	Kind string
	Type string
	// Variant is the place, from 1, of the answer's type in the union of all
	// answers; 0 where there is no such union.
	Variant int
	// Other is a form of the answer that is not asked for unless by [Operation.As].
	Other bool
}

// As is the operation when it asks for another form of its answer.
func (o *Operation) As(mediaType string) *Operation {
	one := *o
	one.ID += " as " + mediaType
	one.Answers = nil
	for _, answer := range o.Answers {
		if answer.Type == mediaType {
			answer.Other = false
			one.Answers = append(one.Answers, answer)
		}
	}
	return &one
}

// Arguments are what a call sends.
type Arguments struct {
	Parameters []Argument
	Body       *Body
}

// builtRequest is a request without its credentials, which are asked for at
// each try.
type builtRequest struct {
	method   string
	url      string
	parts    requestParts
	callWins []header
	body     *writtenBody
}

func (c *Client) build(operation *Operation, given Arguments, own *settings, accept string) (*builtRequest, error) {
	path, fixed, _ := strings.Cut(operation.Path, "?")
	parts := requestParts{path: map[string]string{}, header: map[string]string{}}
	if fixed != "" {
		parts.query = []string{fixed}
	}
	if accept == "" {
		accept = acceptOf(operation)
	}
	parts.header["accept"] = accept
	parts.header["user-agent"] = c.agent()
	if err := parts.merge(own.headers); err != nil {
		return nil, err
	}
	for _, argument := range given.Parameters {
		if err := parts.write(argument); err != nil {
			return nil, err
		}
	}
	if err := parts.setKey(operation.Idempotency, own.idempotencyKey); err != nil {
		return nil, err
	}
	if err := parts.addQuery(own.query); err != nil {
		return nil, err
	}
	request := &builtRequest{method: operation.Method, parts: parts, callWins: own.callHeaders}
	for _, one := range own.callHeaders {
		if err := checkHeader(one.name, one.value); err != nil {
			return nil, err
		}
	}
	if given.Body != nil {
		body, err := given.Body.write(operation.ID, own)
		if err != nil {
			return nil, err
		}
		if request.body = body; body != nil {
			parts.header["content-type"] = body.contentType
		}
	}
	filled := fill(path, parts.path)
	if segment, template := dots(filled, path); segment != template {
		return nil, argumentError("path parameter %s must not be %q: it would change the path", strings.Trim(template, "{}"), segment)
	}
	request.url = c.serverOf(operation, own) + filled
	return request, nil
}

// setKey sets the header that makes a repeated call safe: to the caller's key,
// or to a new one where the API has the header, name.
func (p *requestParts) setKey(name, given string) error {
	if given == "" {
		if _, set := p.header[strings.ToLower(name)]; name == "" || set {
			return nil
		}
		given = newKey()
	}
	return p.setHeader(cmp.Or(name, "Idempotency-Key"), given)
}

// newKey is a random UUID (RFC 9562, section 5.4).
func newKey() string {
	random := make([]byte, 16)
	_, _ = rand.Read(random)
	random[6] = random[6]&0x0f | 0x40
	random[8] = random[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", random[:4], random[4:6], random[6:8], random[8:10], random[10:])
}

// acceptOf names what is read, JSON alone where there is any.
func acceptOf(operation *Operation) string {
	var all, asJSON []string
	for _, answer := range operation.Answers {
		if answer.Type == "" || answer.Other || slices.Contains(all, answer.Type) {
			continue
		}
		all = append(all, answer.Type)
		if isJSONType(plainType(answer.Type)) {
			asJSON = append(asJSON, answer.Type)
		}
	}
	switch {
	case asJSON != nil:
		return strings.Join(asJSON, ", ")
	case all != nil:
		return strings.Join(all, ", ")
	}
	return "*/*"
}

func (c *Client) serverOf(operation *Operation, own *settings) string {
	switch {
	case strings.HasPrefix(operation.Path, "http://"), strings.HasPrefix(operation.Path, "https://"):
		return ""
	case operation.Server == "" || own.baseURL != "":
		// What the user chose wins over an operation's own server.
		return c.baseURL
	}
	base, err := url.Parse(c.baseURL + "/")
	if err != nil {
		return c.baseURL
	}
	found, err := base.Parse(operation.Server)
	if err != nil {
		return c.baseURL
	}
	return strings.TrimRight(found.String(), "/")
}

func (p *requestParts) merge(headers []header) error {
	for _, one := range headers {
		if one.remove {
			delete(p.header, strings.ToLower(one.name))
			continue
		}
		if err := p.setHeader(one.name, one.value); err != nil {
			return err
		}
	}
	return nil
}

func fill(template string, values map[string]string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		value, known := values[name]
		if !closed || !known {
			out.WriteString("{")
			template = rest
			continue
		}
		out.WriteString(value)
		template = after
	}
}

// dots finds a segment that would change the path, encoded or not, and its
// template. Values have no slashes: both paths have as many segments.
func dots(path, template string) (string, string) {
	templates := strings.Split(template, "/")
	for at, segment := range strings.Split(path, "/") {
		switch strings.ReplaceAll(strings.ToLower(segment), "%2e", ".") {
		case ".", "..":
			return segment, templates[at]
		}
	}
	return "", ""
}

// copy gives parts that credentials may write to.
func (p *requestParts) copy() requestParts {
	header := make(map[string]string, len(p.header)+1)
	for name, value := range p.header {
		header[name] = value
	}
	return requestParts{p.path, slices.Clone(p.query), header, slices.Clone(p.cookies)}
}

// address gives the URL and the headers of a try.
func (r *builtRequest) address(parts requestParts) (string, http.Header, error) {
	if len(parts.cookies) > 0 {
		parts.header["cookie"] = strings.Join(parts.cookies, "; ")
	}
	if err := parts.merge(r.callWins); err != nil {
		return "", nil, err
	}
	header := http.Header{}
	for name, value := range parts.header {
		header.Set(name, value)
	}
	if header.Get("User-Agent") == "" {
		// Without this net/http would say its own name.
		header["User-Agent"] = nil
	}
	if len(parts.query) == 0 {
		return r.url, header, nil
	}
	return r.url + "?" + strings.Join(parts.query, "&"), header, nil
}

// resolve finds a link from the operation's own address.
func (c *Client) resolve(operation *Operation, link string) string {
	base, err := url.Parse(c.serverOf(operation, &c.settings) + operation.Path)
	if err != nil {
		return link
	}
	found, err := base.Parse(link)
	if err != nil {
		return link
	}
	return found.String()
}
