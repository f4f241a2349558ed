"""Rows about drawers that the application's role writes past the services: sales at drawers that nobody works, and
counts that nobody made."""

import pytest
from django.db import DatabaseError, connection, transaction

from cage.models import DrawerCount, DrawerSession, DrawerVariance, ExpectedLook
from cage.services import add_drawer, begin_close, count_drawer
from players.ledger import Move
from tests.attacks.test_crafted_transfers import A, Attack, K, Thief, called, committed
from tests.support.arranged import arranged
from tests.support.desk import key, open_desk
from tests.support.drawers import by_the_books, close_exactly, running


def a_sale_while_a_drawer_is_counted(thief: Thief) -> None:
    begin_close(session=running(thief.desk.drawer), **thief.desk.by())
    thief.write_buy_in(thief.post(*thief.sale(100_00)), 100_00)


def a_sale_by_another_than_the_cashier(thief: Thief) -> None:
    thief.post(*thief.sale(100_00), by=thief.desk.manager)


def chips_counted_short_that_nobody_counted(thief: Thief) -> None:
    begin_close(session=running(thief.desk.drawer), **thief.desk.by())
    thief.post(Move(thief.till(A.DRAWER_CHIPS), thief.house(A.OVER_SHORT), 100_00, K.CLOSING_VARIANCE))


def more_cash_short_than_was_counted(thief: Thief) -> None:
    desk, session = thief.desk, begin_close(session=running(thief.desk.drawer), **thief.desk.by())
    asked = thief.post(
        Move(thief.till(A.DRAWER_CHIPS), thief.house(A.OVER_SHORT), 100_00, K.CLOSING_VARIANCE),
        Move(thief.till(A.DRAWER_CASH), thief.house(A.OVER_SHORT_CASH), 50_00, K.CLOSING_VARIANCE),
    )
    facts = {
        "gaming_day": desk.room.gaming_day(desk.now),
        "at": desk.now,
        "cashier": desk.cashier,
        "request_key": asked,
    }
    facts |= {"cashier": desk.cashier, "by": desk.cashier}
    DrawerVariance.objects.create(room=desk.room, session=session, part="closing", chips=-100_00, cash=0, **facts)


def a_debt_paid_to_another_than_the_cashier(thief: Thief) -> None:
    moved = Move(thief.till(A.DRAWER_CHIPS), thief.case(A.RECEIVABLE), 10_00, K.DEBT)
    thief.post(moved, by=thief.desk.manager)


def chips_redeemed_by_another_than_the_cashier(thief: Thief) -> None:
    rack = thief.rack(thief.friend.player)
    chips = Move(rack, thief.till(A.DRAWER_CHIPS), 10_00, K.CHIP_REDEMPTION)
    cash = Move(thief.till(A.DRAWER_CASH), thief.house(A.PATRONS), 10_00, K.CHIP_REDEMPTION)
    thief.post(chips, cash, by=thief.desk.manager)


def chips_counted_short_in_the_middle_of_the_day(thief: Thief) -> None:
    thief.post(Move(thief.till(A.DRAWER_CHIPS), thief.house(A.OVER_SHORT), 100_00, K.CLOSING_VARIANCE))


def a_count(thief: Thief, session: DrawerSession, **changed: object) -> None:
    """A second count of the drawer, by the manager."""
    desk = thief.desk
    made = {"session": session, "part": "second", "round": 1, "chips": {"100": 2}, "cash": {}, "chips_amount": 2_00}
    made |= {"cash_amount": 0, "counted_by": desk.manager, "by": desk.manager, "at": desk.at(), "request_key": key()}
    DrawerCount.objects.create(**(made | changed))


def a_count_that_does_not_add_up(thief: Thief) -> None:
    a_count(thief, begin_close(session=running(thief.desk.drawer), **thief.desk.by()), chips_amount=3_00)


def two_counts_of_one_person(thief: Thief) -> None:
    session = begin_close(session=running(thief.desk.drawer), **thief.desk.by())
    counted = by_the_books(thief.desk.drawer)
    count_drawer(session=session, counted=counted, key=key(), **thief.desk.by())
    a_count(thief, session, counted_by=thief.desk.cashier)


