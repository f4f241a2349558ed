"""Puts an example to the engine: the kinds of questions, each answered by one function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from rules.book.examples.desk import (
    chips,
    coming_in,
    first_place,
    floor,
    new_fee,
    places,
    second_person,
    sign,
    substantial,
)
from rules.book.examples.example import EXAMPLES, Example, Given
from rules.book.examples.hands import hand
from rules.book.examples.kills import kill_of_deal, next_hand, next_kill_of
from rules.book.examples.outcome import Outcome
from rules.book.examples.supplies import last_cards, stock
from rules.house.house import House
from rules.house.house_rules import HOUSE_RULES, HouseRule

_KINDS: Final[Mapping[str, Callable[[Given, House], Outcome]]] = {
    "hand": hand,
    "sign": sign,
    "chips": chips,
    "places": places,
    "kill": next_kill_of,
    "kill_deal": kill_of_deal,
    "coming_in": coming_in,
    "new_fee": new_fee,
    "first_button": first_place,
    "floor": floor,
    "second_person": second_person,
    "next_hand": next_hand,
    "last_cards": last_cards,
    "stock": stock,
    "substantial": substantial,
}


@cache
@cache
def play(example: Example) -> Outcome:
    """The engine's answer to the example in its house; it is played once."""
    return _KINDS[example.kind](example.given, example.house)


@cache
def play_answers(example: Example) -> Mapping[str, Outcome]:
    """The engine's answer under each answer to the house rule that the example shows, by the answer's spelling."""
    house, answer = example.house, _KINDS[example.kind]
    return {
        text: answer(example.given, house.with_answers(**{example.house_rule: value}))
        for text, value in example.answers().items()
    }


@cache
def house_rules_of_rule(code: str) -> tuple[HouseRule, ...]:
    """The questions whose answers decide what the rule `code` does: examples name it, or are refused by it."""
    return tuple(dict.fromkeys(HOUSE_RULES[example.house_rule] for example in EXAMPLES if code in _rules_of(example)))


def rules_of_house_rule(name: str) -> frozenset[str]:
    """The codes of the rules that the answers to the house rule `name` decide."""
    return frozenset(code for example in EXAMPLES if example.house_rule == name for code in _rules_of(example))


def _rules_of(example: Example) -> frozenset[str]:
    if not example.house_rule:
        return frozenset()
    refused = (outcome.violation for outcome in play_answers(example).values())
    return frozenset(example.about).union(violation.code for violation in refused if violation)
