"""The state of one run of lowering: declarations so far, schemas seen, where inline ones belong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.ir import Answer, Declaration, Header, Nullable, Ref, Type
from apiscribe.lower.document import (
    LoadedDocument,
    escape_token,
    pointer_of,
    split_pointer,
    value_at,
)
from apiscribe.lower.nodes import Node, Site, chosen, plain_union
from apiscribe.naming import Words, split_words

SCHEMAS = "/components/schemas/"

Key: TypeAlias = tuple[str, ...]
"""The pointers of the schemas whose intersection a type is."""


@dataclass(frozen=True, slots=True)
class UnionHint:
    """What the document says about a union's `discriminator`.

    `mapping` leads from a tag's text to an index of `Union.variants`; `components` has the
    component behind each variant ("" if inline); `fallback` is the variant for unknown tags.
    `by_status`: the variants are an operation's answers, so that the status tells them apart.
    """

    field: str = ""
    mapping: tuple[tuple[str, int], ...] = ()
    components: tuple[str, ...] = ()
    fallback: int | None = None
    by_status: bool = False


@dataclass(slots=True)
class Context:
    """Everything the functions of this stage share.

    `answers` and `headers` are those of components, by pointer, lowered once for all uses.
    """

    document: LoadedDocument
    settings: Settings
    diagnostics: Diagnostics
    declare_type: Callable[[Context, tuple[Node, ...], Site], Type]
    label_variant: Callable[[Context, Node, str], list[Words]]
    declarations: dict[str, Declaration | None] = field(default_factory=dict)
    sites: dict[str, Site] = field(default_factory=dict)
    hints: dict[str, UnionHint] = field(default_factory=dict)
    unlisted: set[str] = field(default_factory=set)
    types: dict[Key, Type] = field(default_factory=dict)
    running: dict[Key, tuple[Site, bool]] = field(default_factory=dict)
    promoted: set[Key] = field(default_factory=set)
    nullable: dict[str, bool] = field(default_factory=dict)
    roots: dict[str, Site] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    headers: dict[str, Header] = field(default_factory=dict)
    schemas: Mapping[str, Any] = field(default_factory=dict)
    children: dict[str, list[str]] = field(default_factory=dict)

    def place(self, pointer: str) -> Place:
        """Where the value at `pointer` was written."""
        return self.document.place(pointer)

    def warning(self, rule: str, message: str, pointer: str, help: str = "") -> None:
        """Something repaired, assumed or not expressible."""
        self.diagnostics.warning(f"lower/{rule}", message, self.place(pointer), help)

    def note(self, rule: str, message: str, pointer: str, help: str = "") -> None:
        """Something worth knowing."""
        self.diagnostics.note(f"lower/{rule}", message, self.place(pointer), help)

    def error(self, rule: str, message: str, pointer: str, help: str = "") -> None:
        """Something that makes the document unusable."""
        self.diagnostics.error(f"lower/{rule}", message, self.place(pointer), help)

    def type_of(self, node: Node) -> Type:
        """The type of one schema, named from its own place."""
        return self.declare_type(self, (node,), node.site)

    def component(self, name: str) -> Node:
        """The schema component `name`."""
        pointer = SCHEMAS + escape_token(name)
        return Node(self.schemas[name], pointer, self.component_site(name))

    def component_site(self, name: str) -> Site:
        """What the component is called: its own name, or the one `x-sdk` pins."""
        schema = self.schemas.get(name)
        words = schema.get("x-sdk", {}).get("name") if isinstance(schema, Mapping) else None
        if isinstance(words, str) and words:
            return Site(name, split_words(words), name, pinned=True)
        return Site(name, split_words(name), name)

    def target(self, reference: str) -> Node:
        """The schema a `$ref` leads to, with the site it has in its own place."""
        pointer = pointer_of(reference)
        if pointer.startswith(SCHEMAS) and "/" not in (rest := pointer[len(SCHEMAS) :]):
            name = rest.replace("~1", "/").replace("~0", "~")
            if name in self.schemas:
                return self.component(name)
        return Node(value_at(self.document.data, pointer), pointer, self._site_at(pointer))

    def component_of(self, node: Node) -> str:
        """The component whose root `node` is, "" for any other schema."""
        name = node.site.component
        return name if name and node.pointer == SCHEMAS + escape_token(name) else ""

    def alternative(self, node: Node, keyword: str, index: int) -> Node:
        """A member of `oneOf`/`anyOf`; it shares the union's site when it is all there is of it."""
        member = node.child(node.site, keyword, str(index))
        real = [m for m in node.get(keyword) if m not in ({"type": "null"}, {"const": None})]
        if len(real) == 1 or plain_union(member.schema):
            return member
        words = self.label_variant(self, node, keyword)[index]
        site = chosen(member.schema, node.site.variant(words))
        return Node(member.schema, member.pointer, site)

    def reserve(self, site: Site) -> str:
        """Take an id for a declaration made at `site`, before its parts are lowered."""
        identity = site.id
        if not site.component and identity in self.schemas:
            identity += "~"
        while identity in self.sites and self.sites[identity] != site:
            identity += "~"
        self.declarations.setdefault(identity, None)
        self.sites[identity] = site
        return identity

    def reference(self, name: str, nullable: bool) -> Type:
        """A reference to a declaration; components are declared without their null."""
        return Nullable(Ref(name)) if nullable else Ref(name)

    def _site_at(self, pointer: str) -> Site:
        """The site of a schema anywhere in the document, found by walking from its owner."""
        tokens = split_pointer(pointer)
        for cut in range(len(tokens), 0, -1):
            root = "".join("/" + escape_token(token) for token in tokens[:cut])
            site = self.roots.get(root)
            if root.startswith(SCHEMAS) and cut == 3:
                site = self.component_site(tokens[2])
            if site is not None:
                node = Node(value_at(self.document.data, root), root, site)
                return self._walk(node, tokens[cut:])
        return Site(pointer, split_words(tokens[-1] if tokens else "schema"))

    def _walk(self, node: Node, tokens: list[str]) -> Site:
        """The site below `node`; allOf members stand for the value itself."""
        while tokens:
            site, taken = self._step(node, tokens)
            node = node.child(site, *tokens[:taken])
            tokens = tokens[taken:]
        return node.site

    def _step(self, node: Node, tokens: list[str]) -> tuple[Site, int]:
        keyword, site = tokens[0], node.site
        rest = tokens[1] if len(tokens) > 1 else ""
        if keyword == "properties" and rest:
            return node.properties()[rest].site, 2
        if keyword in ("items", "contains", "unevaluatedItems"):
            return site.item(), 1
        if keyword in ("additionalProperties", "unevaluatedProperties"):
            return site.value(), 1
        if keyword == "patternProperties" and rest:
            return site.value(), 2
        if keyword == "prefixItems" and rest:
            return site.position(int(rest)), 2
        if keyword in ("oneOf", "anyOf") and rest:
            return self.alternative(node, keyword, int(rest)).site, 2
        if keyword == "allOf" and rest:
            return site, 2
        if keyword == "content" and tokens[2:3] in (["schema"], ["itemSchema"]):
            return site, 3
        if keyword == "schema":
            return site, 1
        if keyword in ("$defs", "definitions", "dependentSchemas") and rest:
            return site.part(rest), 2
        return site.part(keyword), 1
