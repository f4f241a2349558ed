"""The kinds of events that other systems are told of. Each app registers its own in its module `hook_events`.

What is told says what happened and to which thing, by ids: never a name, a document or an amount. Whoever may know more
reads it from the API, with a token and the rights that it has.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

Facts = Mapping[str, int | str | None]


@dataclass(frozen=True, slots=True)
class EventKind:
    """One kind of event: its code for machines, its words for people, what is told of a row, and where the API shows
    it."""

    code: str
    title: str
    """Words that go on from "when": "a gaming day is locked"."""
    about: Callable[[Any], Facts]
    """The ids of a row and of what it belongs to."""
    place: Callable[[Any], str]
    """The address in the API under which the row, or what it belongs to, is read."""


KINDS: Final[dict[str, EventKind]] = {}


def register(kind: EventKind) -> EventKind:
    """Let managers choose a kind of event; returns it. Raises ValueError for a code that is registered already."""
    if kind.code in KINDS:
        raise ValueError(f"the event {kind.code} is registered twice")
    KINDS[kind.code] = kind
    return kind


def title(code: str) -> str:
    """The words of a kind; the code itself where nobody registers it any more."""
    kind = KINDS.get(code)
    return kind.title if kind else code
