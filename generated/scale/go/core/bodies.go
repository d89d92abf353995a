package core

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"io"
	"slices"
	"strings"
)

// Media is one of the media types that a body may be written in.
type Media struct {
	// Kind is json, form, multipart, text, binary or json-lines.
	Kind string
	Type string
	// Members says how members of a form are written, where not as usual.
	Members map[string]FormMember
}

// FormMember is how a member of a form or multipart body is written.
type FormMember struct {
	Style    Style
	Type     string
	Reserved bool
}

// Body is the body of a call.
type Body struct {
	Media    []Media
	Required bool
	// Members are those of an object; Whole is a body that is something else,
	// Value one that is not JSON: bytes, an io.Reader or a File.
	Members []Member
	Whole   Member
	Value   any
	extra   []part
}

// writtenBody is a body in pieces; a piece is []byte or an io.Reader.
type writtenBody struct {
	pieces      []any
	contentType string
}

func (b *Body) write(operation string, options *settings) (*writtenBody, error) {
	media, err := b.media(operation, options.contentType)
	if err != nil {
		return nil, err
	}
	found, err := b.writeAs(operation, media, options)
	if err != nil || found == nil || !strings.Contains(found.contentType, "*") {
		return found, err
	}
	switch {
	case options.contentType != "":
		found.contentType = options.contentType
	case found.contentType == "*/*":
		found.contentType = "application/octet-stream"
	default:
		return nil, argumentError("%s needs WithContentType, one of %s", operation, found.contentType)
	}
	return found, nil
}

func (b *Body) writeAs(operation string, media Media, options *settings) (*writtenBody, error) {
	if media.Kind == "binary" {
		return b.writeBinary(operation, media)
	}
	parts, raw, err := b.content(slices.Concat(b.extra, options.body))
	if err != nil {
		return nil, err
	}
	if raw == nil && parts == nil {
		if b.Required {
			return nil, argumentError("%s needs a body", operation)
		}
		return nil, nil
	}
	switch media.Kind {
	case "form":
		return writeForm(media, parts), nil
	case "multipart":
		return b.writeMultipart(media, parts)
	case "text":
		contentType := media.Type
		if !strings.Contains(strings.ToLower(contentType), "charset") {
			contentType += "; charset=utf-8"
		}
		return written(contentType, []byte(nodeOfJSON(raw).json())), nil
	case "json-lines":
		return written(media.Type, jsonLines(raw)), nil
	}
	return written(media.Type, raw), nil
}

func written(contentType string, content []byte) *writtenBody {
	return &writtenBody{[]any{content}, contentType}
}

func (b *Body) media(operation, wanted string) (Media, error) {
	if wanted == "" {
		return b.Media[0], nil
	}
	for _, media := range b.Media {
		if includes(media.Type, wanted) {
			return media, nil
		}
	}
	return Media{}, argumentError("%s does not take %s", operation, wanted)
}

// content gives the body as JSON, and its members where it is an object. Both
// are nil where there is none.
func (b *Body) content(extra []part) ([]part, []byte, error) {
	if b.Members == nil {
		return b.wholeContent(extra)
	}
	parts, err := objectParts(Unlisted{}, b.Members)
	if err != nil {
		return nil, nil, argumentError("%v", err)
	}
	parts = merge(parts, extra)
	// Constants and nulls say nothing of whether a body is wanted.
	if !b.Required && len(extra) == 0 && !slices.ContainsFunc(b.Members, isGiven) {
		return nil, nil, nil
	}
	return parts, joinObject(parts), nil
}

func isGiven(member Member) bool {
	_, set, zero, _ := member.encode()
	return set && !zero
}

func (b *Body) wholeContent(extra []part) ([]part, []byte, error) {
	raw, set, zero, err := b.Whole.encode()
	if err != nil {
		return nil, nil, argumentError("%v", err)
	}
	if !b.Required && (!set || zero) {
		return nil, nil, nil
	}
	parts, ok := split(raw)
	if !ok || raw[0] == '[' {
		return nil, raw, nil
	}
	if parts = merge(parts, extra); parts == nil {
		parts = []part{}
	}
	return parts, joinObject(parts), nil
}

