"""What gets lost when docs are read back, each with its reason. Everything else must survive."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Difference:
    """A place in the dump of an API, with its value before and after."""

    where: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Loss:
    """An accepted difference: at places that match `where`, once `forget` is taken from both.

    Both are regular expressions; without `forget` any difference at the place is accepted.
    """

    where: str
    reason: str
    forget: str = ""

    def explains(self, one: Difference) -> bool:
        if not re.search(self.where, one.where):
            return False
        if not self.forget:
            return True
        before, after = (re.sub(self.forget, "", str(text)) for text in (one.before, one.after))
        return before == after


LOSSES = (
    Loss(
        r"^/operations/(?!.*/(parameters|body|answers|errors)/).*/(name|resource/\d+)$"
        r"|^/resources/.*/(name|path/\d+)$",
        "the docs state the method, so reading them pins its names; the tag's spelling is gone",
        r"(?s) \(pinned\)( = .*)?$| = .*$",
    ),
    Loss(r"/parameters/\d+/examples/\d+/name$", "examples of parameters are shown without names"),
    Loss(r"^/declarations/.*/bases(/\d+)?$", "`allOf` is shown merged"),
    Loss(
        r"^/declarations/.*/fields/\d+/conditional$",
        "the docs say when `if`, `then` and `dependentRequired` ask for a member in prose only",
    ),
    Loss(r"/examples/\d+/summary$", "what an example shows is prose beside it"),
    Loss(r"^/declarations/.*/exclusive$", "which members exclude each other is not shown"),
    Loss(
        r"^(/operations/[^/]+)?/security$",
        "that no credentials are needed is said by naming none",
        r"^\[\{'schemes': \[\]\}\]$|^\(nothing\)$",
    ),
)
"""What every spec may lose."""

NAMED_PAGE = Loss(
    r"^/declarations/[^/]+/name$",
    "an inline schema that several places refer to gets a page, and so becomes a component",
    r" = .*$",
)
ORDER = Loss(
    r"^/(declaration|operation)_order",
    "the order of what has no page, or is named by its page, follows the pages",
)
VARIANT_NAMES = Loss(
    r"/variants/\d+/name$", "an alternative that is no object is shown without a name"
)
TAG_DOCS = Loss(
    r"^/resources/\d+/docs$", "a resource that the docs state is no longer that of a tag"
)
SDK_NAMES = Loss(r"/name$", "names that only the SDKs have are not shown", r"^.* = | \(pinned\)")


def shown_in_place(shared: str, owner: str) -> tuple[Loss, ...]:
    """`shared` and `owner` are ids (regular expressions): of the component, and of its copy."""
    reason = "parameters, bodies and answers that are components are shown where they are used"
    return (
        ORDER,
        Loss(rf"^/declarations/({shared}|{owner})([.|/]|$)", reason),
        Loss(r"/(type|item)/id$", reason, rf"^({shared}|{owner})"),
    )


def discriminated_base(name: str) -> tuple[Loss, ...]:
    """`name` is the id of the base."""
    reason = (
        "a base with a discriminator is shown as the union of what extends it, its own members "
        "as one more alternative"
    )
    return (ORDER, Loss(rf"^/declarations/{name}([:|/]|$)", reason))


_TRAIN_TRAVEL = (
    NAMED_PAGE,
    ORDER,
    Loss(
        r"^/declarations/(BookingPayment|create-booking-payment\.response)/fields/\d+/docs$",
        "the description of an inline schema with a page is on its page, not at the member",
    ),
    Loss(
        r"^/declarations/(create-booking-payment\.response[./]|BookingPaymentStatus"
        r"|BookingPayment\.status)",
        "a read-only member of a request is gone before docs are made, so its type is no longer "
        "shared and is declared where the answer has it",
    ),
    Loss(
        r"^/declarations/.*\.links/docs$",
        "members merged from `allOf` stand in the answer, so the text beside one is its type's too",
    ),
)

MORE_LOSSES: dict[str, tuple[Loss, ...]] = {
    "train-travel": _TRAIN_TRAVEL,
    "mistral": (
        NAMED_PAGE,
        Loss(
            r"^/declarations/(CompletionArgs\.reasoning_effort|OCRRequest\.confidence_scores_granularity"
            r"|[a-z0-9_]+_get\.(operator|status))/docs$",
            "an inline schema and the member or parameter that has it share one text in the docs",
        ),
    ),
    "digitalocean": (
        Loss(
            r"^/declarations/image_action_base\.type$",
            "a member that a mapping of a discriminator settles is shown with that value alone",
        ),
    ),
    "openai": (
        Loss(
            r"^/declarations/(Beta)?CompoundFilter(/fields/\d+/type/item/(kind|id)|\.filters\[\])$",
            "alternatives of which one is any value are read as any value",
        ),
        Loss(
            r"^/declarations/(Beta)?Item/choose/",
            "a discriminator that does not decide is not shown, so members are tried in its stead",
        ),
        Loss(
            r"^/declarations/(Beta)?InputItem\|(beta_)?item$",
            "a union in a union is shown with its alternatives",
        ),
    ),
    "012-discriminator-on-base-allof": discriminated_base("BaseTask"),
    "042-recursive-union-json-value": (VARIANT_NAMES,),
    "050-ref-external-files": shown_in_place("responses/Oops", r"listCrates\.response\.default"),
    "070-tags-odd-names": (TAG_DOCS,),
    "union-discriminated-base": discriminated_base("Task"),
    "recursion": (VARIANT_NAMES, NAMED_PAGE),
    "inline-shared": (NAMED_PAGE, ORDER),
    "names-members": (SDK_NAMES, Loss(r"^/declarations/Page\.inner/name$", SDK_NAMES.reason)),
    "parameters": (SDK_NAMES, *shown_in_place("parameters/Trace", r"getThing\.X-Trace")),
    "bodies": shown_in_place("requestBodies/Shared", r"anyJson\.request"),
    "enum-names": (
        SDK_NAMES,
        ORDER,
        Loss(
            r"^/declarations/Bag(\.inline$|/fields/5/type/)",
            "an enum of one value is shown, and read, as a constant",
        ),
    ),
    "security-and-servers": (
        Loss(
            r"^/operations/either/servers/0/variables/",
            "the variables of an operation's own server are not shown",
        ),
    ),
    "resources-by-tag": (
        Loss(
            r"users_keys_|/(POST|PUT) /users|^/operation_order/|/resources/.*/operations/",
            "an operation without an operationId is given one when docs are read",
        ),
        TAG_DOCS,
    ),
    "webhooks-and-callbacks": (
        Loss(r"^/webhooks", "docs do not say the method of a webhook; callbacks are not read"),
    ),
}
"""What single specs may lose beside that."""

UNREAD = {"resources-by-path": "methods that only `additionalOperations` can state are not read"}
"""Specs some of whose pages are not understood."""

WORDS = (
    (
        r"_order(/#)?$|/resources/#/operations/#$",
        "unexplained: the order of declarations or operations",
    ),
    (r"/values/#/name$", "unexplained: the name of an enum value"),
    (r"^/declarations/.*/variants/#/name$", "unexplained: the name of an alternative"),
    (r"^/declarations/\*/(id|name)$", "unexplained: a declaration goes by another id or name"),
    (
        r"^/declarations/\*$",
        "unexplained: a declaration that stands under another name, or only on one side",
    ),
    (r"^/operations/\*$", "unexplained: an operation goes by another id"),
    (
        r"/docs(/summary|/description)?$",
        "unexplained: prose that stands at the member on one side, at its type on the other",
    ),
    (
        r"/choose(/|$)|/variants(/|$)|/kinds?(/|$)",
        "unexplained: a type or union that is read in another form",
    ),
    (
        r"/type(/|$)|/item(/|$)",
        "unexplained: a type or its constraints that is read in another form",
    ),
    (r"/encodings$", "unexplained: how a part of a form is encoded"),
    (r"/examples?(/|$)", "unexplained: an example"),
    (r"security$", "unexplained: which credentials an operation takes"),
    (r"^/webhooks", "unexplained: a webhook"),
    (
        r"/(values|fields|extra)(/|$)",
        "unexplained: members or values of a type that is read in another form",
    ),
)
"""What differences at a place (`kind_of` of the figures) mean, for losses that no `Loss` names."""


def in_words(kind: str) -> str:
    """The loss in words: a reason as it is, a place by what is lost there."""
    if not kind.startswith("/"):
        return kind
    return next(
        (text for place, text in WORDS if re.search(place, kind)),
        f"unexplained: a difference at `{kind}`",
    )
