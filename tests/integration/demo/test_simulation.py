"""A simulated room: the same script makes the same room, its books are right, and its errors are found as planted."""

import json
from collections.abc import Iterator
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cage.models import BoxPull, DrawerVariance, Holds, TransitAct, TrayCount
from config.audit.books import audit
from config.days.models import DayLock
from config.rooms.models import Room
from demo.simulation.planted import Kind, Planted
from demo.simulation.report import Verdict
from demo.simulation.room import play
from demo.simulation.script import Script, Thief
from demo.simulation.takings import DROPPED_SHORT, POT_UNSAID, SKIMMED
from disputes.models import Dispute
from games.models import Hand
from players.models import Player, Sitting, TimeCharge, Transfer
from players.selectors.stacks import chips_in_rack
from rake.models import Rating
from tables.models import DealerShift, Down, TableSession
from tests.support.people import a_room

pytestmark = pytest.mark.django_db


def facts(room: Room) -> Iterator[tuple[Any, ...]]:
    """The rows of a room, without their keys."""
    for row in Transfer.objects.filter(room=room).order_by("pk").select_related("source__player", "target__player"):
        ends = [(end.kind, end.player.display_name if end.player else "") for end in (row.source, row.target)]
        yield ("transfer", row.at, row.kind, row.amount, *ends)
    for hand in Hand.objects.filter(room=room).order_by("pk").select_related("session__table"):
        table = hand.session.table.name
        yield ("hand", table, hand.number, hand.recorded_at, hand.tier, hand.pot, hand.rake_taken, hand.winners)
    for sitting in Sitting.objects.filter(session__room=room).order_by("pk").select_related("player"):
        yield ("sitting", sitting.player.display_name, sitting.seat, sitting.seated_at, sitting.left_at)
    for variance in DrawerVariance.objects.filter(room=room).order_by("pk"):
        yield ("variance", variance.part, variance.chips, variance.cash, variance.gaming_day, variance.at)
    yield from facts_of_the_cage(room)
    for lock in DayLock.objects.filter(room=room).order_by("pk"):
        yield ("lock", lock.gaming_day, lock.locked_at)
    for down in Down.objects.filter(session__room=room).order_by("pk").select_related("shift__dealer"):
        yield ("down", down.shift.dealer.badge_number, down.started_at, down.ended_at, down.ended_with)


def facts_of_the_cage(room: Room) -> Iterator[tuple[Any, ...]]:
    """The rows of its boxes, trays, slips and cases."""
    for pull in BoxPull.objects.filter(room=room).order_by("pk"):
        yield ("box", pull.number, pull.expected, pull.counted, pull.at, pull.counted_at)
    for count in TrayCount.objects.filter(room=room).order_by("pk"):
        yield ("tray", count.part, count.chips_amount, count.booked, count.at)
    for act in TransitAct.objects.filter(slip__room=room).order_by("pk").select_related("slip"):
        yield ("slip", act.slip.kind, act.slip.number, act.step, act.chips_amount, act.at)
    for case in Dispute.objects.filter(room=room).order_by("pk"):
        rulings = list(case.rulings.order_by("pk").values_list("outcome", "moved", "ruled_at"))
        yield ("case", case.hand_number, case.opened_at, *rulings)


def places(planted: list[Planted], kind: Kind) -> dict[tuple[str, int], int]:
    """The amounts of the planted errors of a kind by table and hand; a number is used once a session."""
    return {(each.place, each.hand): -each.effect.chips for each in planted if each.kind is kind}


@pytest.mark.committed_db  # each act is a transaction, as in a room: thousands in one take longer and longer
def test_a_day_ends_with_everybody_gone_and_every_error_where_it_was_planted() -> None:
    played = play(Script(days=1, tables=2, seed=4, hours=7, errors=0.05, thief=Thief.read("dealer=2,skim=0.5")))
    room = played.room

    assert [(finding.check.title, finding.faults) for finding in audit() if not finding.holds] == []
    assert not Sitting.objects.filter(session__room=room, left_at=None).exists()
    assert not TableSession.objects.filter(room=room, closed_at=None).exists()
    assert not DealerShift.objects.filter(room=room, ended_at=None).exists()
    assert all(chips_in_rack(room, player) == 0 for player in Player.objects.all())
    assert Hand.objects.filter(room=room, tier=Hand.Tier.FULL).exists()
    time, boxes = TimeCharge.objects.filter(sitting__session__room=room), BoxPull.objects.filter(holds=Holds.TIME)
    assert [each.counted for each in boxes] == [sum(each.amount for each in time)] != [0]

    short = Rating.objects.filter(room=room).exclude(rake_variance=0)
    found = {(rating.hand.session.table.name, rating.hand.number): -rating.rake_variance for rating in short}
    assert found == places(played.planted, DROPPED_SHORT) != {}
    unrated = Hand.objects.filter(room=room, pot=None)
    assert {(hand.session.table.name, hand.number): 0 for hand in unrated} == places(played.planted, POT_UNSAID)
    assert {each.who for each in played.planted if each.kind is SKIMMED} == {"D2"}
    skimmed = {each.verdict for each in played.report().errors if each.planted.kind is SKIMMED}
    assert skimmed == {Verdict.SHOWN}


