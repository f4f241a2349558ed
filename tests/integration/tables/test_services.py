"""Plaques and sessions: what may be posted, opened and closed, and when a change takes effect."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from config.audit.models import AuditEvent
from config.errors import DomainError
from rules.house.house import HOUSES, LIVE, House
from rules.house.plaque import Plaque
from rules.house.rake import FeeSchedule
from tables import services
from tables.models import PlaqueVersion, TableSession
from tests.support.arranged import arranged
from tests.support.desk import NLH, Desk, open_desk

pytestmark = pytest.mark.django_db

STUD = Plaque(
    game="stud", structure="fixed_limit", small_bet=400, big_bet=800, ante=50, bring_in=200, unit=50,
    buy_in_min=40_00, seats=8, fee=FeeSchedule(mode="time", time_charge=600),
)  # fmt: skip
SINGLE_DRAW = replace(NLH, game="27sd", seats=6)


@arranged
def desk() -> Desk:
    return open_desk()


def refused(code: str, action: Callable[[], object]) -> DomainError:
    with pytest.raises(DomainError) as caught:
        action()
    assert caught.value.code == code
    return caught.value


def post(desk: Desk, plaque: Plaque) -> PlaqueVersion:
    return services.post_plaque(table=desk.session.table, plaque=plaque, by=desk.manager, at=desk.at())


@pytest.mark.parametrize(
    ("plaque", "words"),
    [
        (replace(STUD, unit=100, ante=100, blinds=(100, 200)), "blinds"),
        (replace(SINGLE_DRAW, structure="fixed_limit", small_bet=400, big_bet=800), "2-7"),
        (replace(STUD, unit=100, ante=100, seats=9), "seats"),
        (replace(NLH, blinds=(100, 250)), "unit"),
        (replace(NLH, structure="spread", spread_min=None, spread_max=None), "spread"),
    ],
    ids=[
        "stud with blinds",
        "single draw with a limit",
        "nine seats of stud",
        "blinds off the unit",
        "spread no range",
    ],
)
def test_an_incoherent_plaque_is_refused_with_its_rule(desk: Desk, plaque: Plaque, words: str) -> None:
    before = PlaqueVersion.objects.count()
    with pytest.raises(DomainError) as caught:
        post(desk, plaque)
    error = caught.value
    assert error.rule, error.code
    assert error.citation, error.code
    assert words in f"{error.message} {error.rule}".lower()
    assert PlaqueVersion.objects.count() == before


@pytest.mark.parametrize(("change", "field"), [({"blinds": (125, 300)}, "blinds"), ({"ante": 25}, "ante")])
def test_what_is_posted_can_be_paid_in_the_rooms_chips(desk: Desk, change: dict[str, Any], field: str) -> None:
    desk.room.smallest_chip = 100
    desk.room.save()
    with pytest.raises(DomainError) as caught:
        post(desk, replace(NLH, **change))
    assert (caught.value.code, caught.value.field) == ("not_chip_multiple", field)
    assert post(desk, replace(NLH, unit=200, blinds=(100, 200))).plaque.unit == 200


def test_a_plaque_with_more_seats_than_the_table_is_refused(desk: Desk) -> None:
    table = services.add_table(room=desk.room, name="Short", seats=6, by=desk.manager, at=desk.at())
    error = refused(
        "too_many_seats", lambda: services.post_plaque(table=table, plaque=NLH, by=desk.manager, at=desk.at())
    )
    assert error.allowed == {"seats_max": 6}


def test_the_betting_unit_is_paid_in_the_rooms_chips(desk: Desk) -> None:
    refused("not_chip_multiple", lambda: post(desk, replace(NLH, blinds=(50, 100), unit=50)))


def test_a_table_does_not_open_without_a_plaque(desk: Desk) -> None:
    table = services.add_table(room=desk.room, name="Bare", seats=9, by=desk.manager, at=desk.at())
    error = refused("no_plaque", lambda: services.open_table(table=table, by=desk.manager, at=desk.at()))
    assert error.citation == "004:L48"


def test_a_table_opens_once(desk: Desk) -> None:
    table = desk.session.table
    refused("table_open", lambda: services.open_table(table=table, by=desk.manager, at=desk.at()))


def test_a_change_of_plaque_takes_effect_between_hands(desk: Desk) -> None:
    session = services.claim_hand(session=desk.session, by=desk.manager, at=desk.at())
    posted = post(desk, replace(NLH, blinds=(200, 500)))
    session.refresh_from_db()
    assert session.plaque.number == 1
    services.release_hand(session=session, recorded=True)
    session = services.claim_hand(session=session, by=desk.manager, at=desk.at())
    assert session.plaque == posted
    assert AuditEvent.objects.filter(verb="plaque.in_force").count() == 1


def test_a_plaque_for_later_waits_for_its_hour(desk: Desk) -> None:
    later = desk.now + timedelta(hours=2)
    services.post_plaque(
        table=desk.session.table,
        plaque=replace(NLH, blinds=(200, 500)),
        by=desk.manager,
        at=desk.at(),
        effective_at=later,
    )
    assert services.newest_plaque(desk.session.table, desk.at()).number == 1
    assert services.newest_plaque(desk.session.table, later).number == 2


def test_house_rules_for_later_wait_for_their_hour(desk: Desk) -> None:
    later = desk.now + timedelta(hours=2)
    facts = {"room": desk.room, "by": desk.manager, "at": desk.at(), "effective_at": later}
    services.post_house_rules(house=LIVE.with_answers(raise_cap=5), **facts)
    numbers = [services.house_rules_in_force(desk.room, at).number for at in (desk.at(), later)]
    assert numbers == [1, 2]


def test_nothing_is_in_force_before_it_was_posted(desk: Desk) -> None:
    facts = {"by": desk.manager, "at": desk.at(), "effective_at": desk.now - timedelta(hours=1)}
    house = services.post_house_rules(room=desk.room, house=LIVE.with_answers(raise_cap=5), **facts)
    plaque = services.post_plaque(table=desk.session.table, plaque=replace(NLH, buy_in_max=500_00), **facts)
    assert house.effective_at == plaque.effective_at == desk.now


def test_the_old_plaque_stays_readable(desk: Desk) -> None:
    post(desk, replace(NLH, buy_in_max=500_00))
    first, second = desk.session.table.plaque_versions.order_by("number")
    assert (first.plaque.buy_in_max, second.plaque.buy_in_max) == (300_00, 500_00)
    event = AuditEvent.objects.get(verb="plaque.posted", subject_id=str(second.pk))
    assert event.before["buy_in_max"] == 300_00
    assert event.after["buy_in_max"] == 500_00


def test_a_table_closes_only_when_nobody_sits_and_no_hand_is_played(desk: Desk) -> None:
    def close() -> TableSession:
        return services.close_table(session=desk.session, by=desk.manager, at=desk.at())

    sitting = desk.seated()
    refused("players_seated", close)
    desk.leave(sitting)
    services.claim_hand(session=desk.session, by=desk.manager, at=desk.at())
    refused("hand_open", close)
    services.release_hand(session=desk.session, recorded=False)
    assert close().closed_at is not None
    refused("table_closed", close)


def test_a_hand_is_claimed_by_one(desk: Desk) -> None:
    services.claim_hand(session=desk.session, by=desk.manager, at=desk.at())
    refused("hand_open", lambda: services.claim_hand(session=desk.session, by=desk.manager, at=desk.at()))


def test_an_alarm_stands_once_and_is_cleared_once(desk: Desk) -> None:
    facts = {
        "session": desk.session,
        "kind": "barred_seated",
        "subject": "7",
        "text": "Look at seat 7.",
        "at": desk.now,
    }
    alarm = services.raise_alarm(**facts)
    assert services.raise_alarm(**facts) == alarm
    services.clear_alarm(alarm=alarm, by=desk.manager, at=desk.at())
    services.clear_alarm(alarm=alarm, by=desk.manager, at=desk.at())
    assert AuditEvent.objects.filter(verb="alarm.cleared").count() == 1
    assert services.raise_alarm(**facts) != alarm


def test_pots_are_not_split_finer_than_the_rooms_chips(desk: Desk) -> None:
    def post_rules(house: House) -> House:
        return services.post_house_rules(room=desk.room, house=house, by=desk.manager, at=desk.at()).house

    refused("odd_chip_below_chip", lambda: post_rules(HOUSES["cardroom_a"]))
    payable = services.house_in_chips(HOUSES["cardroom_a"], desk.room)
    assert payable.answers.odd_chip_unit == desk.room.smallest_chip == 100
    assert post_rules(payable) == payable
    assert services.house_in_chips(HOUSES["columbus"], desk.room) == HOUSES["columbus"]


def test_a_plaque_whose_rounding_may_pass_the_ceiling_is_posted_with_it(db: None) -> None:
    desk = open_desk(house=LIVE.with_answers(rake_percent=10))
    fee = FeeSchedule(mode="percent", percent_bp=1000, cap=10_00, unit=1_00, rounding="up")
    posted = post(desk, replace(NLH, fee=fee)).plaque.fee
    assert posted == replace(fee, ceiling_bp=1000)
    refused("plaque_stands", lambda: post(desk, replace(NLH, fee=fee)))
