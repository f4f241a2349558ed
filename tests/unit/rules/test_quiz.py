"""The quiz: in every house the engine's answer to each case is among the choices, and every other choice is wrong."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from rules.book.examples.hands import hand
from rules.book.quiz import CASES, Case, Question, draw, question_of
from rules.book.quiz.asking import ASKS
from rules.house.house import HOUSES, House
from rules.house.house_rules import HOUSE_RULES
from rules.play.actions import bet_or_raise_to
from rules.play.legal import Betting
from rules.text.amounts import minor

FEWEST_TOPICS, FEWEST_CASES = 15, 50
TAKEN = re.compile(r"seat (\d+) takes ([\d.]+)|(house) ([\d.]+)", re.IGNORECASE)


def _title(case: Case) -> str:
    return f"{case.topic}: {case.title[:60]}"


@pytest.fixture(params=HOUSES.values(), ids=list(HOUSES))
def house(request: pytest.FixtureRequest) -> House:
    return request.param  # type: ignore[no-any-return]


def asked(case: Case, house: House) -> Question:
    return question_of(case, house, Random(1))


def test_the_pool_is_wide() -> None:
    assert len(CASES) >= FEWEST_CASES
    assert len({case.topic for case in CASES}) >= FEWEST_TOPICS
    assert {case.ask for case in CASES} == ASKS.keys()


@pytest.mark.parametrize("case", CASES, ids=_title)
def test_the_engines_answer_is_among_choices_that_differ(case: Case, house: House) -> None:
    question = asked(case, house)
    assert question.right == ASKS[case.ask].answer(case.in_house(house)).sentence
    assert question.choices.count(question.right) == 1
    assert len({choice.casefold() for choice in question.choices}) == len(question.choices) >= 2
    assert question.why


@pytest.mark.parametrize("case", [case for case in CASES if case.turns_on], ids=_title)
def test_what_a_case_turns_on_changes_its_answer(case: Case) -> None:
    """By one of the house rules that it names; so the line that cites the house's rule is to the point."""
    houses = HOUSES.values()
    for name in case.turns_on[:1]:
        answers = [answer.value for answer in HOUSE_RULES[name].values]
        told = {
            house.name: {
                ASKS[case.ask].answer(case.in_house(house.with_answers(**{name: answer}))).sentence
                for answer in answers
            }
            for house in houses
        }
        if name != "showdown_muck":  # it is noted, and moves no chips
            assert any(len(each) > 1 for each in told.values()), told


@pytest.mark.parametrize("case", [case for case in CASES if case.ask == "takes"], ids=_title)
def test_other_divisions_of_a_pot_give_somebody_another_amount(case: Case, house: House) -> None:
    question = asked(case, house)
    divided = [sorted(TAKEN.findall(choice)) for choice in question.choices]
    assert all(divided)
    assert divided.count(sorted(TAKEN.findall(question.right))) == 1


@pytest.mark.parametrize("case", [case for case in CASES if case.ask == "least_raise"], ids=_title)
def test_the_least_raise_is_legal_and_one_chip_less_is_not(case: Case, house: House) -> None:
    played = hand(case.in_house(house)).hand
    assert played is not None
    legal = played.legal_actions()
    assert isinstance(legal, Betting)
    for choice in asked(case, house).choices:
        amount = re.search(r"makes it ([\d.]+) or more", choice)
        if amount:
            least = minor(amount[1])
            is_least = not played.refusal(bet_or_raise_to(legal.position, least)) and bool(
                played.refusal(bet_or_raise_to(legal.position, least - 1))
            )
            assert is_least is (choice == asked(case, house).right), choice


def test_a_word_draws_the_same_ten_of_ten_topics(house: House) -> None:
    one, again, other = (draw(Random(word), house) for word in ("k3f9", "k3f9", "k3f8"))
    assert [(each.case, each.choices) for each in one] == [(each.case, each.choices) for each in again]
    assert [each.case for each in one] != [each.case for each in other]
    assert len(one) == len({each.case.topic for each in one}) == 10


def test_every_case_is_drawn_some_time() -> None:
    live = HOUSES["live"]
    drawn = {each.case for number in range(200) for each in draw(Random(number), live)}
    assert drawn == set(CASES)


def test_what_the_case_turns_on_and_shows_is_told_with_its_place(house: House) -> None:
    for case in CASES:
        why = asked(case, house).why
        assert {reason.house_rule for reason in why if reason.house_rule} == set(case.turns_on)
        assert set(case.shows) <= {reason.rule for reason in why}
        assert all(reason.citation for reason in why)


def _orders(case: Case) -> Iterator[tuple[str, ...]]:
    for number in range(30):
        yield question_of(case, HOUSES["live"], Random(number)).choices


def test_the_right_choice_stands_anywhere() -> None:
    case = next(case for case in CASES if case.ask == "takes")
    right = asked(case, HOUSES["live"]).right
    assert {choices.index(right) for choices in _orders(case)} == {0, 1, 2, 3}
