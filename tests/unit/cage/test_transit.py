"""Fills and credits on their way: four acts by three people at least, and no chip is lost between (C-8)."""

from datetime import date, timedelta

import pytest
from django.db import connection

from cage import services as cage
from cage.counted import Counted
from cage.models import Investigation, TransitAct, TransitSlip
from cage.selectors.variances import carried_off, chips_against
from cage.services.drawers import tills_of
from config.audit.books import audit
from config.errors import DomainError
from players.models import AccountKind, MoneyAct, Transfer
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.drawers import opened, running
from tests.support.refusals import refused
from tests.support.slips import CREDIT, FILL, Slips, open_slips_desk

pytestmark = pytest.mark.django_db
S = TransitSlip.State


@arranged
def slips() -> Slips:
    return open_slips_desk()


def faults() -> list[object]:
    connection.check_constraints()
    return [finding for finding in audit() if not finding.holds]


class TestAWay:
    def test_a_fill_of_a_drawer_lies_in_transit_until_it_is_received(self, slips: Slips) -> None:
        before = [till.balance for till in tills_of(slips.desk.drawer)]
        slip = slips.sent(chips=300_00, cash=100_00)
        assert slips.on_the_way(slip) == (300_00, 100_00)
        assert [till.balance for till in tills_of(slips.desk.drawer)] == before
        assert faults() == []
        slip = slips.receive(slip)
        assert (slip.state, slips.on_the_way(slip)) == (S.RECEIVED, (0, 0))
        assert [till.balance for till in tills_of(slips.desk.drawer)] == [before[0] + 300_00, before[1] + 100_00]
        assert faults() == []

    def test_a_credit_of_a_drawer_goes_to_the_vault(self, slips: Slips) -> None:
        vault = slips.desk.held(AccountKind.VAULT_CASH)
        slip = slips.received(CREDIT, 0, 2_000_00)
        assert slips.desk.held(AccountKind.VAULT_CASH) == vault + 2_000_00
        assert slips.on_the_way(slip) == (0, 0)
        assert faults() == []

    def test_a_tray_is_filled_and_sends_back(self, slips: Slips) -> None:
        slips.received(chips=500_00, table=slips.table)
        assert slips.in_tray == 500_00
        slip = slips.received(CREDIT, 200_00, table=slips.table)
        assert (slips.in_tray, slips.on_the_way(slip)) == (300_00, (0, 0))
        acts = {act.step: act for act in TransitAct.objects.filter(slip=slip)}
        assert (acts[S.SENT].verifier, acts[S.SENT].runner) == (slips.dealer, slips.runner)
        assert faults() == []

    def test_each_act_stays_with_its_person_and_both_answer_for_the_money(self, slips: Slips) -> None:
        slip = slips.received(chips=300_00)
        people = list(slip.acts.order_by("pk").values_list("step", "person"))
        desk = slips.desk
        said = [(S.REQUESTED, desk.cashier.pk), (S.AUTHORISED, slips.floor.pk), (S.SENT, desk.manager.pk)]
        assert people == [*said, (S.RECEIVED, desk.cashier.pk)]
        acts = MoneyAct.objects.filter(act="slip").order_by("pk")
        assert [(act.by, act.second, act.amount) for act in acts] == [
            (desk.manager, slips.floor, 300_00),
            (desk.cashier, desk.manager, 300_00),
        ]


