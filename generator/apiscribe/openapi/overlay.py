"""OpenAPI Overlay 1.0 and 1.1 (https://spec.openapis.org/overlay/latest.html).

Beside the standard fields each action carries `x-source` (where its facts come from) or
`x-assumption` (why they are assumed), so that a reader can tell the page's word from ours. A
target that matches nothing is an error here, though the standard lets it pass: it is nearly always
a document that changed under its overlay.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from jsonpath_rfc9535 import JSONPathEnvironment, JSONPathError

from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.pointers import did_you_mean, look_up, pointer, tokens
from apiscribe.openapi.source import Source
from apiscribe.openapi.yaml_events import MAX_DEPTH


class _Paths(JSONPathEnvironment):
    max_recursion_depth = MAX_DEPTH + 50


_PATHS = _Paths()
_FIELDS = ("target", "description", "update", "remove", "copy")


@dataclass(frozen=True, slots=True)
class OverlayOrigin:
    """The overlay action that a value comes from."""

    place: Place
    source: str
    assumption: str
    description: str


@dataclass(slots=True)
class _Action:
    """One action; `at` is its pointer in the overlay."""

    at: str
    fields: dict[str, Any]
    overlay: Source

    def place(self, *names: str | int) -> Place:
        return self.overlay.place(self.at + pointer(*names))


def apply_overlay(
    data: dict[str, Any], overlay: Source, origins: Origins, diagnostics: Diagnostics
) -> None:
    """Apply all actions of `overlay` to `data`, in place and in order.

    Problems are collected: not an overlay, an unknown field, a target that is no JSONPath
    (RFC 9535) or matches nothing, an update that does not fit its target.
    """
    for action in _actions(overlay, diagnostics):
        _check_fields(action, diagnostics)
        locations = _targets(data, action, diagnostics)
        if not locations:
            continue
        if action.fields.get("remove") is True:
            _remove(data, locations, action, origins, diagnostics)
        elif "copy" in action.fields:
            _copy(data, locations, action, origins, diagnostics)
        elif "update" in action.fields:
            for location in locations:
                update = _Update(action, origins, diagnostics)
                update.apply(data, location, deepcopy(action.fields["update"]), "/update")


def overlay_origin(overlay: Source, place: Place) -> OverlayOrigin | None:
    """The action that a place in an overlay belongs to."""
    names = tokens(place.pointer)
    if len(names) < 2 or names[0] != "actions":
        return None
    action = look_up(overlay.data, pointer(*names[:2]))
    if not isinstance(action, dict):
        return None
    words = {name: action.get(name) for name in ("x-source", "x-assumption", "description")}
    texts = {name: word if isinstance(word, str) else "" for name, word in words.items()}
    return OverlayOrigin(place, texts["x-source"], texts["x-assumption"], texts["description"])


def _actions(overlay: Source, diagnostics: Diagnostics) -> list[_Action]:
    """The usable actions of an overlay; everything wrong with its frame is reported."""
    data = overlay.data
    version = data.get("overlay") if isinstance(data, dict) else None
    if not isinstance(data, dict) or version is None:
        diagnostics.error(
            "overlay/not-an-overlay",
            "this is not an OpenAPI Overlay: it has no `overlay` field.",
            overlay.place(),
            "begin it with `overlay: 1.1.0`",
        )
        return []
    text = version if isinstance(version, str) else str(overlay.text_of("/overlay"))
    if not text.startswith(("1.0", "1.1")):
        diagnostics.error(
            "overlay/version",
            f"overlay version `{text}` is not supported.",
            overlay.place("/overlay"),
            "supported: 1.0 and 1.1",
        )
        return []
    actions = data.get("actions")
    if not isinstance(actions, list):
        diagnostics.error(
            "overlay/actions", "`actions` must be a list.", overlay.place("/actions"), "add actions"
        )
        return []
    found: list[_Action] = []
    for index, fields in enumerate(actions):
        at = pointer("actions", index)
        if isinstance(fields, dict) and isinstance(fields.get("target"), str):
            found.append(_Action(at, fields, overlay))
        else:
            diagnostics.error(
                "overlay/action",
                "an action must be an object with a `target`.",
                overlay.place(at),
                "add `target: $…` (a JSONPath)",
            )
    return found


def _check_fields(action: _Action, diagnostics: Diagnostics) -> None:
    for name in action.fields:
        if name not in _FIELDS and not name.startswith("x-"):
            diagnostics.error(
                "overlay/unknown-field",
                f"`{name}` is not a field of an overlay action.",
                action.place(name),
                did_you_mean(name, _FIELDS),
            )
    does: list[str] = [name for name in ("update", "copy") if name in action.fields]
    if action.fields.get("remove") is True:
        does.append("remove")
    if not does:
        diagnostics.error(
            "overlay/action",
            "the action does nothing.",
            action.place(),
            "add `update` or `remove: true`",
        )
    reasons = [action.fields.get("x-source"), action.fields.get("x-assumption")]
    if not any(isinstance(reason, str) and reason.strip() for reason in reasons):
        diagnostics.warning(
            "overlay/no-source",
            "the action does not say where its facts come from.",
            action.place(),
            "add `x-source: <where it is stated>` or `x-assumption: <why it is assumed>`",
        )


def _find(
    data: Any, action: _Action, name: str, diagnostics: Diagnostics
) -> list[tuple[str | int, ...]]:
    """Locations that the JSONPath in field `name` selects; a bad path is reported."""
    path = action.fields[name]
    if not isinstance(path, str):
        message = f"`{name}` must be a JSONPath (RFC 9535)."
        diagnostics.error("overlay/jsonpath", message, action.place(name), "write a string: `$…`")
        return []
    try:
        return [node.location for node in _PATHS.find(path, data)]
    except (JSONPathError, RecursionError) as error:
        reason = str(error).partition(",")[0] or "nested too deeply"
        diagnostics.error(
            "overlay/jsonpath",
            f"`{path}` is not a JSONPath (RFC 9535): {reason}.",
            action.place(name),
            "write names with special characters as ['name']",
        )
        return []


def _targets(data: Any, action: _Action, diagnostics: Diagnostics) -> list[tuple[str | int, ...]]:
    before = len(diagnostics.items)
    locations = _find(data, action, "target", diagnostics)
    if not locations and len(diagnostics.items) == before:
        diagnostics.error(
            "overlay/no-match",
            f"the target `{action.fields['target']}` matches nothing.",
            action.place("target"),
            _way_out(data, action.fields["target"]),
        )
    return locations


def _way_out(data: Any, target: str) -> str:
    """How far the target leads, and what is there instead of its next part."""
    parts = _plain_parts(target)
    if parts is None:
        return "compare the target with the document it is meant for"
    value = data
    for depth, part in enumerate(parts):
        if isinstance(value, dict) and part in value:
            value = value[part]
            continue
        seen = "$" + "".join(f"['{name}']" for name in parts[:depth])
        names = [name for name in value if isinstance(name, str)] if isinstance(value, dict) else []
        hint = did_you_mean(part, names)
        return f"`{seen}` exists but has no `{part}`" + (f"; {hint}" if hint else "")
    return ""


def _plain_parts(target: str) -> list[str] | None:
    """The names of a path that is nothing but names, else `None`."""
    parts: list[str] = []
    for segment in _PATHS.compile(target).segments:
        selectors = segment.selectors
        if type(segment).__name__ != "JSONPathChildSegment" or len(selectors) != 1:
            return None
        name = getattr(selectors[0], "name", None)
        if not isinstance(name, str):
            return None
        parts.append(name)
    return parts


def _remove(
    data: Any,
    locations: list[tuple[str | int, ...]],
    action: _Action,
    origins: Origins,
    diagnostics: Diagnostics,
) -> None:
    """Remove the selected nodes, later ones first so that earlier indices stay right."""
    if () in locations:
        diagnostics.error(
            "overlay/remove-root", "the whole document cannot be removed.", action.place("target")
        )
        return
    lists: dict[tuple[str | int, ...], set[int]] = {}
    for location in sorted(set(locations), key=len, reverse=True):
        parent, last = location[:-1], location[-1]
        if isinstance(last, int):
            lists.setdefault(parent, set()).add(last)
            continue
        container = look_up(data, pointer(*parent))
        del container[last]
        origins.forget(pointer(*location))
    for parent, gone in sorted(lists.items(), key=lambda item: len(item[0]), reverse=True):
        try:
            items = look_up(data, pointer(*parent))
        except LookupError:
            continue
        kept = [index for index in range(len(items)) if index not in gone]
        origins.keep_items(pointer(*parent), kept)
        items[:] = [items[index] for index in kept]


def _copy(
    data: Any,
    locations: list[tuple[str | int, ...]],
    action: _Action,
    origins: Origins,
    diagnostics: Diagnostics,
) -> None:
    """Overlay 1.1: merge a node of the document itself into the targets."""
    sources = _find(data, action, "copy", diagnostics)
    if len(sources) != 1:
        diagnostics.error(
            "overlay/copy",
            f"`copy` must select exactly one node; it selects {len(sources)}.",
            action.place("copy"),
            "name one node",
        )
        return
    value = deepcopy(look_up(data, pointer(*sources[0])))
    for location in locations:
        _Update(action, origins, diagnostics).apply(
            data, location, deepcopy(value), "/copy", flat=True
        )


@dataclass(slots=True)
class _Update:
    """Merges one update into one target and records where each new value comes from."""

    action: _Action
    origins: Origins
    diagnostics: Diagnostics

    def apply(
        self,
        data: Any,
        location: tuple[str | int, ...],
        update: Any,
        at: str,
        *,
        flat: bool = False,
    ) -> None:
        """Merge `update`, found at `at` in the action, into the value at `location`.

        `flat`: everything new has the place `at` itself (copied values have no other).
        """
        where = pointer(*location)
        target = look_up(data, where)
        if isinstance(target, dict) and isinstance(update, dict):
            self._merge(target, update, where, at, flat)
        elif isinstance(target, list):
            self._extend(target, update, where, at, flat)
        elif (
            not isinstance(target, (dict, list))
            and not isinstance(update, (dict, list))
            and location
        ):
            look_up(data, pointer(*location[:-1]))[location[-1]] = update
            self._from(where, at)
        else:
            self.diagnostics.error(
                "overlay/update",
                f"the update does not fit what `{self.action.fields['target']}` selects.",
                self.action.place("update"),
                "objects merge with objects, lists are appended to, scalars are replaced",
            )

    def _merge(
        self, target: dict[str, Any], update: dict[str, Any], where: str, at: str, flat: bool
    ) -> None:
        for name, value in update.items():
            inner = where + pointer(name)
            inner_at = at if flat else at + pointer(name)
            present = target.get(name)
            if isinstance(present, dict) and isinstance(value, dict):
                self._merge(present, value, inner, inner_at, flat)
            elif isinstance(present, list) and isinstance(value, list):
                self._extend(present, value, inner, inner_at, flat)
            else:
                target[name] = value
                self._from(inner, inner_at)

    def _extend(self, target: list[Any], update: Any, where: str, at: str, flat: bool) -> None:
        """A list is concatenated, anything else is one more item."""
        if not isinstance(update, list):
            target.append(update)
            self._from(f"{where}/{len(target) - 1}", at)
            return
        for index, value in enumerate(update):
            target.append(value)
            self._from(f"{where}/{len(target) - 1}", at if flat else f"{at}/{index}")

    def _from(self, where: str, at: str) -> None:
        self.origins.came_from(where, Place(self.action.overlay.file, self.action.at + at))
