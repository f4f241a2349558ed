"""Gaming days that end, are tied out and are locked, arranged through the services."""

import itertools
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from cage.models import Drawer, DrawerSession, Investigation, PromoPool, TrayCount
from cage.selectors.denominations import values_of
from cage.selectors.tokes import counted_on, split_of
from cage.services import (
    decide_hold,
    deposit,
    exchange,
    let_award_stand,
    settle_investigation,
    split_tokes,
    void_buy_in,
)
from config.audit.chain import seal_all
from config.audit.models import AuditFinding, AuditRun
from config.audit.runs import answer, run_audit
from config.days.models import DayLock
from config.days.registry import end_of
from config.days.services import lock_gaming_day
from config.rooms.models import Room
from disputes.models import Dispute
from disputes.services import Payment
from games.models import Hand
from games.services import void_hand
from games.services.notes import write_note
from players.models import Debt, DebtEntry, Sitting, TransferKind
from players.services.counting import COUNTED_OFF
from players.services.debts import collect_debt
from players.services.table_money import count_stack
from players.services.time_charges import collect_time
from rake.sampling.services import answer_pot, set_sampling_rate
from rake.services import rate_hand, rebuild_day
from rake.watching import TAKINGS_OFF
from rules.house.fee_schedule import live_time
from tables.models import DealerShift, SessionAlarm, TableSession
from tables.services import add_table, close_table, end_shift, plan_tables, put_away_alarm, register_dealer, start_shift
from tables.services.planning import Planned
from tests.support.awards import (
    a_pool,
    declared,
    deposit_taken_back,
    deposited,
    feed,
    paid,
    recovered,
    seeded,
    stocked,
    taken_back,
)
from tests.support.banks import a_bank, day_before, own_tokes, pooled_tokes, shown
from tests.support.boxes import counted, drop_everything, pulled
from tests.support.comps import TERMS, Comps
from tests.support.corrections import turned
from tests.support.desk import NLH, Desk, key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.drawers import close_exactly, open_exactly
from tests.support.slips import Slips, count_trays
from tests.support.vault import count_due_vault, vault_counted
from tests.support.window import a_hold, book, described

_shifts = itertools.count(1)


def end_day(desk: Desk) -> date:
    """Let an hour pass after the end of the gaming day that it is; returns that day."""
    day = desk.room.gaming_day(desk.now)
    desk.now = end_of(desk.room, day) + timedelta(hours=1)
    return day


def books_began(desk: Desk, at: datetime) -> None:
    """The room’s books began at that instant: from then on a day without play had none, and is not unknown."""
    Room.objects.filter(pk=desk.room.pk).update(books_opened_at=at)
    desk.room.books_opened_at = at


def close_drawers(desk: Desk) -> None:
    """Every drawer is closed, counted as the books say."""
    for session in DrawerSession.objects.exclude(state=DrawerSession.State.CLOSED).filter(room=desk.room):
        close_exactly(session.drawer, by=session.cashier, second=desk.second, at=desk.at())


def open_drawers(desk: Desk) -> None:
    """Every drawer is open again, as on the next morning."""
    for drawer in Drawer.objects.filter(room=desk.room).exclude(sessions__state=DrawerSession.State.OPEN):
        open_exactly(drawer, by=desk.cashier, at=desk.at())


def tie_out(desk: Desk, day: date, *, without: str = "") -> None:
    """Settle everything that keeps an ended day open: boxes, trays, tokes, drawers, the vault, report, alarms, audit
    and seal; `without` leaves one of them."""
    if without != "boxes":
        drop_everything(desk, with_pulled=without != "counts")
    if without != "trays":
        count_trays(desk)
    if without != "tokes" and counted_on(desk.room, day) and split_of(desk.room, day) is None:
        split_tokes(room=desk.room, day=day, key=key(), by=desk.manager, at=desk.at())
    if without != "drawers":
        close_drawers(desk)
    if without != "vault":
        count_due_vault(desk, day)
    if without != "report":
        rebuild_day(room=desk.room, gaming_day=day, at=desk.at())
    if without != "alarms":
        look_at_alarms(desk)
    if without != "audit":
        run_audit(why=AuditRun.Why.DAY_END, at=desk.at())
        _answer_for_the_clock(desk)
    while without != "seal" and seal_all() is None:
        pass  # a vacuum of the database's own holds it up


def look_at_alarms(desk: Desk) -> None:
    """Every alarm about takings and counts is put away by a supervisor who has looked at it."""
    asked = SessionAlarm.objects.filter(session__room=desk.room, kind__in=(TAKINGS_OFF, COUNTED_OFF), cleared_at=None)
    supervisor = person(desk.room, "floor")
    for alarm in asked:
        put_away_alarm(alarm=alarm, seen=alarm.version, reason="looked at", by=supervisor, at=desk.at())


def _answer_for_the_clock(desk: Desk) -> None:
    """Seals are dated by the database's clock, and the room's days lie long before it: the audit says so. Nothing else
    may be found."""
    for finding in AuditFinding.objects.filter(gone_at=None, seen_at=None):
        assert "was added after the seal" in finding.text, finding.text
        answer(finding=finding, room=desk.room, reason="the day is a test’s", by=desk.manager, at=desk.at())


