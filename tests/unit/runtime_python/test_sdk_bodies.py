from __future__ import annotations

import io
import json
import os
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path
from typing import Any

import pytest
from sdk_loopback import Peer, Received, loopback
from sdk_runtime.bodies import build_body, encode_body, form_text
from sdk_runtime.operations import Body, Encoding, Media, Operation
from sdk_runtime.sentinels import omit
from sdk_shop import AsyncShop, Shop, Thing

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


def form(value: Any, *encodings: Encoding) -> str:
    payload = encode_body(Media(FORM, "form", encodings), value)
    assert payload.media_type == FORM
    content = payload.open(False)
    assert isinstance(content, bytes)
    assert payload.size == len(content)
    return content.decode()


def test_forms() -> None:
    value = {
        "a": 1,
        "note": "a b&c=d+é",
        "skip": omit,
        "null": None,
        "tags": ["x", "y"],
        "packed": ["x,z", "y"],
        "deep": {"k": "v", "l": [1, 2]},
        "blob": {"x": 1.5},
        "plain": {"y": [1]},
        "flag": True,
    }
    assert form(
        value,
        Encoding("packed", explode=False),
        Encoding("deep", style="deepObject"),
        Encoding("blob", "application/json"),
    ) == (
        "a=1&note=a+b%26c%3Dd%2B%C3%A9&tags=x&tags=y&packed=x%2Cz,y"
        "&deep%5Bk%5D=v&deep%5Bl%5D%5B%5D=1&deep%5Bl%5D%5B%5D=2&blob=%7B%22x%22%3A1.5%7D"
        "&plain=%7B%22y%22%3A%5B1%5D%7D&flag=true"
    )


def test_forms_of_models() -> None:
    assert form(Thing(id=1, name="a b")) == "id=1&name=a+b"
    assert form_text({"a b": "c"}) == "a+b=c"


def parts(value: Any, *encodings: Encoding) -> list[tuple[str, str | None, str, bytes]]:
    """Name, file name, media type and content of every part, as a standard parser sees them."""
    payload = encode_body(Media(MULTIPART, "multipart", encodings), value)
    content = b"".join(payload.open(False))  # type: ignore[arg-type]
    if payload.size is not None:
        assert payload.size == len(content)
    message = BytesParser(policy=HTTP).parsebytes(
        f"Content-Type: {payload.media_type}\r\n\r\n".encode() + content
    )
    assert not message.defects
    found = []
    for part in message.iter_parts():  # type: ignore[attr-defined]
        assert part.get_content_disposition() == "form-data"
        name = part.get_param("name", header="content-disposition")
        kind = part["content-type"] or ""
        found.append((name, part.get_filename(), str(kind), part.get_payload(decode=True)))
    return found


class Opaque:
    """A file that can be read but not rewound."""

    name = "/tmp/opaque.bin"

    def read(self, size: int = -1) -> bytes:
        data, self.data = self.data, b""
        return data

    data = b"opaque"


def test_multipart(tmp_path: Path) -> None:
    file = tmp_path / "päth.txt"
    file.write_bytes(b"from a path")
    opened = io.BytesIO(b"skipped, read")
    opened.seek(9)
    value = {
        "text": "é",
        "number": 1,
        "flag": False,
        "skip": omit,
        "null": None,
        "object": {"a": [1, None]},
        "model": Thing(id=1, name="n"),
        "items": ["x", "y"],
        "bytes": b"\x00\xff",
        "path": file,
        "opened": opened,
        "named": ("a.png", b"png"),
        "typed": ("a.bin", b"bin", "image/webp"),
        "headers": (None, b"h", "text/x", {"X-H": "1"}),
        "files": [b"1", ("2.json", b"2")],
        "tuple": (("3.txt", b"3"), ("4.txt", b"4")),
    }
    octets = "application/octet-stream"
    assert parts(value) == [
        ("text", None, "", "é".encode()),
        ("number", None, "", b"1"),
        ("flag", None, "", b"false"),
        ("object", None, "application/json", b'{"a":[1,null]}'),
        ("model", None, "application/json", b'{"id":1,"name":"n"}'),
        ("items", None, "", b"x"),
        ("items", None, "", b"y"),
        ("bytes", "bytes", octets, b"\x00\xff"),
        ("path", "päth.txt", "text/plain", b"from a path"),
        ("opened", "opened", octets, b"read"),
        ("named", "a.png", "image/png", b"png"),
        ("typed", "a.bin", "image/webp", b"bin"),
        ("headers", "headers", "text/x", b"h"),
        ("files", "files", octets, b"1"),
        ("files", "2.json", "application/json", b"2"),
        ("tuple", "3.txt", "text/plain", b"3"),
        ("tuple", "4.txt", "text/plain", b"4"),
    ]


