"""Chips on their way, in trays and out of the house, moved by rows that the application's role writes past the
services: each sound but for the act, the count or the close that is not there."""

import pytest
from django.db import DatabaseError, connection, transaction

from cage.models import FeltResidual, TransitAct, TransitSlip, TrayCount
from players.ledger import Move, transit_account, tray_account
from tests.attacks.test_crafted_transfers import A, Attack, K, Thief, called, committed
from tests.support.arranged import arranged
from tests.support.desk import key, open_desk
from tests.support.drawers import running
from tests.support.slips import Slips

S = TransitSlip.State


def slips_of(thief: Thief) -> Slips:
    slips = Slips(thief.desk)
    connection.check_constraints()
    return slips


def chips_onto_a_way_that_nobody_sent(thief: Thief) -> None:
    slips = slips_of(thief)
    way = transit_account(thief.desk.room, A.TRANSIT, slips.authorise(slips.ask()).pk)
    thief.post(Move(thief.house(A.VAULT_CHIPS), way, 300_00, K.FILL), act="slip", by=thief.desk.cashier)


def chips_off_the_way_that_nobody_received(thief: Thief) -> None:
    slips = slips_of(thief)
    way = transit_account(thief.desk.room, A.TRANSIT, slips.sent().pk)
    thief.post(Move(way, thief.till(A.DRAWER_CHIPS), 300_00, K.FILL), act="slip")


def chips_off_the_way_counted_short_by_nobody(thief: Thief) -> None:
    slips = slips_of(thief)
    way = transit_account(thief.desk.room, A.TRANSIT, slips.sent().pk)
    thief.post(Move(way, thief.house(A.OVER_SHORT), 100_00, K.VARIANCE))


def a_tray_short_that_nobody_counted(thief: Thief) -> None:
    slips = slips_of(thief)
    slips.received(chips=500_00, table=slips.table)
    connection.check_constraints()
    thief.post(Move(tray_account(slips.table), thief.house(A.OVER_SHORT), 100_00, K.VARIANCE))


def a_tray_counted_and_not_booked(thief: Thief) -> None:
    slips = slips_of(thief)
    slips.received(chips=500_00, table=slips.table)
    a_count(thief, slips, chips={"10000": 4}, chips_amount=400_00)


def a_count_that_does_not_add_up(thief: Thief) -> None:
    a_count(thief, slips_of(thief), chips={"10000": 4}, chips_amount=500_00)


def a_count(thief: Thief, slips: Slips, **changed: object) -> None:
    desk = thief.desk
    made = {"room": desk.room, "table": slips.table, "part": "closing", "booked": 500_00, "last_number": 1}
    made |= {"counted_by": slips.dealer, "verified_by": slips.floor, "by": slips.floor, "request_key": key()}
    TrayCount.objects.create(at=desk.at(), gaming_day=desk.room.gaming_day(desk.now), **(made | changed))


def an_opening(thief: Thief, slips: Slips, pieces: int, **changed: object) -> None:
    """A count at the opening of a tray that should hold five pieces of 100."""
    a_count(thief, slips, part="opening", chips={"10000": pieces}, chips_amount=pieces * 100_00, **changed)


def a_tray_short_by_more_than_was_counted_first(thief: Thief) -> None:
    slips = slips_of(thief)
    an_opening(thief, slips, 4, is_first=True)
    an_opening(thief, slips, 3)


def a_tray_short_as_it_was_before_a_count_that_stands(thief: Thief) -> None:
    slips = slips_of(thief)
    an_opening(thief, slips, 4, is_first=True)
    an_opening(thief, slips, 5)
    an_opening(thief, slips, 4)


def a_felt_sent_abroad_while_the_table_plays(thief: Thief) -> None:
    thief.post(Move(thief.at_table(A.FELT), thief.house(A.ABROAD), 10_00, K.RESIDUAL))


