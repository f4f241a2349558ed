"""The findings of the audits of the books, as pages show it: runs, and findings in words with links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from config.audit.models import AuditFinding, AuditRun
from config.audit.words import SUBJECTS
from config.rooms.models import Room

RUNS_SHOWN = 48
MOST_SHOWN = 200
_NAMED = re.compile(r"\b([a-z]+(?:_[a-z]+)?) (\d+)\b")
_CALLED = {"case": "dispute", "session": "tablesession", "plaque": "", "table": "table"}
"""The words of sentences for a thing whose kind has another name; plaques are told by their number, not their id."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence, and the address of what it names ("" for mere words)."""

    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding as the page tells it."""

    row: AuditFinding
    parts: tuple[Part, ...]


def findings_of(room: Room) -> QuerySet[AuditFinding]:
    """The findings about a room, and what names none: the database is everybody's."""
    return AuditFinding.objects.filter(Q(room=room) | Q(room=None))


def unseen_findings(room: Room) -> int:
    """Return how many faults stand that nobody has acknowledged."""
    return findings_of(room).filter(gone_at=None, seen_at=None).count()


def standing(room: Room) -> list[Shown]:
    """The faults that stand, those first that nobody has acknowledged; one query for each kind of thing they name."""
    rows = findings_of(room).filter(gone_at=None).select_related("seen_by").order_by("seen_at", "pk")
    found = sorted(rows[:MOST_SHOWN], key=lambda row: (row.seen_at is not None, row.pk))
    links = _links(row.text for row in found)
    return [Shown(row, tuple(_parts(row.text, links))) for row in found]


def gone(room: Room) -> QuerySet[AuditFinding]:
    """The last faults that an audit didn't find any more."""
    return findings_of(room).exclude(gone_at=None).select_related("seen_by").order_by("-gone_at", "-pk")[:20]


def runs() -> QuerySet[AuditRun]:
    """The last audits, newest first."""
    return AuditRun.objects.all()[:RUNS_SHOWN]


def _links(texts: Iterator[str]) -> dict[tuple[str, str], str]:
    wanted: dict[str, set[str]] = {}
    for text in texts:
        for word, number in _NAMED.findall(text):
            wanted.setdefault(_kind(word), set()).add(number)
    return {
        (kind, number): named.href
        for kind, numbers in wanted.items()
        if kind in SUBJECTS
        for number, named in SUBJECTS[kind].named(each for each in numbers if len(each) < 19).items()
    }


def _parts(text: str, links: dict[tuple[str, str], str]) -> Iterator[Part]:
    begin = 0
    for found in _NAMED.finditer(text):
        if href := links.get((_kind(found[1]), found[2])):
            yield Part(text[begin : found.start()])
            yield Part(found[0], href)
            begin = found.end()
    yield Part(text[begin:])


def _kind(word: str) -> str:
    """The kind of thing that a sentence names: by its word, or by its table's ("games_hand")."""
    return _CALLED.get(word, word.rpartition("_")[2])
