"""Another smallest chip, currency or decimals: refused while what was posted or lies on tables would become untrue."""

from dataclasses import replace
from typing import Any

import pytest

from cage.services import post_denominations
from config.rooms.models import Room
from config.rooms.services import change_settings
from config.staff import reauthentication
from rules.house.house import LIVE
from rules.house.plaque import Plaque
from rules.house.rake import FeeSchedule
from tables.services import add_table, claim_hand, post_house_rules, post_plaque, release_hand
from tests.support.arranged import arranged
from tests.support.desk import NLH, Desk, open_desk, person
from tests.support.people import LONG_AGO, a_person, a_room, signed_in
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
IN_FIVES = Plaque(
    game="holdem",
    structure="no_limit",
    blinds=(5_00, 10_00),
    unit=5_00,
    buy_in_min=100_00,
    buy_in_max=1_000_00,
    fee=FeeSchedule(mode="percent", percent_bp=500, cap=10_00, unit=5_00),
)
KEPT = (
    "name", "currency", "currency_symbol", "exponent", "smallest_chip", "time_zone", "gaming_day_start", "helpline",
    "identity_asked",
)  # fmt: skip


def change(room: Room, **wanted: Any) -> Room:
    """The room with other settings, changed by one person alone."""
    facts = {field: getattr(room, field) for field in KEPT} | {"by": person(room, "administrator"), "at": LONG_AGO}
    return change_settings(room=room, **(facts | wanted))


@arranged
def desk() -> Desk:
    """A room whose tables could be played in chips of five."""
    return open_desk(house=LIVE.with_answers(odd_chip_unit=5_00), plaque=IN_FIVES)


def raise_chip(desk: Desk) -> Room:
    facts = {field: getattr(desk.room, field) for field in KEPT} | {"by": desk.manager, "at": desk.now}
    return change_settings(room=desk.room, **(facts | {"smallest_chip": 5_00}))


def why_not(desk: Desk) -> str:
    """The refusal of chips of five, after which the room has its chips of one."""
    said = refused("smallest_chip_in_use", lambda: raise_chip(desk)).message
    desk.room.refresh_from_db()
    assert desk.room.smallest_chip == 1_00
    return said


def test_the_smallest_chip_is_raised_where_everything_is_made_of_it(desk: Desk) -> None:
    desk.seated(200_00)
    assert raise_chip(desk).smallest_chip == 5_00


@pytest.mark.parametrize(
    ("finer", "words"),
    [
        ({"unit": 1_00}, "says betting unit 1"),
        ({"blinds": (2_00, 5_00)}, "says a blind of 2"),
        ({"ante": 1_00}, "says ante 1"),
        ({"fee": replace(NLH.fee, cap=10_00)}, "says rake in steps of 1"),
        ({"fee": replace(IN_FIVES.fee, cap=7_00)}, "says a cap of 7"),
        ({"fee": FeeSchedule(mode="time", time_charge=6_00)}, "says time charge 6"),
        ({"fee": FeeSchedule(mode="hand", collection=6_00)}, "says a collection of 6"),
        ({"fee": FeeSchedule(mode="hand", collection=5_00, collections_by_players=((4, 3_00),))}, "a collection of 3"),
        ({"fee": replace(IN_FIVES.fee, promo=1_00)}, "says promo 1"),
    ],
)
def test_a_plaque_in_smaller_chips_stands_in_the_way(desk: Desk, finer: dict[str, Any], words: str) -> None:
    """Also where its table is closed: nobody could play there when it opens."""
    table = add_table(room=desk.room, name="Corner", seats=9, by=desk.manager, at=desk.now)
    unit = {"unit": 1_00} if "blinds" in finer or "ante" in finer else {}
    post_plaque(table=table, plaque=replace(IN_FIVES, **(unit | finer)), by=desk.manager, at=desk.now)
    said = why_not(desk)
    assert "5 can’t be the smallest chip yet: the plaque of Corner says" in said
    assert "First post such plaques again in multiples of 5." in said
    assert unit or words in said


def test_house_rules_that_split_pots_finer_stand_in_the_way() -> None:
    said = why_not(open_desk(house=LIVE.with_answers(odd_chip_unit=1_00), plaque=IN_FIVES))
    assert "the house rules split pots down to 1. First post house rules that split pots down to 5" in said