def a_residual_of_an_open_table(thief: Thief) -> None:
    desk = thief.desk
    made = {"room": desk.room, "session": desk.session, "amount": 10_00, "by": desk.manager, "at": desk.at()}
    moved = thief.post(Move(thief.at_table(A.FELT), thief.house(A.ABROAD), 10_00, K.RESIDUAL), act="felt")
    day = desk.room.gaming_day(desk.now)
    made |= {"by": desk.cashier, "second": desk.manager, "reason": "carried off"}
    FeltResidual.objects.create(gaming_day=day, request_key=moved, **made)


def a_residual_that_nobody_answers_for(thief: Thief) -> None:
    desk = thief.desk
    made = {"room": desk.room, "session": desk.session, "amount": 10_00, "by": desk.manager, "at": desk.at()}
    made |= {"gaming_day": desk.room.gaming_day(desk.now), "reason": "carried off"}
    made |= {"by": desk.cashier, "second": desk.manager}
    moved = thief.post(Move(thief.at_table(A.FELT), thief.house(A.ABROAD), 10_00, K.RESIDUAL), act="felt", acted=9_00)
    FeltResidual.objects.create(request_key=moved, **made)


def an_act(thief: Thief, slip: TransitSlip, step: str, **changed: object) -> None:
    desk = thief.desk
    made = {"slip": slip, "step": step, "person": desk.manager, "by": desk.manager, "room": desk.room, "at": desk.at()}
    made |= {"chips": slip.chips, "cash": slip.cash, "chips_amount": slip.chips_amount, "cash_amount": slip.cash_amount}
    made |= {"is_moved": step in (S.SENT, S.RECEIVED), "gaming_day": slip.gaming_day, "request_key": key()}
    TransitAct.objects.create(**(made | changed))
    TransitSlip.objects.filter(pk=slip.pk).update(state=step)


def who_asked_authorises(thief: Thief) -> None:
    an_act(thief, slips_of(thief).ask(), S.AUTHORISED, person=thief.desk.cashier)


def who_sent_receives(thief: Thief) -> None:
    an_act(thief, slips_of(thief).sent(), S.RECEIVED)


def who_carried_receives(thief: Thief) -> None:
    slips = slips_of(thief)
    an_act(thief, slips.sent(), S.RECEIVED, person=slips.runner)


def it_is_sent_unauthorised(thief: Thief) -> None:
    slips = slips_of(thief)
    an_act(thief, slips.ask(), S.SENT, runner=slips.runner)


def it_is_received_and_nothing_moves(thief: Thief) -> None:
    an_act(thief, slips_of(thief).sent(), S.RECEIVED, person=thief.desk.cashier)


def it_ends_twice(thief: Thief) -> None:
    slips = slips_of(thief)
    an_act(thief, slips.end(slips.ask()), S.REFUSED, reason="again")


def nobody_verified_at_the_tray(thief: Thief) -> None:
    slips = slips_of(thief)
    an_act(thief, slips.sent(table=slips.table), S.RECEIVED, person=slips.floor)


def nobody_verified_what_left_a_tray(thief: Thief) -> None:
    slips = slips_of(thief)
    slips.received(chips=500_00, table=slips.table)
    slip = slips.authorise(slips.ask(TransitSlip.Kind.CREDIT, table=slips.table))
    an_act(thief, slip, S.SENT, person=slips.floor, runner=slips.runner)


def who_carried_it_verifies_it(thief: Thief) -> None:
    slips = slips_of(thief)
    an_act(thief, slips.sent(table=slips.table), S.RECEIVED, person=slips.floor, verifier=slips.runner)


def what_came_back_short_is_one_persons_word(thief: Thief) -> None:
    slips = slips_of(thief)
    less = {"chips": {"10000": 2}, "chips_amount": 200_00}
    an_act(thief, slips.sent(), S.VOIDED, is_moved=True, reason="short", **less)


