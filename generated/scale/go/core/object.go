package core

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
)

type memberKind int

const (
	required memberKind = iota
	optionalMember
	nullable
	items
	entries
	encodedBytes
	optionalItems
)

// Member is a member of a JSON object and the field that holds it.
type Member struct {
	name     string
	target   any
	kind     memberKind
	constant any
	unset    func(any) bool
	oddItem  func([]part) bool
}

// Required is a member that is always there; its field is given by a pointer.
func Required(name string, field any) Member {
	return Member{name: name, target: field}
}

// Constant is a member with one value, which is sent unless another is set.
func Constant[T comparable](name string, field *T, value T) Member {
	return Member{name: name, target: field, constant: value, unset: isUnset[T]}
}

// Optional is a member that may be left out.
func Optional(name string, field optional) Member {
	return Member{name: name, target: field, kind: optionalMember}
}

// Nullable is a member that is always there and may be null.
func Nullable(name string, field optional) Member {
	return Member{name: name, target: field, kind: nullable}
}

// Items is a list that is always there.
func Items[S ~[]T, T any](name string, field *S) Member {
	return Member{
		name: name, target: field, kind: items,
		unset: isNilSlice[S], oddItem: oddItem[T],
	}
}

// OptionalItems is a list that is left out while it is nil.
func OptionalItems[S ~[]T, T any](name string, field *S) Member {
	return Member{
		name: name, target: field, kind: optionalItems,
		unset: isNilSlice[S], oddItem: oddItem[T],
	}
}

// Entries is a map that is always there.
func Entries[M ~map[string]T, T any](name string, field *M) Member {
	return Member{
		name: name, target: field, kind: entries,
		unset: isNilMap[M], oddItem: oddItem[T],
	}
}

// OptionalEntries is a map that is left out while it is nil.
func OptionalEntries[M ~map[string]T, T any](name string, field *M) Member {
	return Member{
		name: name, target: field, kind: optionalItems,
		unset: isNilMap[M], oddItem: oddItem[T],
	}
}

// Bytes is base64 text that is always there.
func Bytes(name string, field *[]byte) Member {
	return Member{name: name, target: field, kind: encodedBytes, unset: isNilSlice[[]byte]}
}

// OptionalBytes is base64 text that is left out while it is nil.
func OptionalBytes(name string, field *[]byte) Member {
	return Member{name: name, target: field, kind: optionalItems, unset: isNilSlice[[]byte]}
}

// emptyText is what a member that is always there is sent as while its field is nil.
func (m *Member) emptyText() []byte {
	switch m.kind {
	case items:
		return []byte("[]")
	case entries:
		return []byte("{}")
	}
	return []byte(`""`)
}

func isUnset[T comparable](field any) bool {
	var zero T
	return *field.(*T) == zero
}

func isNilSlice[S ~[]T, T any](field any) bool {
	return *field.(*S) == nil
}

func isNilMap[M ~map[string]T, T any](field any) bool {
	return *field.(*M) == nil
}

// oddItem finds a null that no item may be; encoding/json would pass over it.
func oddItem[T any](parts []part) bool {
	if takesNull(new(T)) {
		return false
	}
	return slices.ContainsFunc(parts, func(one part) bool { return isNull(one.raw) })
}

// encode gives the member's JSON; set is false where it is left out, and zero
// where nothing was put into its field.
func (m *Member) encode() (text []byte, set, zero bool, err error) {
	if m.unset != nil && m.unset(m.target) {
		switch {
		case m.kind == optionalItems:
			return nil, false, true, nil
		case m.constant != nil:
			text, err = Encode(m.constant)
			return text, true, true, err
		}
		return m.emptyText(), true, true, nil
	}
	if m.kind == optionalMember || m.kind == nullable {
		if !m.target.(optional).IsSet() {
			return []byte("null"), m.kind == nullable, true, nil
		}
	}
	text, err = Encode(m.target)
	return text, true, false, err
}

func (m *Member) decode(raw []byte) error {
	if isNull(raw) && !takesNull(m.target) {
		return errKind
	}
	if m.oddItem != nil {
		if parts, _ := split(raw); m.oddItem(parts) {
			return errKind
		}
	}
	return Decode(raw, m.target)
}

// Unlisted holds the members of an object that have no field of their own, and
// those whose value was not of their field's type. All are sent back as they came.
type Unlisted struct {
	kept *keptMembers
}

type keptMembers struct {
	parts   []part
	odd     []oddMember
	missing []oddMember
	whole   json.RawMessage
}

