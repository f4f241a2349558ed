"""House rules as data: every house rule has a source, every preset holds, and what is unknown is refused."""

import json
from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from rules.house.answers import Answers
from rules.house.house import HOUSES, House
from rules.house.house_rules import HOUSE_RULES, HouseRule
from rules.text.rulebook import BOOKS, RULES
from rules.text.violation import violation


@pytest.mark.parametrize("house_rule", HOUSE_RULES.values(), ids=lambda house_rule: house_rule.name)
def test_every_value_of_a_house_rule_says_what_it_means_and_where_it_stands(house_rule: HouseRule) -> None:
    assert house_rule.question
    assert house_rule.accepts(house_rule.default)
    assert len({(type(answer.value), answer.value) for answer in house_rule.values}) == len(house_rule.values)
    for answer in house_rule.values:
        assert answer.sentence.endswith(".")
        assert answer.citation
        assert house_rule.read(json.dumps(answer.value).strip('"')) == answer.value


@pytest.mark.parametrize("house", HOUSES.values(), ids=lambda house: house.name)
def test_a_preset_answers_and_cites_every_house_rule_and_game(house: House) -> None:
    assert house.sources.keys() <= HOUSE_RULES.keys()
    for name in HOUSE_RULES:
        assert house.explain(name).sentence
        assert house.cite(name)
    for offer in house.offers.values():
        assert offer.structures
        assert offer.citation
        assert 2 <= offer.seats_min <= offer.seats_max


@pytest.mark.parametrize("house", HOUSES.values(), ids=lambda house: house.name)
def test_a_house_survives_json_with_every_house_rule_spelled_out(house: House) -> None:
    data = json.loads(json.dumps(house.to_json()))
    assert data["answers"].keys() == HOUSE_RULES.keys()
    assert House.from_json(data) == house


def test_the_presets_differ_where_the_rulebooks_do() -> None:
    def values(name: str) -> dict[str, object]:
        return {house: HOUSES[house].answer_to(name) for house in BOOKS.values()}

    assert values("raise_cap") == {"solaire": None, "columbus": 3, "cardroom_a": 3, "cardroom_b": 3, "live": 3}
    assert values("button_rule") == {
        "solaire": "dead", "columbus": "dead", "cardroom_a": "next_player", "cardroom_b": "next_player", "live": "dead",
    }  # fmt: skip
    assert values("odd_chip_hilo")["cardroom_b"] == "left_of_button"
    assert values("showdown_muck")["columbus"] == values("showdown_muck")["live"] == "must_show"
    assert values("heads_up_uncapped")["cardroom_a"] is values("heads_up_uncapped")["cardroom_b"] is False


def test_changing_a_house_rule_changes_the_source_with_it() -> None:
    live = HOUSES["live"]
    assert live.cite("stud_tie_first") == "004:L144"
    changed = live.with_answers(stud_tie_first="left_of_dealer")
    assert changed.answers.stud_tie_first == "left_of_dealer"
    assert changed.cite("stud_tie_first") == "001:L209-212 · WSOP 215"
    assert changed.with_answers(stud_tie_first="suit").answers.stud_tie_first == "suit"
    assert live.with_answers(stud_tie_first="suit") == live


def test_a_measure_takes_any_whole_number() -> None:
    assert HOUSES["live"].with_answers(raise_cap=4).explain("raise_cap").sentence == (
        "The house sets how many raises follow the bet in a limit round: 4."
    )


@pytest.mark.parametrize(
    "answers",
    [{"raise_cup": 3}, {"raise_cap": "three"}, {"raise_cap": -1}, {"heads_up_uncapped": 1}, {"button_rule": "left"}],
)
def test_what_is_no_house_rule_is_refused(answers: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+\."):
        HOUSES["live"].with_answers(**answers)  # type: ignore[arg-type]  # that is what is tested


def test_house_rules_are_read_as_people_write_them() -> None:
    assert HOUSE_RULES["raise_cap"].read("None") is None
    assert HOUSE_RULES["raise_cap"].read("null") is None
    assert HOUSE_RULES["raise_cap"].read("5") == 5
    assert HOUSE_RULES["heads_up_uncapped"].read("TRUE") is True
    with pytest.raises(ValueError, match="it is dead or next_player"):
        HOUSE_RULES["button_rule"].read("moving")


def test_json_with_anything_else_is_no_house() -> None:
    with pytest.raises(ValueError, match="no colour"):
        House.from_json(HOUSES["live"].to_json() | {"colour": "green"})


class TestRulebook:
    def test_every_rule_has_a_sentence_and_a_source(self) -> None:
        for code, rule in RULES.items():
            assert rule.code == code
            assert rule.sentence.endswith(".")
            assert rule.cite()

    def test_a_house_is_cited_by_its_own_lines_then_outside_sources(self) -> None:
        assert RULES["below_min_raise"].cite("cardroom_a") == "002:L163-165 · WSOP 171"
        assert RULES["below_min_raise"].cite("columbus") == "000:L67 · 002:L163-165 · 004:L244 · WSOP 171"

    def test_a_refusal_without_a_rule_can_not_be_made(self) -> None:
        with pytest.raises(KeyError):
            violation("because", "Because.")


def test_every_house_rule_is_read_by_a_field_and_every_field_is_a_house_rule() -> None:
    assert [each.name for each in fields(Answers)] == list(HOUSE_RULES)
    assert asdict(Answers()) == {name: house_rule.default for name, house_rule in HOUSE_RULES.items()}


@pytest.mark.parametrize("house_rule", HOUSE_RULES.values(), ids=lambda house_rule: house_rule.name)
def test_a_field_has_the_type_of_the_answers_to_its_house_rule(house_rule: HouseRule) -> None:
    listed = {answer.value for answer in house_rule.values}
    of_type = {*_types(get_type_hints(Answers)[house_rule.name])}
    assert of_type == {
        *(value for value in listed if isinstance(value, str)),
        *(type(value) for value in listed if not isinstance(value, str)),
        *([int] if house_rule.measure else []),
    }


def _types(hint: Any) -> Iterator[object]:
    """The words that a type lists, and the other types that it may be."""
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    elif get_args(hint):
        for each in get_args(hint):
            yield from _types(each)
    else:
        yield hint