def test_multipart_encodings() -> None:
    value = {
        "list": [1, 2],
        "as_json": [1, {"a": 2}],
        "thumb": b"\xff",
        "photo": b"jpg",
        "any": b"x",
        "deep": {"a": {"b": 1}},
        "xml": "<a/>",
    }
    assert parts(
        value,
        Encoding("list", explode=False),
        Encoding("as_json", "application/json"),
        Encoding("thumb", form="base64"),
        Encoding("photo", "image/jpeg, image/png"),
        Encoding("any", "image/*"),
        Encoding("deep", style="deepObject"),
        Encoding("xml", "application/xml"),
    ) == [
        ("list", None, "", b"1,2"),
        ("as_json", None, "application/json", b"1"),
        ("as_json", None, "application/json", b'{"a":2}'),
        ("thumb", None, "", b"/w=="),
        ("photo", "photo", "image/jpeg", b"jpg"),
        ("any", "any", "application/octet-stream", b"x"),
        ("deep[a][b]", None, "", b"1"),
        ("xml", None, "application/xml", b"<a/>"),
    ]


def test_files_without_a_name_take_that_of_the_member(tmp_path: Path) -> None:
    octets = "application/octet-stream"
    unnamed = os.open(tmp_path / "made", os.O_RDWR | os.O_CREAT)
    with open(unnamed, "rb") as opened:
        assert parts({"f": opened, "m": memoryview(b"m")}) == [
            ("f", "f", octets, b""),
            ("m", "m", octets, b"m"),
        ]
    assert parts({"f": [b"1", b"2"]}, Encoding("f", explode=False, form="file")) == [
        ("f", "f", octets, b"1"),
        ("f", "f", octets, b"2"),
    ]


def test_multipart_cannot_be_broken_out_of() -> None:
    (part,) = parts({'a"; b="c\r\nX-Evil: 1': ('f"\r\n.txt', b"x")})
    assert part[0] == "a%22; b=%22c%0D%0AX-Evil: 1"
    assert part[1] == "f%22%0D%0A.txt"
    with pytest.raises(ValueError, match="line breaks"):
        parts({"a": ("f", b"x", "text/plain\r\nX-Evil: 1")})


def test_what_is_no_file() -> None:
    for given in ("name.txt", ["name.txt"], ("a.txt", "text")):
        with pytest.raises(TypeError, match=r"give pathlib\.Path\(\.\.\.\), bytes .* not str"):
            parts({"file": given}, Encoding("file", form="file"))
    with pytest.raises(TypeError, match="binary mode"):
        parts({"file": io.StringIO("x")})


def test_sending_again() -> None:
    media = Media(MULTIPART, "multipart")
    opened = io.BytesIO(b"abc")
    opened.seek(1)
    again = encode_body(media, {"f": opened})
    assert again.replayable
    assert b"".join(again.open(False)) == b"".join(again.open(False))  # type: ignore[arg-type]
    once = encode_body(media, {"f": Opaque()})
    assert not once.replayable
    assert once.size is None
    assert b"opaque.bin" in b"".join(once.open(False))  # type: ignore[arg-type]


