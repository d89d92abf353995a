package core

import "fmt"

// Opt is a value that may be left out or be null. Its zero value is left out.
type Opt[T any] struct {
	value *T
	null  bool
}

// Some gives a value.
func Some[T any](value T) Opt[T] {
	return Opt[T]{value: &value}
}

// Null gives a JSON null.
func Null[T any]() Opt[T] {
	return Opt[T]{null: true}
}

// Ptr gives a pointer to a value, for the members of unions.
func Ptr[T any](value T) *T {
	return &value
}

// Get gives the value, and whether there is one.
func (o Opt[T]) Get() (T, bool) {
	if o.value == nil {
		var none T
		return none, false
	}
	return *o.value, true
}

// Or gives the value, or other where there is none.
func (o Opt[T]) Or(other T) T {
	if o.value == nil {
		return other
	}
	return *o.value
}

// IsNull tells whether it is a JSON null.
func (o Opt[T]) IsNull() bool {
	return o.null
}

// IsSet tells whether it is there, as a value or as null.
func (o Opt[T]) IsSet() bool {
	return o.value != nil || o.null
}

// String gives the value as fmt prints it; "null" for null, "" where it is left out.
func (o Opt[T]) String() string {
	switch {
	case o.value != nil:
		return fmt.Sprint(*o.value)
	case o.null:
		return "null"
	}
	return ""
}

// MarshalJSON writes the value, or null where there is none.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.value == nil {
		return []byte("null"), nil
	}
	return Encode(o.value)
}

// UnmarshalJSON reads a value or null.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	*o = Opt[T]{}
	if string(data) == "null" {
		o.null = true
		return nil
	}
	value := new(T)
	if err := Decode(data, value); err != nil {
		return err
	}
	o.value = value
	return nil
}

// optional is what every Opt is.
type optional interface {
	IsSet() bool
	IsNull() bool
}