def a_count_by_who_has_seen(thief: Thief) -> None:
    session = begin_close(session=running(thief.desk.drawer), **thief.desk.by())
    ExpectedLook.objects.create(session=session, by=thief.desk.manager, at=thief.desk.at())
    a_count(thief, session)


def a_first_count_by_who_has_seen(thief: Thief) -> None:
    session = begin_close(session=running(thief.desk.drawer), by=thief.desk.manager, at=thief.desk.at(), reason="ill")
    ExpectedLook.objects.create(session=session, by=thief.desk.manager, at=thief.desk.at())
    a_count(thief, session, part="first")


def a_count_together_with_who_has_seen(thief: Thief) -> None:
    session = begin_close(session=running(thief.desk.drawer), **thief.desk.by())
    ExpectedLook.objects.create(session=session, by=thief.desk.manager, at=thief.desk.at())
    three = {"counted_by": thief.desk.cashier, "second": thief.desk.second, "third": thief.desk.manager}
    a_count(thief, session, part="together", **three)


def a_closed_session_goes_on(thief: Thief) -> None:
    desk = thief.desk
    session = close_exactly(desk.drawer, by=desk.cashier, second=desk.manager, at=desk.at())
    DrawerSession.objects.filter(pk=session.pk).update(state="open", closed_at=None, last_number=None)


def a_drawer_that_becomes_somebody_elses(thief: Thief) -> None:
    DrawerSession.objects.filter(drawer=thief.desk.drawer).update(cashier=thief.desk.manager)


def a_drawer_that_somebody_else_counts_from_now_on(thief: Thief) -> None:
    facts = {"state": "counting", "counter": thief.desk.manager, "cashier": thief.desk.manager}
    DrawerSession.objects.filter(drawer=thief.desk.drawer).update(**facts)


def an_open_drawer_that_closes_uncounted(thief: Thief) -> None:
    facts = {"state": "closed", "closed_at": thief.desk.now, "last_number": 10}
    DrawerSession.objects.filter(drawer=thief.desk.drawer).update(**facts)


def a_second_drawer_beside_the_first(thief: Thief) -> None:
    desk = thief.desk
    drawer = add_drawer(room=desk.room, name="Window 2", **desk.by())
    facts = {"state": "open", "began_at": desk.now, "opened_at": desk.now, "after_number": 10}
    DrawerSession.objects.create(room=desk.room, drawer=drawer, cashier=desk.cashier, **facts)


REFUSED: tuple[tuple[Attack, str], ...] = (
    (a_sale_while_a_drawer_is_counted, "opened or counted takes and gives nothing"),
    (a_sale_by_another_than_the_cashier, "somebody else than its cashier"),
    (chips_counted_short_that_nobody_counted, "is not what was booked"),
    (more_cash_short_than_was_counted, "is not what was booked"),
    (a_debt_paid_to_another_than_the_cashier, "somebody else than its cashier"),
    (chips_redeemed_by_another_than_the_cashier, "somebody else than its cashier"),
    (chips_counted_short_in_the_middle_of_the_day, "is booked while a drawer is in the state open"),
    (a_count_that_does_not_add_up, "do not come to its amounts"),
    (two_counts_of_one_person, "one person counts a drawer twice"),
    (a_count_by_who_has_seen, "who has seen what must be there"),
    (a_first_count_by_who_has_seen, "who has seen what must be there"),
    (a_count_together_with_who_has_seen, "who has seen what must be there"),
    (a_closed_session_goes_on, "does not go from closed to open"),
    (a_drawer_that_becomes_somebody_elses, "does not go from open to open"),
    (a_drawer_that_somebody_else_counts_from_now_on, "does not go from open to counting"),
    (an_open_drawer_that_closes_uncounted, "does not go from open to closed"),
    (a_second_drawer_beside_the_first, "one person works two drawers"),
)


@arranged
def thief() -> Thief:
    return Thief(open_desk())


@pytest.mark.parametrize(("attack", "said"), REFUSED, ids=called(REFUSED))
def test_the_database_refuses(thief: Thief, attack: Attack, said: str) -> None:
    connection.check_constraints()
    with pytest.raises(DatabaseError, match=said), transaction.atomic():
        committed(attack, thief)
