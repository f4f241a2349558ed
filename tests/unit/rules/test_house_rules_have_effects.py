"""No house rule without a consequence: each answer to each house rule makes a scene of its own come out differently."""

import pytest

from rules.house.house import STANDARD
from rules.house.house_rules import HOUSE_RULES, Value
from tests.unit.rules.effects_of_house import HOUSE
from tests.unit.rules.effects_of_play import PLAY

SCENES = PLAY | HOUSE
NUMBERS: dict[str, Value] = {
    "raise_cap": 1,
    "odd_chip_unit": 5,
    "rake_percent": 8,
    "rake_cap": 800,
    "rake_unit": 25,
    "kill_qualify": 5_000,
    "addon_min": 200,
    "incidentals_a_sitting": 50_00,
    "incidentals_a_day": 8_00,
    "return_window_minutes": 30,
    "second_person_above": 50_00,
}
"""For each house rule that takes a number besides its listed answers, one."""


def test_every_house_rule_has_a_scene() -> None:
    assert SCENES.keys() == HOUSE_RULES.keys()
    assert NUMBERS.keys() == {name for name, house_rule in HOUSE_RULES.items() if house_rule.measure}


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_each_answer_comes_out_differently(name: str) -> None:
    answers = [answer.value for answer in HOUSE_RULES[name].values] + ([NUMBERS[name]] if name in NUMBERS else [])
    outcomes = {str(answer): SCENES[name](STANDARD.with_answers(**{name: answer})) for answer in answers}
    assert len(answers) > 1
    assert len({repr(outcome) for outcome in outcomes.values()}) == len(answers), outcomes
