"""What reading a document may reach, besides files in its own folder."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Access:
    """`remote`: http(s) references are fetched. `outside`: files of other folders are read.

    Apart, because leave for one must not be leave for the other: who trusts a host has not said
    that its documents may name any file of this machine.
    """

    remote: bool = False
    outside: bool = False


OWN_FOLDER = Access()
"""Nothing but files in the document's folder."""
