"""The lines of the books that the parts of a simulated room look at: every one that something went wrong for, with its
sign, for each row of its own, and no other."""

from collections import Counter
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cage import services as cage
from cage.models import DrawerVariance, Investigation, TransitSlip, TrayCount
from config.days.registry import end_of
from demo.simulation.boxes import Boxes
from demo.simulation.cases import Cases
from demo.simulation.drawer import Drawers
from demo.simulation.late_slips import LateSlips
from demo.simulation.part import Part, Shown
from demo.simulation.planted import Effect, Planted
from demo.simulation.residuals import Residuals
from demo.simulation.takings import Takings
from demo.simulation.trays import Trays
from demo.simulation.truth import Truth
from demo.simulation.window import WRONG_CHANGE, variance_of
from disputes.services import Payment
from players.models import Transfer
from rake.services import rebuild_day
from tests.support import boxes
from tests.support.desk import Desk, key, open_desk, person
from tests.support.dispute import open_dispute_table
from tests.support.drawers import by_the_books, close_exactly, running
from tests.support.slips import CREDIT, FILL, Slips, open_slips_desk
from tests.support.table import open_hand_table
from tests.support.window import before_manager, present

pytestmark = pytest.mark.django_db


def part_of(kind: type[Part], desk: Desk, truth: Truth | None = None) -> Part:
    """A part that looks at the books of a room which it has not played itself."""
    part = kind.__new__(kind)
    house = SimpleNamespace(room=desk.room, drawer=desk.drawer)
    part.stage = cast("Any", SimpleNamespace(house=house, truth=truth or Truth(), planted=[], now=desk.now))
    return part


def shown(kind: type[Part], desk: Desk, truth: Truth | None = None) -> list[Shown]:
    return list(part_of(kind, desk, truth).shown())


def effects(kind: type[Part], desk: Desk, truth: Truth | None = None) -> Counter[Effect]:
    lines = shown(kind, desk, truth)
    assert len({line.mark for line in lines}) == len(lines), "each line has a mark of its own"
    return Counter(line.effect for line in lines)


# ---------------------------------------------------------------------------------------------------------- residuals


def test_every_place_that_holds_chips_in_use_is_a_line_of_its_own() -> None:
    desk = open_desk()
    assert effects(Residuals, desk) == Counter()
    stays = desk.seated(200_00, seat=1)
    goes = desk.seated(100_00, seat=2)
    desk.leave(goes)
    assert effects(Residuals, desk) == Counter([Effect(chips=200_00), Effect(chips=100_00)])
    desk.cash_out(goes.player, 100_00)
    desk.leave(stays)
    desk.cash_out(stays.player, 200_00)
    assert effects(Residuals, desk) == Counter()


def test_chips_abroad_are_those_that_people_carry_about_no_more_and_no_fewer() -> None:
    desk = open_desk(presented_alone=500_00)
    present(desk, player := desk.player(), 50_00, **before_manager(desk, 50_00))
    assert effects(Residuals, desk) == Counter([Effect(chips=-50_00)])
    carried = Truth()
    carried.carry(player.pk, 20_00)
    assert effects(Residuals, desk, carried) == Counter([Effect(chips=-70_00)])
    carried.toke("D1", -70_00)
    assert effects(Residuals, desk, carried) == Counter()


# ------------------------------------------------------------------------------------------------------------ takings


def test_hands_rated_off_either_way_and_hands_that_are_not_rated() -> None:
    table = open_hand_table()
    desk = table.desk
    owed = 2_00
    for pot, rake in ((40_00, owed), (40_00, owed - 1_00), (40_00, owed + 1_00), (None, owed)):
        table.tick(rake, pot=pot, winners=[1] if pot else None)
    rebuild_day(room=desk.room, gaming_day=desk.room.gaming_day(desk.now), at=desk.at())
    assert effects(Takings, desk) == Counter([Effect(chips=-1_00), Effect(chips=1_00), Effect(times=1)])


# ------------------------------------------------------------------------------------------------------ trays and slips


@pytest.fixture
def slips() -> Slips:
    return open_slips_desk()


def test_counts_of_trays_that_were_off_and_slips_of_which_something_else_came(slips: Slips) -> None:
    facts = {"table": slips.table}
    slips.received(FILL, **facts)
    for off in (0, -5_00, 10_00):
        slips.count(slips.in_tray + off, TrayCount.Part.SHIFT)
    for off in (0, -10_00, 15_00):
        slip = slips.sent(FILL, 100_00, **facts)
        slips.receive(slip, chips=slip.chips_amount + off)
    expected = [Effect(chips=off) for off in (-5_00, 10_00, -10_00, 15_00)]
    assert effects(Trays, slips.desk) == Counter(expected)


def test_slips_that_were_open_when_their_day_was_cut_off(slips: Slips) -> None:
    desk, facts = slips.desk, {"table": slips.table}
    slips.received(FILL, **facts)
    slips.end(slips.ask(CREDIT, 25_00, **facts))
    left = [slips.ask(CREDIT, 25_00, **facts), slips.sent(CREDIT, 25_00, **facts), slips.sent(FILL, 30_00, **facts)]
    marks = {slip.pk for slip in left}
    assert {line.mark.row for line in shown(LateSlips, desk)} == marks, "they are open still"
    desk.now = end_of(desk.room, desk.room.gaming_day(desk.now)) - timedelta(minutes=1)
    assert slips.receive(left[2]).state == TransitSlip.State.RECEIVED, "at the very instant of the cut-off"
    desk.now += timedelta(hours=2)
    slips.end(left[0])
    slips.receive(left[1])
    slips.received(FILL, **facts)
    lines = shown(LateSlips, desk)
    assert {line.mark.row for line in lines} == marks
    assert {line.effect for line in lines} == {Effect(times=1)}


