"""Names that Go, the runtime and the fixed files of a package have taken."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KEYWORDS: Final = _words(
    "break case chan const continue default defer else fallthrough for func go goto if import"
    " interface map package range return select struct switch type var"
)
PREDECLARED: Final = _words(
    "any append bool byte cap clear close comparable complex complex128 complex64 copy delete error"
    " false float32 float64 imag int int16 int32 int64 int8 iota len make max min new nil panic"
    " print println real recover rune string true uint uint16 uint32 uint64 uint8 uintptr"
)
PACKAGE: Final = _words(
    "Arguments Bool Client Date DateOf DateTime DateTimeOf Error ErrorKind File Fixed Float Int"
    " IsAuthentication IsBadRequest IsConflict IsConnection IsInternalServer IsNotFound"
    " IsPermissionDenied IsRateLimit IsTimeout IsUnprocessableEntity Middleware MustParse NewClient"
    " Null Option Ptr Secret Some Status String Unlisted Version WithBaseURL WithBodyMember"
    " WithContentType WithDeadline WithHTTPClient WithHeader WithIdempotencyKey WithIdleTimeout"
    " WithLogger WithMaxRetries WithMiddleware WithQuery WithResponse WithServer"
    " WithServerVariable WithStrict WithTimeout WithoutHeader KindStatus KindConnection"
    " KindTimeout KindCanceled KindValidation KindStream KindArgument VerifyWebhook"
)
"""What every generated package exports beside its own."""

CLIENT_MEMBERS: Final = _words("BaseURL Request With")
RECORD_MEMBERS: Final = _words("Unlisted MarshalJSON UnmarshalJSON")
UNION_MEMBERS: Final = _words("MarshalJSON UnmarshalJSON Variant Raw Choose String")
LOCALS: Final = _words(
    "ctx params opts s core context http io iter json given client config errors fmt log os slog"
    " strings testing time"
)
"""What a method's positional arguments would hide."""

FILES: Final = _words("client core strict webhooks")
"""Stems of the fixed files of a package."""
