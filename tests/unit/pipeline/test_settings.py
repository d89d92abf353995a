"""Reading sdk.yaml: every mistake has its line, its sentence and its way out."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from apiscribe.config import Settings
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pipeline.settings import load_settings, settings_schema, target_options

ROOT = Path(__file__).parents[3]


def load(folder: Path, text: str) -> Settings:
    path = folder / "sdk.yaml"
    path.write_text(text)
    return load_settings(path, "pets", Diagnostics())


def mistakes(folder: Path, text: str) -> list[tuple[str, int, int, str, str]]:
    """Rule, line, column, message and help of each mistake."""
    path = folder / "sdk.yaml"
    path.write_text(text)
    diagnostics = Diagnostics()
    with pytest.raises(ApiscribeError) as caught:
        load_settings(path, "pets", diagnostics)
    assert caught.value.exit_code == 2
    found = []
    for diagnostic in caught.value.diagnostics:
        span = diagnostics.locate(diagnostic.where)
        assert span is not None
        assert span.file == path.as_posix()
        found.append((diagnostic.rule, span.line, span.column, diagnostic.message, diagnostic.help))
    return found


def test_no_file_gives_the_defaults() -> None:
    assert load_settings(None, "pets", Diagnostics()) == Settings(api="pets")


@pytest.mark.parametrize("text", ["", "# only a comment\n", "{}", "client:\ntargets:\n"])
def test_an_empty_file_gives_the_defaults(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, text) == Settings(api="pets")


def test_values_and_empty_target_sections(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        """
        # yaml-language-server: $schema=../sdk.schema.json
        client: {name: Pets, timeout: 5, max_retries: 0}
        credentials:
          key: {argument: api_key, environment: PETS_KEY}
        methods:
          listPets: {resource: pets, method: list}
        targets:
          python:
          docs: {}
        """,
    )
    assert settings.client.timeout == 5.0
    assert settings.credentials["key"].required
    assert settings.methods["listPets"].method == "list"
    assert settings.targets == {"python": {}, "docs": {}}
    for target_id in settings.targets:
        target_options(settings, target_id)


def test_an_unknown_key_names_the_nearest_known_one(tmp_path: Path) -> None:
    text = "client:\n  name: Pets\n  timout: 5\n"
    assert mistakes(tmp_path, text) == [
        (
            "config/unknown-key",
            3,
            3,
            "there is no setting `timout` of `client`.",
            "did you mean `timeout`?",
        )
    ]


@pytest.mark.parametrize(
    ("text", "rule", "line", "words", "help"),
    [
        ("clinet: {}\n", "config/unknown-key", 1, "no setting `clinet`", "`client`"),
        (
            "credentials:\n  key:\n    argument: a\n    enviroment: X\n",
            "config/unknown-key",
            4,
            "`enviroment` of `credentials.key`",
            "`environment`",
        ),
        ("credentials:\n  key: {}\n", "config/missing", 2, "lacks its `argument`", "argument"),
        ("client:\n  timeout: '5'\n", "config/value", 2, "must be a number", "quotes"),
        ("client:\n  timeout: 0\n", "config/value", 2, "must be greater than 0", ""),
        ("client:\n  max_retries: -1\n", "config/value", 2, "must be at least 0", ""),
        ("client:\n  max_retries: 1.5\n", "config/value", 2, "must be a whole number", ""),
        ("client:\n  name: 7\n", "config/value", 2, "must be text", "quotes"),
        ("client: [a]\n", "config/value", 1, "must be a mapping", ""),
        (
            "targets:\n  docs: {}\n  pythn: {}\n",
            "config/target",
            3,
            "no target `pythn`",
            "`python`",
        ),
        (
            "targets:\n  python:\n    modle: x\n",
            "config/unknown-key",
            3,
            "no setting `modle`",
            "`module`",
        ),
        ("- a\n", "config/type", 1, "must be a mapping", "schema"),
    ],
)
def test_one_mistake(
    tmp_path: Path, text: str, rule: str, line: int, words: str, help: str
) -> None:
    ((found_rule, found_line, _, message, found_help),) = mistakes(tmp_path, text)
    assert (found_rule, found_line) == (rule, line)
    assert words in message
    assert message.endswith(".")
    assert help in found_help


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    text = "clint: 1\nclient:\n  timeout: no\ncredentials:\n  a: {}\n"
    assert sorted(line for _, line, *_ in mistakes(tmp_path, text)) == [1, 3, 5]


def test_the_published_schema_is_current(golden: Any) -> None:
    text = json.dumps(settings_schema(), indent=2, ensure_ascii=False) + "\n"
    golden(ROOT / "spec" / "sdk.schema.json", text)


def test_the_schema_agrees_with_the_loader(tmp_path: Path) -> None:
    schema = settings_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    good = {"client": {"name": "Pets"}, "targets": {"python": None, "docs": {}}}
    assert not list(validator.iter_errors(good))
    for bad in (
        {"clint": {}},
        {"client": {"timout": 1}},
        {"targets": {"pythn": {}}},
        {"targets": {"python": {"modle": 1}}},
        {"credentials": {"a": {}}},
    ):
        assert list(validator.iter_errors(bad)), bad
        with pytest.raises(ApiscribeError):
            load(tmp_path, json.dumps(bad))


def test_the_bundled_settings_fit_the_schema() -> None:
    from apiscribe.openapi.source import load_yaml

    validator = jsonschema.Draft202012Validator(settings_schema())
    for path in sorted((ROOT / "spec").glob("*/sdk.yaml")):
        data = load_yaml(path, Diagnostics()).data
        assert not list(validator.iter_errors(data)), path
