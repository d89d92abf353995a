package core

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// apply adds a credential to a request.
func (c *Client) apply(ctx context.Context, credential Credential, parts *requestParts, own *settings) error {
	secret, err := own.secrets[credential.ID](ctx)
	if err != nil {
		return argumentError("no credential: %v", err)
	}
	switch credential.Kind {
	case "header":
		return parts.setHeader(credential.Name, secret)
	case "query":
		parts.query = append(parts.query, encode(credential.Name)+"="+encode(secret))
	case "cookie":
		parts.cookies = append(parts.cookies, encode(credential.Name)+"="+encode(secret))
	case "basic":
		return parts.setHeader("authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(secret)))
	case "bearer":
		return parts.setHeader("authorization", credential.Name+" "+secret)
	case "oauth2":
		if strings.Contains(secret, ":") && credential.Name != "" {
			if secret, err = c.tokens.get(ctx, credential, secret, c.baseURL, own); err != nil {
				return err
			}
		}
		return parts.setHeader("authorization", "Bearer "+secret)
	}
	return nil
}

// tokens keeps what the OAuth 2 token endpoints gave (RFC 6749, section 4.4).
type tokens struct {
	// turn holds a value while nobody reads or changes found.
	turn  chan struct{}
	found map[string]token
}

func newTokens() *tokens {
	found := &tokens{turn: make(chan struct{}, 1), found: map[string]token{}}
	found.turn <- struct{}{}
	return found
}

type token struct {
	owner, value string
	expires      time.Time
}

// get exchanges client id and secret for a token, or gives the one from before.
// Calls that need one at the same time wait for the same exchange.
func (t *tokens) get(ctx context.Context, credential Credential, secret, baseURL string, own *settings) (string, error) {
	select {
	case <-t.turn:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { t.turn <- struct{}{} }()
	key := strings.Join([]string{credential.ID, baseURL, strings.Join(credential.scopes, " ")}, "\n")
	known := t.found[key]
	if known.owner == secret && time.Now().Before(known.expires) {
		return known.value, nil
	}
	fresh, err := exchange(ctx, credential, secret, baseURL, own)
	if err != nil {
		return "", err
	}
	t.found[key] = fresh
	return fresh.value, nil
}

func exchange(ctx context.Context, credential Credential, secret, baseURL string, own *settings) (token, error) {
	const skew, usual = 30 * time.Second, 300
	base, err := url.Parse(baseURL)
	if err != nil {
		return token{}, argumentError("the base URL is none: %v", err)
	}
	address, err := base.Parse(credential.Name)
	if err != nil {
		return token{}, argumentError("the token URL is none: %v", err)
	}
	form := url.Values{"grant_type": {"client_credentials"}}
	if len(credential.scopes) > 0 {
		form.Set("scope", strings.Join(credential.scopes, " "))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address.String(), strings.NewReader(form.Encode()))
	if err != nil {
		return token{}, argumentError("the token URL is none: %v", err)
	}
	request.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(secret)))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := own.chain(own.client.Do)(request)
	if err != nil {
		return token{}, err
	}
	defer response.Body.Close()
	var answer struct {
		AccessToken string      `json:"access_token"`
		ExpiresIn   json.Number `json:"expires_in"`
	}
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return token{}, err
	}
	if response.StatusCode >= 300 || json.Unmarshal(data, &answer) != nil || answer.AccessToken == "" {
		return token{}, argumentError("the token endpoint answered with status %d", response.StatusCode)
	}
	seconds, err := answer.ExpiresIn.Float64()
	if err != nil {
		seconds = usual
	}
	expires := time.Now().Add(time.Duration(seconds*float64(time.Second)) - skew)
	return token{secret, answer.AccessToken, expires}, nil
}
