"""Sample values fit the types they are made for."""

from typing import Any

import pytest
from apiscribe.ir import (
    Access,
    Anything,
    Api,
    Choose,
    ChooseMethod,
    Const,
    Constraints,
    Declaration,
    Docs,
    Enum,
    EnumValue,
    Example,
    Field,
    FieldIn,
    List,
    Location,
    Map,
    Name,
    Nothing,
    Nullable,
    Parameter,
    Presence,
    Record,
    Ref,
    Rule,
    Scalar,
    ScalarKind,
    Style,
    TagValue,
    Tuple,
    Type,
    Union,
    UnionTag,
    Variant,
    missing,
)
from apiscribe.patterns import text_matching
from apiscribe.targets.arguments import without_unknown
from apiscribe.targets.sampling import parameter_sample, sample_value
from apiscribe.targets.scalar_samples import scalar_value

STRING, INTEGER = Scalar(ScalarKind.STRING), Scalar(ScalarKind.INTEGER)
NUMBER, BOOLEAN = Scalar(ScalarKind.NUMBER), Scalar(ScalarKind.BOOLEAN)


def name(text: str) -> Name:
    return Name(text, (text,))


def api(*declarations: Declaration) -> Api:
    return Api("t", "1", Docs(), (), {one.id: one for one in declarations}, {})


def record(id: str, **fields: tuple[Type, bool] | Field) -> Record:
    made = (
        (
            value
            if isinstance(value, Field)
            else Field(name(key), value[0], Presence.REQUIRED if value[1] else Presence.OPTIONAL)
        )
        for key, value in fields.items()
    )
    return Record(id, name(id), tuple(made), Anything())


def sampled(type: Type, *declarations: Declaration, **more: Any) -> Any:
    return sample_value(type, api(*declarations), **{"sent": False, **more})


@pytest.mark.parametrize(
    ("kind", "constraints", "value"),
    [
        (ScalarKind.INTEGER, Constraints(), 1),
        (ScalarKind.INTEGER, Constraints(minimum=5), 5),
        (ScalarKind.INTEGER, Constraints(exclusive_minimum=5), 6),
        (ScalarKind.INTEGER, Constraints(maximum=-3), -3),
        (ScalarKind.INTEGER, Constraints(exclusive_maximum=0), -1),
        (ScalarKind.INTEGER, Constraints(minimum=10, multiple_of=4), 12),
        (ScalarKind.INTEGER, Constraints(minimum=2.5), 3),
        (ScalarKind.NUMBER, Constraints(), 0.5),
        (ScalarKind.NUMBER, Constraints(minimum=2, maximum=3), 2.5),
        (ScalarKind.NUMBER, Constraints(exclusive_minimum=1), 2),
        (ScalarKind.NUMBER, Constraints(multiple_of=0.25, minimum=0.6), 0.75),
        (ScalarKind.STRING, Constraints(), "string"),
        (ScalarKind.STRING, Constraints(min_length=8), "stringst"),
        (ScalarKind.STRING, Constraints(max_length=3), "str"),
        (ScalarKind.STRING, Constraints(pattern="^[a-c]{3}$"), "aaa"),
        (ScalarKind.BOOLEAN, Constraints(), True),
    ],
)
def test_scalars(kind: ScalarKind, constraints: Constraints, value: object) -> None:
    assert scalar_value(Scalar(kind, constraints=constraints)) == value


@pytest.mark.parametrize(
    ("pattern", "least", "most", "text"),
    [
        ("^[a-z]+$", 0, None, "a"),
        ("^[a-z]+$", 4, None, "aaaa"),
        (r"^\d{4}-\d{2}$", 0, None, "0000-00"),
        ("^(foo|bar)-[A-Z]*$", 6, None, "foo-AA"),
        ("^sk-[^x]{2}", 0, None, "sk-aa"),
        ("a|(b", 0, None, None),
        ("(?=a)b", 0, None, None),
        (r"\p{L}", 0, None, None),
        ("[", 0, None, None),
        ("^[a-z]$", 2, None, None),
        ("^a{3}$", 0, 2, None),
        ("^(?:x)?y+?$", 0, None, "y"),
        (r"^\u0041\x42$", 0, None, "AB"),
        ("a{1000000000}", 0, None, None),
    ],
)
def test_patterns(pattern: str, least: int, most: int | None, text: str | None) -> None:
    assert text_matching(pattern, least, most) == text


