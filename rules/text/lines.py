"""Which games the lines of the five rulebooks speak of, so that nobody is refused by a sentence about another game.

A rulebook has a part for each game and parts for all; a game that shares another's part does so because the book says
that it is played alike (`002:L129`). Games of no book (short deck, razz, …) share only what is said of their kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

_Part: TypeAlias = tuple[int, int, frozenset[str]]
"""The first and the last line of a part of a rulebook, and the games that it speaks of."""

_PLACE: Final = re.compile(r"L?(?P<first>\d+)(?:-(?P<last>\d+))?")
_RULEBOOK: Final = re.compile(r"(?P<book>00[0-9]):(?P<places>L.+)")


def _part(first: int, last: int, games: str) -> _Part:
    return first, last, frozenset(games.split())


_HOLDEM_KIND: Final = "holdem omaha omaha8"
_FLOP: Final = "holdem omaha omaha8 shortdeck omaha5"
_STUDS: Final = "stud stud8 razz"
_DRAWS: Final = "badugi 27td 27sd a5td"
_HIGH_POKER: Final = f"{_FLOP} stud stud8"
_WHOLE_DECK: Final = f"{_HOLDEM_KIND} omaha5 {_STUDS} {_DRAWS} holdem_blackjack"

PARTS: Final[Mapping[str, tuple[_Part, ...]]] = {
    "000": (
        _part(3, 3, _WHOLE_DECK),
        _part(11, 15, "holdem omaha"),
        _part(19, 19, "holdem"),
        _part(23, 26, "omaha"),
        _part(28, 40, "badugi"),
        _part(44, 59, _HIGH_POKER),
        _part(60, 60, "badugi"),
        _part(61, 66, f"{_FLOP} {_STUDS} {_DRAWS}"),
    ),
    "001": (
        _part(1, 37, _HIGH_POKER),
        _part(38, 104, "holdem"),
        _part(105, 183, "omaha8"),
        _part(184, 241, "stud"),
    ),
    "002": (
        _part(2, 2, _HOLDEM_KIND),
        _part(3, 3, _WHOLE_DECK),
        _part(12, 127, _HOLDEM_KIND),
        _part(128, 135, "omaha omaha8"),
        _part(136, 159, "omaha8"),
        _part(177, 178, _FLOP),
        _part(179, 234, _HOLDEM_KIND),
    ),
    "003": (
        _part(2, 47, "stud"),
        _part(49, 142, "omaha"),
        _part(143, 248, "omaha8"),
        _part(250, 329, "holdem"),
        _part(331, 353, "holdem_blackjack"),
        _part(355, 394, _HIGH_POKER),
    ),
    "004": (
        _part(17, 17, "spanish21"),
        _part(41, 41, _STUDS),
        _part(70, 100, "holdem"),
        _part(102, 130, "omaha omaha8"),
        _part(132, 148, "stud"),
        _part(150, 170, "badugi"),
        _part(172, 198, "27td 27sd"),
        _part(202, 202, _WHOLE_DECK),
        _part(204, 216, _HIGH_POKER),
        _part(246, 246, _STUDS),
        _part(248, 248, _FLOP),
        _part(262, 262, _DRAWS),
        _part(264, 264, "omaha8 stud8"),
        _part(270, 270, _FLOP),
        _part(278, 278, "omaha8"),
        _part(282, 282, "omaha8 stud8"),
        _part(286, 286, "omaha8"),
        _part(332, 332, _STUDS),
        _part(338, 338, _FLOP),
        _part(340, 340, _STUDS),
        _part(342, 342, "a5td"),
    ),
}
"""The parts about some games, by rulebook; every other line speaks of all that the book knows."""

OUTSIDE: Final[Mapping[str, frozenset[str]]] = {
    "WSOP 216": frozenset(_STUDS.split()),
    "WSOP 228": frozenset(_STUDS.split()),
    "WSOP 269": frozenset(_DRAWS.split()),
    "RRoP 8": frozenset(_STUDS.split()),
    "RRoP 8 #4": frozenset(_STUDS.split()),
    "PHH NS": frozenset({"shortdeck"}),
}
"""The places of other books that speak of some games only."""


@lru_cache(maxsize=4096)
def of_game(cited: str, game: str) -> str:
    """The citations of one book, without the places that speak of other games; empty where nothing is left.

    Of a book that is no rulebook, and of no game in particular (empty), it is what was cited.
    """
    found = _RULEBOOK.fullmatch(cited)
    if not found or not game:
        return cited
    places = [place for place in _places(found["places"]) if _speaks(found["book"], place, game)]
    return f"{found['book']}:{', '.join(f'L{place}' for place in places)}" if places else ""


@lru_cache(maxsize=1024)
def outside_of_game(outside: str, game: str) -> str:
    """The citations of other books (`WSOP 139; RRoP 8`), without the places that speak of other games."""
    parts = outside.split("; ")
    return "; ".join(part for part in parts if not game or part not in OUTSIDE or game in OUTSIDE[part])


@lru_cache(maxsize=1024)
def citation_of_game(citation: str, game: str) -> str:
    """A whole citation (`003:L37, L133 · WSOP 149`) without what speaks of other games; empty where nothing is left."""
    told = (outside_of_game(of_game(part, game), game) for part in citation.split(" · "))
    return " · ".join(filter(None, told))


def _places(written: str) -> Iterator[str]:
    return (place.removeprefix("L") for place in written.split(", "))


def _speaks(book: str, place: str, game: str) -> bool:
    """Whether a place speaks of a game: no part that it touches is about others only."""
    found = _PLACE.fullmatch(place)
    if not found:
        return True
    first, last = int(found["first"]), int(found["last"] or found["first"])
    touched = [games for start, end, games in PARTS[book] if start <= last and first <= end]
    return all(game in games for games in touched)