@pytest.mark.committed_db  # each act is a transaction, as in a room: thousands in one take longer and longer
def test_boxes_that_are_counted_by_the_down_are_short_where_the_thief_dealt() -> None:
    thief = Thief.read("dealer=2,skim=0.6")
    played = play(Script(days=1, tables=2, seed=4, hours=7, thief=thief, by_down=True))
    pulls = BoxPull.objects.filter(room=played.room, holds=Holds.RAKE)
    assert pulls.filter(why=BoxPull.Why.PUSH).count() >= 3
    assert not pulls.exclude(state=BoxPull.State.COUNTED).exists()
    short = list(pulls.filter(variance__isnull=False))
    assert 0 < len(short) < pulls.count()
    for pull in short:
        assert Down.objects.filter(pk__in=pull.downs, shift__dealer__badge_number="D2").exists()
    assert {each.mark.row for each in played.planted if each.kind is SKIMMED} == {pull.table_id for pull in short}
    assert played.report().faults == []


@pytest.mark.committed_db  # each act is a transaction, as in a room: thousands in one take longer and longer
def test_the_same_script_makes_the_same_room_and_another_seed_another() -> None:
    first, again, other = (
        list(facts(play(Script(days=1, tables=1, seed=seed, hours=hours, errors=0.2, slug=slug)).room))
        for seed, hours, slug in ((11, 5, "first"), (11, 5, "again"), (12, 1, "other"))
    )
    assert len(first) > 60
    assert {row[0] for row in first} >= {"slip", "case"}
    assert first == again
    assert first[: len(other)] != other


def test_days_begin_where_clocks_are_changed() -> None:
    """The day of 23 hours in March: the room opens at eleven by the wall."""

    script = Script(days=2, tables=1, seed=1, first_day=date(2026, 3, 7))
    assert [script.opens(day).isoformat() for day in range(2)] == [
        "2026-03-07T11:00:00-05:00",
        "2026-03-08T11:00:00-04:00",
    ]


def simulated(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("simulate_room", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_the_command_lists_what_was_planted_with_what_it_must_cause() -> None:
    *told, said = simulated("--days", "1", "--tables", "1", "--seed", "3", "--hours", "4", "--errors", "0.2")
    planted = [each for each in map(json.loads, told) if "kind" in each]
    lines = [each for each in map(json.loads, told) if "line" in each]
    sums = f"{len(planted)} errors, {len(lines)} lines of the books that something went wrong"
    assert said == f"simulated-3: 1 days at 1 tables, all locked: {sums}."
    assert planted[0].keys() >= {"number", "kind", "at", "place", "who", "hand", "chips", "cash", "must_cause", "books"}
    assert {each["books"] for each in planted} <= {"shown", "netted"}
    assert all(each["explained"] and each["caused_by"] for each in lines)
    with pytest.raises(CommandError, match="is played already"):
        simulated("--days", "1", "--tables", "1", "--seed", "3")


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (("--days", "0", "--tables", "1"), "1 to 60 days of"),
        (("--days", "1", "--tables", "41"), "1 to 40 tables"),
        (("--days", "1", "--tables", "1", "--errors", "2"), "--errors"),
        (("--days", "1", "--tables", "1", "--thief", "dealer=D1"), "--thief"),
    ],
)
def test_scripts_that_make_no_room_are_refused(arguments: tuple[str, ...], refusal: str) -> None:
    with pytest.raises(CommandError, match=refusal):
        simulated(*arguments, "--seed", "1")
    assert not Room.objects.exists()


def test_a_room_that_earns_money_is_left_alone() -> None:
    a_room()
    with pytest.raises(CommandError, match="a room of its own"):
        simulated("--days", "1", "--tables", "1", "--seed", "1")
    assert Room.objects.count() == 1