def test_containers() -> None:
    assert sampled(List(INTEGER)) == [1]
    assert sampled(List(INTEGER, Constraints(min_items=3, unique_items=True))) == [1, 2, 3]
    assert sampled(List(INTEGER, Constraints(max_items=0))) == []
    assert sampled(Map(BOOLEAN)) == {"key": True}
    assert sampled(Map(BOOLEAN, key_pattern="^x-[a-z]$")) == {"x-a": True}
    assert sampled(Map(STRING, constraints=Constraints(min_properties=2))) == {
        "key": "string",
        "key2": "string2",
    }
    assert sampled(Tuple((STRING, INTEGER), Nothing())) == ["string", 1]
    assert sampled(Nullable(Const("x"))) == "x"
    assert sampled(Nullable(Nothing())) is None
    assert sampled(Nothing()) is missing


def test_enums_and_unions() -> None:
    values = tuple(EnumValue(one, name(one)) for one in ("a", "b"))
    letters = Enum("E", name("E"), (ScalarKind.STRING,), values)
    assert sampled(Ref("E"), letters) == "a"
    assert sampled(List(Ref("E"), Constraints(min_items=2)), letters) == ["a", "b"]
    either = Union(
        "U",
        name("U"),
        (Variant(name("n"), Nothing()), Variant(name("i"), INTEGER)),
        Choose(ChooseMethod.KIND, ()),
    )
    assert sampled(Ref("U"), either) == 1


def test_recursion_ends() -> None:
    tree = record("T", name=(STRING, True), children=(List(Ref("T")), True), up=(Ref("T"), False))
    assert sampled(Ref("T"), tree) == {"name": "string", "children": []}
    knot = record("K", again=(Ref("K"), True))
    assert sampled(Ref("K"), knot) is missing
    loop = record("L", next=(Nullable(Ref("L")), True))
    assert sampled(Ref("L"), loop) == {"next": None}


def test_access_and_presence() -> None:
    one = record(
        "R",
        a=Field(name("a"), STRING, Presence.REQUIRED, access=Access.READ),
        b=Field(name("b"), STRING, Presence.REQUIRED, access=Access.WRITE),
        c=(STRING, False),
    )
    assert sampled(Ref("R"), one) == {"a": "string", "c": "string"}
    assert sampled(Ref("R"), one, sent=True) == {"b": "string", "c": "string"}
    assert sampled(Ref("R"), one, sent=True, full=False) == {"b": "string"}


def test_what_the_document_says_wins() -> None:
    one = record(
        "R",
        a=Field(name("a"), INTEGER, Presence.REQUIRED, examples=(Example("", 42),)),
        b=Field(name("b"), INTEGER, Presence.REQUIRED, default=7),
    )
    assert sampled(Ref("R"), one) == {"a": 42, "b": 7}


def test_wide_models_stay_readable() -> None:
    wide = record("W", **{f"f{index}": (STRING, False) for index in range(500)})
    value = sampled(Ref("W"), wide)
    assert len(value) == 120


def test_a_level_of_optional_members_is_whole_or_left_out() -> None:
    """So what one model gains or loses changes no sibling beside it."""
    leaves = [
        record(f"L{index}", **{f"f{number}": (STRING, False) for number in range(50)})
        for index in range(3)
    ]
    members = {f"m{index}": (Ref(f"L{index}"), False) for index in range(3)}
    first = {"f0": "string"}
    assert sampled(Ref("T"), record("T", **members), *leaves) == dict.fromkeys(members, first)
    del members["m1"]
    two = sampled(Ref("T"), record("T", **members), *leaves)
    assert {key: len(value) for key, value in two.items()} == {"m0": 50, "m2": 50}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Ref("Box"), {"size": 1}),
        (List(STRING, Constraints(max_items=0)), None),
        (STRING, "string"),
    ],
)
def test_nothing_in_a_path_is_empty(kind: Type, value: object) -> None:
    """`{}` and "" would make another path; what can only be empty has no sample."""
    box = record("Box", size=(INTEGER, False))
    examples = (Example("", ""),)
    parameter = Parameter(
        name("p"),
        Location.PATH,
        kind,
        Presence.REQUIRED,
        Style.SIMPLE,
        False,
        examples=examples,
    )
    found = parameter_sample(parameter, api(box))
    assert (None if found is None else found.value) == value


