"""The form of a case of the quiz, and where the cases are read from: the TOML files beside this module.

A file holds `[[case]]` tables. Each has a `topic`, of which a quiz draws one case at most; tells its situation in
`title`; names in `ask` what is asked (`rules.book.quiz.asking`), and in `turns_on` the house rules that the answer
turns on, in `shows` the rules that it shows. `mistakes` are tables of facts that take the place of the case's own: what
somebody sees who misreads it. Everything else is the situation, in the words of the examples.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.book.scenarios.situation import Given, Situation
from rules.house.house import House
from rules.house.house_rules import HOUSE_RULES
from rules.text.rulebook import RULES

_FOLDER: Final = Path(__file__).parent
_STATED: Final = frozenset({"topic", "title", "ask", "turns_on", "shows", "mistakes"})


class CaseError(ValueError):
    """A case that says too little, or names a rule that nobody knows."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A situation with a question about it; `mistakes` are its facts as somebody may misread them."""

    topic: str
    title: str
    ask: str
    given: Given
    turns_on: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    mistakes: tuple[Given, ...] = ()

    def in_house(self, house: House) -> Situation:
        """The situation in a house."""
        return Situation(house, self.given, self.given.get("game", ""))

    def misread(self, house: House) -> Iterator[Situation]:
        """The situation as it is misread, in a house."""
        return (Situation(house, {**self.given, **mistake}, self.given.get("game", "")) for mistake in self.mistakes)


def _read_all() -> Iterator[Case]:
    for file in sorted(_FOLDER.glob("*.toml")):
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            yield _read(entry)


def _read(entry: Given) -> Case:
    turns_on, shows = tuple(entry.get("turns_on", ())), tuple(entry.get("shows", ()))
    if not (turns_on or shows) or not set(turns_on) <= HOUSE_RULES.keys() or not set(shows) <= RULES.keys():
        raise CaseError(f"“{entry.get('title')}” turns on known house rules, or shows known rules.")
    given = {name: value for name, value in entry.items() if name not in _STATED}
    stated = entry["topic"], entry["title"], entry["ask"]
    return Case(*stated, given, turns_on, shows, tuple(entry.get("mistakes", ())))


CASES: Final = tuple(_read_all())
"""Every case, in the order of the files."""
