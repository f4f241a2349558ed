"""Hours that two people correct: under the plaque that stood there then, and each second held against the books; and
redemptions that go back to whoever made them."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction

from config.audit.checks import CHECKS
from players.models import CompEntry, HoursCorrection
from tables.services import post_plaque
from tests.support.arranged import arranged
from tests.support.comps import Comps
from tests.support.desk import NLH, key
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db


@arranged
def room() -> Comps:
    return Comps()


def faults() -> list[str]:
    return [fault for name, check in CHECKS.items() if name.startswith("I-25") for fault in check.faults()]


def test_hours_are_of_the_plaque_that_stood_there_then(room: Comps) -> None:
    """The one before earned at another rate."""
    old = room.desk.session.plaque
    room.sit(seat=2)
    room.go_on(minutes=10)
    table = room.desk.session.table
    new = post_plaque(table=table, plaque=replace(NLH, buy_in_max=400_00), by=room.desk.manager, at=room.desk.now)
    room.go_on(hours=3)
    late, player = room.desk.now - timedelta(hours=1), room.desk.player()
    day = room.end_day()
    refused("plaque_not_in_play", lambda: room.correct(player, day, late, plaque=old))
    assert room.correct(player, day, late, plaque=new).points == 100


def test_seconds_without_points_are_held_against_the_hours_too(room: Comps) -> None:
    """Half a minute earns nothing, and counts for what players qualify by."""
    player = room.played(hours=1)
    day = room.end_day()
    assert faults() == []
    given = CompEntry.objects.get(player=player)
    since = room.desk.room.start_of(day) + timedelta(hours=15)
    HoursCorrection.objects.create(
        room=room.desk.room, player=player, for_day=day, plaque=room.desk.session.plaque, adds=True,
        began_at=since, until=since + timedelta(seconds=20), reason="by hand", by=room.desk.manager,
        second=room.floor, at=room.desk.now, gaming_day=room.today, request_key=key(),
    )  # fmt: skip
    (fault,) = faults()
    assert f"for {given.seconds} seconds" in fault
    assert f"for {given.seconds + 20}" in fault


def test_a_redemption_goes_back_to_whoever_made_it(room: Comps) -> None:
    player, other = room.played(hours=3), room.played(hours=3, seat=2)
    room.end_day()
    entry = room.redeem(player, 100)
    facts = {"room": room.desk.room, "kind": "reversed", "points": 100, "value": 100, "reverses": entry}
    facts |= {"rules": entry.rules, "gaming_day": room.today, "at": room.desk.now, "reason": "the wrong plate"}
    facts |= {"by": room.desk.cashier, "second": room.floor, "request_key": key()}
    with pytest.raises(DatabaseError, match="does not mirror a redemption"), transaction.atomic():
        CompEntry.objects.create(player=other, number=2, balance=400, **facts)
    CompEntry.objects.create(player=player, number=3, balance=300, **facts)
