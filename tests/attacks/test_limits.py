"""Limits are not raised by one who posts the rules: what one person may move alone is raised by two."""

import pytest

from rules.house.house import LIVE
from tables.services import post_house_rules
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk, person
from tests.support.refusals import refused

HUNDRED = 100_00


@arranged
def desk() -> Desk:
    return open_desk(house=LIVE.with_answers(second_person_above=HUNDRED))


@pytest.mark.parametrize("limit", [HUNDRED + 1, 10**13, "smallest_buy_in"])
def test_a_manager_alone_raises_nothing(desk: Desk, limit: int | str) -> None:
    given = {"room": desk.room, "house": LIVE.with_answers(second_person_above=limit), "by": desk.manager}
    refused("second_needed", lambda: post_house_rules(**given, at=desk.at()))
    refused("second_is_first", lambda: post_house_rules(**given, at=desk.at(), second=desk.manager))
    refused("second_may_not", lambda: post_house_rules(**given, at=desk.at(), second=desk.cashier))
    posted = post_house_rules(**given, at=desk.at(), second=person(desk.room, "floor"))
    assert posted.house.answers.second_person_above == limit


@pytest.mark.parametrize("limit", [HUNDRED - 1, "always"])
def test_one_alone_lowers_it(desk: Desk, limit: int | str) -> None:
    house = LIVE.with_answers(second_person_above=limit)
    assert post_house_rules(room=desk.room, house=house, by=desk.manager, at=desk.at()).number == 2
