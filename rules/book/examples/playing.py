"""Puts an example to the engine: the kinds of questions, each answered by one function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from rules.book.examples.desk import (
    chips,
    coming_in,
    first_place,
    floor,
    new_fee,
    places,
    plaque,
    second_person,
    substantial,
)
from rules.book.examples.example import EXAMPLES, Example
from rules.book.examples.hands import hand
from rules.book.examples.kills import kill_of_deal, next_hand, next_kill_of
from rules.book.examples.outcome import Outcome
from rules.book.examples.supplies import last_cards, stock
from rules.book.scenarios.situation import Situation
from rules.house.house_rules import HOUSE_RULES, HouseRule

_KINDS: Final[Mapping[str, Callable[[Situation], Outcome]]] = {
    "hand": hand,
    "plaque": plaque,
    "buyin": chips,
    "button": places,
    "kill": next_kill_of,
    "kill_deal": kill_of_deal,
    "coming_in": coming_in,
    "new_fee": new_fee,
    "button_draw": first_place,
    "floor": floor,
    "second_person": second_person,
    "next_hand": next_hand,
    "stud_supply": last_cards,
    "draw_supply": stock,
    "substantial_action": substantial,
}


@cache
def play(example: Example) -> Outcome:
    """The engine's answer to the example in its house; it is played once."""
    return _KINDS[example.kind](example.situation)


@cache
def play_answers(example: Example) -> Mapping[str, Outcome]:
    """The engine's answer under each answer to the house rule that the example shows, by the answer's spelling."""
    situation, answer = example.situation, _KINDS[example.kind]
    houses = {
        text: situation.house.with_answers(**{example.house_rule: value}) for text, value in example.answers().items()
    }
    return {text: answer(replace(situation, house=house)) for text, house in houses.items()}


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