class TestWhatCame:
    @pytest.mark.parametrize("off", [-50_00, 25_00, -300_00])
    def test_another_count_than_was_sent_is_the_runners(self, slips: Slips, off: int) -> None:
        slip = slips.receive(slips.sent(chips=300_00), chips=300_00 + off)
        counts = list(slip.acts.filter(is_moved=True).order_by("pk").values_list("chips_amount", flat=True))
        assert counts == [300_00, 300_00 + off]
        assert slips.desk.held(AccountKind.OVER_SHORT) == -off
        assert slips.on_the_way(slip) == (0, 0)
        row = Transfer.objects.get(kind="variance")
        assert str(slips.runner) in row.reason
        assert faults() == []

    def test_cash_that_is_missing_is_booked_apart_from_the_chips(self, slips: Slips) -> None:
        slips.receive(slips.sent(chips=300_00, cash=100_00), cash=40_00, chips=305_00)
        held = [slips.desk.held(kind) for kind in (AccountKind.OVER_SHORT, AccountKind.OVER_SHORT_CASH)]
        assert held == [-5_00, 60_00]
        assert faults() == []

    @pytest.mark.parametrize(("off", "is_investigated"), [(-50_00, True), (-25_00, True), (-5_00, False)])
    def test_it_stands_against_who_carried_it_until_it_is_settled(
        self, slips: Slips, off: int, is_investigated: bool
    ) -> None:
        desk = slips.desk
        slips.receive(slips.sent(chips=300_00), chips=300_00 + off)
        (carried,) = carried_off(desk.room)
        assert (carried.runner, carried.chips) == (slips.runner, off)
        assert chips_against(desk.room, desk.now) == [(slips.runner, -off)]
        assert Investigation.objects.filter(carried=carried.came).exists() == is_investigated
        if is_investigated:
            _settled_by_who_had_it_not_in_hand(slips, Investigation.objects.get())
            assert chips_against(desk.room, desk.now) == []


def _settled_by_who_had_it_not_in_hand(slips: Slips, found: Investigation) -> None:
    desk, others = slips.desk, [person(slips.desk.room, role) for role in ("manager", "cashier")]
    facts = {"investigation": found, "outcome": Investigation.State.ACCEPTED, "text": "not found", "second": others[1]}
    for named in (slips.runner, desk.manager):
        refused("not_your_variance", lambda by=named: cage.settle_investigation(**facts, by=by, at=desk.at()))  # type: ignore[misc]
    cage.settle_investigation(**facts, by=others[0], at=desk.at())


class TestTakenBack:
    @pytest.mark.parametrize("verb", ["void", "refuse"])
    @pytest.mark.parametrize("kind", [FILL, CREDIT])
    def test_what_was_sent_goes_back_where_it_came_from(self, slips: Slips, verb: str, kind: TransitSlip.Kind) -> None:
        before = [till.balance for till in tills_of(slips.desk.drawer)]
        vault = slips.desk.held(AccountKind.VAULT_CHIPS)
        slip = slips.end(slips.sent(kind), verb)
        assert slip.state == (S.VOIDED if verb == "void" else S.REFUSED)
        assert [till.balance for till in tills_of(slips.desk.drawer)] == before
        assert (slips.desk.held(AccountKind.VAULT_CHIPS), slips.on_the_way(slip)) == (vault, (0, 0))
        assert faults() == []

    def test_what_comes_back_is_counted_and_what_lacks_is_the_runners(self, slips: Slips) -> None:
        slip = slips.sent(chips=300_00)
        refused("count_missing", lambda: slips.end(slip, counted=None))
        slips.end(slip, counted=slips.pieces(200_00), verifier=slips.runner)
        assert slips.desk.held(AccountKind.OVER_SHORT) == 100_00
        assert faults() == []

    @pytest.mark.parametrize("verb", ["void", "refuse"])
    @pytest.mark.parametrize("came", [200_00, 400_00])
    def test_nobody_alone_tells_that_something_lacks(self, slips: Slips, verb: str, came: int) -> None:
        """Who sent it has no word alone against who carried it: the carrier signs, or a supervisor who has no part."""
        slip, back = slips.sent(CREDIT), {"counted": slips.pieces(came)}
        said = refused("carrier_needed", lambda: slips.end(slip, verb, **back))
        assert (str(slips.runner) in said.message, said.field) == (True, "runner_badge")
        sender = slips.desk.cashier
        refused("carrier_needed", lambda: slips.end(slip, verb, verifier=sender, **back))
        refused("slip_may_not", lambda: slips.end(slip, verb, verifier=person(slips.desk.room, "cashier"), **back))
        assert slips.desk.held(AccountKind.OVER_SHORT) == 0
        slips.end(slip, verb, verifier=slips.other_floor, **back)
        assert slip.acts.latest("pk").verifier == slips.other_floor
        assert slips.desk.held(AccountKind.OVER_SHORT) == 300_00 - came
        assert faults() == []

    def test_who_sent_it_is_no_supervisor_of_what_came_back(self, slips: Slips) -> None:
        """A fill that one who holds the vault sent comes back to another: the sender’s word isn’t a third person’s."""
        slip, other = slips.sent(), person(slips.desk.room, "manager")
        back = {"counted": slips.pieces(200_00), "by": other}
        refused("carrier_needed", lambda: slips.end(slip, verifier=slips.desk.manager, **back))
        slips.end(slip, verifier=slips.runner, **back)

    def test_who_carried_it_does_not_count_what_came_back(self, slips: Slips) -> None:
        slip = slips.send(slips.authorise(slips.ask()), runner=person(slips.desk.room, "manager"))
        carried = slip.acts.get(step=S.SENT).runner
        refused("same_person", lambda: slips.end(slip, by=carried))

    def test_nobody_else_than_the_place_takes_it_back(self, slips: Slips) -> None:
        slip = slips.sent()
        refused("not_your_place", lambda: slips.end(slip, by=slips.floor))

    @pytest.mark.parametrize("verb", ["void", "refuse"])
    def test_nothing_moves_before_it_is_sent(self, slips: Slips, verb: str) -> None:
        rows = Transfer.objects.count()
        slips.end(slips.ask(), verb)
        slips.end(slips.authorise(slips.ask()), verb)
        assert Transfer.objects.count() == rows
        assert faults() == []

    def test_an_end_has_a_reason(self, slips: Slips) -> None:
        slip = slips.ask()
        refused("reason_missing", lambda: slips.end(slip, reason=" "))
        refused("same_person", lambda: slips.end(slip, "refuse", by=slips.desk.cashier))
        assert slips.end(slip, by=slips.desk.cashier).state == S.VOIDED
        refused("slip_moved_on", lambda: slips.authorise(slip))