def test_members_that_no_record_describes_are_left_out() -> None:
    box = record("Box", size=(INTEGER, False), inner=(Ref("Box"), False))
    value = {"size": 1, "weight": 2, "inner": {"size": 3, "old": [4]}}
    kept = {"size": 1, "inner": {"size": 3}}
    assert without_unknown(Ref("Box"), value, api(box)) == kept
    assert without_unknown(List(Nullable(Ref("Box"))), [value], api(box)) == [kept]
    assert without_unknown(Map(Ref("Box")), {"any": value}, api(box)) == {"any": kept}
    assert without_unknown(Anything(), value, api(box)) == value


def test_a_value_for_a_union_keeps_what_its_variant_describes() -> None:
    stop = record("Stop", kind=(Const("stop"), True))
    start = record("Start", kind=(Const("start"), True), speed=(INTEGER, False))
    fast = record("Fast", kind=(Const("start"), True), speed=(INTEGER, True), gear=(INTEGER, True))
    variants = tuple(Variant(name(one.id), Ref(one.id)) for one in (stop, start, fast))
    union = Union("Do", name("do"), variants, Choose(ChooseMethod.UNDECIDED, ()))
    known = api(stop, start, fast, union)
    value = {"kind": "start", "speed": 1, "gear": 2, "colour": "red"}
    assert without_unknown(Ref("Do"), value, known) == {"kind": "start", "speed": 1, "gear": 2}
    del value["gear"]
    assert without_unknown(Ref("Do"), value, known) == {"kind": "start", "speed": 1}
    assert without_unknown(Ref("Do"), {"kind": "other"}, known) == {"kind": "other"}


def test_a_variant_has_one_of_its_own_tags() -> None:
    """Though the example of the member is a tag of another one."""
    kind = Field(name("kind"), STRING, Presence.REQUIRED, examples=(Example("", "halt"),))
    action = record("Action", kind=kind)
    tag = UnionTag("kind", (TagValue("go", 0), TagValue("run", 0)))
    choose = Choose(ChooseMethod.TAG, (Rule(0, (FieldIn("kind", ("go", "run")),)),), tag)
    union = Union("Do", name("do"), (Variant(name("action"), Ref("Action")),), choose)
    assert sampled(Ref("Do"), action, union) == {"kind": "go"}


def test_a_union_is_shown_by_a_value_that_no_other_variant_takes() -> None:
    wide = record("Tag", name=(STRING, False))
    narrow = record("Pet", name=(STRING, True), photo=(STRING, True))
    choose = Choose(ChooseMethod.UNDECIDED, ())
    for order in ((wide, narrow), (narrow, wide)):
        variants = tuple(Variant(name(one.id), Ref(one.id)) for one in order)
        union = Union("Either", name("either"), variants, choose)
        # Any pet is a tag too, as tags may have more members; a tag without photo is no pet.
        assert sampled(Ref("Either"), wide, narrow, union) == {"name": "string"}


def test_a_variant_has_the_optional_member_that_selects_it() -> None:
    dog = record("Dog", kind=(STRING, False), name=(STRING, True))
    choose = Choose(ChooseMethod.TAG, (Rule(0, (FieldIn("kind", ("dog",)),)),))
    union = Union("Pet", name("pet"), (Variant(name("dog"), Ref("Dog")),), choose)
    assert sampled(Ref("Pet"), dog, union, full=False) == {"kind": "dog", "name": "string"}


def test_items_that_have_to_differ_do_where_a_pattern_says_what_they_are() -> None:
    digits = Scalar(ScalarKind.STRING, "", Constraints(pattern="^(0|[1-9][0-9]*)$"))
    assert [scalar_value(digits, "", index) for index in range(3)] == ["0", "1", "2"]
    one = Scalar(ScalarKind.STRING, "", Constraints(pattern="^only$"))
    assert [scalar_value(one, "", index) for index in range(2)] == ["only", "only"]


def test_members_that_a_condition_may_require_are_always_there() -> None:
    asked = Field(name("phone"), STRING, Presence.OPTIONAL, conditional=True)
    user = record("User", name=(STRING, False), phone=asked)
    assert sampled(Ref("User"), user, full=False) == {"phone": "string"}
