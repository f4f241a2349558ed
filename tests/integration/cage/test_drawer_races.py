"""A close against sales, with two connections: each sale that went through is in exactly one session of the drawer."""

from functools import partial

import pytest

from cage import services as cage
from cage.models import BuyIn, Drawer, DrawerSession
from config.audit.books import audit
from config.staff.models import User
from players.models import Transfer
from tests.support.arranged import arranged_to_commit
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import by_the_books, running
from tests.support.races import lanes, told

pytestmark = pytest.mark.committed_db
S = DrawerSession.State


@arranged_to_commit
def desk() -> Desk:
    """A room that is ready for play."""
    return open_desk()


def sessions_with(desk: Desk, bought: BuyIn) -> list[int]:
    """The sessions whose rows of the ledger a sale is among."""
    rows = Transfer.objects.filter(request_key=bought.request_key).values_list("chain_number", flat=True)
    return [
        session.pk
        for session in DrawerSession.objects.filter(drawer=desk.drawer)
        if all(session.after_number < row <= (session.last_number or row) for row in rows)
    ]


def finish(desk: Desk, session: DrawerSession) -> None:
    """Two count what the books say now."""
    for who in (desk.cashier, desk.second):
        sheet = by_the_books(desk.drawer)
        session = cage.count_drawer(session=session, counted=sheet, key=key(), by=who, at=desk.at())
    assert session.state == S.CLOSED


@pytest.mark.parametrize("is_sale_first", [True, False])
def test_a_sale_is_in_the_count_or_refused(desk: Desk, is_sale_first: bool) -> None:
    """Whichever takes the drawer's row first; the other waits for it, and then sees what it did."""
    session, player = running(desk.drawer), desk.player()
    assert desk.second
    sell = partial(desk.buy_in, player, 200_00)
    close = partial(cage.begin_close, session=session, **desk.by())
    with lanes() as people:
        outcomes = people.in_turn(sell, close) if is_sale_first else people.in_turn(close, sell)
    assert told(outcomes) == (("", "") if is_sale_first else ("", "drawer_counting"))
    finish(desk, running(desk.drawer))
    sold = list(BuyIn.objects.all())
    assert [sessions_with(desk, each) for each in sold] == [[session.pk]] * is_sale_first
    closed = DrawerSession.objects.get(pk=session.pk)
    assert closed.expected_cash == 10_000_00 + 200_00 * is_sale_first
    assert [finding for finding in audit() if not finding.holds] == []


def test_sales_at_one_moment_with_a_close_are_each_in_one_session_or_refused(desk: Desk) -> None:
    session, assistant = running(desk.drawer), desk.second
    assert assistant
    players = [desk.player() for _ in range(5)]
    with lanes(6) as people:
        sales = [partial(desk.buy_in, player, 200_00) for player in players]
        outcomes = people.at_once(*sales[:3], partial(cage.begin_close, session=session, **desk.by()), *sales[3:])
    assert set(told(outcomes)) <= {"", "drawer_counting"}
    sold = [each for each in outcomes if isinstance(each, BuyIn)]
    finish(desk, running(desk.drawer))
    assert [sessions_with(desk, each) for each in sold] == [[session.pk]] * len(sold)
    assert BuyIn.objects.count() == len(sold)
    assert [finding for finding in audit() if not finding.holds] == []


def test_two_cashiers_don_t_open_one_drawer(desk: Desk) -> None:
    drawer = cage.add_drawer(room=desk.room, name="Window 2", **desk.by())
    one, other = person(desk.room, "cashier"), person(desk.room, "cashier")
    mine, theirs = (partial(_open, desk, drawer, who) for who in (one, other))
    with lanes() as people:
        outcomes = people.in_turn(mine, theirs)
    assert told(outcomes) == ("", "drawer_open")
    assert running(drawer).cashier == one


def test_one_cashier_doesn_t_open_two_drawers(desk: Desk) -> None:
    cashier = person(desk.room, "cashier")
    drawers = [cage.add_drawer(room=desk.room, name=name, **desk.by()) for name in ("Window 2", "Window 3")]
    with lanes() as people:
        outcomes = people.in_turn(*(partial(_open, desk, each, cashier) for each in drawers))
    assert told(outcomes) == ("", "works_another_drawer")


def test_who_opens_a_drawer_isn_t_handed_another(desk: Desk) -> None:
    """The last count of a hand-over comes while its successor opens another drawer, and isn't committed yet."""
    successor = person(desk.room, "cashier")
    free = cage.add_drawer(room=desk.room, name="Window 2", **desk.by())
    session = cage.begin_close(session=running(desk.drawer), successor=successor, **desk.by())
    sheet, facts = by_the_books(desk.drawer), {"at": desk.at()}
    session = cage.count_drawer(session=session, counted=sheet, key=key(), by=successor, **facts)
    last = partial(cage.count_drawer, session=session, counted=sheet, key=key(), by=desk.cashier, **facts)
    with lanes() as people:
        outcomes = people.in_turn(partial(_open, desk, free, successor), last)
    assert told(outcomes) == ("", "works_another_drawer")
    assert running(desk.drawer).state == S.COUNTING


def _open(desk: Desk, drawer: Drawer, who: User) -> DrawerSession:
    return cage.open_drawer(drawer=drawer, counted=by_the_books(drawer), key=key(), by=who, at=desk.now)
