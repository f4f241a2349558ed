"""The worked examples: each comes out as it says, and every rule and every answer of a house has one."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from rules.book.examples import (
    EXAMPLES,
    Example,
    examples_of_house_rule,
    examples_of_rule,
    house_rules_of_rule,
    play,
    play_answers,
    rules_of_house_rule,
)
from rules.house.house_rules import HOUSE_RULES, HouseRule, Value
from rules.text.rulebook import RULES

WITHOUT_EXAMPLE = {
    "game_not_supported": "the engine plays every game that it has a sheet for; only the console refuses by it",
    "must_discard": "no game that a house offers has players throw cards away for good",
    "facts_contradict": "it is about facts without actions, and an example is a hand that was played",
    "contributions_unknown": "it is about booking facts without actions",
}
"""Rules that no example shows, each with its reason."""


def _title(example: Example) -> str:
    return f"{example.rule or example.house_rule}: {example.title}"


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.rule], ids=_title)
def test_an_example_of_a_rule_comes_out_as_it_says_by_that_rule(example: Example) -> None:
    outcome = play(example)
    assert outcome.effect == example.effects[""]
    assert example.rule in outcome.rules


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.house_rule], ids=_title)
def test_an_example_of_a_house_rule_comes_out_under_each_answer_as_it_says(example: Example) -> None:
    outcomes = play_answers(example)
    assert {text: outcome.effect for text, outcome in outcomes.items()} == dict(example.effects)
    assert len(set(example.effects.values())) > 1, "it shows no difference"


def test_every_rule_has_an_example_or_a_reason() -> None:
    shown = {example.rule for example in EXAMPLES if example.rule}
    assert RULES.keys() - shown <= WITHOUT_EXAMPLE.keys()
    assert not shown.intersection(WITHOUT_EXAMPLE), "it has one by now"


@pytest.mark.parametrize("house_rule", HOUSE_RULES.values(), ids=lambda house_rule: house_rule.name)
def test_every_answer_that_houses_give_differs_from_every_other_in_some_example(house_rule: HouseRule) -> None:
    alike = [
        pair
        for pair in combinations([each.value for each in house_rule.values], 2)
        if not _are_told_apart(house_rule, *pair)
    ]
    assert not alike
    assert examples_of_house_rule(house_rule.name)


def _are_told_apart(house_rule: HouseRule, one: Value, two: Value) -> bool:
    return any(
        len({one, two}) == 2 and _effect(each, one) != _effect(each, two) for each in _comparing(house_rule, one, two)
    )


def _comparing(house_rule: HouseRule, *values: Value) -> Iterator[Example]:
    for example in examples_of_house_rule(house_rule.name):
        compared = [(type(value), value) for value in example.answers().values()]
        if all((type(value), value) in compared for value in values):
            yield example


def _effect(example: Example, wanted: Value) -> str:
    spelled = next(text for text, value in example.answers().items() if value == wanted and type(value) is type(wanted))
    return example.effects[spelled]


def test_rules_and_questions_lead_to_each_other() -> None:
    assert HOUSE_RULES["raise_cap"] in house_rules_of_rule("raise_cap_reached")
    assert "raise_cap_reached" in rules_of_house_rule("raise_cap")
    for code in RULES:
        for house_rule in house_rules_of_rule(code):
            assert code in rules_of_house_rule(house_rule.name)


def test_an_example_is_found_by_what_it_shows() -> None:
    assert [example.rule for example in examples_of_rule("below_min_raise")] == ["below_min_raise"]
    assert not examples_of_rule("odd_chip_hilo")
    assert {example.house_rule for example in examples_of_house_rule("odd_chip_hilo")} == {"odd_chip_hilo"}