// WithMember gives arguments whose body has one more member, or another value
// of it.
func (a Arguments) WithMember(name string, value any) Arguments {
	raw, err := Encode(value)
	if err != nil || a.Body == nil {
		return a
	}
	body := *a.Body
	body.extra = append(slices.Clone(body.extra), part{name, raw})
	return Arguments{a.Parameters, &body}
}

func merge(parts, extra []part) []part {
	for _, one := range extra {
		at := slices.IndexFunc(parts, func(other part) bool { return other.name == one.name })
		if at >= 0 {
			parts[at] = one
		} else {
			parts = append(parts, one)
		}
	}
	return parts
}

func jsonLines(raw []byte) []byte {
	parts, ok := split(raw)
	if !ok || raw[0] != '[' {
		parts = []part{{raw: raw}}
	}
	var out bytes.Buffer
	for _, one := range parts {
		out.Write(one.raw)
		out.WriteByte('\n')
	}
	return out.Bytes()
}

func (b *Body) writeBinary(operation string, media Media) (*writtenBody, error) {
	value := b.Value
	switch given := value.(type) {
	case Opt[File]:
		value = valueOrNil(given)
	case Opt[io.Reader]:
		value = valueOrNil(given)
	case Opt[[]byte]:
		value = valueOrNil(given)
	}
	contentType := media.Type
	if file, ok := value.(File); ok {
		value = file.Content
		if file.ContentType != "" {
			contentType = file.ContentType
		}
	}
	switch value := value.(type) {
	case nil:
		if b.Required {
			return nil, argumentError("%s needs a body", operation)
		}
		return nil, nil
	case io.Reader:
		return &writtenBody{[]any{value}, contentType}, nil
	case []byte:
		return written(contentType, value), nil
	}
	return nil, argumentError("%s takes bytes or an io.Reader", operation)
}

func valueOrNil[T any](given Opt[T]) any {
	if value, ok := given.Get(); ok {
		return value
	}
	return nil
}

func writeForm(media Media, parts []part) *writtenBody {
	var found []string
	for _, one := range parts {
		how := media.Members[one.name]
		code := coder(how.Reserved, silentInQuery)
		n := nodeOfJSON(one.raw)
		if n.kind == nullNode {
			continue
		}
		if how.Style == JSON {
			n = node{kind: scalarNode, text: string(one.raw)}
		}
		found = append(found, pairs(one.name, n, how.Style, code)...)
	}
	return written(media.Type, []byte(strings.Join(found, "&")))
}

// File is a file to upload. Name and ContentType may be left out.
type File struct {
	Name        string
	ContentType string
	Content     io.Reader
}

// MarshalJSON stands in for a file, whose content goes into the body as it is.
func (f File) MarshalJSON() ([]byte, error) {
	return []byte(`"(file)"`), nil
}

// writeMultipart writes multipart/form-data (RFC 7578).
func (b *Body) writeMultipart(media Media, parts []part) (*writtenBody, error) {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return nil, argumentError("%v", err)
	}
	boundary := "form-" + hex.EncodeToString(random)
	var out []any
	for _, one := range parts {
		how := media.Members[one.name]
		for _, value := range b.partValues(one, how.Style) {
			out = append(out, []byte("--"+boundary+"\r\n"))
			out = append(out, partOf(value.name, value.value, how.Type)...)
			out = append(out, []byte("\r\n"))
		}
	}
	out = append(out, []byte("--"+boundary+"--\r\n"))
	return &writtenBody{out, media.Type + "; boundary=" + boundary}, nil
}

// partValue is what one part holds: a File, or a node.
type partValue struct {
	name  string
	value any
}

