package core

import "time"

// Date is a date as the wire has it: 2025-01-31 (RFC 3339).
type Date string

// DateOf gives the date of a time.
func DateOf(t time.Time) Date {
	return Date(t.Format(time.DateOnly))
}

// Time gives the start of the day in UTC.
func (d Date) Time() (time.Time, error) {
	return time.Parse(time.DateOnly, string(d))
}

// DateTime is a time as the wire has it: 2025-01-31T12:30:00Z (RFC 3339).
type DateTime string

// DateTimeOf writes a time down.
func DateTimeOf(t time.Time) DateTime {
	return DateTime(t.Format(time.RFC3339Nano))
}

// Time reads the time.
func (d DateTime) Time() (time.Time, error) {
	return time.Parse(time.RFC3339Nano, string(d))
}
