"""How a decoder tells the variants of a union apart: a decision list, worked out once.

A rule's tests hold of every value of its variant that the document describes. Within one JSON
kind the more specific variant comes first, so that a value is never read as something that
would drop half of its meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apiscribe.ir import (
    Choose,
    ChooseMethod,
    FieldIn,
    FieldIs,
    HasField,
    ItemsAre,
    JsonKind,
    KindIs,
    Rule,
    TagValue,
    Test,
    Union,
    UnionTag,
    ValueIn,
)
from apiscribe.ir.types import ScalarValue
from apiscribe.lower.context import UnionHint
from apiscribe.lower.facts import Facts, Leaf, Member

_MOST_EVIDENCE = 6
"""Optional members tried per variant before it is called undecided."""


@dataclass(slots=True)
class Decision:
    """Rules in the making."""

    rules: list[Rule] = field(default_factory=list)
    tag: UnionTag | None = None
    undecided: list[tuple[int, int]] = field(default_factory=list)


def choose(facts: Facts, union: Union, hint: UnionHint) -> Decision:
    """The decision list of `union`; pairs of variants that nothing tells apart are `undecided`."""
    found = [
        leaf
        for index, variant in enumerate(union.variants)
        for leaf in facts.leaves(variant.type, index, frozenset((union.id,)))
    ]
    decision = Decision()
    _decide(facts, found, hint, decision)
    if decision.undecided or any(leaf.kind is not JsonKind.OBJECT for leaf in found):
        decision.tag = None
    return decision


def method_of(decision: Decision) -> ChooseMethod:
    """What the choice rests on, in a word."""
    if decision.undecided:
        return ChooseMethod.UNDECIDED
    if decision.tag is not None:
        return ChooseMethod.TAG
    kinds = {_basis(rule.tests) for rule in decision.rules}
    return kinds.pop() if len(kinds) == 1 else ChooseMethod.MIXED


def finished(decision: Decision) -> Choose:
    """The record for the IR."""
    return Choose(method_of(decision), tuple(decision.rules), decision.tag)


def _basis(tests: Sequence[Test]) -> ChooseMethod:
    for test in tests:
        if isinstance(test, FieldIn | HasField | FieldIs):
            return ChooseMethod.FIELD
        if isinstance(test, ValueIn):
            return ChooseMethod.VALUE
        if isinstance(test, ItemsAre):
            return _basis(test.tests)
    return ChooseMethod.KIND


_ORDER = (
    JsonKind.NULL,
    JsonKind.BOOLEAN,
    JsonKind.INTEGER,
    JsonKind.NUMBER,
    JsonKind.STRING,
    JsonKind.ARRAY,
    JsonKind.OBJECT,
)


def _decide(facts: Facts, found: Sequence[Leaf], hint: UnionHint, decision: Decision) -> None:
    for kind in _ORDER:
        group = [leaf for leaf in found if leaf.kind is kind]
        if not group:
            continue
        tagged = kind is JsonKind.OBJECT and hint.field
        if len({leaf.variant for leaf in group}) == 1 and not tagged:
            decision.rules.append(Rule(group[0].variant, (KindIs((kind,)),)))
        elif kind is JsonKind.OBJECT:
            _decide_objects(group, hint, decision)
        elif kind is JsonKind.ARRAY:
            _decide_arrays(facts, group, decision)
        else:
            _decide_scalars(kind, group, decision)
    anything = [leaf for leaf in found if leaf.kind is None]
    if anything:
        decision.rules.append(Rule(anything[0].variant, ()))


def _decide_scalars(kind: JsonKind, group: Sequence[Leaf], decision: Decision) -> None:
    """Listed values first, then the one variant that takes any value of the kind."""
    taken: set[tuple[type, ScalarValue]] = set()
    for leaf in group:
        fresh = tuple(v for v in leaf.values or () if (type(v), v) not in taken)
        taken.update((type(v), v) for v in fresh)
        if fresh:
            decision.rules.append(Rule(leaf.variant, (ValueIn(fresh),)))
    free = [leaf for leaf in group if leaf.values is None]
    if free:
        decision.rules.append(Rule(free[0].variant, (KindIs((kind,)),)))
        decision.undecided.extend((free[0].variant, other.variant) for other in free[1:])


def _decide_arrays(facts: Facts, group: Sequence[Leaf], decision: Decision) -> None:
    """By what can be seen of the first item."""
    items: list[Leaf] = []
    for leaf in group:
        items.extend(facts.leaves(leaf.item, leaf.variant) if leaf.item else ())
    inner = Decision()
    _decide(facts, items, UnionHint(), inner)
    for rule in inner.rules:
        tests: tuple[Test, ...] = (
            (ItemsAre(rule.tests),) if rule.tests else (KindIs((JsonKind.ARRAY,)),)
        )
        decision.rules.append(Rule(rule.variant, tests))
    decision.undecided.extend(inner.undecided)


def _decide_objects(group: Sequence[Leaf], hint: UnionHint, decision: Decision) -> None:
    records = [leaf for leaf in group if leaf.record]
    maps = [leaf for leaf in group if not leaf.record]
    if hint.field:
        values = [_declared_tags(leaf, hint) for leaf in records]
        _decide_by_tag(hint.field, records, values, decision)
        if hint.fallback is not None:
            decision.rules.append(Rule(hint.fallback, (KindIs((JsonKind.OBJECT,)),)))
        elif rest := [leaf for leaf, own in zip(records, values, strict=True) if not own]:
            _decide_by_members(rest, decision)
    elif len(records) > 1 and (tag := _own_tag(records)):
        found = [leaf.members[tag].values or () for leaf in records]
        _decide_by_tag(tag, records, found, decision)
        if not all(leaf.members[tag].required for leaf in records):
            decision.tag = None
    else:
        _decide_by_members(group, decision)
        return
    if maps:
        decision.rules.append(Rule(maps[0].variant, (KindIs((JsonKind.OBJECT,)),)))


def _declared_tags(leaf: Leaf, hint: UnionHint) -> tuple[ScalarValue, ...]:
    """The values of the discriminator that select a leaf (OpenAPI 3.2, section 4.25)."""
    member = leaf.members.get(hint.field)
    listed = member.values if member else None
    component = hint.components[leaf.variant] if leaf.variant < len(hint.components) else ""
    nested = component not in ("", leaf.record)
    texts = [text for text, variant in hint.mapping if variant == leaf.variant]
    if nested and listed is not None:
        return listed
    if leaf.variant == hint.fallback and not texts:
        return ()
    if texts:
        return tuple(
            _typed(text, listed, bool(member and member.kinds == frozenset((JsonKind.INTEGER,))))
            for text in texts
        )
    implied = leaf.record if nested else component
    if not component:
        return listed or ()  # only schemas with a name imply a value
    if listed is not None and (len(listed) == 1 or implied not in listed):
        return listed  # what the schema itself does not allow is never sent
    return (implied,)


def _typed(text: str, listed: tuple[ScalarValue, ...] | None, integer: bool) -> ScalarValue:
    """A mapping key, always a string, as the JSON value it stands for."""
    for value in listed or ():
        spelled = str(value).lower() if isinstance(value, bool) else str(value)
        if spelled == text:
            return value
    if integer:
        try:
            return int(text)
        except ValueError:
            return text
    return text


def _decide_by_tag(
    name: str,
    records: Sequence[Leaf],
    values: Sequence[tuple[ScalarValue, ...]],
    decision: Decision,
) -> None:
    """One rule per variant; where variants share a value, the other members decide as well."""
    tagged = [
        replace(leaf, members={**leaf.members, name: Member(True, own)})
        for leaf, own in zip(records, values, strict=True)
        if own
    ]
    if not _disjoint(tagged, name):
        _decide_by_members(tagged, decision)
        return
    by_variant: dict[int, dict[tuple[type, ScalarValue], ScalarValue]] = {}
    for leaf in tagged:
        for value in leaf.members[name].values or ():
            by_variant.setdefault(leaf.variant, {})[_key(value)] = value
    tags: list[TagValue] = []
    for variant, found in by_variant.items():
        listed = tuple(found.values())
        decision.rules.append(Rule(variant, (FieldIn(name, listed),)))
        tags.extend(TagValue(value, variant) for value in listed)
    decision.tag = UnionTag(name, tuple(tags))


def _own_tag(records: Sequence[Leaf]) -> str:
    """A member with listed values, different in every variant; one that is always there first."""
    candidates = []
    for position, (name, member) in enumerate(records[0].members.items()):
        if member.values is None or any(
            name not in leaf.members or not leaf.members[name].values for leaf in records
        ):
            continue
        if _disjoint(records, name):
            everywhere = all(leaf.members[name].required for leaf in records)
            candidates.append((not everywhere, position, name))
    return min(candidates)[2] if candidates else ""


def _disjoint(records: Sequence[Leaf], name: str) -> bool:
    owner: dict[tuple[type, ScalarValue], int] = {}
    for leaf in records:
        for value in leaf.members[name].values or ():
            if owner.setdefault((type(value), value), leaf.variant) != leaf.variant:
                return False
    return True


@dataclass(frozen=True, slots=True)
class _Candidate:
    leaf: Leaf
    tests: tuple[Test, ...]
    position: int
    evidence: bool = False
    supported: bool = False

    @property
    def order(self) -> tuple[int, bool, int, bool, int]:
        """More tests first; evidence just before the rule it supports.

        Of equals the one without evidence of its own comes first, or nothing would choose it.
        """
        count = len(self.tests) - self.evidence
        exact = sum(isinstance(test, FieldIn) for test in self.tests)
        return (-count, not self.evidence, -exact, self.supported, self.position)


def _decide_by_members(group: Sequence[Leaf], decision: Decision) -> None:
    """By the members a variant must have, then by optional ones that only it may have."""
    necessary = [_necessary(leaf, group) for leaf in group]
    shared = set(necessary[0]).intersection(*necessary[1:])
    candidates = [
        _Candidate(leaf, tuple(test for test in tests if test not in shared), index)
        for index, (leaf, tests) in enumerate(zip(group, necessary, strict=True))
    ]
    evidence: list[_Candidate] = []
    for index, one in enumerate(candidates):
        rivals = [
            other
            for other in candidates
            if other.leaf.variant != one.leaf.variant and set(other.tests) == set(one.tests)
        ]
        found = _evidence(one.leaf, [rival.leaf for rival in rivals]) if rivals else []
        candidates[index] = replace(one, supported=bool(found))
        evidence.extend(replace(one, tests=(*one.tests, t), evidence=True) for t in found)
        decision.undecided.extend(
            (one.leaf.variant, rival.leaf.variant)
            for rival in rivals
            if rival.position > index and not found and not _evidence(rival.leaf, [one.leaf])
        )
    done: set[tuple[Test, ...]] = set()
    for candidate in sorted((*candidates, *evidence), key=lambda c: c.order):
        if candidate.tests not in done:
            done.add(candidate.tests)
            decision.rules.append(
                Rule(candidate.leaf.variant, candidate.tests or (KindIs((JsonKind.OBJECT,)),))
            )


def _necessary(leaf: Leaf, group: Sequence[Leaf]) -> tuple[Test, ...]:
    """What holds of every value of the leaf."""
    rivals = [other for other in group if other.variant != leaf.variant]
    return tuple(
        _member_test(name, member, rivals)
        for name, member in leaf.members.items()
        if member.required
    )


def _member_test(name: str, member: Member, rivals: Sequence[Leaf]) -> Test:
    """The sharpest test of a member that must be there: its values, its kind, its presence."""
    if member.values:
        return FieldIn(name, member.values)
    theirs = [other.members[name] for other in rivals if name in other.members]
    if member.kinds and any(_kinds_apart(member, other) for other in theirs):
        return FieldIs(name, _sorted_kinds(member.kinds))
    return HasField(name)


def _kinds_apart(one: Member, other: Member) -> bool:
    """Whether no value fits both members; an integer fits a number."""
    if not one.kinds or not other.kinds or one.kinds & other.kinds:
        return False
    numeric = {JsonKind.INTEGER, JsonKind.NUMBER}
    return not (one.kinds & numeric and other.kinds & numeric)


def _sorted_kinds(kinds: frozenset[JsonKind] | None) -> tuple[JsonKind, ...]:
    return tuple(kind for kind in _ORDER if kinds and kind in kinds)


def _evidence(leaf: Leaf, others: Sequence[Leaf]) -> list[Test]:
    """Optional members that speak for the leaf: unknown to its rivals, of other values or kinds."""
    found: list[Test] = []
    for name, member in leaf.members.items():
        if member.required:
            continue
        theirs = [other.members.get(name) for other in others]
        if all(their is None for their in theirs):
            found.append(HasField(name))
        elif member.values and all(
            their is not None and their.values is not None and not _share(member, their)
            for their in theirs
        ):
            found.append(FieldIn(name, member.values))
        elif (solid := _solid(member)).kinds and all(
            their is not None and _kinds_apart(solid, _solid(their)) for their in theirs
        ):
            found.append(FieldIs(name, _sorted_kinds(solid.kinds)))
    return found[:_MOST_EVIDENCE]


def _solid(member: Member) -> Member:
    """The member without its null, which speaks for no variant."""
    return replace(member, kinds=member.kinds and member.kinds - {JsonKind.NULL})


def _share(one: Member, other: Member) -> bool:
    return bool({*map(_key, one.values or ())} & {*map(_key, other.values or ())})


def _key(value: ScalarValue) -> tuple[type, ScalarValue]:
    return type(value), value


def tag_of_variant(decision: Decision, variant: int) -> tuple[str, ScalarValue] | None:
    """The one tag value that selects a variant, `None` when there are several or none."""
    if decision.tag is None:
        return None
    values = [tag.value for tag in decision.tag.values if tag.variant == variant]
    return (decision.tag.field, values[0]) if len(values) == 1 else None