def second_of(desk: Desk) -> Any:
    """Somebody who works no drawer and may confirm a lock."""
    return person(desk.room, "auditor")


def lock_day(desk: Desk, day: date, **facts: Any) -> DayLock:
    """The lock of a day, by the manager and the auditor."""
    given = {"room": desk.room, "day": day, "key": key(), "by": desk.manager, "at": desk.at()} | facts
    return lock_gaming_day(**({"second": second_of(desk)} | given))


def locked_day(desk: Desk) -> date:
    """A day that ended, was tied out and is locked; the drawers are open again."""
    day = end_day(desk)
    tie_out(desk, day)
    lock_day(desk, day)
    open_drawers(desk)
    return day


def a_day_of_everything(**settings: Any) -> DisputeTable:
    """A room with a row of its gaming day in every table that has one; `settings` are those of the room."""
    at = open_dispute_table(**settings)
    desk = at.table.desk
    a_pot_is_told(at)
    an_award_that_stands(at)
    hand = at.showdown()
    rate_hand(hand_id=hand.pk, at=desk.at())
    player = desk.player()
    desk.buy_in(player, 200_00)
    desk.cash_out(player, 50_00)
    void_buy_in(bought=desk.buy_in(player, 100_00), reason="typed twice", key=key(), **desk.by())
    book(desk, TransferKind.PAID_IN, 5_00)
    described(desk)
    facts = {"is_paid": False, "reason": "unknown here", "key": key(), "by": person(desk.room, "floor")}
    decide_hold(held=a_hold(desk), at=desk.at(), **facts)
    debt = a_debt_to_a_case(at, hand)
    collect_debt(debt=debt, how=DebtEntry.How.RACK, amount=5_00, key=key(), by=desk.manager, at=desk.at())
    shift_of(desk)
    time_is_collected(desk)
    awards_of_everything(at)
    boxes_of_everything(at)
    a_pool_is_seeded(desk)
    slips = Slips(desk)
    slips.received(chips=100_00, table=slips.table)
    slips.count(90_00)
    slips.count(90_00)  # found twice, and booked
    slips.count(90_00, TrayCount.Part.SHIFT)
    a_tray_is_answered_for(desk)
    vault_counted(desk, chips=-1_00, cash=-1_00)
    a_felt_is_off(desk)
    late = {"entered_at": desk.now - timedelta(minutes=1), "key": key()}
    write_note(session=at.table.session, text="spilled a drink", **late, **desk.by())
    banks_and_tokes(desk)
    points_of_the_day_before(desk)
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at(), chips=-1_00)
    open_drawers(desk)
    *_, larger, smaller = values_of(desk.room).chips
    pieces: dict[str, Any] = {"taken": {smaller: larger // smaller}, "given": {larger: 1}}
    exchanged = {"what": "chips", "key": key()} | pieces
    exchange(drawer=desk.drawer, **exchanged, **desk.by())
    a_table_was_planned(desk)
    rebuild_day(room=desk.room, gaming_day=desk.room.gaming_day(desk.now), at=desk.at())
    return at


def a_tray_is_answered_for(desk: Desk) -> None:
    """The tray that was short is asked about, and two people who didn't count it accept it."""
    asked = Investigation.objects.get(tray__room=desk.room, state=Investigation.State.OPEN)
    two = {"by": person(desk.room, "manager"), "second": person(desk.room, "manager"), "at": desk.at()}
    settle_investigation(investigation=asked, outcome=Investigation.State.ACCEPTED, text="not found", **two)


def a_table_was_planned(desk: Desk) -> None:
    """Tables that were planned on the day before for the whole of this one."""
    day, entered = desk.room.gaming_day(desk.now), desk.now - timedelta(days=1)
    first = desk.room.gaming_day_start.hour
    planned = Planned(desk.session.plaque.short_name, 2, first, first, for_day=day)
    plan_tables(room=desk.room, planned=planned, key=key(), by=desk.manager, at=entered)


def a_pot_is_told(at: DisputeTable) -> None:
    """A quick hand of which nothing was dropped is drawn, and its pot is told."""
    facts = {"room": at.table.desk.room, "one_in": 1, "reason": "a pot of this day", "key": key()}
    set_sampling_rate(**facts, **at.by())
    answer_pot(hand=at.table.tick(0), pot=10_00, key=key(), **at.by())


def boxes_of_everything(at: DisputeTable) -> None:
    """A box that was short, one of promo, and one that a void drew on after it was pulled."""
    desk = at.table.desk
    tick = at.table.tick(100, promo_taken=100)
    counted(desk, pulled(desk, "P1", holds="promo"), -100)
    pulled(desk, "R1")
    void_hand(hand=tick, reason="entered twice", key=key(), second=desk.manager, **at.table.by())


def awards_of_everything(at: DisputeTable) -> None:
    """An award of the default pool, of which one share is paid and one was taken back."""
    desk = at.table.desk
    feed(at.table, 400)
    pool = PromoPool.objects.get(room=desk.room, is_default=True)
    first, other = declared(desk, pool, 400, desk.player(), desk.player()).shares.order_by("number")
    paid(desk, first)
    taken_back(desk, first.award, share=other)


def a_pool_is_seeded(desk: Desk) -> None:
    """A pool that another table feeds gets seed of the house, of which some comes back; what is left is deposited, once
    by mistake."""
    stocked(desk, chips=3_00, cash=2_00)
    table = add_table(room=desk.room, name="Table of the pool", seats=9, **desk.by())
    pool = a_pool(desk, "Seeded", seed=3_00, tables=(table.pk,))
    seeded(desk, pool, 3_00)
    recovered(desk, pool, 1_00)
    deposit_taken_back(desk, deposited(desk, pool, 1_00))
    deposited(desk, pool, 2_00)


def an_award_that_stands(at: DisputeTable) -> None:
    """An award that two people let stand, though its hand was corrected."""
    desk = at.table.desk
    feed(at.table, 300)
    pool, hand = PromoPool.objects.get(room=desk.room, is_default=True), at.showdown()
    award = declared(desk, pool, 300, desk.player(), hand=hand.number)
    turned(at, hand, second=at.other)
    two = {"by": desk.second, "second": desk.manager, "at": desk.at()}
    let_award_stand(award=award, reason="the same cards lost", key=key(), **two)


def banks_and_tokes(desk: Desk) -> None:
    """A deposit; the tokes of the day before, on which nobody dealt; and a dealer's own."""
    bank, day = a_bank(desk), day_before(desk)
    deposit(bank=bank, amount=50_00, drawer=desk.drawer, key=key(), shown=shown(desk, bank), **desk.by())
    pooled_tokes(desk, day)
    split_tokes(room=desk.room, day=day, key=key(), by=desk.manager, at=desk.at())
    Room.objects.filter(pk=desk.room.pk).update(tokes_mode=Room.TokesMode.OWN)
    desk.room.tokes_mode = Room.TokesMode.OWN
    own_tokes(desk, register_dealer(room=desk.room, badge_number="D99", display_name="Dee", **desk.by()))


def points_of_the_day_before(desk: Desk) -> Comps:
    """Hours of the day before that are corrected, and points of them that are redeemed; a point is worth 0.25, in cash
    too."""
    comps = Comps.at(desk, replace(TERMS, point_value=25, cash_allowed=True))
    entry = comps.hours_of_the_day_before()
    comps.redeem(entry.player, 50)
    return comps


def a_debt_to_a_case(at: DisputeTable, hand: Hand) -> Debt:
    """A debt of a hand’s winner, who had left when the case about it was ruled, and has chips in the rack again."""
    desk, winner = at.table.desk, at.sitting(at.winner)
    desk.leave(winner)
    chips = desk.rack(winner.player)
    desk.cash_out(winner.player, chips)
    at.rule(at.open(hand), Payment(at.sitting(at.winner), at.sitting(at.loser), 5_00), second=at.other)
    desk.buy_in(winner.player, chips)
    return Debt.objects.get(player=winner.player)


def shift_of(desk: Desk, *, ended: bool = True) -> DealerShift:
    """A dealer's shift of that day."""
    dealer = register_dealer(room=desk.room, badge_number=f"S{next(_shifts)}", display_name="Dora", **desk.by())
    shift = start_shift(dealer=dealer, **desk.by())
    if ended:
        end_shift(dealer=dealer, **desk.by())
    return shift


def time_table(desk: Desk) -> TableSession:
    """A table that charges time, with a player who has sat there for a half hour and owes it."""
    session = desk.open_table(replace(NLH, fee=live_time(6_00)))
    player = desk.player()
    desk.buy_in(player, 200_00, session=session)
    desk.seat(player, 1, 200_00, session=session)
    desk.now += timedelta(minutes=30)
    return session


def a_felt_is_off(desk: Desk) -> None:
    """A table is closed whose only stack was counted 10 short, and two others accept it."""
    session = desk.open_table()
    player = desk.player()
    desk.buy_in(player, 200_00, session=session)
    sitting = desk.seat(player, 1, 200_00, session=session)
    count_stack(sitting=sitting, key=key(), **desk.counted(190_00, "recount"))
    desk.leave(sitting)
    close_table(session=session, confirmed=("residual",), reason="carried off", by=desk.manager, at=desk.at())
    asked = Investigation.objects.get(felt__room=desk.room, state=Investigation.State.OPEN)
    two = {"by": person(desk.room, "manager"), "second": person(desk.room, "manager"), "at": desk.at()}
    settle_investigation(investigation=asked, outcome=Investigation.State.ACCEPTED, text="not found", **two)


def time_is_collected(desk: Desk) -> None:
    """A player at a table that charges time pays for a half hour, and the table is left."""
    session = time_table(desk)
    collect_time(session=session, key=key(), **desk.by())
    desk.leave(Sitting.objects.get(session=session))


def case_that_holds(at: DisputeTable) -> Dispute:
    """A case that impounds part of a pot."""
    return at.open(at.showdown(), hold="part", hold_amount=20_00)
