"""`client.get`, `client.post` and so on: calls to endpoints the SDK does not know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, overload

from .files import FileInput
from .options import CallOptions
from .sentinels import omit

if TYPE_CHECKING:
    from .async_client import AsyncClient
    from .client import SyncClient

T = TypeVar("T")


class Verb:
    """One HTTP method of a client; see `SyncClient.request`."""

    def __init__(self, client: SyncClient, verb: str) -> None:
        self._client = client
        self._verb = verb

    @overload
    def __call__(
        self,
        path: str,
        *,
        cast_to: type[T],
        body: object = omit,
        query: Mapping[str, object] | None = None,
        files: Mapping[str, FileInput | list[FileInput]] | None = None,
        **options: Unpack[CallOptions],
    ) -> T: ...
    @overload
    def __call__(
        self,
        path: str,
        *,
        cast_to: Any = Any,
        body: object = omit,
        query: Mapping[str, object] | None = None,
        files: Mapping[str, FileInput | list[FileInput]] | None = None,
        **options: Unpack[CallOptions],
    ) -> Any: ...
    def __call__(
        self,
        path: str,
        *,
        cast_to: Any = Any,
        body: object = omit,
        query: Mapping[str, object] | None = None,
        files: Mapping[str, FileInput | list[FileInput]] | None = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Call `path`, which starts at the base URL, and read the answer as `cast_to`."""
        return self._client.request(
            self._verb,
            path,
            cast_to=cast_to,
            body=body,
            query=query,
            files=files,
            **options,
        )


class AsyncVerb:
    """One HTTP method of an asynchronous client; see `AsyncClient.request`."""

    def __init__(self, client: AsyncClient, verb: str) -> None:
        self._client = client
        self._verb = verb

    @overload
    async def __call__(
        self,
        path: str,
        *,
        cast_to: type[T],
        body: object = omit,
        query: Mapping[str, object] | None = None,
        files: Mapping[str, FileInput | list[FileInput]] | None = None,
        **options: Unpack[CallOptions],
    ) -> T: ...
    @overload
    async def __call__(
        self,
        path: str,
        *,
        cast_to: Any = Any,
        body: object = omit,
        query: Mapping[str, object] | None = None,
        files: Mapping[str, FileInput | list[FileInput]] | None = None,
        **options: Unpack[CallOptions],
    ) -> Any: ...
    async def __call__(
        self,
        path: str,
        *,
        cast_to: Any = Any,
        body: object = omit,
        query: Mapping[str, object] | None = None,
        files: Mapping[str, FileInput | list[FileInput]] | None = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Call `path`, which starts at the base URL, and read the answer as `cast_to`."""
        return await self._client.request(
            self._verb,
            path,
            cast_to=cast_to,
            body=body,
            query=query,
            files=files,
            **options,
        )
