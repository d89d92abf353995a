package core

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
)

var errKind = errors.New("the value is of another type")

// Encode writes a value as JSON, leaving HTML's characters as they are.
func Encode(value any) ([]byte, error) {
	if own, ok := value.(json.Marshaler); ok {
		return own.MarshalJSON()
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// Decode reads sound JSON into the value that target points to. Numbers of
// unknown type become json.Number, so that none loses digits.
func Decode(data []byte, target any) error {
	if own, ok := target.(json.Unmarshaler); ok {
		return own.UnmarshalJSON(data)
	}
	switch target := target.(type) {
	case *int64:
		return decodeInteger(data, target)
	case *string:
		if n := len(data); n > 1 && data[0] == '"' && bytes.IndexByte(data, '\\') < 0 {
			*target = strings.ToValidUTF8(string(data[1:n-1]), "\uFFFD")
			return nil
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return decoder.Decode(target)
}

func decodeInteger(data []byte, target *int64) error {
	number, err := strconv.ParseInt(string(data), 10, 64)
	if err == nil {
		*target = number
		return nil
	}
	// 1.0 is an integer too (JSON Schema, section 4.2.3).
	float, err := strconv.ParseFloat(string(data), 64)
	if err != nil || float != math.Trunc(float) || math.Abs(float) >= 1<<53 {
		return errKind
	}
	*target = int64(float)
	return nil
}

// takesNull tells whether null is a value of the type that target points to.
func takesNull(target any) bool {
	switch target.(type) {
	case json.Unmarshaler, *any, *json.RawMessage:
		return true
	}
	return false
}

func isNull(data []byte) bool {
	return string(data) == "null"
}

// A part is a member of an object, or an item of an array, as it was sent.
type part struct {
	name string
	raw  json.RawMessage
}

// split takes a sound JSON object or array apart; ok is false for others.
func split(data []byte) (parts []part, ok bool) {
	at := skipSpace(data, 0)
	if at >= len(data) || data[at] != '{' && data[at] != '[' {
		return nil, false
	}
	object := data[at] == '{'
	at = skipSpace(data, at+1)
	for at < len(data) && data[at] != '}' && data[at] != ']' {
		var one part
		if object {
			end := skipValue(data, at)
			one.name = unquote(data[at:end])
			at = skipSpace(data, skipSpace(data, end)+1)
		}
		end := skipValue(data, at)
		one.raw = data[at:end:end]
		parts = append(parts, one)
		at = skipSpace(data, end)
		if at < len(data) && data[at] == ',' {
			at = skipSpace(data, at+1)
		}
	}
	return parts, true
}

func skipSpace(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\n' || data[at] == '\r' || data[at] == '\t') {
		at++
	}
	return at
}

// skipValue gives the end of the value that begins at a place.
func skipValue(data []byte, at int) int {
	depth := 0
	for at < len(data) {
		switch data[at] {
		case '"':
			at = skipText(data, at)
			if depth == 0 {
				return at
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case ',', ' ', '\n', '\r', '\t':
			if depth == 0 {
				return at
			}
		}
		at++
	}
	return at
}

func skipText(data []byte, at int) int {
	for at++; at < len(data); at++ {
		switch data[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return at
}

func unquote(data []byte) string {
	var text string
	if Decode(data, &text) != nil {
		return ""
	}
	return text
}

// at follows member names from the root of a value; nil where there is none.
func at(data []byte, path []string) json.RawMessage {
	for _, name := range path {
		parts, _ := split(data)
		data = nil
		for _, one := range parts {
			if one.name == name {
				data = one.raw
			}
		}
	}
	return data
}

// MustParse reads a value from JSON text. It panics where the text does not fit,
// and so is meant for texts that a program holds.
func MustParse[T any](text string) T {
	var value T
	if !json.Valid([]byte(text)) {
		panic("not JSON: " + text)
	}
	if err := Decode([]byte(text), &value); err != nil {
		panic("no value of the type: " + text)
	}
	return value
}
