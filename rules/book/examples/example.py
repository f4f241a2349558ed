"""The form of an example, and where the examples are read from: the TOML files beside this module.

A file holds `[[example]]` tables. Each names the `rule` or the `house_rule` that it shows, the situation in one
sentence, the kind of question that is put to the engine, the `house` and its `answers` where they aren't the standard
ones, and what is given. `effect` is what must come of it, left out where the rule simply refuses; for a house rule
`effects` by answer.
Players are pN for the player in seat N, amounts are major units; kinds and facts that the conformance catalogue has
too are named as there (`tests/conformance/FORMAT.md`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.book.scenarios.situation import Given, Situation
from rules.house.house import HOUSES, House
from rules.house.house_rules import HOUSE_RULES, Value
from rules.text.rulebook import RULES

_FOLDER: Final = Path(__file__).parent
_STATED: Final = frozenset({"rule", "house_rule", "kind", "title", "house", "answers", "about", "effect", "effects"})


class ExampleError(ValueError):
    """An example that says too little, too much, or names a rule that nobody knows."""


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A situation that shows one rule, or one question on which houses differ.

    `title` tells it in a sentence. `effects` holds what must come of it by answer; the only key of a rule's is "".
    `about` names rules on which the answers to the house rule bear, besides those by which they refuse.
    """

    kind: str
    title: str
    situation: Situation
    effects: Mapping[str, str]
    rule: str = ""
    house_rule: str = ""
    about: tuple[str, ...] = ()

    @property
    def house(self) -> House:
        """The house that the example is played in; what it compares comes on top."""
        return self.situation.house

    def answers(self) -> Mapping[str, Value]:
        """The answers to the house rule that the example compares, by their spelling."""
        return {text: HOUSE_RULES[self.house_rule].read(text) for text in self.effects}


def examples_of_rule(code: str) -> tuple[Example, ...]:
    """The examples that show the rule `code`."""
    return tuple(example for example in EXAMPLES if example.rule == code)


def examples_of_house_rule(name: str) -> tuple[Example, ...]:
    """The examples that show how the answers to the house rule `name` differ."""
    return tuple(example for example in EXAMPLES if example.house_rule == name)


def _read_all() -> Iterator[Example]:
    for file in sorted(_FOLDER.glob("*.toml")):
        content = tomllib.loads(file.read_text(encoding="utf-8"))
        for entry in content["example"]:
            yield _read(entry, file.name)


def _read(entry: Given, file: str) -> Example:
    rule, house_rule = entry.get("rule", ""), entry.get("house_rule", "")
    if (rule in RULES) is (house_rule in HOUSE_RULES):
        raise ExampleError(f"{file}: “{entry.get('title')}” shows one known rule or one known house rule.")
    return Example(
        kind=entry["kind"],
        title=entry["title"],
        situation=_situation(entry),
        effects=entry["effects"] if house_rule else {"": entry.get("effect", f"refused {rule}")},
        rule=rule,
        house_rule=house_rule,
        about=tuple(RULES[code].code for code in entry.get("about", ())),
    )


def _situation(entry: Given) -> Situation:
    house = HOUSES[entry.get("house", "standard")].with_answers(**entry.get("answers", {}))
    return Situation(
        house, {name: value for name, value in entry.items() if name not in _STATED}, entry.get("game", "")
    )


EXAMPLES: Final = tuple(_read_all())
"""Every example, in the order of the files."""