class TestPeople:
    def test_who_asks_does_not_authorise(self, slips: Slips) -> None:
        slip = slips.ask(table=slips.table)
        refused("same_person", lambda: slips.authorise(slip, by=slips.floor))
        refused("slip_may_not", lambda: slips.authorise(slip, by=slips.desk.cashier))

    def test_who_sends_does_not_receive(self, slips: Slips) -> None:
        slip = slips.sent(table=slips.table)
        refused("same_person", lambda: slips.receive(slip, by=slips.desk.manager))
        refused("same_person", lambda: slips.receive(slip, by=slips.runner))

    def test_two_people_are_not_enough(self, slips: Slips) -> None:
        slip = slips.authorise(slips.ask(), by=slips.desk.manager)
        refused("third_person_needed", lambda: slips.send(slip))
        slip = slips.send(slips.authorise(slips.ask(CREDIT, 0, 100_00), by=slips.desk.manager))
        refused("third_person_needed", lambda: slips.receive(slip))
        assert slips.receive(slip, by=person(slips.desk.room, "manager")).state == S.RECEIVED

    def test_somebody_carries_it_who_neither_sends_nor_receives(self, slips: Slips) -> None:
        slip = slips.authorise(slips.ask())
        refused("runner_needed", lambda: slips.send(slip, runner=None))
        for runner in (slips.desk.manager, slips.desk.cashier):
            refused("same_person", lambda runner=runner: slips.send(slip, runner=runner))  # type: ignore[misc]

    def test_each_place_has_its_own_hands(self, slips: Slips) -> None:
        other = person(slips.desk.room, "cashier")
        refused("not_your_drawer", lambda: slips.ask(by=other))
        refused("slip_may_not", lambda: slips.ask(table=slips.table, by=other))
        slip = slips.authorise(slips.ask())
        refused("not_your_place", lambda: slips.send(slip, by=slips.floor))
        slip = slips.send(slip)
        refused("not_your_place", lambda: slips.receive(slip, by=other))

    def test_a_tray_needs_the_hand_of_who_deals(self, slips: Slips) -> None:
        slip = slips.sent(table=slips.table)
        refused("verifier_needed", lambda: slips.receive(slip, verifier=None))
        refused("same_person", lambda: slips.receive(slip, verifier=slips.runner))
        refused("slip_may_not", lambda: slips.receive(slip, verifier=slips.desk.cashier))

    def test_at_one_tablet_each_signs_in_turn(self, slips: Slips) -> None:
        desk, tablet = slips.desk, slips.floor
        slip = slips.ask(by=tablet, second=desk.cashier)
        slips.authorise(slip, by=tablet)
        slips.send(slip, by=tablet, second=desk.manager)
        slips.receive(slip, by=tablet, second=desk.cashier)
        assert {act.by for act in slip.acts.all()} == {tablet}
        assert slip.acts.get(step=S.RECEIVED).person == desk.cashier
        assert faults() == []