def who_sent_it_is_the_second_word(thief: Thief) -> None:
    slips = slips_of(thief)
    less = {"chips": {"10000": 2}, "chips_amount": 200_00, "person": slips.other_floor}
    an_act(thief, slips.sent(), S.VOIDED, is_moved=True, reason="short", verifier=thief.desk.manager, **less)


def two_people_are_all_who_had_it(thief: Thief) -> None:
    slips = slips_of(thief)
    slip = slips.authorise(slips.ask())
    an_act(thief, slip, S.SENT, person=thief.desk.cashier, runner=slips.runner)
    an_act(thief, slip, S.RECEIVED, person=slips.floor)


def a_state_that_no_act_tells_of(thief: Thief) -> None:
    slip = slips_of(thief).ask()
    TransitSlip.objects.filter(pk=slip.pk).update(state=S.AUTHORISED)


def a_slip_asks_for_more(thief: Thief) -> None:
    slip = slips_of(thief).ask()
    TransitSlip.objects.filter(pk=slip.pk).update(chips_amount=900_00)


def a_slip_is_deleted(thief: Thief) -> None:
    slip = slips_of(thief).ask()
    with connection.cursor() as cursor:
        cursor.execute("delete from cage_transitslip where id = %s", [slip.pk])


def a_number_is_left_out(thief: Thief) -> None:
    slip = slips_of(thief).ask()
    slip.pk, slip.number = None, 3
    slip.save(force_insert=True)


def a_drawer_is_counted_while_a_fill_comes(thief: Thief) -> None:
    slips_of(thief).sent()
    session = running(thief.desk.drawer)
    session.state, session.counter = "counting", thief.desk.cashier
    session.save()


REFUSED: tuple[tuple[Attack, str], ...] = (
    (chips_onto_a_way_that_nobody_sent, "not what its act says"),
    (chips_off_the_way_that_nobody_received, "not what its act says"),
    (chips_off_the_way_counted_short_by_nobody, "not what its act says"),
    (a_tray_short_that_nobody_counted, "is not what was booked"),
    (a_tray_counted_and_not_booked, "is not what was booked"),
    (a_count_that_does_not_add_up, "do not come to its amount"),
    (a_tray_short_by_more_than_was_counted_first, "was not counted again"),
    (a_tray_short_as_it_was_before_a_count_that_stands, "was not counted again"),
    (a_felt_sent_abroad_while_the_table_plays, "not what was booked at its close"),
    (a_residual_of_an_open_table, "not what was booked at its close"),
    (a_residual_that_nobody_answers_for, "by an act that says who answers for it"),
    (who_asked_authorises, "one person signs"),
    (who_sent_receives, "one person signs"),
    (who_carried_receives, "one person signs"),
    (it_is_sent_unauthorised, "does not follow what was done"),
    (it_is_received_and_nothing_moves, "not what its act says"),
    (it_ends_twice, "does not follow what was done"),
    (nobody_verified_at_the_tray, "nobody verified"),
    (nobody_verified_what_left_a_tray, "nobody verified"),
    (who_carried_it_verifies_it, "one person signs"),
    (what_came_back_short_is_one_persons_word, "one person alone tells"),
    (who_sent_it_is_the_second_word, "one person signs"),
    (two_people_are_all_who_had_it, "one person signs"),
    (a_state_that_no_act_tells_of, "not that of its last act"),
    (a_slip_asks_for_more, "does not go from requested"),
    (a_slip_is_deleted, "never deleted|permission denied"),
    (a_number_is_left_out, "does not follow number 1"),
    (a_drawer_is_counted_while_a_fill_comes, "while a slip of it is open"),
)


@arranged
def thief() -> Thief:
    return Thief(open_desk())


@pytest.mark.parametrize(("attack", "said"), REFUSED, ids=called(REFUSED))
def test_the_database_refuses(thief: Thief, attack: Attack, said: str) -> None:
    connection.check_constraints()
    with pytest.raises(DatabaseError, match=said), transaction.atomic():
        committed(attack, thief)
