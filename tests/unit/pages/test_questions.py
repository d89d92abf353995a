"""What is asked about servers, and about values in paths."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import transcribe

MESSAGE = """\
# Dyes

## List

```http
GET /dyes HTTP/1.1
Host: {host}
```

```json
{{"dyes": [{answer}]}}
```
"""
CALL = "\n## Other\n\n```shell\ncurl https://dyes.test/{path}\n```\n"


def asked(text: str) -> list[str]:
    result = transcribe([PageSource("p.md", text)], Diagnostics())
    return [question.text for question in result.report.questions if not question.at]


@pytest.mark.parametrize(
    ("host", "question"),
    [
        ("dyes.test", "Where is the API? https://dyes.test is assumed."),
        ("your-host", "Where is the API? https://your-host looks like a placeholder."),
        ("localhost:80", "Where is the API? https://localhost:80 looks like a placeholder."),
    ],
)
def test_a_host_without_a_scheme_is_no_placeholder(host: str, question: str) -> None:
    assert asked(MESSAGE.format(host=host, answer='{"hue": "red"}'))[0] == question


@pytest.mark.parametrize(
    ("answer", "path", "template"),
    [
        ('{"id": "madder-7"}', "dyes/madder-7", "/dyes/{id}"),
        ('{"id": "d1"}', "dyes/d1/mix", "/dyes/{id}/mix"),
        ('{"dye_id": "d1"}', "dyes/d1/mix", "/dyes/{id}/mix"),
        ('{"id": "madder"}', "dyes/madder", ""),
        ('{"hue": "d1"}', "dyes/d1", ""),
        ('{"id": "v1"}', "v1/dyes", ""),
    ],
)
def test_a_value_that_an_example_shows_as_an_id_is_asked_for(
    answer: str, path: str, template: str
) -> None:
    found = asked(MESSAGE.format(host="dyes.test", answer=answer) + CALL.format(path=path))
    wanted = f"Is a part of /{path} a parameter, as in {template}?"
    assert [one for one in found if "parameter, as in" in one] == ([wanted] if template else [])
