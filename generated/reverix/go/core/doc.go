// Package core holds what the generated client is built on: optional values,
// options, errors, streams, pages and the sending of requests.
package core