def test_a_stack_of_smaller_chips_stands_in_the_way_until_it_leaves(desk: Desk) -> None:
    sitting = desk.seated(257_00)
    said = why_not(desk)
    assert f"yet: stacks at {desk.session.table} are no multiple of it. First close the tables where they lie" in said
    desk.leave(sitting, counted=257_00)
    assert raise_chip(desk).smallest_chip == 5_00


def test_a_hand_in_play_stands_in_the_way_until_it_is_recorded(desk: Desk) -> None:
    claim_hand(session=desk.session, by=desk.manager, at=desk.now)
    said = why_not(desk)
    assert f"a hand is being played at {desk.session.table}. First wait until it is recorded." in said
    release_hand(session=desk.session, recorded=False)
    assert raise_chip(desk).smallest_chip == 5_00


def test_values_to_count_in_that_lack_the_chip_stand_in_the_way(desk: Desk) -> None:
    facts = {"room": desk.room, "cash": [1_00], "by": desk.manager, "at": desk.now}
    post_denominations(chips=[25_00, 1_00], **facts)
    assert "First list 5 among the values to count in." in why_not(desk)
    post_denominations(chips=[25_00, 5_00, 1_00], **facts)
    assert raise_chip(desk).smallest_chip == 5_00


def test_a_smaller_chip_is_taken_while_hands_are_played() -> None:
    desk = open_desk()
    desk.seated(257_00)
    claim_hand(session=desk.session, by=desk.manager, at=desk.now)
    assert change(desk.room, smallest_chip=50).smallest_chip == 50
    refused("smallest_chip_in_use", lambda: change(desk.room, smallest_chip=75))


def test_many_tables_in_the_way_are_named_as_far_as_one_reads() -> None:
    desk = open_desk()
    for _ in range(6):
        desk.open_table()
    refusal = refused("smallest_chip_in_use", lambda: raise_chip(desk))
    assert refusal.message.count("the plaque of") == 5
    assert "; and 2 more. First" in refusal.message


def test_the_page_says_it_beside_the_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    desk = open_desk()
    form = {field: getattr(desk.room, field) for field in KEPT} | {"gaming_day_start": "06:00"}
    administrator = signed_in(a_person(desk.room, "administrator"))
    answer = administrator.post("/room/", form | {"smallest_chip": "5"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["smallest_chip"]
    assert administrator.post("/room/", form | {"smallest_chip": "1"}).status_code == 303


def test_currency_and_decimals_stay_once_rules_or_plaques_are_posted() -> None:
    room = a_room(currency="JPY", currency_symbol="¥", exponent=0, smallest_chip=100)
    assert change(room, currency="KRW").currency == "KRW"
    room = change(room, currency="JPY")
    facts = {"by": person(room, "manager"), "at": LONG_AGO}
    post_house_rules(room=room, house=LIVE.with_answers(odd_chip_unit=100), **facts)
    for other in ({"currency": "USD"}, {"exponent": 2}, {"currency": "USD", "exponent": 2, "smallest_chip": 1_00}):
        said = refused("money_posted", lambda other=other: change(room, **other))
        assert said.message.startswith("House rules are posted here in JPY"), said.message
    post_plaque(table=add_table(room=room, name="1", seats=9, **facts), plaque=NLH, **facts)
    said = refused("money_posted", lambda: change(room, exponent=2))
    assert said.message.startswith("House rules and plaques are posted here in JPY")
    assert change(room, currency_symbol="JP¥").currency_symbol == "JP¥"


def test_other_decimals_leave_the_limits_as_they_read() -> None:
    """Nobody else is asked, for nothing is loosened: 500 yen become 500.00."""
    room = a_room(currency="JPY", exponent=0, smallest_chip=100, void_alone=500, payouts_alone=900)
    room = change(room, currency="USD", exponent=2, smallest_chip=1_00, void_alone=500_00)
    assert (room.void_alone, room.payouts_alone) == (500_00, 900_00)
    refused("second_needed", lambda: change(room, exponent=1, smallest_chip=10, void_alone=501_0))
    room = change(room, exponent=0, smallest_chip=1)
    assert (room.void_alone, room.payouts_alone) == (500, 900)
