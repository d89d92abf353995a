"""Which operation a request is for."""

from __future__ import annotations

from apiscribe.serve.routing import Match, NoMatch, Router


def test_operations_that_share_verb_and_path_are_all_found() -> None:
    paths = {
        f"/talks/{{{name}}}{mark}": {"post": {"operationId": name + mark}}
        for name, mark in (("id", ""), ("id", "#stream"), ("key", "#other"))
    }
    router = Router({"paths": {**paths, "/talks/new": {"post": {"operationId": "new"}}}})
    found = router.find("post", "/talks/7", "")
    assert isinstance(found, Match)
    ids = [each.route.operation.get("operationId") for each in (found, *found.others)]
    assert ids == ["id", "id#stream", "key#other"]
    assert found.others[1].path_values == {"key": "7"}
    literal = router.find("post", "/talks/new", "")
    assert isinstance(literal, Match)
    assert (literal.route.path, literal.others) == ("/talks/new", ())
    assert isinstance(router.find("post", "/talks", ""), NoMatch)