# -------------------------------------------------------------------------------------------------------------- boxes


def test_boxes_that_were_short_or_over_and_those_that_three_counted() -> None:
    table = open_hand_table()
    desk = table.desk
    for number in range(1, 5):
        cage.add_box(room=desk.room, number=f"R{number}", kind="rake", by=desk.manager, at=desk.at())
    boxes.hung(desk, "R0")
    for number, off in enumerate((0, -1_00, 3_00)):
        table.tick(5_00)
        boxes.counted(desk, boxes.pulled(desk, f"R{number}", next_number=f"R{number + 1}"), off)
        desk.now += timedelta(days=1)
    table.tick(5_00)
    pull = boxes.pulled(desk, "R3", next_number="R4")
    first, second = boxes.two_counters(desk)
    for who, off in ((first, 0), (second, 1_00)):
        cage.count_box(pull=pull, counted=boxes.chips(desk.room, 5_00 + off), key=key(), by=who, at=desk.at())
    three: dict[str, Any] = {"second": second, "third": person(desk.room, "cashier")}
    cage.count_box_together(pull=pull, counted=boxes.chips(desk.room, 5_00), key=key(), by=first, at=desk.at(), **three)
    assert effects(Boxes, desk) == Counter([Effect(chips=-1_00), Effect(chips=3_00), Effect(times=1)])


# -------------------------------------------------------------------------------------------------------------- cases


def test_a_case_is_a_line_whether_it_was_ruled_or_not_with_the_chips_that_moved() -> None:
    disputed = open_dispute_table()
    desk = disputed.table.desk
    hand = disputed.showdown()
    winner, loser = (disputed.table.sittings[seat] for seat in (disputed.winner, disputed.loser))
    cases = [disputed.open(hand) for _ in range(3)]
    disputed.rule(cases[0])
    disputed.rule(cases[1], Payment(winner, loser, 7_00))
    told = {line.mark.row: line.effect for line in shown(Cases, desk)}
    assert told == {
        cases[0].pk: Effect(times=1),
        cases[1].pk: Effect(chips=7_00, times=1),
        cases[2].pk: Effect(),
    }


# ------------------------------------------------------------------------------------------------------------- drawers


def closed_with(desk: Desk, *, chips: int = 0, cash: int = 0) -> None:
    facts = {"by": desk.cashier, "second": person(desk.room, "floor"), "at": desk.at()}
    close_exactly(desk.drawer, chips=chips, cash=cash, **facts)


def test_what_drawers_were_short_and_over_at_either_end() -> None:
    desk = open_desk()
    closed_with(desk, chips=-5_00, cash=2_00)
    short = by_the_books(desk.drawer, cash=-20_00)
    session = cage.open_drawer(drawer=desk.drawer, counted=short, key=key(), **desk.by())
    session = cage.recount_opening(session=session, counted=short, key=key(), **desk.by())
    cage.accept_opening(session=session, second=person(desk.room, "floor"), key=key(), **desk.by())
    lines = {line.mark.part: line.effect for line in shown(Drawers, desk)}
    assert lines == {"closing": Effect(-5_00, 2_00), "opening": Effect(cash=-20_00)}


def test_a_drawer_that_three_counted_is_a_line_and_nothing_is_short_by_it() -> None:
    desk = open_desk()
    floor = person(desk.room, "floor")
    session = cage.begin_close(session=running(desk.drawer), **desk.by())
    session = cage.count_drawer(session=session, counted=by_the_books(desk.drawer), key=key(), **desk.by())
    wrong = by_the_books(desk.drawer, cash=1_00)
    session = cage.count_drawer(session=session, counted=wrong, key=key(), by=floor, at=desk.at())
    three: dict[str, Any] = {"second": floor, "third": person(desk.room, "cashier")}
    cage.recount_drawer(session=session, counted=by_the_books(desk.drawer), key=key(), **three, **desk.by())
    (line,) = shown(Drawers, desk)
    assert (line.mark.what, line.mark.row, line.effect) == ("drawer recount", session.pk, Effect(times=1))


# ------------------------------------------------------------------------------------------- who explains a variance


@pytest.mark.parametrize("causes", [0, 1, 2])
def test_a_variance_is_explained_by_the_act_in_which_its_one_error_was_made_and_by_no_other(causes: int) -> None:
    desk = open_desk(variance_notice=1_00, investigation_from=1_00)
    for number in range(4):
        desk.buy_in(desk.player(), 100_00, key=f"sale {number}")
    session = running(desk.drawer).pk
    closed_with(desk, cash=-100_00)
    drawers = cast("Any", part_of(Drawers, desk))
    drawers.stage.by = {"manager": desk.manager, "deputy": person(desk.room, "manager")}.__getitem__
    part = DrawerVariance.Part
    marks = [*[variance_of(session, part.CLOSING)] * causes, variance_of(session, part.OPENING)]
    marks.append(variance_of(session + 1, part.CLOSING))
    for number, mark in enumerate(marks):
        facts: dict[str, Any] = {"at": desk.now, "effect": Effect(cash=-100_00), "place": "Window 1"}
        drawers.stage.planted.append(Planted(number + 1, WRONG_CHANGE, mark=mark, request=f"sale {number}", **facts))
    drawers.settlers()["variance_open"](desk.room.gaming_day(desk.now))
    found = Investigation.objects.get(variance__session=session)
    if causes != 1:
        assert (found.state, found.transfers) == (Investigation.State.ACCEPTED, [])
        return
    sold = Transfer.objects.filter(request_key="sale 0", amount=100_00)
    assert found.state == Investigation.State.EXPLAINED
    assert len(found.transfers) == 1
    assert set(found.transfers) <= set(sold.values_list("chain_number", flat=True))
