package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
)

// Checker is strict mode: does an answer fit the API's description? Its tables
// are JSON texts, read when they are first needed.
type Checker struct {
	schema, answers string
	once            sync.Once
	types           map[string]any
	operations      map[string]map[string]any
}

// NewChecker makes the checker of an API of its types and its operations'
// answers. A type is a name, a kind, or an array whose head says what it is.
func NewChecker(schema, answers string) *Checker {
	return &Checker{schema: schema, answers: answers}
}

func (c *Checker) load() {
	_ = decodeAny([]byte(c.schema), &c.types)
	_ = decodeAny([]byte(c.answers), &c.operations)
}

func decodeAny(data []byte, target any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return decoder.Decode(target)
}

// check finds the first problem of an answer, as a sentence that names the
// member; "" where it fits or where nothing is said of it.
func (c *Checker) check(operation string, status any, mediaType string, data []byte) string {
	c.once.Do(c.load)
	keys := []string{fmt.Sprint(status)}
	if number, ok := status.(int); ok {
		keys = append(keys, strconv.Itoa(number/100)+"XX", "default")
	}
	var shape any
	for _, key := range keys {
		// The media type decides where those of one status differ.
		for _, name := range []string{key, key + " " + mediaType} {
			if shape == nil {
				shape = c.operations[operation][name]
			}
		}
	}
	if shape != nil && len(data) == 0 {
		return "the answer has no body"
	}
	var value any
	if shape == nil || decodeAny(data, &value) != nil {
		return ""
	}
	return c.fit(shape, value, "")
}

func (c *Checker) fit(shape, value any, at string) string {
	where := at
	if where == "" {
		where = "the answer"
	}
	if name, ok := shape.(string); ok {
		return c.fitNamed(name, value, at, where)
	}
	list := shape.([]any)
	switch list[0] {
	case "null":
		if value == nil {
			return ""
		}
		return c.fit(list[1], value, at)
	case "enum":
		if !slices.ContainsFunc(list[1].([]any), func(one any) bool { return sameScalar(one, value) }) {
			return where + " is none of its values"
		}
		return ""
	case "any of":
		for _, one := range list[1].([]any) {
			if c.fit(one, value, at) == "" {
				return ""
			}
		}
		return where + " fits none of its types"
	case "by":
		return c.fitTagged(list, value, at)
	case "list", "tuple":
		return c.fitItems(list, value, at, where)
	case "map":
		return c.fitMap(list[1], value, at, where)
	}
	return c.fitObject(list, value, at, where)
}

func (c *Checker) fitNamed(name string, value any, at, where string) string {
	fits := true
	switch name {
	case "any value":
	case "no value":
		fits = false
	case "string":
		_, fits = value.(string)
	case "boolean":
		_, fits = value.(bool)
	case "number":
		_, fits = value.(json.Number)
	case "integer":
		number, ok := value.(json.Number)
		fits = ok && Inspect([]byte(number)).Is("integer")
	default:
		if shape, ok := c.types[name]; ok {
			return c.fit(shape, value, at)
		}
	}
	if fits {
		return ""
	}
	return where + " is no " + name
}

func sameScalar(one, other any) bool {
	if number, ok := one.(json.Number); ok {
		second, ok := other.(json.Number)
		left, _ := number.Float64()
		right, _ := second.Float64()
		return ok && left == right
	}
	switch one.(type) {
	case string, bool:
		return one == other
	}
	return false
}

func (c *Checker) fitTagged(list []any, value any, at string) string {
	field := list[1].(string)
	object, _ := value.(map[string]any)
	chosen, ok := list[2].(map[string]any)[fmt.Sprint(object[field])]
	if !ok && len(list) > 3 {
		chosen, ok = list[3], true
	}
	if !ok {
		return inside(at, field) + " selects none of the types"
	}
	return c.fit(chosen, value, at)
}

func inside(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}

func (c *Checker) fitItems(list []any, value any, at, where string) string {
	items, ok := value.([]any)
	if !ok {
		return where + " is no array"
	}
	tuple := list[0] == "tuple"
	if tuple {
		if least, _ := list[2].(json.Number).Int64(); int64(len(items)) < least {
			return fmt.Sprintf("%s has fewer than %d items", where, least)
		}
	}
	for index, item := range items {
		shape := list[1]
		if tuple {
			shape = list[3]
			if leading := list[1].([]any); index < len(leading) {
				shape = leading[index]
			}
		}
		if problem := c.fit(shape, item, fmt.Sprintf("%s[%d]", at, index)); problem != "" {
			return problem
		}
	}
	return ""
}

func (c *Checker) fitMap(shape, value any, at, where string) string {
	object, ok := value.(map[string]any)
	if !ok {
		return where + " is no object"
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if problem := c.fit(shape, object[name], inside(at, name)); problem != "" {
			return problem
		}
	}
	return ""
}

func (c *Checker) fitObject(list []any, value any, at, where string) string {
	object, ok := value.(map[string]any)
	if !ok {
		return where + " is no object"
	}
	for _, name := range list[2].([]any) {
		if _, ok := object[name.(string)]; !ok {
			return inside(at, name.(string)) + " is missing"
		}
	}
	members := list[1].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		shape, listed := members[name]
		if !listed {
			shape = list[3]
		}
		if problem := c.fit(shape, object[name], inside(at, name)); problem != "" {
			return problem
		}
	}
	return ""
}
