"""The audit trail in words: what was done, to what, with which facts. Each app registers what it knows by name.

An event keeps verbs, ids and minor units, which never change their meaning; people read names, links and money.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, Q
from django.urls import NoReverseMatch, reverse

from config.rooms.models import Room


@dataclass(frozen=True, slots=True)
class Named:
    """The name of something that an event speaks of, and the address of its page ("" where it has none)."""

    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of thing that events are about, and how to name its rows.

    `joined` are the rows that the names need (one query for a whole page). `links` gives the address of a row: the
    name of the page and its arguments. `gone` names a row that is no longer there from what its event kept of it.
    """

    model: type[Model]
    title: str
    joined: tuple[str, ...] = ()
    name: Callable[[Any], str] = str
    links: Callable[[Any], tuple[str, list[Any]] | None] = lambda row: None
    gone: Callable[[Mapping[str, Any]], str] = lambda facts: ""

    def named(self, ids: Iterable[str]) -> dict[str, Named]:
        """The names of the rows with these ids, by id; one query."""
        rows = self.model._default_manager.select_related(*self.joined).filter(pk__in=set(ids))
        return {str(row.pk): Named(self.name(row), _address(self.links(row))) for row in rows}


SUBJECTS: dict[str, Subject] = {}
VERBS: dict[str, str] = {}
MONEY: set[str] = set()
QUIET: set[str] = set()
"""The keys of amounts that say nothing where they are 0."""
FACTS: dict[str, str] = {}
"""The keys of facts that hold the id of something: which kind of subject it is."""
CODES: dict[str, dict[str, str]] = {}
"""The keys of facts that hold a code: the words of each code. What isn't among them stands as it is."""
LABELS: dict[str, str] = {}
"""The labels of the keys of facts where the key itself is no word for people."""
TELLERS: dict[str, Callable[[Any, Room], str]] = {}
"""The keys of facts that are whole records, and how each is told in the words of a room."""
SEARCHES: dict[str, Callable[[Any, str], Q]] = {}
"""The other ways in which the trail can be searched: from the room and the text that was typed to the events that it is
about."""


def register(
    *,
    verbs: Mapping[str, str],
    subjects: Iterable[Subject] = (),
    money: Iterable[str] = (),
    facts: Mapping[str, str] | None = None,
    codes: Mapping[str, Mapping[str, str]] | None = None,
    quiet: Iterable[str] = (),
    labels: Mapping[str, str] | None = None,
    tellers: Mapping[str, Callable[[Any, Room], str]] | None = None,
) -> None:
    """Let the trail know an app's verbs (in the past tense: "sold chips"), its subjects, and what its facts hold.

    Raises ValueError for a verb, a kind or a code that another app has registered.
    """
    kinds = {subject.model._meta.model_name or "": subject for subject in subjects}
    if doubled := (VERBS.keys() & verbs.keys()) | (SUBJECTS.keys() & kinds.keys()):
        raise ValueError(f"registered twice: {', '.join(sorted(doubled))}")
    for key, words in (codes or {}).items():
        known = CODES.setdefault(key, {})
        if doubled := known.keys() & words.keys():
            raise ValueError(f"registered twice as {key}: {', '.join(sorted(doubled))}")
        known.update(words)
    VERBS.update(verbs)
    SUBJECTS.update(kinds)
    MONEY.update(money)
    QUIET.update(quiet)
    FACTS.update(facts or {})
    LABELS.update(labels or {})
    TELLERS.update(tellers or {})


def search_by(name: str, about: Callable[[Any, str], Q]) -> None:
    """Let the trail be searched by a field of this name ("player", "table"). `about` may refuse a text."""
    SEARCHES[name] = about


def phrase(verb: str) -> str:
    """The act in words; the verb itself, without its dots, where nobody registered any."""
    return VERBS.get(verb) or verb.replace(".", " ").replace("_", " ")


def title(kind: str) -> str:
    """The name of a kind of subject."""
    subject = SUBJECTS.get(kind)
    return subject.title if subject else kind


def _address(link: tuple[str, list[Any]] | None) -> str:
    if link is None:
        return ""
    try:
        return reverse(link[0], args=link[1])
    except NoReverseMatch:
        return ""
