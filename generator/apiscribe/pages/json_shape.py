"""Family `json-shape`: pages that show answers as pseudo-JSON with type words.

A skeleton (`"created": integer`) states the types; a bulleted list (`created- When …`) states
meanings; examples show values and are checked against the shape they belong to; `data:` frames
show the items of a stream, whose shape is read off them and marked as inferred.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.facts import (
    Certainty,
    Conflict,
    Example,
    Facts,
    Field,
    Model,
    Object,
    Server,
    Shape,
    Source,
    Text,
    Unread,
)
from apiscribe.pages.json_shape_blocks import Prose, front_matter, read_blocks
from apiscribe.pages.json_shape_bullets import Placed, outline, place_meanings
from apiscribe.pages.json_shape_declared import DECLARATION
from apiscribe.pages.json_shape_endpoints import (
    called_hosts,
    read_auth,
    read_endpoints,
    stated_auth,
    stated_security,
)
from apiscribe.pages.json_shape_google import is_google
from apiscribe.pages.json_shape_infer import Inference, stated_members
from apiscribe.pages.json_shape_names import name_parts
from apiscribe.pages.json_shape_parts import Named, elisions, json_of, likeness
from apiscribe.pages.json_shape_sections import Part, sort_blocks
from apiscribe.pages.json_shape_shapes import ShapeBuilder, with_meanings
from apiscribe.pages.json_shape_words import is_type_word
from apiscribe.pages.page import Ledger, PageSource

FAMILY = "json-shape"

_TYPED = re.compile(r"""["'“]?[\w$.-]+["'”]?\??\s*:\s*\[?\s*([A-Za-z-]+)[?\[\]|,;\s]*(//.*)?$""")
_QUOTED = re.compile(r"""["“](?!type["”])[\w$.-]+["”]\s*:\s*["“]([a-z-]+)\??["”],?$""")
_FRAME = re.compile(r"data:\s*[{\[]")


def score(page: PageSource) -> float:
    """How much the page looks like pseudo-JSON with type words: by lines `"name": typeword`."""
    if re.search(r"^[ \t]*[\"']?(openapi|swagger)[\"']?\s*:", page.text, re.M):
        return 0.0
    depth = typed = frames = 0
    for line in page.lines:
        match = _TYPED.match(line.text) or _QUOTED.match(line.text)
        if depth > 0 and match is not None and is_type_word(match[1]):
            typed += match[1].lower() not in ("true", "false", "null", "none")
        frames += _FRAME.match(line.text) is not None
        depth += sum(line.text.count(mark) for mark in "{[")
        depth = max(0, depth - sum(line.text.count(mark) for mark in "}]"))
    if re.search(r"^\[block:[\w-]+\]$", page.text, re.M):  # an export of tables
        return 0.0
    if is_google(page.text):
        return 0.97
    typed += 2 * len(DECLARATION.findall(page.text))
    if typed:
        return min(0.9, 0.4 + 0.15 * typed)
    return 0.35 if frames else 0.0


def read(page: PageSource, diagnostics: Diagnostics) -> Facts:
    """Everything the page says. A page without an endpoint line gives models only."""
    return _Reader(page, Ledger(page)).facts()


@dataclass(slots=True)
class _Reader:
    page: PageSource
    ledger: Ledger
    conflicts: list[Conflict] = field(default_factory=list)

    def facts(self) -> Facts:
        sections = sort_blocks(read_blocks(self.page), self.ledger)
        names = name_parts(sections)
        shapes = self._shapes(sections.parts, frozenset(each.name for each in names))
        shapes = self._extended(sections.parts, names, shapes)
        models = [
            self._model(part, named, shape)
            for part, named, shape in zip(sections.parts, names, shapes, strict=True)
        ]
        self.ledger.drop([end.line for end in sections.ends], "end of stream")
        endpoints, hosts = read_endpoints(self.page, sections, names)
        for endpoint in sections.endpoints:
            self._use(endpoint.block.line, endpoint.block.line)
            for prose in endpoint.prose:
                self._use(prose.line, prose.end_line)
            for shown in endpoint.shown:
                self._use(shown.line, shown.end_line)
            if endpoint.heading is not None:
                self.ledger.fact(endpoint.heading.line)
            for _, entry in endpoint.parameters:
                self._use(entry.line, entry.end_line)
            self.ledger.fact(*(each.line for each in endpoint.said))
            self.ledger.fact(*(each.line for each in endpoint.scopes))
        for server in sections.servers:
            self._use(server.line, server.line)
        stated = [Server(each.url, self._source(each.line)) for each in sections.servers]
        description = self._description(sections.prose)
        return Facts(
            self.page,
            FAMILY,
            title=self._title(),
            description=description,
            breadcrumb=tuple(Text(each.text, self._source(each.line)) for each in sections.lead),
            servers=tuple(stated) or hosts or called_hosts(self.page, endpoints),
            auth=read_auth(self.page, sections),
            endpoints=endpoints,
            models=tuple(models),
            conflicts=tuple(self.conflicts),
            unread=self._unread(),
            furniture=dict(self.ledger.furniture),
            keywords=stated_security(stated_auth(self.page, sections.prose)) if endpoints else (),
        )

    def _title(self) -> Text | None:
        """The title in the front matter."""
        for line in self.page.lines[: front_matter(self.page.lines)]:
            if (found := re.match(r"title:\s*[\"']?(.+?)[\"']?$", line.text)) is not None:
                self.ledger.furniture.pop(line.number, None)
                self._use(line.number, line.number)
                span = self.page.span(line.number)
                return Text(found[1], Source(span, Certainty.INFERRED, "The page's own title."))
        return None

    def _use(self, line: int, end_line: int) -> None:
        self.ledger.fact(*range(line, end_line + 1))

    def _source(self, line: int, end_line: int = 0) -> Source:
        return Source(self.page.span(line, end_line))

    def _unread(self) -> tuple[Unread, ...]:
        lines = self.page.lines
        return tuple(
            Unread(self.page.span(number), lines[number - 1].text, reason)
            for number, reason in sorted(self.ledger.unread().items())
        )

    def _shapes(self, parts: Sequence[Part], models: frozenset[str]) -> list[Shape]:
        """The shape of each part: skeletons first, as examples are read in their light."""
        stated: dict[int, Shape] = {}
        for index, part in enumerate(parts):
            if part.skeleton:
                stated[index] = self._skeleton(part, models)
        return [
            stated[index] if index in stated else self._inferred(part, parts, stated)
            for index, part in enumerate(parts)
        ]

    def _extended(
        self, parts: Sequence[Part], names: Sequence[Named], shapes: Sequence[Shape]
    ) -> list[Shape]:
        """`interface A extends B`: the members of B first, where the page shows it."""
        known = {name.name: shape for name, shape in zip(names, shapes, strict=True)}
        bases = {name.name: part.block.bases for part, name in zip(parts, names, strict=True)}

        def fields(name: str, seen: frozenset[str]) -> dict[str, Field]:
            shape = known.get(name)
            if shape is None or name in seen or not isinstance(shape.form, Object):
                return {}
            found: dict[str, Field] = {}
            for base in bases[name]:
                found |= fields(base, seen | {name})
            return found | {each.name: each for each in shape.form.fields}

        result = []
        for part, name, shape in zip(parts, names, shapes, strict=True):
            for base in part.block.bases:
                if base not in known:
                    self.ledger.refuse(part.block.line, f"the page does not show {base}")
            if part.block.bases and isinstance(shape.form, Object):
                own = tuple(fields(name.name, frozenset()).values())
                shape = replace(shape, form=replace(shape.form, fields=own))
            result.append(shape)
        return result

    def _skeleton(self, part: Part, models: frozenset[str]) -> Shape:
        node = part.block.node
        declared = bool(part.block.name)
        builder = ShapeBuilder(self.page, self._placed(part), models, declared)
        shape = builder.build(node)
        self._use(part.block.line, part.block.end_line)
        for line in elisions(node):
            self.ledger.refuse(line, "an elision: the page leaves members out here")
        for line, reason in builder.refused.items():
            self.ledger.refuse(line, reason)
        self.conflicts.extend(builder.conflicts)
        return shape

    def _placed(self, part: Part) -> dict[tuple[str, ...], Placed]:
        placed, lost = place_meanings(part.meanings, outline(part.block.node))
        for each in placed:
            self._use(each.meaning.line, each.meaning.end_line)
        for meaning in part.meanings:
            if (reason := lost.get(meaning.line)) is not None:
                for line in range(meaning.line, meaning.end_line + 1):
                    self.ledger.refuse(line, reason)
        return {each.path: each for each in placed}

    def _inferred(self, part: Part, parts: Sequence[Part], stated: dict[int, Shape]) -> Shape:
        """The shape of examples without a skeleton; the most alike skeleton lends its types."""
        node = part.block.node
        near = max(stated, key=lambda i: likeness(node, parts[i].block.node), default=None)
        lent = stated[near] if near is not None and likeness(node, parts[near].block.node) else None
        inference = Inference(self.page, stated_members(lent))
        shape = inference.shape([example.node for example in part.examples])
        self.conflicts.extend(inference.conflicts)
        return with_meanings(shape, self._placed(part), self.page)

    def _model(self, part: Part, named: Named, shape: Shape) -> Model:
        examples = []
        for example in part.examples:
            self._use(example.line, example.end_line)
            source = self._source(example.line, example.end_line)
            examples.append(Example(json_of(example.node), source))
        if part.intro is not None:
            self._use(part.intro.line, part.intro.end_line)
            reason = "The sentence stands before the shape."
            span = self.page.span(part.intro.line, part.intro.end_line)
            text = Text(part.intro.text, Source(span, Certainty.INFERRED, reason))
            shape = replace(shape, description=text)
        span = self.page.span(part.block.line, part.block.end_line)
        certainty = Certainty.INFERRED if named.reason else Certainty.STATED
        source = Source(span, certainty, named.reason)
        # The pointer of a schema stands for its name as well: the weaker of both is told.
        shape = replace(shape, source=source)
        return Model(named.name, shape, source, listed=True, examples=tuple(examples))

    def _description(self, prose: Sequence[Prose]) -> Text | None:
        """Sentences that stand with no shape: the page's description."""
        if not prose:
            return None
        for each in prose:
            self._use(each.line, each.end_line)
        span = self.page.span(prose[0].line, prose[-1].end_line)
        reason = "Sentences of the page that stand with no shape."
        text = "\n\n".join(each.text for each in prose)
        return Text(text, Source(span, Certainty.INFERRED, reason))
