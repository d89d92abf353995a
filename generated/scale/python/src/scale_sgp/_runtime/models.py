"""The base class of all generated models."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A JSON object. Members the API's description does not name are kept (`model_extra`)."""

    __slots__ = ("__request_id__",)

    model_config = ConfigDict(
        extra="allow",
        validate_by_name=True,
        validate_by_alias=True,
        defer_build=True,
        protected_namespaces=(),
        use_attribute_docstrings=False,
    )

    model_closed: ClassVar[bool] = False
    """Whether the API's description rules out other members (only `strict` clients mind)."""

    model_not_null: ClassVar[frozenset[str]] = frozenset()
    """Wire names of members that may be missing, but not null (only `strict` clients mind)."""

    @property
    def _request_id(self) -> str | None:
        """The id the server gave the call whose answer this is; `None` for nested models."""
        return getattr(self, "__request_id__", None)

    def to_dict(
        self,
        *,
        by_alias: bool = True,
        exclude_unset: bool = True,
        mode: str = "json",
    ) -> dict[str, Any]:
        """The object as a dictionary: by default exactly the JSON object that came in."""
        return self.model_dump(
            by_alias=by_alias, exclude_unset=exclude_unset, mode=mode, warnings=False
        )

    def to_json(self, *, indent: int | None = 2) -> str:
        """The object as JSON text."""
        return self.model_dump_json(
            by_alias=True, exclude_unset=True, indent=indent, warnings=False
        )