// oddMember is a member whose value did not fit, or that did not come, with the
// text of its field as that left it.
type oddMember struct {
	part
	untouched []byte
}

// String gives the members as JSON.
func (u Unlisted) String() string {
	var parts []part
	for name, raw := range u.All() {
		parts = append(parts, part{name, raw})
	}
	return string(joinObject(parts))
}

// Get gives a member as it was sent, and whether it is there.
func (u Unlisted) Get(name string) (json.RawMessage, bool) {
	for at, raw := range u.All() {
		if at == name {
			return raw, true
		}
	}
	return nil, false
}

// All goes over the members.
func (u Unlisted) All() iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		if u.kept == nil {
			return
		}
		for _, one := range u.kept.odd {
			if !yield(one.name, one.raw) {
				return
			}
		}
		for _, one := range u.kept.parts {
			if !yield(one.name, one.raw) {
				return
			}
		}
	}
}

// Set adds a member, or replaces it.
func (u *Unlisted) Set(name string, value any) error {
	raw, err := Encode(value)
	if err != nil {
		return err
	}
	var kept keptMembers
	if u.kept != nil {
		kept = *u.kept
	}
	kept.parts = slices.DeleteFunc(slices.Clone(kept.parts), func(one part) bool { return one.name == name })
	kept.parts = append(kept.parts, part{name, raw})
	u.kept = &kept
	return nil
}

// DecodeObject reads an object into its fields. It does not fail: what fits no
// field is kept.
func DecodeObject(data []byte, unlisted *Unlisted, members []Member) error {
	*unlisted = Unlisted{}
	parts, ok := split(data)
	if !ok || data[skipSpace(data, 0)] == '[' {
		unlisted.kept = &keptMembers{whole: bytes.Clone(data)}
		return nil
	}
	var kept keptMembers
	seen := make([]bool, len(members))
	next := 0
	for _, one := range parts {
		index := find(members, one.name, next)
		if index < 0 {
			kept.parts = append(kept.parts, part{one.name, bytes.Clone(one.raw)})
			continue
		}
		seen[index] = true
		next = index + 1
		if members[index].decode(one.raw) != nil {
			untouched, _, _, _ := members[index].encode()
			kept.odd = append(kept.odd, oddMember{part{one.name, bytes.Clone(one.raw)}, untouched})
		}
	}
	for index, was := range seen {
		if kind := members[index].kind; !was && kind != optionalMember && kind != optionalItems {
			untouched, _, _, _ := members[index].encode()
			kept.missing = append(kept.missing, oddMember{part{name: members[index].name}, untouched})
		}
	}
	if kept.parts != nil || kept.odd != nil || kept.missing != nil {
		unlisted.kept = &kept
	}
	return nil
}

// find looks for a member, first where the one before suggests it.
func find(members []Member, name string, next int) int {
	for step := range members {
		index := (next + step) % len(members)
		if members[index].name == name {
			return index
		}
	}
	return -1
}

// EncodeObject writes an object: its fields, then what came without one.
func EncodeObject(unlisted Unlisted, members []Member) ([]byte, error) {
	found, err := objectParts(unlisted, members)
	if err != nil {
		return nil, err
	}
	if kept := unlisted.kept; kept != nil && kept.whole != nil {
		return kept.whole, nil
	}
	return joinObject(found), nil
}

func joinObject(parts []part) []byte {
	out := []byte{'{'}
	for index, one := range parts {
		if index > 0 {
			out = append(out, ',')
		}
		name, _ := Encode(one.name)
		out = append(append(append(out, name...), ':'), one.raw...)
	}
	return append(out, '}')
}

func objectParts(unlisted Unlisted, members []Member) ([]part, error) {
	kept := unlisted.kept
	if kept == nil {
		kept = &keptMembers{}
	}
	found := make([]part, 0, len(members)+len(kept.parts))
	for index := range members {
		member := &members[index]
		text, set, zero, err := member.encode()
		if err != nil {
			return nil, err
		}
		if odd := kept.untouched(kept.odd, member.name, text, zero); odd != nil {
			found = append(found, odd.part)
		} else if set && kept.untouched(kept.missing, member.name, text, zero) == nil {
			found = append(found, part{member.name, text})
		}
	}
	return append(found, kept.parts...), nil
}

// untouched finds a member among those that did not fit, or did not come, unless
// something was put into its field since.
func (k *keptMembers) untouched(among []oddMember, name string, text []byte, zero bool) *oddMember {
	for index := range among {
		one := &among[index]
		if one.name == name && (zero || bytes.Equal(text, one.untouched)) {
			return one
		}
	}
	return nil
}
