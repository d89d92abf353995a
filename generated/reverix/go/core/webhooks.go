package core

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// VerifyWebhook verifies a webhook as Standard Webhooks has it (HMAC SHA-256).
// body is the body as received; several secrets serve while one is being
// replaced.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) error {
	const tolerance = 5 * time.Minute
	id, stamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	signatures := header.Get("Webhook-Signature")
	if id == "" || stamp == "" || signatures == "" {
		return validationError("a webhook header is missing", body, nil)
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return validationError("the webhook is too old or too new", body, nil)
	}
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, webhookKey(secret))
		mac.Write([]byte(id + "." + stamp + "."))
		mac.Write(body)
		sum := mac.Sum(nil)
		for _, signature := range strings.Fields(signatures) {
			version, value, _ := strings.Cut(signature, ",")
			given, err := base64.StdEncoding.DecodeString(value)
			if version == "v1" && err == nil && hmac.Equal(given, sum) {
				return nil
			}
		}
	}
	return validationError("no signature of the webhook fits", body, nil)
}

func webhookKey(secret string) []byte {
	if encoded, ok := strings.CutPrefix(secret, "whsec_"); ok {
		if key, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			return key
		}
	}
	return []byte(secret)
}

// Unwrap verifies a webhook and reads its payload.
func Unwrap[T any](body []byte, header http.Header, secrets []string) (*T, error) {
	if err := VerifyWebhook(body, header, secrets...); err != nil {
		return nil, err
	}
	if !json.Valid(body) {
		return nil, validationError("the webhook is not JSON", body, nil)
	}
	value := new(T)
	return value, decodeAnswer(body, value)
}
