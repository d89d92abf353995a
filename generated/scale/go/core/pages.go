package core

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
)

// PagesFacts says how the next page of a list is asked for.
type PagesFacts struct {
	// Kind is cursor, offset, page or link.
	Kind string
	// Items, Next and More are member names from the answer's root.
	Items []string
	// Parameter is the member of the query that is set for the next page.
	Parameter string
	Next      []string
	// ItemID is the member of the last item that is the next cursor.
	ItemID string
	More   []string
	Start  int
}

// Page is one page of a list, and the way to those after it.
type Page[Item, Answer any] struct {
	// Items are those of this page.
	Items []Item
	// Answer is the whole answer.
	Answer *Answer
	next   *nextPage
	fetch  func(ctx context.Context, next nextPage) (*Page[Item, Answer], error)
}

// nextPage is how it is asked for: with other arguments, or at a URL.
type nextPage struct {
	operation *Operation
	given     Arguments
	err       error
}

// List makes a call of an operation that has pages, and gives the first one.
func List[Item, Answer any](ctx context.Context, client *Client, operation *Operation, given Arguments, options []Option) (*Page[Item, Answer], error) {
	answer := new(Answer)
	_, data, err := client.call(ctx, operation, given, options, answer)
	if err != nil {
		return nil, err
	}
	raw, _ := split(at(data, operation.Pages.Items))
	page := &Page[Item, Answer]{Answer: answer, Items: make([]Item, len(raw))}
	for index, one := range raw {
		if err := decodeAnswer(one.raw, &page.Items[index]); err != nil {
			return nil, err
		}
	}
	page.next = operation.nextPage(client, data, raw, given)
	page.fetch = func(ctx context.Context, next nextPage) (*Page[Item, Answer], error) {
		return List[Item, Answer](ctx, client, next.operation, next.given, options)
	}
	return page, nil
}

// HasNext tells whether there is a page after this one.
func (p *Page[Item, Answer]) HasNext() bool {
	return p.next != nil
}

// Next fetches the page after this one; nil after the last.
func (p *Page[Item, Answer]) Next(ctx context.Context) (*Page[Item, Answer], error) {
	switch {
	case p.next == nil:
		return nil, nil
	case p.next.err != nil:
		return nil, p.next.err
	}
	return p.fetch(ctx, *p.next)
}

// Pages goes over this page and all after it.
func (p *Page[Item, Answer]) Pages(ctx context.Context) iter.Seq2[*Page[Item, Answer], error] {
	return func(yield func(*Page[Item, Answer], error) bool) {
		for page := p; page != nil; {
			if !yield(page, nil) {
				return
			}
			next, err := page.Next(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			page = next
		}
	}
}

// All goes over the items of this page and of all after it, fetching each page
// when it is due.
func (p *Page[Item, Answer]) All(ctx context.Context) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for page, err := range p.Pages(ctx) {
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// nextPage works out how the next page is asked for; nil after the last.
func (o *Operation) nextPage(client *Client, answer []byte, items []part, given Arguments) *nextPage {
	facts := o.Pages
	if len(facts.More) > 0 && string(at(answer, facts.More)) != "true" {
		return nil
	}
	now, _ := given.query(facts.Parameter)
	switch facts.Kind {
	case "cursor":
		return o.nextCursor(answer, items, given, now)
	case "link":
		return o.nextLink(client, answer)
	}
	if len(items) == 0 {
		return nil
	}
	count, err := strconv.ParseInt(now, 10, 64)
	if err != nil {
		count = int64(facts.Start)
	}
	if facts.Kind == "offset" {
		count += int64(len(items))
	} else {
		count++
	}
	return &nextPage{operation: o, given: given.withQuery(facts.Parameter, count)}
}

func (o *Operation) nextCursor(answer []byte, items []part, given Arguments, now string) *nextPage {
	raw := at(answer, o.Pages.Next)
	if len(o.Pages.Next) == 0 {
		raw = nil
		if len(items) > 0 {
			raw = at(items[len(items)-1].raw, []string{o.Pages.ItemID})
		}
	}
	if raw == nil || isNull(raw) || string(raw) == `""` {
		return nil
	}
	cursor := nodeOfJSON(raw).json()
	if cursor == now {
		return &nextPage{err: endless(answer, cursor)}
	}
	return &nextPage{operation: o, given: given.withQuery(o.Pages.Parameter, cursor)}
}

func (o *Operation) nextLink(client *Client, answer []byte) *nextPage {
	raw := at(answer, o.Pages.Next)
	if raw == nil || !Inspect(raw).Is("string") || unquote(raw) == "" {
		return nil
	}
	linked := *o
	linked.Path = client.resolve(o, unquote(raw))
	if linked.Path == o.Path {
		return &nextPage{err: endless(answer, linked.Path)}
	}
	return &nextPage{operation: &linked}
}

// endless is a page that names itself as the next one.
func endless(answer []byte, place string) error {
	message := fmt.Sprintf("the list does not end: the page for %s names itself as the next page", place)
	return validationError(message, answer, nil)
}

// query gives the text of a member of the query.
func (a Arguments) query(name string) (string, bool) {
	for _, argument := range a.Parameters {
		if argument.In == "query" && argument.Name == name {
			if n, ok, err := nodeOf(argument.Value); ok && err == nil {
				return n.json(), true
			}
		}
	}
	return "", false
}

func (a Arguments) withQuery(name string, value any) Arguments {
	parameters := slices.Clone(a.Parameters)
	for index, argument := range parameters {
		if argument.In == "query" && argument.Name == name {
			parameters[index].Value = value
			return Arguments{parameters, a.Body}
		}
	}
	return Arguments{append(parameters, Argument{In: "query", Name: name, Value: value}), a.Body}
}
