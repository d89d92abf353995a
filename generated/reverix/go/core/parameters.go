package core

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Style is how a parameter is written (OpenAPI 3.2, section 4.12).
type Style int

// The styles. The zero value is form in queries and cookies, and simple in
// paths and headers.
const (
	Plain Style = iota
	Label
	Matrix
	Joined
	Spaced
	Piped
	Deep
	JSON
	// Raw is a cookie that is sent as it is, RawJoined the same for a list that
	// is one value.
	Raw
	RawJoined
)

// Argument is a value that is sent outside of the body.
type Argument struct {
	// In is path, query, querystring, header or cookie.
	In    string
	Name  string
	Value any
	Style Style
	// Explode writes the members of a path's or header's object as a=1.
	Explode bool
	// Reserved leaves reserved characters as they are.
	Reserved bool
}

// node is a JSON value whose members keep their order. A scalar has its text,
// anything else its JSON and its parts.
type node struct {
	text  string
	kind  byte
	raw   []byte
	parts []namedNode
}

type namedNode struct {
	name string
	node node
}

const (
	scalarNode = 's'
	listNode   = '['
	objectNode = '{'
	nullNode   = 'n'
)

// nodeOf gives the value of an argument; ok is false where it is left out.
func nodeOf(value any) (found node, ok bool, err error) {
	if given, isOptional := value.(optional); isOptional && (given.IsNull() || !given.IsSet()) {
		return node{kind: nullNode}, given.IsNull(), nil
	}
	switch value := value.(type) {
	case nil:
		return node{kind: nullNode}, true, nil
	case string:
		return node{kind: scalarNode, text: value}, true, nil
	}
	raw, err := Encode(value)
	if err != nil {
		return node{}, false, argumentError("%v", err)
	}
	if isNull(raw) {
		return node{}, false, nil
	}
	return nodeOfJSON(raw), true, nil
}

func nodeOfJSON(raw []byte) node {
	parts, ok := split(raw)
	if !ok {
		switch {
		case isNull(raw):
			return node{kind: nullNode}
		case raw[0] == '"':
			return node{kind: scalarNode, text: unquote(raw)}
		}
		return node{kind: scalarNode, text: string(raw)}
	}
	found := node{kind: raw[skipSpace(raw, 0)], raw: raw}
	for _, one := range parts {
		found.parts = append(found.parts, namedNode{one.name, nodeOfJSON(one.raw)})
	}
	return found
}

// json is the text of a scalar, and the JSON of anything else.
func (n node) json() string {
	switch n.kind {
	case scalarNode:
		return n.text
	case nullNode:
		return "null"
	}
	return string(n.raw)
}

// isEmpty tells whether a list or an object holds nothing that could be sent.
func (n node) isEmpty() bool {
	return (n.kind == listNode || n.kind == objectNode) && len(n.members()) == 0
}

// members are those of a list or an object that are not null.
func (n node) members() []namedNode {
	return slices.DeleteFunc(slices.Clone(n.parts), func(one namedNode) bool { return one.node.kind == nullNode })
}

const unreserved = "-._~"

// The reserved characters that say nothing in their place.
const (
	silentInPath   = ":@!$&'()*+,;="
	silentInQuery  = ":/?[]@!$'()*,;"
	silentInCookie = ":/?[]@!$'()*"
)

// encode percent-encodes all but the unreserved characters of RFC 3986.
func encode(text string) string {
	return percent(text, unreserved)
}

// coder encodes an argument's values; reserved leaves what is silent in a place.
func coder(reserved bool, silent string) func(string) string {
	if !reserved {
		return encode
	}
	return func(text string) string { return encodeBut(text, silent) }
}

// encodeBut percent-encodes what is neither in kept nor encoded (RFC 6570,
// section 3.2.3).
func encodeBut(text, kept string) string {
	var out strings.Builder
	for text != "" {
		length := 1
		if isEncoded(text) {
			length = 3
			out.WriteString(text[:length])
		} else {
			out.WriteString(percent(text[:length], unreserved+kept))
		}
		text = text[length:]
	}
	return out.String()
}

func isEncoded(text string) bool {
	if len(text) < 3 || text[0] != '%' {
		return false
	}
	_, err := strconv.ParseUint(text[1:3], 16, 8)
	return err == nil
}

