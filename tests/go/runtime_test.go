package core

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

var thing = &Operation{
	ID: "thing", Method: "GET", Path: "/thing",
	Answers:  []Answer{{Low: 200, High: 200, Kind: "json", Type: "application/json"}},
	Security: [][]string{{"oauth"}},
}

func serve(t *testing.T, handler http.HandlerFunc, options ...Option) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	config := &Config{
		Name: "test", Version: "1", Timeout: time.Minute, IdleTimeout: time.Minute, MaxRetries: 2,
		Credentials: []Credential{{ID: "oauth", Kind: "oauth2", Name: "/token", Option: "WithToken"}},
	}
	options = append([]Option{WithBaseURL(server.URL), WithSecret("oauth", Fixed("t"))}, options...)
	client, err := NewClient(config, options)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func answer(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	}
}

func TestOptStates(t *testing.T) {
	type pair struct {
		set, null bool
		text      string
	}
	for name, one := range map[string]struct {
		opt  Opt[int64]
		want pair
	}{
		"left out": {Opt[int64]{}, pair{false, false, "null"}},
		"null":     {Null[int64](), pair{true, true, "null"}},
		"zero":     {Some(int64(0)), pair{true, false, "0"}},
	} {
		text, err := Encode(one.opt)
		got := pair{one.opt.IsSet(), one.opt.IsNull(), string(text)}
		if err != nil || got != one.want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if Some("a").Or("b") != "a" || Null[string]().Or("b") != "b" {
		t.Error("Or gives the other value only where there is none")
	}
}

func TestValuesArePrinted(t *testing.T) {
	var unlisted Unlisted
	if err := unlisted.Set("a", 1); err != nil {
		t.Fatal(err)
	}
	printed := fmt.Sprint([]any{
		Some("text"), Null[string](), Opt[string]{}, Some([]int{1, 2}), unlisted, Unlisted{},
	})
	if want := `[text null  [1 2] {"a":1} {}]`; printed != want {
		t.Error(printed)
	}
}

func TestUnlistedIsNotShared(t *testing.T) {
	var one Unlisted
	if err := one.Set("a", 1); err != nil {
		t.Fatal(err)
	}
	other := one
	if err := other.Set("a", 2); err != nil {
		t.Fatal(err)
	}
	if raw, _ := one.Get("a"); string(raw) != "1" {
		t.Errorf("a copy changed the first: %s", raw)
	}
	if raw, _ := other.Get("a"); string(raw) != "2" {
		t.Errorf("Set does not replace: %s", raw)
	}
}

func TestAFieldThatIsSetWinsOverWhatCame(t *testing.T) {
	var id int64
	var unlisted Unlisted
	members := []Member{Required("id", &id)}
	if err := DecodeObject([]byte(`{"id":"seven"}`), &unlisted, members); err != nil {
		t.Fatal(err)
	}
	if text, _ := EncodeObject(unlisted, members); string(text) != `{"id":"seven"}` {
		t.Error(string(text))
	}
	id = 8
	if text, _ := EncodeObject(unlisted, members); string(text) != `{"id":8}` {
		t.Error(string(text))
	}
}

func TestCanceled(t *testing.T) {
	client := serve(t, answer("{}"))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Get[any](ctx, client, thing, Arguments{}, nil)
	if !errors.Is(err, context.Canceled) || !IsKind(err, KindCanceled) {
		t.Error(err)
	}
}

func TestACauseIsFoundBesideCanceled(t *testing.T) {
	client := serve(t, answer("{}"))
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(io.ErrClosedPipe)
	_, err := Get[any](ctx, client, thing, Arguments{}, nil)
	if !errors.Is(err, context.Canceled) || !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

func TestTimeoutOfATryIsNoCancellation(t *testing.T) {
	client := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	options := []Option{WithTimeout(50 * time.Millisecond), WithMaxRetries(0)}
	_, err := Get[any](context.Background(), client, thing, Arguments{}, options)
	if !IsTimeout(err) || !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestDeadlineOfTheContext(t *testing.T) {
	client := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := Get[any](ctx, client, thing, Arguments{}, nil)
	if !IsTimeout(err) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestMiddlewareAndOptionsOfACopy(t *testing.T) {
	seen := ""
	client := serve(t, answer(`{"a":1}`), WithMiddleware(
		func(r *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			seen += r.Header.Get("X-Who")
			return next(r)
		}))
	copied, err := client.With([]Option{WithHeader("x-who", "copy")})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []*Client{client, copied} {
		var response *http.Response
		value, err := Get[map[string]any](context.Background(), one, thing, Arguments{}, []Option{WithResponse(&response)})
		if err != nil || (*value)["a"] != json.Number("1") || response.StatusCode != 200 {
			t.Error(value, err)
		}
	}
	if seen != "copy" {
		t.Errorf("%q", seen)
	}
}

func TestTokensAreKept(t *testing.T) {
	exchanges := 0
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/token" {
			exchanges++
			_, _ = io.WriteString(w, `{"access_token":"fresh","expires_in":3600}`)
			return
		}
		_, _ = fmt.Fprintf(w, "%q", r.Header.Get("Authorization"))
	}, WithSecret("oauth", Fixed("id:secret")))
	copied, err := client.With([]Option{WithHeader("x-who", "copy")})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []*Client{client, client, copied} {
		value, err := Fetch[string](context.Background(), one, thing, Arguments{}, nil)
		if err != nil || value != "Bearer fresh" {
			t.Error(value, err)
		}
	}
	if exchanges != 1 {
		t.Errorf("%d exchanges", exchanges)
	}
}

func TestACallThatWaitsForAnothersTokenCanBeCanceled(t *testing.T) {
	asked, end := make(chan struct{}), make(chan struct{})
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/token" {
			close(asked)
			<-end
		}
		_, _ = io.WriteString(w, `{"access_token":"fresh"}`)
	}, WithSecret("oauth", Fixed("id:secret")))
	first := make(chan error)
	go func() {
		_, err := Fetch[any](context.Background(), client, thing, Arguments{}, nil)
		first <- err
	}()
	<-asked
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Fetch[any](ctx, client, thing, Arguments{}, nil); !IsKind(err, KindCanceled) {
		t.Error(err)
	}
	close(end)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

