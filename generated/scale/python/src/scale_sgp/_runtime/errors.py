"""The exceptions of the SDK. All of them are `APIError`s, can be pickled, and show no secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import httpx2


class APIError(Exception):
    """Anything that went wrong with a call.

    `body` is what the server said about it: of the type the API documents for the error, else
    parsed JSON, else text; `None` when there is nothing.
    """

    message: str
    body: Any
    request_id: str | None

    def __init__(self, message: str, *, body: Any = None, request_id: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.body = body
        self.request_id = request_id

    def __reduce__(self) -> tuple[Any, ...]:
        state = {name: value for name, value in self.__dict__.items() if name != "response"}
        return _rebuild, (type(self), self.args, state)


def _rebuild(kind: type[APIError], args: tuple[Any, ...], state: dict[str, Any]) -> APIError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class ConfigurationError(APIError):
    """The client lacks something it needs, or was given something it cannot use."""


class WebhookVerificationError(APIError):
    """A webhook's signature, timestamp or payload is not what its sender would have sent."""


class APIConnectionError(APIError):
    """No complete answer came: the connection failed or broke off."""


class APITimeoutError(APIConnectionError):
    """No answer in time: the timeout of a try, the deadline of a call, or a silent stream."""


class Issue(NamedTuple):
    """One place where an answer does not fit the API's description."""

    path: tuple[str | int, ...]
    message: str

    def __str__(self) -> str:
        return f"{self.field or 'the answer'}: {self.message}"

    @property
    def field(self) -> str:
        """The place, as `choices[0].message.role`."""
        text = ""
        for step in self.path:
            text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
        return text


class APIResponseValidationError(APIError):
    """An answer does not fit the API's description. `body` is the answer, `issues` say where."""

    status_code: int | None
    headers: Mapping[str, str]
    issues: tuple[Issue, ...]

    def __init__(
        self,
        message: str = "",
        *,
        issues: Sequence[Issue] = (),
        body: Any = None,
        status_code: int | None = None,
        headers: Mapping[str, str] | None = None,
        request_id: str | None = None,
    ) -> None:
        if not message:
            shown = "; ".join(str(issue) for issue in issues[:5])
            more = f"; and {len(issues) - 5} more" if len(issues) > 5 else ""
            message = f"The answer does not fit the API's description: {shown}{more}"
        super().__init__(message, body=body, request_id=request_id)
        self.issues = tuple(issues)
        self.status_code = status_code
        self.headers = headers if headers is not None else {}


class APIStatusError(APIError):
    """The server answered with a status that is no success. `headers` ignore case."""

    status_code: int
    headers: Mapping[str, str]
    response: httpx2.Response | None = None
    """The answer as the HTTP library gives it; lost in pickling."""

    def __init__(
        self,
        message: str,
        *,
        status_code: int,
        headers: Mapping[str, str] | None = None,
        body: Any = None,
        request_id: str | None = None,
        response: httpx2.Response | None = None,
    ) -> None:
        super().__init__(message, body=body, request_id=request_id)
        self.status_code = status_code
        self.headers = headers if headers is not None else {}
        self.response = response


class BadRequestError(APIStatusError):
    """Status 400."""


class AuthenticationError(APIStatusError):
    """Status 401."""


class PermissionDeniedError(APIStatusError):
    """Status 403."""


class NotFoundError(APIStatusError):
    """Status 404."""


class ConflictError(APIStatusError):
    """Status 409."""


class UnprocessableEntityError(APIStatusError):
    """Status 422."""


class RateLimitError(APIStatusError):
    """Status 429."""


class InternalServerError(APIStatusError):
    """Status 500 and above."""


_BY_STATUS: dict[int, type[APIStatusError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}


def error_class(status: int) -> type[APIStatusError]:
    """The exception class of a status."""
    return _BY_STATUS.get(status, InternalServerError if status >= 500 else APIStatusError)
