"""The place of a rule, in words: `002:L163-165 · WSOP 171` is lines of one rulebook and a numbered rule of another.

`sources` takes a citation apart; each part names its book, the place in it for people, and whose house it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rules.book.clauses import clauses
from rules.house.house import HOUSES
from rules.text.rule import BOOKS


@dataclass(frozen=True, slots=True)
class Book:
    """A book that rules are cited from. `house` is the preset whose rulebook it is, empty for all others."""

    key: str
    title: str
    about: str
    house: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """One book and the place in it: "lines 163 to 165". `written` is the citation as it stands in short.

    `clauses` are what the place says, where the book says it in few words and somebody asked for them.
    """

    book: Book
    place: str
    written: str
    clauses: tuple[str, ...] = ()


def _rulebook(number: str) -> Book:
    house = HOUSES[BOOKS[number]]
    return Book(number, house.title, f"The rulebook of {house.title}, number {number}, by line.", house.name)


_OUTSIDE: Final = (
    Book("WSOP", "WSOP Live Action Rules", "The World Series of Poker's rules for cash games of 2024, by rule number."),
    Book("RRoP", "Robert's Rules of Poker", "The rules that most card rooms started from, by section and number."),
    Book("PHH", "Poker hand history format", "The open format of hand files: what a recorded hand takes for granted."),
    Book("plaque", "The plaque on the table", "What the plaque of the table states, which goes before every book."),
    Book("house", "House practice", "No rulebook says it: what rooms do, or what the room decides for itself."),
)
LIBRARY: Final[Mapping[str, Book]] = {book.key: book for book in (*map(_rulebook, BOOKS), *_OUTSIDE)}
"""Every book that is cited, by its key: the five rulebooks first."""

_PART: Final = re.compile(r" · |; |, (?=RRoP |WSOP |00[0-9]:)")
_RULEBOOK: Final = re.compile(r"(?P<book>00[0-9]):(?P<place>L.+)")
_NUMBERS: Final = re.compile(r"[0-9-]+(, [0-9-]+)*")


@lru_cache(maxsize=1024)
def sources(citation: str) -> tuple[Source, ...]:
    """The books that a citation names, in its order. Raises ValueError for a book that nobody knows."""
    return tuple(_source(part) for part in _PART.split(citation) if part)


@lru_cache(maxsize=1024)
def in_words(citation: str) -> str:
    """A citation as it is read out: "WSOP Live Action Rules, rules 51 and 52"; as it stands where no book is known."""
    try:
        cited = sources(citation)
    except ValueError:
        return citation
    return "; ".join(f"{source.book.title}, {source.place}" if source.place else source.book.title for source in cited)


def quoted(citation: str, rule: str) -> tuple[Source, ...]:
    """The books that a citation names, with the clauses of the rulebooks that the rule of that code rests on."""
    return tuple(replace(source, clauses=clauses(rule, source.written)) for source in sources(citation))


def _source(part: str) -> Source:
    lines = _RULEBOOK.fullmatch(part)
    if lines:
        return Source(LIBRARY[lines["book"]], _lines(lines["place"]), part)
    key, _, place = part.replace(",", "", 1).partition(" ") if part.startswith("house,") else part.partition(" ")
    if key not in LIBRARY:
        raise ValueError(f"“{part}” cites no book that is known.")
    return Source(LIBRARY[key], _place(key, place), part)


def _place(key: str, place: str) -> str:
    if key == "WSOP" and _NUMBERS.fullmatch(place):
        return _numbered("rule", place)
    if key == "RRoP":
        return _section(place)
    if key == "PHH":
        return f"variant {place}" if place else ""
    after = _RULEBOOK.fullmatch(place.removeprefix("after "))
    return f"after {LIBRARY[after['book']].title}, {_lines(after['place'])}" if after else place


def _lines(place: str) -> str:
    """ "L4-7, L56" as "lines 4 to 7 and 56"."""
    return _numbered("line", place.replace("L", ""))


def _numbered(word: str, numbers: str) -> str:
    spans = numbers.split(", ")
    told = [span.replace("-", " to ") for span in spans]
    several = len(spans) > 1 or "-" in numbers
    return f"{word}{'s' if several else ''} " + " and ".join(filter(None, [", ".join(told[:-1]), told[-1]]))


def _section(place: str) -> str:
    """ "14 No Limit #2-3" as "section 14, No Limit, numbers 2 to 3"."""
    heading, _, numbers = place.partition(" #")
    number, _, title = heading.partition(" ")
    named = [f"section {number}", title] if number.isdigit() else [heading]
    return ", ".join(filter(None, [*named, _numbered("number", numbers) if numbers else ""]))