def test_text_and_raw_bodies(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_bytes(b"abc" * 50_000)
    text = encode_body(Media("text/plain", "text"), "é")
    assert (text.media_type, text.open(False)) == ("text/plain; charset=utf-8", "é".encode())
    for value, sent in ((True, b"true"), (3, b"3"), (0.5, b"0.5")):
        assert encode_body(Media("text/plain", "text"), value).open(False) == sent
    xml = encode_body(Media("application/xml", "xml"), "<a/>")
    assert (xml.media_type, xml.open(False)) == ("application/xml", b"<a/>")
    raw = encode_body(Media("*/*", "binary"), file)
    assert (raw.media_type, raw.size) == ("application/octet-stream", 150_000)
    assert b"".join(raw.open(False)) == file.read_bytes()  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not str"):
        encode_body(Media("application/octet-stream", "binary"), "text")
    with pytest.raises(TypeError, match="cannot be of type int"):
        encode_body(Media("application/octet-stream", "binary"), 5)


def test_json_lines() -> None:
    payload = encode_body(
        Media("application/jsonl", "json-lines"), iter([{"a": 1}, Thing(id=1, name="n")])
    )
    assert payload.open(False) == b'{"a":1}\n{"id":1,"name":"n"}\n'


MANY = Body(
    (
        Media("application/json", "json"),
        Media("application/merge-patch+json", "json"),
        Media(FORM, "form"),
    ),
    (("a", "a"), ("class_", "class")),
)


def test_choice_of_media_type() -> None:
    arguments = {"a": 1, "class_": None}
    default = build_body(MANY, arguments)
    assert default is not None
    assert json.loads(default.open(False)) == {"a": 1, "class": None}  # type: ignore[arg-type]
    merge = build_body(MANY, arguments, None, "application/merge-patch+json")
    assert merge is not None
    assert merge.media_type == "application/merge-patch+json"
    as_form = build_body(MANY, arguments, {"b": 2}, FORM)
    assert as_form is not None
    assert as_form.open(False) == b"a=1&b=2"
    with pytest.raises(
        ValueError, match=r"content_type must be one of application/json, .*, not text/csv"
    ):
        build_body(MANY, arguments, None, "text/csv")


def test_whole_bodies() -> None:
    whole = Body((Media("application/json", "json"),), argument="items", required=True)
    for value in ([1, None], None, 0, "", {}):
        payload = build_body(whole, {"items": value})
        assert payload is not None
        assert json.loads(payload.open(False)) == value  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'items' is required"):
        build_body(whole, {"items": omit})
    assert build_body(whole._replace(required=False), {}) is None
    merged = build_body(whole, {"items": Thing(id=1, name="n")}, {"x": 1})
    assert merged is not None
    assert json.loads(merged.open(False)) == {"id": 1, "name": "n", "x": 1}  # type: ignore[arg-type]


UPLOAD: Operation[None, None] = Operation(
    "upload", "POST", "/upload", body=Body((Media(MULTIPART, "multipart"),), (("file", "file"),))
)
PUT: Operation[None, None] = Operation(
    "put", "PUT", "/raw", body=Body((Media("application/octet-stream", "binary"),), argument="data")
)


@pytest.mark.parametrize("is_async", [False, True])
def test_files_on_the_wire(tmp_path: Path, is_async: bool) -> None:
    """A path with its length, a stream without, sent again whole after a failure."""
    file = tmp_path / "f.bin"
    file.write_bytes(bytes(range(256)) * 1000)

    def script(request: Received, peer: Peer) -> None:
        peer.answer(
            "503 Busy" if len(server.requests) == 1 else "204 No Content", b"", "Retry-After: 0"
        )

    async def main(url: str) -> None:
        async with AsyncShop("k", base_url=url) as client:
            await client.call(UPLOAD, {"file": file}, {})
            await client.call(PUT, {"data": later()}, {})

    async def later() -> Any:
        yield b"ab"
        yield b"cd"

    with loopback(script) as server:
        if is_async:
            import asyncio

            asyncio.run(main(server.url))
        else:
            with Shop("k", base_url=server.url) as client:
                client.call(UPLOAD, {"file": file}, {})
                client.call(PUT, {"data": iter([b"ab", b"cd"])}, {})
    first, second, third = server.requests
    assert first.body == second.body
    assert file.read_bytes() in second.body
    assert int(second.headers["content-length"]) == len(second.body)
    assert "transfer-encoding" not in second.headers
    assert third.body == b"abcd"
    assert third.headers["transfer-encoding"] == "chunked"