func TestABodyThatCanBeReadOnceIsNotSentAgain(t *testing.T) {
	tries := 0
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		tries++
		w.Header().Set("Retry-After-Ms", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	operation := &Operation{ID: "put", Method: "PUT", Path: "/"}
	for reader, want := range map[io.Reader]int{
		strings.NewReader("again"):                   3,
		io.LimitReader(strings.NewReader("once"), 9): 1,
	} {
		tries = 0
		body := &Body{Media: []Media{{Kind: "binary", Type: "text/plain"}}, Required: true, Value: reader}
		err := Do(context.Background(), client, operation, Arguments{Body: body}, nil)
		if Status(err) != http.StatusServiceUnavailable || tries != want {
			t.Errorf("%d tries, expected %d: %v", tries, want, err)
		}
	}
}

func TestSecretsAreNotPrinted(t *testing.T) {
	client := serve(t, answer("{}"), WithSecret("oauth", Fixed("hidden-secret")))
	if text := fmt.Sprintf("%v %+v %#v", client, client, client); strings.Contains(text, "hidden-secret") {
		t.Error(text)
	}
}

func TestWebhooks(t *testing.T) {
	body, key := []byte(`{"a":1}`), []byte("key")
	secret := "whsec_" + base64.StdEncoding.EncodeToString(key)
	sign := func(at time.Time) http.Header {
		stamp := strconv.FormatInt(at.Unix(), 10)
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte("id." + stamp + "." + string(body)))
		return http.Header{
			"Webhook-Id":        {"id"},
			"Webhook-Timestamp": {stamp},
			"Webhook-Signature": {"v1,AAAA v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))},
		}
	}
	if err := VerifyWebhook(body, sign(time.Now()), "other", secret); err != nil {
		t.Error(err)
	}
	for name, header := range map[string]http.Header{
		"old":     sign(time.Now().Add(-time.Hour)),
		"missing": {},
	} {
		if VerifyWebhook(body, header, secret) == nil {
			t.Error(name)
		}
	}
	if VerifyWebhook([]byte(`{"a":2}`), sign(time.Now()), secret) == nil {
		t.Error("another body passed")
	}
}
