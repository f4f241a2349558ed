"""The cage of a simulated room in which everything goes wrong: every part errs, and the books show it, to the unit."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from unittest.mock import patch

import pytest
from django.db.models import F, Sum

from cage.models import (
    BoxCount,
    BoxPull,
    BoxVariance,
    CashSlip,
    FeltResidual,
    Investigation,
    TokeShare,
    TokeSlip,
    TransitAct,
    TransitSlip,
    TrayCount,
)
from config.audit.books import audit
from config.days.models import DayLock
from config.days.registry import end_of
from config.days.selectors import open_items
from config.days.services import lock_gaming_day
from config.errors import DomainError
from demo.simulation import night
from demo.simulation.boxes import BOX_MISCOUNTED
from demo.simulation.cases import POT_DISPUTED, PUSHED_WRONG
from demo.simulation.late_slips import LEFT_OPEN
from demo.simulation.night import settle
from demo.simulation.part import Part
from demo.simulation.planted import Kind
from demo.simulation.residuals import CARRIED_OFF, TOKED
from demo.simulation.room import Played, play
from demo.simulation.script import Script, Thief
from demo.simulation.stage import Stage
from demo.simulation.takings import BESIDE, SKIMMED
from demo.simulation.trays import LOST_ON_THE_WAY, TRAY_SHORT
from disputes.models import Dispute, Ruling
from players.models import Account, AccountKind, Transfer, TransferKind
from tests.support.arranged import arranged

pytestmark = pytest.mark.django_db
OWN, POOLED = 8, 11
"""Seeds: the room of an odd one pools its tokes."""


@dataclass
class Nights:
    """A room that was played, with the faults of its books after each day."""

    played: Played
    faults: list[str]
    kept_open: list[set[str]]
    """The codes of what kept each day open, and would not let it be locked, before anything was settled."""

    def chips(self, *kinds: Kind) -> int:
        """The sum of the errors of these kinds, minor units."""
        return sum(each.effect.chips for each in self.played.planted if each.kind in kinds)

    def marked(self, kind: Kind) -> list[int]:
        """The rows in which the errors of a kind must stand, in the order in which they were made."""
        return [each.mark.row for each in self.played.planted if each.kind == kind]

    def held(self, kind: AccountKind) -> int:
        """The chips at places of a kind by the books."""
        held = Account.objects.filter(room=self.played.room, kind=kind)
        return held.aggregate(sum=Sum("balance", default=0))["sum"]


def nights(seed: int) -> Nights:
    faults: list[str] = []
    kept_open: list[set[str]] = []

    def looked(stage: Stage, parts: Sequence[Part], day: date) -> None:
        facts = {"second": stage.by("auditor"), "by": stage.by("manager"), "at": stage.now}
        with pytest.raises(DomainError) as refused:
            lock_gaming_day(room=stage.house.room, day=day, key=f"too early {day}", **facts)
        assert refused.value.code == "day_open_items"
        kept_open.append({item.code for item in open_items(stage.house.room, day)})
        settle(stage, parts, day)

    def audited(lock: DayLock) -> None:
        faults.extend(fault for found in audit() if not found.holds for fault in found.faults)

    thief = Thief.read("dealer=1,skim=0.6")
    script = Script(2, 1, seed, errors=1.0, hours=6, thief=thief, slug=f"cage-{seed}")
    with patch.object(night, "settle", looked):
        return Nights(play(script, audited), faults, kept_open)


@arranged
def own() -> Nights:
    """A room in which each dealer has their own tokes."""
    return nights(OWN)


@pytest.mark.parametrize("seed", [OWN, POOLED])
def test_every_error_shows_and_every_line_has_its_causes(seed: int, own: Nights) -> None:
    found = own if seed == OWN else nights(seed)
    assert (found.faults, found.played.report().faults) == ([], [])
    kinds = {each.kind for each in found.played.planted}
    assert {BOX_MISCOUNTED, BESIDE, SKIMMED, TRAY_SHORT, LOST_ON_THE_WAY, CARRIED_OFF, TOKED} <= kinds
    assert {LEFT_OPEN, POT_DISPUTED, PUSHED_WRONG} <= kinds
    slips = TokeSlip.objects.filter(room=found.played.room)
    made = set(slips.values_list("kind", flat=True))
    assert made == ({"own"} if seed == OWN else {"counted", "paid"})
    days = slips.filter(kind="counted").aggregate(sum=Sum("amount", default=0))["sum"]
    shared = TokeShare.objects.filter(split__room=found.played.room).aggregate(sum=Sum("amount", default=0))["sum"]
    assert days == shared


def test_boxes_are_pulled_by_two_and_counted_by_two_others(own: Nights) -> None:
    pulls = list(BoxPull.objects.filter(room=own.played.room).prefetch_related("counts"))
    assert len(pulls) == 2 * 2, "of rake and promo, on two days"
    for pull in pulls:
        assert pull.counted is not None
        first, second, together = sorted(pull.counts.all(), key=lambda count: count.pk)
        assert {pull.puller_id, pull.watcher_id}.isdisjoint({first.counted_by_id, second.counted_by_id})
        assert (first.amount == pull.counted) != (second.amount == pull.counted)
        assert (together.part, together.amount) == (BoxCount.Part.TOGETHER, pull.counted)
    short = BoxVariance.objects.filter(room=own.played.room).aggregate(sum=Sum("chips"))["sum"]
    assert short == own.chips(SKIMMED, BESIDE) < 0
    assert own.held(AccountKind.CUSTODY) == own.held(AccountKind.RAKE_BOX) == own.held(AccountKind.PROMO_BOX) == 0


def test_the_manager_answers_for_short_boxes_by_the_names_that_were_seen(own: Nights) -> None:
    answered = list(Investigation.objects.filter(box_variance__room=own.played.room))
    assert answered
    assert {each.state for each in answered} == {Investigation.State.ACCEPTED}
    assert all("seen on the recording: D" in each.text for each in answered)


def moved(slip: TransitSlip) -> Iterator[int]:
    """The chips of a slip as they were sent, and as they came."""
    return (act.chips_amount for act in slip.acts.filter(is_moved=True).order_by("pk"))


def test_trays_are_filled_by_three_and_what_is_lost_is_the_runner_s(own: Nights) -> None:
    late = own.marked(LEFT_OPEN)
    slips = list(TransitSlip.objects.filter(room=own.played.room).exclude(pk__in=late).order_by("pk"))
    assert [slip.state for slip in slips] == [TransitSlip.State.RECEIVED] * 2
    lost = 0
    for slip in slips:
        assert len(set(slip.acts.values_list("person", flat=True))) == 3
        sent, came = moved(slip)
        lost += came - sent
    assert lost == own.chips(LOST_ON_THE_WAY) < 0
    runners = set(TransitAct.objects.exclude(runner=None).values_list("runner__display_name", flat=True))
    assert {each.who for each in own.played.planted if each.kind == LOST_ON_THE_WAY} == runners


def test_trays_are_counted_at_open_and_close_and_hold_what_lies_there(own: Nights) -> None:
    parts = defaultdict(set)
    for count in TrayCount.objects.filter(room=own.played.room):
        parts[count.gaming_day].add(count.part)
        assert count.counted_by_id != count.verified_by_id
    assert len(parts) == 2
    assert all({"opening", "closing"} <= found for found in parts.values())
    short = TrayCount.objects.filter(room=own.played.room).aggregate(sum=Sum(F("chips_amount") - F("booked")))["sum"]
    assert short == own.chips(TRAY_SHORT) < 0
    assert own.held(AccountKind.TRAY) == sum(each.chips for each in own.played.stage.truth.trays.values())


def test_what_left_a_table_uncounted_is_abroad_until_it_comes_to_the_window(own: Nights) -> None:
    room, truth = own.played.room, own.played.stage.truth
    left = FeltResidual.objects.filter(room=room).aggregate(sum=Sum("amount"))["sum"]
    assert left == own.chips(TOKED, CARRIED_OFF) > 0
    brought = CashSlip.objects.filter(room=room, kind=TransferKind.PRESENTED).aggregate(sum=Sum("amount"))["sum"]
    tokes = TokeSlip.objects.filter(room=room).aggregate(sum=Sum("amount"))["sum"]
    assert brought > 0
    assert own.held(AccountKind.ABROAD) == left - brought - tokes == truth.abroad > 0


def test_other_money_comes_to_the_window(own: Nights) -> None:
    others = CashSlip.objects.filter(room=own.played.room).exclude(kind=TransferKind.PRESENTED)
    assert others.exists()


def test_a_slip_that_is_left_open_keeps_the_day_open_until_it_is_settled(own: Nights) -> None:
    room, late = own.played.room, own.marked(LEFT_OPEN)
    assert [("slip_open" in codes) for codes in own.kept_open] == [True, True]
    slips = list(TransitSlip.objects.filter(pk__in=late).order_by("pk"))
    assert len(slips) == len(late) == 2
    locks = dict(DayLock.objects.filter(room=room).values_list("gaming_day", "locked_at"))
    for slip in slips:
        first, *_, last = slip.acts.order_by("pk")
        assert first.at < end_of(room, slip.gaming_day) < last.at <= locks[slip.gaming_day]
        was_sent = slip.acts.filter(step=TransitSlip.State.SENT).exists()
        assert slip.state == (TransitSlip.State.RECEIVED if was_sent else TransitSlip.State.VOIDED)
    assert not TransitSlip.objects.filter(room=room, state__in=TransitSlip.OPEN).exists()
    assert own.held(AccountKind.TRANSIT) == 0


def test_every_case_is_ruled_on_once_by_another_and_chips_move_as_it_says(own: Nights) -> None:
    cases = list(Dispute.objects.filter(room=own.played.room).order_by("pk"))
    assert [case.pk for case in cases] == own.marked(POT_DISPUTED) != []
    for case in cases:
        (ruling,) = case.rulings.all()
        assert ruling.ruled_by_id != case.opened_by_id
        assert ruling.ruled_at > case.opened_at
    moved = Ruling.objects.filter(dispute__in=cases).aggregate(sum=Sum("moved"))["sum"]
    rows = Transfer.objects.filter(room=own.played.room, kind=TransferKind.RULING)
    into_pots = rows.filter(target__kind=AccountKind.POT).aggregate(sum=Sum("amount"))["sum"]
    assert moved == own.chips(PUSHED_WRONG) == into_pots > 0
    assert set(rows.values_list("source__kind", "target__kind")) == {("seat", "pot"), ("pot", "seat")}
