"""Four eyes: what one person moves after the fact alone is bounded by amount and by gaming day, whatever the act."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from config.errors import DomainError
from config.staff.models import User
from players import four_eyes
from players.checks.books import unapproved_money, unconfirmed_money
from players.models import MoneyAct
from rules.house.house import LIVE
from tables.services import claim_hand, close_table, open_table, post_house_rules, post_plaque, release_hand
from tests.support.arranged import arranged
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.refusals import refused


@arranged
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def floor(desk: Desk) -> User:
    return person(desk.room, "floor")


def approve(desk: Desk, by: User, amount: int, act: four_eyes.Act = four_eyes.RULING, **facts: Any) -> MoneyAct:
    given = {"room": desk.room, "session": desk.session, "second": None, "key": key(), "at": desk.at()}
    return four_eyes.approve(act, amount=amount, by=by, **(given | facts))


def test_one_person_moves_the_limit_alone_and_no_more_that_day(desk: Desk, floor: User) -> None:
    assert four_eyes.limit_for(desk.room, desk.session) == 100_00
    approve(desk, floor, 60_00)
    approve(desk, floor, 40_00, four_eyes.TICK_CORRECTION)
    said = refused("second_needed", lambda: approve(desk, floor, 1_00, four_eyes.COLLECT))
    assert "after 100 moved alone today" in said.message
    assert approve(desk, floor, 1_00, second=person(desk.room, "floor")).why_second


def test_what_two_moved_together_is_not_counted_and_neither_is_anothers_or_yesterdays(desk: Desk, floor: User) -> None:
    other = person(desk.room, "floor")
    approve(desk, floor, 500_00, second=other)
    approve(desk, other, 90_00)
    approve(desk, floor, 90_00)
    desk.now += timedelta(days=1)
    assert approve(desk, floor, 100_00).second is None


def test_each_room_counts_what_was_moved_there(desk: Desk, floor: User) -> None:
    elsewhere = open_desk()
    approve(elsewhere, floor, 100_00)
    approve(desk, floor, 100_00)
    refused("second_needed", lambda: approve(desk, floor, 1_00))


def test_the_day_is_the_gaming_day_past_midnight_and_until_it_ends(db: None) -> None:
    desk = open_desk(time_zone="America/Los_Angeles")
    floor = person(desk.room, "floor")
    dusk = desk.room.start_of(desk.room.gaming_day(desk.now)) + timedelta(hours=9)
    approve(desk, floor, 100_00, at=dusk)
    for hours in (2, 9, 14.9):  # over midnight by UTC's calendar, by the room's, and to the last minutes
        refused("second_needed", lambda hours=hours: approve(desk, floor, 1_00, at=dusk + timedelta(hours=hours)))
    approve(desk, floor, 100_00, at=dusk + timedelta(hours=15))


def test_an_act_of_two_is_one_of_two_whatever_it_moves(desk: Desk, floor: User) -> None:
    for act in (four_eyes.VOID, four_eyes.WRITE_OFF):
        refused("second_needed", lambda act=act: approve(desk, floor, 0, act))
    refused("second_needed", lambda: approve(desk, floor, 0, because="The house pays."))
    assert approve(desk, floor, 0).why_second == ""


def test_the_second_person_is_another_who_rules_on_disputes(desk: Desk, floor: User) -> None:
    refused("second_is_first", lambda: approve(desk, floor, 1_00, second=floor))
    refused("second_may_not", lambda: approve(desk, floor, 1_00, second=desk.cashier))


@pytest.mark.parametrize(("posted", "limit"), [("always", 0), (40_00, 40_00)])
def test_the_limit_is_what_the_house_has_posted(db: None, posted: str | int, limit: int) -> None:
    desk = open_desk(house=LIVE.with_answers(second_person_above=posted))
    assert four_eyes.limit_for(desk.room, desk.session) == four_eyes.limit_for(desk.room) == limit
    floor = person(desk.room, "floor")
    refused("second_needed", lambda: approve(desk, floor, limit + 1))


def test_away_from_a_table_it_is_the_smallest_buy_in_of_the_rooms_open_tables(desk: Desk) -> None:
    assert four_eyes.limit_for(desk.room) == 100_00
    open_desk(plaque=replace(NLH, buy_in_min=20_00))
    assert four_eyes.limit_for(desk.room) == 100_00, "another room's table says nothing here"
    small = desk.open_table(replace(NLH, buy_in_min=40_00))
    assert four_eyes.limit_for(desk.room) == 40_00
    close_table(session=small, by=desk.manager, at=desk.at())
    assert four_eyes.limit_for(desk.room) == 100_00


def test_away_from_a_table_the_newest_house_rules_count(desk: Desk) -> None:
    for limit in (60_00, 40_00):
        house = LIVE.with_answers(second_person_above=limit)
        facts = {"by": desk.manager, "at": desk.at(), "second": person(desk.room, "floor")}
        post_house_rules(room=desk.room, house=house, **facts)
        assert four_eyes.limit_for(desk.room) == limit
    assert four_eyes.limit_for(desk.room, desk.session) == 100_00, "a table plays by those of its plaque"


def test_the_audit_names_money_without_an_act_and_acts_without_their_second(desk: Desk, floor: User) -> None:
    assert list(unapproved_money()) == list(unconfirmed_money()) == []
    first = approve(desk, floor, 100_00)
    fields = {field.name: getattr(first, field.name) for field in first._meta.concrete_fields if field.name != "id"}
    MoneyAct.objects.create(**(fields | {"amount": 1_00, "request_key": key()}))
    assert len(list(unconfirmed_money())) == 1


@pytest.mark.parametrize("facts", [{"second": "same"}, {"why_second": "much"}, {"amount": -1}])
def test_the_database_says_so_too(desk: Desk, floor: User, facts: dict[str, Any]) -> None:
    row = {"room": desk.room, "act": "ruling", "amount": 1, "limit": 0, "by": floor, "at": desk.at()}
    row |= {"gaming_day": "2025-03-07", "request_key": key()} | facts
    if facts.get("second") == "same":
        row["second"] = floor
    with pytest.raises(IntegrityError, match="money_act"), transaction.atomic():
        MoneyAct.objects.create(**row)


def test_every_act_of_the_table_has_a_name_and_a_permission() -> None:
    assert len(four_eyes.ACTS) >= 7
    for code, act in four_eyes.ACTS.items():
        assert act.code == code
        assert act.name
        assert act.second_may.sentence


def test_a_refusal_says_what_to_do_next(desk: Desk, floor: User) -> None:
    with pytest.raises(DomainError) as raised:
        approve(desk, floor, 101_00)
    assert raised.value.field == "badge"
    assert "badge and PIN" in raised.value.message


def come_into_force(desk: Desk) -> None:
    """Play a hand, with which the newest plaque comes into force."""
    claim_hand(session=desk.session, **desk.by())
    release_hand(session=desk.session, recorded=False)
    desk.session.refresh_from_db()


def test_a_larger_buy_in_posted_while_people_sit_raises_nothing(desk: Desk, floor: User) -> None:
    dear = replace(desk.session.posted, buy_in_min=100_000_00, buy_in_max=None)
    post_plaque(table=desk.session.table, plaque=dear, by=desk.manager, at=desk.at(), reason="a dear game")
    come_into_force(desk)
    assert desk.session.posted == dear
    assert four_eyes.limit_for(desk.room, desk.session) == four_eyes.limit_for(desk.room) == 100_00
    refused("second_needed", lambda: approve(desk, floor, 101_00))


def test_a_smaller_one_lowers_it_until_the_table_is_opened_anew(desk: Desk) -> None:
    first = desk.session.posted
    for plaque in (replace(first, buy_in_min=20_00), first):
        post_plaque(table=desk.session.table, plaque=plaque, by=desk.manager, at=desk.at(), reason="another game")
        come_into_force(desk)
        assert four_eyes.limit_for(desk.room, desk.session) == 20_00
    close_table(session=desk.session, by=desk.manager, at=desk.at())
    again = open_table(table=desk.session.table, by=desk.manager, at=desk.at())
    assert four_eyes.limit_for(desk.room, again) == 100_00
