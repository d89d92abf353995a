"""Every kind of broken file, by mutation: a located diagnostic with a way out, and nothing written.

Never a fault of ours (exit code 3), never a traceback. Mutations are seeded and bounded; each goes
through the whole command, up to writing.
"""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from apiscribe.cli.app import app
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import load_text
from command import files
from typer.testing import CliRunner

SPEC: Final = """\
openapi: 3.1.0
info: {title: Pets, version: '1', license: {name: MIT}}
servers: [{url: 'https://{place}.example/v1', variables: {place: {default: eu, enum: [eu, us]}}}]
tags: [{name: pets, description: All pets.}]
security: [{key: []}]
paths:
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: string}}]
    get:
      operationId: readPet
      tags: [pets]
      parameters: [{name: limit, in: query, schema: {type: integer, default: 3, maximum: 10}, example: 4}]
      responses:
        '200':
          description: ok
          headers: {X-Left: {schema: {type: integer}}}
          content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}, examples: {one: {value: {name: Rex}}}}}
        default: {$ref: '#/components/responses/Bad'}
    put:
      operationId: writePet
      x-sdk: {resource: pets, method: write}
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
      responses: {'204': {description: done}}
webhooks:
  born: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, responses: {'200': {description: ok}}}}
components:
  responses:
    Bad: {description: bad, content: {application/json: {schema: {type: object, properties: {m: {type: string}}}}}}
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: {type: string, minLength: 1}
        kind: {enum: [cat, dog], default: cat}
        owner: {anyOf: [{$ref: '#/components/schemas/Owner'}, {type: 'null'}]}
        friends: {type: array, items: {$ref: '#/components/schemas/Pet'}}
    Owner: {oneOf: [{$ref: '#/components/schemas/Person'}, {$ref: '#/components/schemas/Home'}], discriminator: {propertyName: type, mapping: {person: Person}}}
    Person: {type: object, required: [type], properties: {type: {const: person}, age: {type: integer, format: int32}}}
    Home: {allOf: [{type: object, required: [type], properties: {type: {const: home}}}, {type: object, additionalProperties: {type: number}}]}
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
"""
SWAGGER: Final = """\
swagger: '2.0'
info: {title: Pets, version: '1'}
host: pets.example
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json]
paths:
  /pets:
    get:
      parameters:
        - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}
        - {name: body, in: body, schema: {$ref: '#/definitions/Pet'}}
      responses: {200: {description: ok, schema: {type: array, items: {$ref: '#/definitions/Pet'}}, headers: {X-Left: {type: integer}}}}
definitions: {Pet: {type: object, discriminator: kind, required: [kind], properties: {kind: {type: string}, file: {type: file}}}}
securityDefinitions: {key: {type: oauth2, flow: implicit, authorizationUrl: 'https://pets.example/a', scopes: {a: b}}}
"""
SDK: Final = """\
client: {name: PetStore, version: 1.2.0, timeout: 30, max_retries: 1}
environment: {base_url: PETS_URL, log: PETS_LOG}
credentials: {key: {argument: api_key, environment: PETS_KEY, required: true}}
methods: {readPet: {resource: pets, method: read}}
targets: {docs: {title: Pets}, python: {package: pets, models: pydantic}, typescript: {package: '@pets/sdk'}}
"""
OVERLAY: Final = """\
overlay: 1.0.0
info: {title: more, version: '1'}
actions:
  - {target: $.info, update: {description: All about pets.}, x-source: us}
  - {target: "$.paths['/pets/{petId}'].get", update: {summary: Read}, x-assumption: seen}
"""
JUNK: Final[tuple[Any, ...]] = (
    None, 0, -1, 1.5, True, "", "x", "\\", [], {}, [1], [[]], {"a": 1}, {"$ref": "#/nope"}, {"$ref": 1},
    {"$ref": "nope.yaml#/a"}, "#/components/schemas/Pet", 10**30, "\u0000", {"": {}},
)  # fmt: skip


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """Exit code and messages of a command in `folder`."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        result = CliRunner().invoke(app, list(arguments))
    finally:
        os.chdir(before)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stderr


def check(folder: Path, written: dict[str, bytes | str], *, must_fail: bool = False) -> int:
    """Generate docs from the files; whatever they hold, it ends well. Returns the exit code."""
    for name, content in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    before = files(folder)
    arguments = ("generate", "openapi.yaml", "-t", "docs", "-o", "out", "--no-cache", "--jobs", "1")
    code, said = run(folder, *arguments)
    assert code in ((1, 2) if must_fail else (0, 1, 2)), (written, said)
    assert "Traceback" not in said
    assert "internal/" not in said
    if code:
        assert files(folder) == before, "something was written"
        check_messages(said)
    return code


def check_messages(said: str) -> None:
    """Each error has its place, its rule, a sentence, and says what to do."""
    blocks: list[list[str]] = []
    for line in said.splitlines():
        if line.startswith("  ") and blocks:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    errors = [block for block in blocks if "error[" in block[0]]
    assert errors, said
    for first, *rest in errors:
        place, _, message = first.partition(": error[")
        assert place.split(":")[0].endswith((".yaml", ".json")), first
        assert all(part.isdigit() for part in place.split(":")[1:]), first
        assert message.partition("]: ")[2].rstrip().endswith("."), first
        assert any(line.startswith("  help: ") for line in rest), (first, rest)


def nodes(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value, the root left out."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()  # fmt: skip
    for name, item in members:
        yield (*way, name)
        yield from nodes(item, (*way, name))


def changed(data: Any, way: tuple[Any, ...], new: Any) -> Any:
    """A copy with another value at one place."""
    made = copy.deepcopy(data)
    holder = made
    for name in way[:-1]:
        holder = holder[name]
    holder[way[-1]] = new
    return made


def without(data: Any, way: tuple[Any, ...]) -> Any:
    """A copy that lacks one value."""
    made = copy.deepcopy(data)
    holder = made
    for name in way[:-1]:
        holder = holder[name]
    del holder[way[-1]]
    return made


def read(text: str) -> Any:
    return load_text(text, "x.yaml", Diagnostics()).data


@pytest.mark.parametrize("part", range(6))
@pytest.mark.parametrize("text", [SPEC, SWAGGER], ids=["openapi", "swagger"])
def test_any_value_may_be_wrong(text: str, part: int, tmp_path: Path) -> None:
    """Another value at every place: one of each junk over all the places."""
    data = read(text)
    source = random.Random(part)
    for number, way in enumerate(nodes(data)):
        if number % 6 == part:
            spec = json.dumps(changed(data, way, source.choice(JUNK)))
            check(tmp_path / str(number), {"openapi.yaml": spec})


@pytest.mark.parametrize("text", [SPEC, SWAGGER], ids=["openapi", "swagger"])
def test_anything_may_be_missing(text: str, tmp_path: Path) -> None:
    data = read(text)
    for number, way in enumerate(nodes(data)):
        if isinstance(way[-1], str):
            check(tmp_path / str(number), {"openapi.yaml": json.dumps(without(data, way))})


@pytest.mark.parametrize("way", ["openapi", "info", "info/title", "info/version"])
def test_what_is_required_is_asked_for(way: str, tmp_path: Path) -> None:
    spec = json.dumps(without(read(SPEC), tuple(way.split("/"))))
    check(tmp_path, {"openapi.yaml": spec}, must_fail=True)


def test_a_text_may_end_anywhere(tmp_path: Path) -> None:
    content = SPEC.encode()
    for end in range(0, len(content), 50):
        check(tmp_path / str(end), {"openapi.yaml": content[:end]})
    compact = json.dumps(read(SPEC)).encode()
    for end in range(1, len(compact), 50):
        check(tmp_path / f"json{end}", {"openapi.yaml": compact[:end]}, must_fail=True)


def test_a_key_may_stand_twice(tmp_path: Path) -> None:
    lines = SPEC.splitlines()
    for number, line in enumerate(lines):
        if ":" in line and not line.lstrip().startswith("-"):
            twice = "\n".join([*lines[: number + 1], *lines[number:]])
            check(tmp_path / str(number), {"openapi.yaml": twice}, must_fail=True)


def test_bytes_may_be_anything(tmp_path: Path) -> None:
    source = random.Random(4)
    content = bytearray(SPEC.encode())
    for number in range(60):
        spoilt = bytearray(content)
        for _ in range(source.choice([1, 1, 3])):
            spoilt[source.randrange(len(spoilt))] = source.randrange(256)
        check(tmp_path / str(number), {"openapi.yaml": bytes(spoilt)})


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\x00", b"\xff", b"\xff\xfe", b"\xfe\xff\x00", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"PK\x03\x04\x14\x00", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", b"\x1f\x8b\x08\x00", b"# nothing\n",
        b"just words", b"[]", b"{}", b"null", b"42", b"---\n...\n", b"a: 1\n---\nb: 2\n", b"\t", b"- a",
        b"<html></html>", b"openapi: 3.1.0", b"openapi: 4.0.0\ninfo: {}", b"swagger: 1.2\n",
        b"openapi: [3]\n", b"openapi: 3.1\n", b"asyncapi: 3.0.0\n", b"overlay: 1.0.0\n",
        SPEC.encode("utf-16-le"), "info: Ö".encode("latin-1"), SPEC.encode("utf-8")[:-9] + b"\xc3",
        b'{"openapi": "3.1.0", "info": {"title": "\\ud800", "version": "1"}, "paths": {}}',
        b'openapi: 3.1.0\ninfo: {title: "\\uD800", version: "1"}\n', b"{" * 5000, b"[" * 5000,
        b"a: &a [*a]", b"? {a: b}\n: c", b"!!python/object/apply:os.system ['true']", b"a: !!binary x",
        b"@", b"`", b"%", b"a: %", b"&", b"*", b"!", b"|", b">", b"'", b'"', b"{a", b"a: b: c",
    ],
)  # fmt: skip
def test_a_file_may_be_anything(content: bytes, tmp_path: Path) -> None:
    utf16 = content == SPEC.encode("utf-16-le")
    assert (check(tmp_path, {"openapi.yaml": content}, must_fail=not utf16) == 0) is utf16


def test_an_unknown_version_names_the_known_ones(tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text("openapi: 4.0.0\ninfo: {title: x, version: '1'}\n")
    code, said = run(tmp_path, "generate", "openapi.yaml")
    assert code == 2
    assert said.startswith("openapi.yaml:1:1: error[openapi/version]: version `4.0.0` is not")
    assert "Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2" in said


@pytest.mark.parametrize(
    ("name", "text"), [("sdk.yaml", SDK), ("overlay.yaml", OVERLAY)], ids=["sdk", "overlay"]
)
def test_files_beside_the_spec_may_be_wrong(name: str, text: str, tmp_path: Path) -> None:
    data = read(text)
    source = random.Random(7)
    beside = {"openapi.yaml": SPEC}
    assert check(tmp_path / "right", {**beside, name: text}) == 0
    for number, way in enumerate(nodes(data)):
        for junk in source.sample(JUNK, 4):
            made = json.dumps(changed(data, way, junk))
            check(tmp_path / f"{number}-{junk!s:.5}".replace("/", "_").replace("\0", "0"), {**beside, name: made})  # fmt: skip
        check(tmp_path / f"{number}-none", {**beside, name: json.dumps(without(data, way))})
    content = text.encode()
    for end in range(1, len(content), 50):
        check(tmp_path / f"end{end}", {**beside, name: content[:end]})
    for number, junk_text in enumerate((b"\xff", b"[]", b"1", b"a: [", b"\x00")):
        check(tmp_path / f"file{number}", {**beside, name: junk_text}, must_fail=True)


@pytest.mark.parametrize("kind", ["operation", "schema", "parameter"])
def test_x_sdk_may_be_wrong(kind: str, tmp_path: Path) -> None:
    ways = {
        "operation": ("paths", "/pets/{petId}", "get"),
        "schema": ("components", "schemas", "Pet"),
        "parameter": ("paths", "/pets/{petId}", "parameters", 0),
    }
    words = {
        "operation": {"resource": "a.b", "method": "c", "idempotency": {"header": "I"},
                      "pages": {"kind": "cursor", "items": "a", "parameter": "limit", "next": "b"},
                      "stream": {"switch": {"s": True}, "terminator": "x"}},
        "schema": {"name": "A", "type": "B", "open": False, "names": {"a": "b"}},
        "parameter": {"name": "p"},
    }  # fmt: skip
    number = 0
    for way in [(), *nodes(words[kind])]:
        for junk in JUNK:
            made = changed({"x": words[kind]}, ("x", *way), junk)["x"]
            spec = json.dumps(changed(read(SPEC), (*ways[kind], "x-sdk"), made))
            number += 1
            check(tmp_path / str(number), {"openapi.yaml": spec})


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("examples/readPet.response.json", b"{"),
        ("examples/readPet.response.json", b"\xff"),
        ("examples/readPet.response.json", b""),
        ("examples/readPet.response.json", b'{"name": "a", "name": "b"}'),
        ("examples/readPet.json", b"{}"),
        ("examples/readPet.answer.json", b"{}"),
        ("examples/nobody.response.json", b"{}"),
        ("examples/readPet.request.json", b"{}"),
        ("examples/readPet.999.json", b"{}"),
        ("examples/.json", b"{}"),
        ("examples/readPet.stream.json", b"[]"),
    ],
)
def test_examples_may_be_wrong(name: str, content: bytes, tmp_path: Path) -> None:
    check(tmp_path, {"openapi.yaml": SPEC, name: content}, must_fail=True)


@pytest.mark.parametrize("name", ["openapi.yaml", "sdk.yaml", "overlay.yaml", "part.yaml"])
def test_files_may_be_unreadable(name: str, tmp_path: Path) -> None:
    """No permission, a folder in place of a file, a link that leads nowhere."""
    spec = SPEC.replace("'#/components/responses/Bad'", "'part.yaml#/Bad'")
    made = {"openapi.yaml": spec, "sdk.yaml": SDK, "overlay.yaml": OVERLAY, "part.yaml": "Bad: {description: x}"}  # fmt: skip
    for kind in ("folder", "loop", "locked"):
        folder = tmp_path / kind
        folder.mkdir()
        for other, text in made.items():
            (folder / other).write_text(text)
        path = folder / name
        path.unlink()
        if kind == "folder":
            path.mkdir()
        elif kind == "loop":
            path.symlink_to(name)
        else:
            path.write_text("openapi: 3.1.0\n")
            path.chmod(0)
            if os.access(path, os.R_OK):
                continue  # a user who may read everything
        code, said = run(folder, "generate", "openapi.yaml", "-t", "docs", "-o", "out")
        beside_and_not_a_file = name in ("sdk.yaml", "overlay.yaml") and kind != "locked"
        assert code in ((0, 2) if beside_and_not_a_file else (2,)), said
        assert "Traceback" not in said
        if code:
            assert "error[" in said
            assert "help:" in said
            assert not (folder / "out").exists()


def test_the_output_may_be_no_folder(tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(SPEC)
    (tmp_path / "out").write_text("a file")
    (tmp_path / "link").symlink_to("nowhere/at/all")
    for output in ("out", "out/below", "/dev/null", "/dev/full/x"):
        code, said = run(tmp_path, "generate", "openapi.yaml", "-t", "docs", "-o", output)
        assert code == 2, said
        assert "error[" in said
        assert "help:" in said
    assert (tmp_path / "out").read_text() == "a file"


def test_a_full_disk_is_said_and_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "openapi.yaml").write_text(SPEC)
    real = os.replace
    left = [5]

    def replace(source: Any, target: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device", os.fspath(source))
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    code, said = run(tmp_path, "generate", "openapi.yaml", "-t", "docs", "-o", "out")
    assert code == 2, said
    assert "No space left on device" in said
    assert "help:" in said
    assert not [*tmp_path.rglob("*.apiscribe.part")]
    monkeypatch.undo()
    code, said = run(tmp_path, "generate", "openapi.yaml", "-t", "docs", "-o", "out")
    assert code == 0, said


@pytest.mark.parametrize("content", [b"{", b"\xff", b"[]", b"1", b'{"facts": 1}', b"{}"])
def test_provenance_may_be_wrong(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(SPEC)
    (tmp_path / "provenance.json").write_bytes(content)
    for command in (("explain", "readPet", "--api", "."), ("lint", "."), ("generate", ".", "-t", "docs", "-o", "out")):  # fmt: skip
        code, said = run(tmp_path, *command)
        assert code in (0, 1, 2), said
        assert "Traceback" not in said
