"""How the member of a union is chosen: by a decision list made at generation time.

The first rule whose tests all hold of the JSON value decides. When none holds the value is of a
kind this version does not know, and is kept as it came. There is no guessing by trial.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

KindName: TypeAlias = Literal["null", "boolean", "integer", "number", "string", "array", "object"]
ScalarValue: TypeAlias = str | int | float | bool

UNKNOWN = -1
"""The index of values that no rule accepts."""


def has_kind(value: object, kind: KindName) -> bool:
    """Whether a JSON value is of a kind. `1.0` is an integer too; booleans are no numbers."""
    match kind:
        case "null":
            return value is None
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            if isinstance(value, float):
                return value.is_integer()
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        case "string":
            return isinstance(value, str)
        case "array":
            return isinstance(value, (list, tuple))
        case "object":
            return isinstance(value, dict)


def same_scalar(left: object, right: object) -> bool:
    """JSON equality of scalars: `1` is `1.0`, but neither `"1"` nor `true`."""
    return left == right and isinstance(left, bool) == isinstance(right, bool)


class KindIs:
    """The value is of one of these JSON kinds."""

    def __init__(self, *kinds: KindName) -> None:
        self.kinds = kinds

    def holds(self, value: object) -> bool:
        """Whether the test holds of a JSON value."""
        return any(has_kind(value, kind) for kind in self.kinds)


class FieldIn:
    """The value is an object whose member `field` is one of `values`."""

    def __init__(self, field: str, *values: ScalarValue) -> None:
        self.field = field
        self.values = values

    def holds(self, value: object) -> bool:
        """Whether the test holds of a JSON value."""
        if not isinstance(value, dict) or self.field not in value:
            return False
        found = value[self.field]
        return any(same_scalar(found, one) for one in self.values)


class HasField:
    """The value is an object with the member `field`."""

    def __init__(self, field: str) -> None:
        self.field = field

    def holds(self, value: object) -> bool:
        """Whether the test holds of a JSON value."""
        return isinstance(value, dict) and self.field in value


class FieldIs:
    """The value is an object whose member `field` is of one of these JSON kinds."""

    def __init__(self, field: str, *kinds: KindName) -> None:
        self.field = field
        self.kinds = kinds

    def holds(self, value: object) -> bool:
        """Whether the test holds of a JSON value."""
        if not isinstance(value, dict) or self.field not in value:
            return False
        return any(has_kind(value[self.field], kind) for kind in self.kinds)


class ValueIn:
    """The value is one of these scalars."""

    def __init__(self, *values: ScalarValue) -> None:
        self.values = values

    def holds(self, value: object) -> bool:
        """Whether the test holds of a JSON value."""
        return any(same_scalar(value, one) for one in self.values)


class ItemsAre:
    """The value is an array that is empty, or whose first item passes all tests."""

    def __init__(self, *tests: Test) -> None:
        self.tests = tests

    def holds(self, value: object) -> bool:
        """Whether the test holds of a JSON value."""
        if not isinstance(value, (list, tuple)):
            return False
        return not value or all(test.holds(value[0]) for test in self.tests)


Test: TypeAlias = KindIs | FieldIn | HasField | FieldIs | ValueIn | ItemsAre


class Rule:
    """Choose the member with this index when every test holds."""

    def __init__(self, member: int, *tests: Test) -> None:
        self.member = member
        self.tests = tests


@dataclass(frozen=True, eq=False)
class Choice:
    """The decision list of a union, as metadata: `Annotated[Cat | Dog, choose(…)]`."""

    rules: tuple[Rule, ...]
    given: Callable[[], tuple[Any, ...]] | None = None

    def members(self, union: Any) -> tuple[Any, ...]:
        """The member types in the order the rules count them."""
        return self.given() if self.given is not None else get_args(union)

    def index(self, value: object) -> int:
        """The index of the member for a JSON value, or `UNKNOWN`."""
        for rule in self.rules:
            if all(test.holds(value) for test in rule.tests):
                return rule.member
        return UNKNOWN

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Make pydantic choose by the rules; what none accepts is kept as it is."""
        from pydantic_core import core_schema

        members = self.members(source)
        choices = {index: handler.generate_schema(member) for index, member in enumerate(members)}
        classes = {
            member: index for index, member in enumerate(members) if isinstance(member, type)
        }

        def discriminate(value: object) -> int:
            index = classes.get(type(value))
            return self.index(value) if index is None else index

        return core_schema.tagged_union_schema(
            {**choices, UNKNOWN: core_schema.any_schema()}, discriminate
        )


def choose(*rules: Rule, members: Callable[[], tuple[Any, ...]] | None = None) -> Choice:
    """The decision list of a union, for `Annotated`.

    Rules count the members in the order they are written. Where Python merges members (`str`
    twice, unions within unions), `members` names them.
    """
    return Choice(rules, members)