func percent(text, plain string) string {
	const digits = "0123456789ABCDEF"
	var out strings.Builder
	for at := range len(text) {
		c := text[at]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte(plain, c) >= 0:
			out.WriteByte(c)
		default:
			out.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return out.String()
}

func asIs(text string) string { return text }

// flat writes a value as one text: items between separators, members as pairs.
func flat(n node, code func(string) string, between, pair string) string {
	if n.kind == scalarNode || n.kind == nullNode {
		return code(n.json())
	}
	// A name is encoded wholly wherever its value is encoded at all.
	nameCode := encode
	if code("%") == "%" {
		nameCode = asIs
	}
	var found []string
	for _, one := range n.members() {
		text := code(one.node.json())
		if n.kind == objectNode {
			text = nameCode(one.name) + pair + text
		}
		found = append(found, text)
	}
	return strings.Join(found, between)
}

// formPairs is style form, exploded.
func formPairs(name string, n node, code func(string) string) []string {
	switch n.kind {
	case listNode:
		var pairs []string
		for _, one := range n.members() {
			pairs = append(pairs, encode(name)+"="+code(one.node.json()))
		}
		return pairs
	case objectNode:
		var pairs []string
		for _, one := range n.members() {
			pairs = append(pairs, encode(one.name)+"="+code(one.node.json()))
		}
		return pairs
	}
	return []string{encode(name) + "=" + code(n.json())}
}

func joinedPairs(name string, n node, separator string, code func(string) string) []string {
	if n.isEmpty() {
		return nil
	}
	return []string{encode(name) + "=" + flat(n, code, separator, separator)}
}

func deepPairs(name string, n node, code func(string) string) []string {
	var pairs []string
	for _, one := range n.deepParts(name) {
		pairs = append(pairs, encode(one.name)+"="+code(one.node.text))
	}
	return pairs
}

// deepParts are the scalars inside of a value by names with brackets. A list of
// scalars is a[], any other one counts: a[0][b].
func (n node) deepParts(name string) []namedNode {
	switch n.kind {
	case nullNode:
		return nil
	case scalarNode:
		return []namedNode{{name, n}}
	}
	var found []namedNode
	given := n.members()
	counted := slices.ContainsFunc(given, func(one namedNode) bool { return one.node.kind != scalarNode })
	for at, one := range given {
		key := one.name
		switch {
		case n.kind == objectNode:
		case counted:
			key = strconv.Itoa(at)
		default:
			key = ""
		}
		found = append(found, one.node.deepParts(name+"["+key+"]")...)
	}
	return found
}

// pairs are those of one member of a query or form.
func pairs(name string, n node, style Style, code func(string) string) []string {
	if n.kind == nullNode {
		return nil
	}
	switch style {
	case Joined:
		return joinedPairs(name, n, ",", code)
	case Spaced:
		return joinedPairs(name, n, "%20", code)
	case Piped:
		return joinedPairs(name, n, "%7C", code)
	case Deep:
		return deepPairs(name, n, code)
	case JSON:
		return []string{encode(name) + "=" + encode(n.json())}
	}
	return formPairs(name, n, code)
}

// requestParts is what arguments write to.
type requestParts struct {
	path    map[string]string
	query   []string
	header  map[string]string
	cookies []string
}

func (p *requestParts) write(argument Argument) error {
	n, ok, err := nodeOf(argument.Value)
	if err != nil {
		return err
	}
	if argument.Style == JSON && ok {
		raw, err := Encode(argument.Value)
		if err != nil {
			return argumentError("%v", err)
		}
		n = node{kind: scalarNode, text: string(raw)}
	}
	if argument.In == "path" {
		return p.writePath(argument, n)
	}
	if !ok || n.kind == nullNode {
		return nil
	}
	switch argument.In {
	case "query":
		code := coder(argument.Reserved, silentInQuery)
		p.query = append(p.query, pairs(argument.Name, n, argument.Style, code)...)
	case "querystring":
		p.query = append(p.query, wholeQuery(argument, n)...)
	case "cookie":
		return p.writeCookie(argument, n)
	case "header":
		if n.isEmpty() {
			return nil
		}
		text := flat(n, asIs, ",", pairOf(argument))
		if argument.Style == JSON {
			text = asciiJSON(text)
		}
		return p.setHeader(argument.Name, text)
	}
	return nil
}

func (p *requestParts) writeCookie(argument Argument, n node) error {
	code, style := coder(argument.Reserved, silentInCookie), argument.Style
	var wrong bool
	if style == Raw || style == RawJoined {
		code = func(text string) string {
			wrong = wrong || !isCookie(text)
			return text
		}
		style = map[Style]Style{Raw: Plain, RawJoined: Joined}[style]
	}
	found := pairs(argument.Name, n, style, code)
	if wrong {
		return argumentError("cookie %s cannot hold that value", argument.Name)
	}
	p.cookies = append(p.cookies, found...)
	return nil
}

// isCookie tells whether a cookie can hold a text (RFC 6265, section 4.1.1).
func isCookie(text string) bool {
	for at := range len(text) {
		if c := text[at]; c <= ' ' || c >= 0x7f || strings.IndexByte(`",;\`, c) >= 0 {
			return false
		}
	}
	return true
}

// wholeQuery is a query string as text or as members; an object in it is JSON.
func wholeQuery(argument Argument, n node) []string {
	if argument.Style == JSON {
		return []string{encode(n.json())}
	}
	if n.kind != objectNode {
		return []string{encodeBut(n.json(), silentInQuery+"&=+")}
	}
	var found []string
	for _, one := range n.members() {
		if one.node.kind == objectNode {
			one.node = node{kind: scalarNode, text: one.node.json()}
		}
		found = append(found, pairs(one.name, one.node, Plain, encode)...)
	}
	return found
}

// asciiJSON escapes what is beyond ASCII in JSON.
func asciiJSON(text string) string {
	var out strings.Builder
	for _, one := range utf16.Encode([]rune(text)) {
		if one < 0x7f {
			out.WriteByte(byte(one))
		} else {
			fmt.Fprintf(&out, `\u%04x`, one)
		}
	}
	return out.String()
}

func pairOf(argument Argument) string {
	if argument.Explode {
		return "="
	}
	return ","
}

func (p *requestParts) writePath(argument Argument, n node) error {
	text := ""
	if n.kind == scalarNode && n.text != "" || (n.kind == listNode || n.kind == objectNode) && !n.isEmpty() {
		text = pathText(argument, n)
	}
	if text == "" {
		return argumentError("path parameter %s must not be empty", argument.Name)
	}
	p.path[argument.Name] = text
	return nil
}

func pathText(argument Argument, n node) string {
	key := encode(argument.Name)
	code := coder(argument.Reserved, silentInPath)
	switch {
	case argument.Style == Label && argument.Explode:
		return "." + flat(n, code, ".", "=")
	case argument.Style == Label:
		return "." + flat(n, code, ",", ",")
	case argument.Style == Matrix && argument.Explode && n.kind == listNode:
		text := ""
		for _, one := range n.members() {
			text += ";" + key + "=" + code(one.node.json())
		}
		return text
	case argument.Style == Matrix && argument.Explode && n.kind == objectNode:
		return ";" + flat(n, code, ";", "=")
	case argument.Style == Matrix:
		return ";" + key + "=" + flat(n, code, ",", ",")
	}
	return flat(n, code, ",", pairOf(argument))
}

// setHeader refuses what cannot be a header's name or value (RFC 9110).
func (p *requestParts) setHeader(name, value string) error {
	if err := checkHeader(name, value); err != nil {
		return err
	}
	p.header[strings.ToLower(name)] = value
	return nil
}

func checkHeader(name, value string) error {
	const marks = "!#$%&'*+.^_`|~-"
	for at := range len(name) {
		c := name[at]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && strings.IndexByte(marks, c) < 0 {
			return argumentError("%q is no header name", name)
		}
	}
	if name == "" {
		return argumentError("%q is no header name", name)
	}
	for at := range len(value) {
		// Servers read bytes beyond ASCII as they like (RFC 9110, section 5.5).
		if c := value[at]; c != '\t' && (c < ' ' || c >= 0x7f) {
			return argumentError("header %s cannot hold that value", name)
		}
	}
	return nil
}

// addQuery adds what options say: a client's members where the call has none of
// their name, the call's in place of any.
func (p *requestParts) addQuery(members []queryMember) error {
	given := p.query
	p.query = slices.DeleteFunc(slices.Clone(given), func(pair string) bool {
		return slices.ContainsFunc(members, func(one queryMember) bool { return one.perCall && isNamed(pair, one.name) })
	})
	for _, one := range members {
		said := slices.ContainsFunc(given, func(pair string) bool { return isNamed(pair, one.name) })
		replaced := slices.ContainsFunc(members, func(other queryMember) bool { return other.perCall && other.name == one.name })
		if !one.perCall && (said || replaced) {
			continue
		}
		found, err := extraPairs(one.name, one.value)
		if err != nil {
			return err
		}
		p.query = append(p.query, found...)
	}
	return nil
}

func isNamed(pair, name string) bool {
	key, _, _ := strings.Cut(pair, "=")
	return key == encode(name)
}

// extraPairs writes a member of a query that an option adds.
func extraPairs(name string, value any) ([]string, error) {
	n, ok, err := nodeOf(value)
	if err != nil || !ok {
		return nil, err
	}
	style := Deep
	if n.kind == listNode {
		style = Plain
	}
	return pairs(name, n, style, encode), nil
}