// partValues are the files of a member, else its JSON values.
func (b *Body) partValues(one part, style Style) []partValue {
	var found []partValue
	for _, member := range b.Members {
		if member.name == one.name {
			for _, file := range filesOf(member.target) {
				found = append(found, partValue{one.name, file})
			}
		}
	}
	if found != nil {
		return found
	}
	n := nodeOfJSON(one.raw)
	parts := []namedNode{{one.name, n}}
	switch {
	case style == Deep:
		parts = n.deepParts(one.name)
	case style == Joined && n.kind == listNode:
		parts = []namedNode{{one.name, node{kind: scalarNode, text: flat(n, asIs, ",", ",")}}}
	case n.kind == listNode:
		parts = n.parts
	}
	for _, inner := range parts {
		if inner.node.kind == nullNode {
			continue
		}
		name := one.name
		if style == Deep {
			name = inner.name
		}
		found = append(found, partValue{name, inner.node})
	}
	return found
}

func filesOf(target any) []any {
	switch target := target.(type) {
	case *File:
		return []any{*target}
	case *Opt[File]:
		if file, ok := target.Get(); ok {
			return []any{file}
		}
	case *Opt[any]:
		value, _ := target.Get()
		if file, ok := value.(File); ok {
			return []any{file}
		}
	case *any:
		if file, ok := (*target).(File); ok {
			return []any{file}
		}
	case *[]File:
		var found []any
		for _, file := range *target {
			found = append(found, file)
		}
		return found
	}
	return nil
}

func partOf(name string, value any, contentType string) []any {
	head := `Content-Disposition: form-data; name="` + quoted(name) + `"`
	if file, ok := value.(File); ok {
		if file.Name == "" {
			file.Name = name
		}
		if file.ContentType != "" {
			contentType = file.ContentType
		}
		if contentType == "" {
			contentType = "application/octet-stream"
		}
		if file.Content == nil {
			file.Content = strings.NewReader("")
		}
		head += `; filename="` + quoted(file.Name) + `"` + typeLine(contentType)
		return []any{[]byte(head + "\r\n\r\n"), file.Content}
	}
	n := value.(node)
	if n.kind != scalarNode && contentType == "" {
		contentType = "application/json"
	}
	return []any{[]byte(head + typeLine(contentType) + "\r\n\r\n"), []byte(n.json())}
}

func typeLine(contentType string) string {
	if contentType == "" {
		return ""
	}
	return "\r\nContent-Type: " + strings.NewReplacer("\r", "", "\n", "").Replace(contentType)
}

// quoted escapes a name inside quotes as browsers do (WHATWG HTML, 4.10.21.8).
func quoted(name string) string {
	return strings.NewReplacer("\r", "%0D", "\n", "%0A", `"`, "%22").Replace(name)
}

// reader gives the body from its start; length is -1 where it is not known.
func (b *writtenBody) reader() (content io.Reader, length int64, err error) {
	var readers []io.Reader
	for _, piece := range b.pieces {
		switch piece := piece.(type) {
		case []byte:
			readers = append(readers, bytes.NewReader(piece))
			if length >= 0 {
				length += int64(len(piece))
			}
		case io.Seeker:
			end, err := piece.Seek(0, io.SeekEnd)
			if err == nil {
				_, err = piece.Seek(0, io.SeekStart)
			}
			if err != nil {
				return nil, 0, argumentError("the body cannot be read: %v", err)
			}
			readers = append(readers, piece.(io.Reader))
			if length >= 0 {
				length += end
			}
		case io.Reader:
			readers = append(readers, piece)
			length = -1
		}
	}
	return io.MultiReader(readers...), length, nil
}

// repeatable tells whether the body can be sent again.
func (b *writtenBody) repeatable() bool {
	return !slices.ContainsFunc(b.pieces, func(piece any) bool {
		_, bytes := piece.([]byte)
		_, seeker := piece.(io.Seeker)
		return !bytes && !seeker
	})
}
