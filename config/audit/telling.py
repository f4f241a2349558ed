"""Tell events as people read them: sentences with names, links and money, in a fixed number of queries a page."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from config.audit.models import AuditEvent
from config.audit.words import CODES, FACTS, LABELS, MONEY, QUIET, SUBJECTS, TELLERS, Named, phrase, title
from config.rooms.models import Room

_HIDDEN = {"setup", "actions", "answers", "offers", "sources", "list", "key", "lines"}
"""Facts that are whole records, the lines of a hand, or the key of a list whose name stands beside it: the trail keeps
them for machines."""
_LONGEST = 160
_YEAR_ONLY = {"date_of_birth"}
"""Days that are told by their year: the whole of them stands on the player's page, where reading it is noted."""
_INSTANT = re.compile(r"\A\d{4}-\d\d-\d\dT\d\d:\d\d")

Names = Mapping[str, Mapping[str, Named]]


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of an event: its label, its value in words, and the page of what it names."""

    label: str
    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """An event in words. `is_own`: it is about whoever did it. `before`: the facts that were otherwise before."""

    event: AuditEvent
    did: str
    kind: str
    subject: Named
    is_own: bool
    facts: tuple[Fact, ...]
    before: tuple[Fact, ...]

    @property
    def names_kind(self) -> bool:
        """Whether the kind stands before the name; "case 2" says by itself what it is."""
        return not self.subject.text.startswith(f"{self.kind} ")

    def with_links(self, reaches: Callable[[str], bool]) -> "Told":
        """The same event with those links alone that lead where somebody may go."""
        subject = self.subject if reaches(self.subject.href) else replace(self.subject, href="")
        facts, before = ([_linked(fact, reaches) for fact in facts] for facts in (self.facts, self.before))
        return replace(self, subject=subject, facts=tuple(facts), before=tuple(before))


def _linked(fact: Fact, reaches: Callable[[str], bool]) -> Fact:
    return fact if reaches(fact.href) else replace(fact, href="")


def told(events: Sequence[AuditEvent], room: Room) -> list[Told]:
    """The events in words; one query for each kind of thing that they speak of."""
    names = _names(events)
    return [_told(event, room, names) for event in events]


def _told(event: AuditEvent, room: Room, names: Names) -> Told:
    after, before = event.after or {}, event.before or {}
    return Told(
        event=event,
        did=phrase(event.verb),
        kind=title(event.subject_kind),
        subject=names.get(event.subject_kind, {}).get(event.subject_id) or _gone(event, {**before, **after}),
        is_own=event.subject_kind == "user" and event.subject_id == str(event.by_id),
        facts=tuple(_facts(after, room, names)),
        before=tuple(_facts({key: value for key, value in before.items() if after.get(key) != value}, room, names)),
    )


def _gone(event: AuditEvent, facts: Mapping[str, Any]) -> Named:
    """The name of what is no longer there, or of what nobody registered."""
    subject = SUBJECTS.get(event.subject_kind)
    return Named((subject.gone(facts) if subject else "") or f"number {event.subject_id}")


def _facts(values: Mapping[str, Any], room: Room, names: Names) -> Iterator[Fact]:
    for key, value in values.items():
        if value in (None, "", [], {}) or key in _HIDDEN or (value == 0 and key in QUIET):
            continue
        yield _fact(key, value, room, names)


def _fact(key: str, value: Any, room: Room, names: Names) -> Fact:
    known = names.get(FACTS.get(key, ""), {})
    href = next((known[str(each)].href for each in _listed(value) if str(each) in known), "")
    return Fact(_label(key), _shortened(_words(key, value, room, names)), href)


def _label(key: str) -> str:
    """The label of a fact; a number alone is a seat: what is kept by seat has no other key."""
    return LABELS.get(key) or (f"seat {key}" if key.isdigit() else key.replace("_", " "))


def _words(key: str, value: Any, room: Room, names: Names) -> str:
    """A value in words, and what lies inside it too."""
    if isinstance(value, dict):
        return TELLERS[key](value, room) if key in TELLERS else _within(key, value, room, names)
    if isinstance(value, list):
        between = "; " if any(isinstance(each, dict | list) for each in value) else ", "
        return between.join(_words(key, each, room, names) for each in value)
    if named := names.get(FACTS.get(key, ""), {}).get(str(value)):
        return named.text
    return CODES.get(key, {}).get(str(value)) or _plain(key, value, room)


def _within(key: str, value: Mapping[str, Any], room: Room, names: Names) -> str:
    """The content of a record, without what it leaves open; a value by seat is of the kind that the record is."""
    return ", ".join(
        f"{_label(inner)} {_words(key if inner.isdigit() else inner, each, room, names)}"
        for inner, each in value.items()
        if each not in (None, "", [], {})
    )


def _plain(key: str, value: Any, room: Room) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and key in MONEY:
        return f"{room.currency_symbol}{room.money(value)}"
    return _text(key, str(value), room)


def _text(key: str, text: str, room: Room) -> str:
    if key in _YEAR_ONLY:
        return text[:4]
    if _INSTANT.match(text):
        return f"{datetime.fromisoformat(text).astimezone(room.zone):%-d %b %Y %H:%M}"
    return text


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _names(events: Iterable[AuditEvent]) -> Names:
    """The names of everything that the events are about or mention, by kind and id."""
    wanted: dict[str, set[str]] = defaultdict(set)
    for event in events:
        wanted[event.subject_kind].add(event.subject_id)
        for kind, mentioned in [*_mentioned("", event.before or {}), *_mentioned("", event.after or {})]:
            wanted[kind].add(mentioned)
    return {
        kind: SUBJECTS[kind].named(each for each in ids if each.isdigit())
        for kind, ids in wanted.items()
        if kind in SUBJECTS
    }


def _mentioned(key: str, value: Any) -> Iterator[tuple[str, str]]:
    """The kinds and ids that a value names, however deep they lie in it."""
    if isinstance(value, dict):
        for inner, each in value.items():
            yield from _mentioned(key if inner.isdigit() else inner, each)
    elif isinstance(value, list):
        for each in value:
            yield from _mentioned(key, each)
    elif (kind := FACTS.get(key)) and str(value).isdigit():
        yield kind, str(value)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
