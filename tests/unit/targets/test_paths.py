"""Literal text of paths is sent as URLs want it."""

import pytest
from apiscribe.targets.paths import sent_path


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/v1/pets/{pet id}.json", "/v1/pets/{pet id}.json"),
        ("/ops/{id}:cancel", "/ops/{id}:cancel"),
        ("/a b/\n\\", "/a%20b/%0A%5C"),
        ("/50%/%2F/%zz", "/50%25/%2F/%25zz"),
        ("/ü", "/%C3%BC"),
        ("/x?mode=a&b=c d", "/x?mode=a&b=c%20d"),
        ('/"{id}"', "/%22{id}%22"),
    ],
)
def test_literal_text_is_encoded(path: str, sent: str) -> None:
    assert sent_path(path) == sent
