package core

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

// Variant is one of the types of a union and the field that holds it.
type Variant struct {
	name   string
	isSet  bool
	encode func() ([]byte, error)
	decode func(data []byte) error
}

// VariantOf is the variant whose value a field points to.
func VariantOf[T any](name string, field **T) Variant {
	return Variant{
		name:   name,
		isSet:  *field != nil,
		encode: func() ([]byte, error) { return Encode(*field) },
		decode: func(data []byte) error {
			value := new(T)
			if isNull(data) && !takesNull(value) {
				return errKind
			}
			if err := Decode(data, value); err != nil {
				return err
			}
			*field = value
			return nil
		},
	}
}

// DecodeUnion keeps a value as it came and reads it into the chosen variant.
// Nothing is chosen where chosen is negative, or where the value does not fit.
func DecodeUnion(data []byte, raw *json.RawMessage, chosen int, variants []Variant) {
	*raw = bytes.Clone(data)
	if chosen >= 0 {
		_ = variants[chosen].decode(data)
	}
}

// EncodeUnion writes the variant that is set, else what was received.
func EncodeUnion(raw json.RawMessage, variants []Variant) ([]byte, error) {
	for index := range variants {
		if variants[index].isSet {
			return variants[index].encode()
		}
	}
	if raw == nil {
		return []byte("null"), nil
	}
	return raw, nil
}

// UnionText gives a union's value as JSON text.
func UnionText(raw json.RawMessage, variants []Variant) string {
	text, err := EncodeUnion(raw, variants)
	if err != nil {
		return "invalid: " + err.Error()
	}
	return string(text)
}

// VariantName gives the name of the variant that is set, "" for none.
func VariantName(variants []Variant) string {
	for index := range variants {
		if variants[index].isSet {
			return variants[index].name
		}
	}
	return ""
}

// Value is a JSON value whose variant is looked for.
type Value struct {
	data  []byte
	parts []part
}

// Inspect looks at a value.
func Inspect(data []byte) Value {
	parts, _ := split(data)
	return Value{data, parts}
}

// Is tells whether the value is of one of some kinds: null, boolean, integer,
// number, string, array, object.
func (v Value) Is(kinds ...string) bool {
	return slices.ContainsFunc(kinds, v.is)
}

func (v Value) is(kind string) bool {
	start := skipSpace(v.data, 0)
	if start == len(v.data) {
		return false
	}
	switch v.data[start] {
	case 'n':
		return kind == "null"
	case 't', 'f':
		return kind == "boolean"
	case '"':
		return kind == "string"
	case '[':
		return kind == "array"
	case '{':
		return kind == "object"
	}
	if kind == "integer" {
		number, err := strconv.ParseFloat(string(v.data), 64)
		return err == nil && number == math.Trunc(number)
	}
	return kind == "number"
}

// Has tells whether the value is an object with members of those names.
func (v Value) Has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return v.raw(name) == nil })
}

// FieldIs tells whether the value has a member of one of some kinds.
func (v Value) FieldIs(name string, kinds ...string) bool {
	return v.field(name).Is(kinds...)
}

// FieldIn tells whether the value has a member that is one of some scalars.
func (v Value) FieldIn(name string, values ...any) bool {
	return v.field(name).In(values...)
}

func (v Value) field(name string) Value {
	if raw := v.raw(name); raw != nil {
		return Inspect(raw)
	}
	return Value{}
}

func (v Value) raw(name string) []byte {
	if v.Is("object") {
		for _, one := range v.parts {
			if one.name == name {
				return one.raw
			}
		}
	}
	return nil
}

// In tells whether the value is one of some scalars.
func (v Value) In(values ...any) bool {
	return slices.ContainsFunc(values, v.equals)
}

func (v Value) equals(value any) bool {
	switch value := value.(type) {
	case string:
		return v.Is("string") && unquote(v.data) == value
	case bool:
		return v.Is("boolean") && string(v.data) == strconv.FormatBool(value)
	case int:
		number, err := strconv.ParseFloat(string(v.data), 64)
		return v.Is("number") && err == nil && number == float64(value)
	case float64:
		number, err := strconv.ParseFloat(string(v.data), 64)
		return v.Is("number") && err == nil && number == value
	}
	return false
}

// Items tells whether the value is an array that is empty or whose first item
// passes a test.
func (v Value) Items(test func(item Value) bool) bool {
	return v.Is("array") && (len(v.parts) == 0 || test(Inspect(v.parts[0].raw)))
}