class TestNumbers:
    def test_they_have_no_gap_whatever_becomes_of_each(self, slips: Slips) -> None:
        ended = [slips.received(), slips.end(slips.ask()), slips.end(slips.sent(), "refuse"), slips.ask()]
        assert [slip.number for slip in ended] == [1, 2, 3, 4]
        assert slips.ask(CREDIT, 0, 10_00).number == 1
        assert {slip.year for slip in ended} == {2025}

    def test_a_refused_request_takes_none(self, slips: Slips) -> None:
        refused("slip_empty", lambda: slips.ask(chips=0))
        refused("denomination_unknown", lambda: slips.ask(counted=Counted({77: 1}, {})))
        refused("cash_in_tray", lambda: slips.ask(cash=20_00, table=slips.table))
        refused("no_tray", lambda: slips.ask(table=slips.desk.open_table().table))
        assert slips.ask().number == 1

    def test_a_new_year_begins_anew(self, slips: Slips) -> None:
        slips.ask()
        slips.desk.now += timedelta(days=300)
        assert (slips.ask().year, slips.ask().number) == (2026, 2)

    def test_the_year_is_that_of_the_gaming_day(self, slips: Slips) -> None:
        """What is asked for after midnight of New Year's Eve is of the old year still, as its gaming day is."""
        slips.ask()
        slips.desk.now = slips.desk.room.start_of(date(2026, 1, 1)) - timedelta(minutes=2)
        last = slips.ask()
        assert (last.at.year, last.year, last.number) == (2026, 2025, 2)
        slips.desk.now += timedelta(minutes=2)
        first = slips.ask()
        assert (first.year, first.number) == (2026, 1)


class TestDrawers:
    def test_a_drawer_with_a_slip_is_not_counted(self, slips: Slips) -> None:
        session = running(slips.desk.drawer)
        for go in (slips.ask, lambda: slips.authorise(slips.ask()), slips.sent):
            slip = go()
            said = refused("slip_on_its_way", lambda: cage.begin_close(session=session, **slips.desk.by()))
            assert said.allowed["slip"] == slip.pk
            slips.end(slip)
        assert cage.begin_close(session=session, **slips.desk.by()).state == "counting"
        refused("drawer_counting", slips.ask)

    def test_another_drawer_closes_all_the_same(self, slips: Slips) -> None:
        slips.sent()
        desk, cashier = slips.desk, person(slips.desk.room, "cashier")
        other = opened(desk.room, "Window 2", cashier=cashier, by=desk.manager, at=desk.at())
        assert cage.begin_close(session=running(other), by=cashier, at=desk.at()).state == "counting"

    def test_a_room_that_fills_by_slips_fills_no_other_way(self, slips: Slips) -> None:
        desk = slips.desk
        facts = {"drawer": desk.drawer, "chips": 100_00, "cash": 0}
        cage.fund_drawer(key=key(), **facts, **desk.at_the_vault())
        desk.room.fills_by_slip = True
        desk.room.save()
        said = refused("fill_by_slip", lambda: cage.fund_drawer(key=key(), **facts, **desk.at_the_vault()))
        assert "Ask for a fill" in said.message

    def test_what_a_place_lacks_is_not_sent(self, slips: Slips) -> None:
        slip = slips.authorise(slips.ask(chips=10_000_00))
        refused("vault_short", lambda: slips.send(slip))
        slip = slips.authorise(slips.ask(CREDIT, 100_00, table=slips.table))
        said = refused("tray_short", lambda: slips.send(slip))
        assert "holds" not in said.message
        assert not said.allowed


def test_a_retry_of_each_act_acts_once(slips: Slips) -> None:
    again = {name: key() for name in ("ask", "authorise", "send", "receive")}
    for _ in range(2):
        slip = slips.ask(key=again["ask"])
    for name in ("authorise", "send", "receive"):
        for _ in range(2):
            getattr(slips, name)(slip, key=again[name])
    assert (slip.acts.count(), TransitSlip.objects.count()) == (4, 1)
    assert faults() == []


def test_a_slip_is_of_its_room(slips: Slips) -> None:
    with pytest.raises(DomainError, match="another room"):
        slips.ask(drawer=open_slips_desk().desk.drawer)
