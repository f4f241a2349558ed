"""The clock and the draws of a simulated room: one order of acts, and the same chance on every machine."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from demo.simulation.agenda import Agenda
from demo.simulation.script import Script
from demo.simulation.stage import Stage
from demo.simulation.truth import Truth

START = datetime(2026, 3, 2, 16, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def told(agenda: Agenda, acts: list[tuple[str, datetime]], name: str) -> Callable[[], None]:
    return lambda: acts.append((name, agenda.now))


def test_acts_happen_in_order_of_time_and_those_of_one_instant_as_they_were_entered() -> None:
    agenda, acts = Agenda(START), list[tuple[str, datetime]]()
    for name, minutes in (("last", 9), ("first", 1), ("second", 1), ("third", 1)):
        agenda.at(START + minutes * MINUTE, told(agenda, acts, name))
    agenda.run()
    assert [name for name, _ in acts] == ["first", "second", "third", "last"]


def test_no_two_acts_happen_at_one_instant_and_none_before_an_earlier_one() -> None:
    agenda, acts = Agenda(START), list[tuple[str, datetime]]()
    for name in ("a", "b", "c"):
        agenda.at(START + MINUTE, told(agenda, acts, name))
    agenda.at(START + MINUTE, lambda: agenda.at(START, told(agenda, acts, "entered too late")))
    agenda.run()
    times = [at for _, at in acts]
    assert times == sorted(set(times))
    assert times[0] == START + MINUTE
    assert acts[-1][0] == "entered too late"


def test_acts_that_acts_enter_happen_too() -> None:
    agenda, acts = Agenda(START), list[tuple[str, datetime]]()
    agenda.at(START, lambda: agenda.at(START + MINUTE, told(agenda, acts, "entered")))
    agenda.run()
    assert acts == [("entered", START + MINUTE)]


# ------------------------------------------------------------------------------------------------------------- chance


def stage(seed: int = 7) -> Stage:
    script = Script(days=1, tables=1, seed=seed)
    house = cast("Any", SimpleNamespace(staff={}))
    return Stage(script, house, Agenda(START), Random(seed), START + 60 * MINUTE, Truth())


@pytest.mark.parametrize(("part", "drawn"), [("drawer", 0.39988), ("boxes", 0.42203), ("guest 4", 0.81110)])
def test_a_part_draws_the_same_in_every_process_and_on_every_machine(part: str, drawn: float) -> None:
    assert stage().chance_of(part).random() == pytest.approx(drawn, abs=0.00001)


def test_no_part_changes_the_draws_of_another() -> None:
    alone = [stage().chance_of("trays").random() for _ in range(2)]
    both = stage()
    both.chance_of("boxes").random()
    both.chance.random()
    assert alone == [both.chance_of("trays").random()] * 2
    assert len({stage(seed).chance_of(part).random() for seed in (7, 8) for part in ("trays", "boxes")}) == 4


def test_no_two_requests_have_one_key() -> None:
    both = stage()
    assert len({both.key("drawer"), both.key("drawer"), both.key("box")}) == 3


# -------------------------------------------------------------------------------------------------------------- truth


def test_a_box_leaves_its_table_with_all_that_lies_in_it() -> None:
    truth = Truth()
    truth.box(1, "rake").put(chips=5_00)
    truth.box(1, "promo").put(chips=1_00)
    truth.box(2, "rake").put(chips=7_00)
    truth.pull(1, "rake", 31)
    assert truth.pulls[31].chips == 5_00
    assert [truth.box(1, "rake").chips, truth.box(1, "promo").chips, truth.box(2, "rake").chips] == [0, 1_00, 7_00]


def test_what_people_carry_about_is_added_up() -> None:
    truth = Truth()
    truth.carry(1, 15_00)
    truth.carry(1, 15_00)
    truth.carry(2, 5_00)
    truth.toke("D1", 2_00)
    truth.toke("D1", 5_00)
    assert (truth.carried, truth.tokes, truth.abroad) == ({1: 30_00, 2: 5_00}, {"D1": 7_00}, 42_00)
