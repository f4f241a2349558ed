"""Two windows at once over one player's bank, and a runner's bank that is counted while it sells."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from cage import services as cage
from cage.models import BankSlip, Drawer, PlayerBank
from cage.selectors.banks import kept_in
from config.audit.books import audit
from players.models import Ban
from players.services import bar_player
from tests.support.arranged import arranged
from tests.support.banks import a_bank, a_runner, shown
from tests.support.desk import AGAIN, Desk, key, open_desk, person
from tests.support.drawers import opened, running
from tests.support.proofs import sized
from tests.support.races import codes, lanes

pytestmark = pytest.mark.committed_db
ROUNDS = sized(12, 12, 100)


@arranged
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def bank(desk: Desk) -> PlayerBank:
    """A bank with 100."""
    bank = a_bank(desk)
    facts = {"bank": bank, "drawer": desk.drawer, "shown": shown(desk, bank)}
    cage.deposit(amount=100_00, key=key(), **facts, **desk.by())
    return bank


def taking(desk: Desk, bank: PlayerBank, drawer: Drawer, by: object = None, request: str = "") -> Callable[[], object]:
    at = desk.at()
    proof = cage.Shown(bank.pk, at)
    facts = {"bank": bank, "amount": 80_00, "drawer": drawer, "key": request or key(), "shown": proof} | AGAIN
    return lambda: cage.withdraw(**facts, by=by or desk.cashier, at=at)


def buying(desk: Desk, bank: PlayerBank) -> Callable[[], object]:
    at = desk.at()
    facts = {"room": desk.room, "session": desk.session, "player": bank.player, "drawer": desk.drawer, "key": key()}
    facts |= {"amount": 100_00, "bank": bank, "shown": cage.Shown(bank.pk, at)}
    return lambda: cage.buy_in(**facts, by=desk.cashier, at=at)


def books_hold() -> None:
    assert [finding for finding in audit() if not finding.holds] == []


def test_two_windows_never_pay_more_than_it_holds(desk: Desk, bank: PlayerBank) -> None:
    other = person(desk.room, "cashier")
    second = opened(desk.room, "Window 2", cashier=other, by=desk.manager, at=desk.at())
    facts = {"by": desk.manager, "second": desk.cashier, "at": desk.at()}
    cage.stock_vault(room=desk.room, chips=0, cash=10_000_00, key=key(), reason="more", **facts)
    cage.fund_drawer(drawer=second, chips=0, cash=10_000_00, key=key(), **facts | {"second": other})
    desk.now += timedelta(minutes=1)
    with lanes() as people:
        for round_ in range(1, ROUNDS + 1):
            outcomes = people.at_once(taking(desk, bank, desk.drawer), taking(desk, bank, second, other))
            assert codes(outcomes) == ["bank_short"]
            assert (kept_in(bank), BankSlip.objects.filter(kind="withdrawal").count()) == (20_00, round_)
            put = {"bank": bank, "amount": 80_00, "drawer": desk.drawer, "key": key(), "shown": shown(desk, bank)}
            cage.deposit(**put, **AGAIN, **desk.by())
    books_hold()


def test_two_tablets_with_one_key_pay_once(desk: Desk, bank: PlayerBank) -> None:
    act = taking(desk, bank, desk.drawer, request=key())
    with lanes() as people:
        outcomes = people.at_once(act, act)
    assert (codes(outcomes), kept_in(bank)) == ([], 20_00)


@pytest.mark.parametrize("is_sale_first", [True, False])
def test_the_same_money_buys_chips_or_is_paid_out(desk: Desk, bank: PlayerBank, is_sale_first: bool) -> None:
    acts = [buying(desk, bank), taking(desk, bank, desk.drawer)]
    with lanes() as people:
        outcomes = people.in_turn(*(acts if is_sale_first else reversed(acts)))
    assert codes(outcomes) == ["bank_short"]
    assert kept_in(bank) == (0 if is_sale_first else 20_00)
    books_hold()


@pytest.mark.parametrize("is_bar_first", [True, False])
def test_who_is_barred_in_between_puts_nothing_in(desk: Desk, bank: PlayerBank, is_bar_first: bool) -> None:
    at, facts = desk.at(), {"room": desk.room, "kind": Ban.Kind.BARRED, "reason": "told so", "by": desk.manager}
    given = {"bank": bank, "amount": 50_00, "drawer": desk.drawer, "key": key(), "shown": cage.Shown(bank.pk, at)}
    acts: list[Callable[[], object]] = [
        lambda: bar_player(player=bank.player, at=at, **facts),
        lambda: cage.deposit(**given, by=desk.cashier, at=at),
    ]
    with lanes() as people:
        outcomes = people.in_turn(*(acts if is_bar_first else reversed(acts)))
    assert codes(outcomes) == (["player_barred"] if is_bar_first else [])
    assert kept_in(bank) == (100_00 if is_bar_first else 150_00)


@pytest.mark.parametrize("is_sale_first", [True, False])
def test_a_runner_s_sale_is_in_the_count_or_refused(desk: Desk, is_sale_first: bool) -> None:
    runner = person(desk.room, "runner")
    walks, sitting = a_runner(desk, by=runner), desk.seated(100_00)
    at = desk.at()
    facts = {"room": desk.room, "session": desk.session, "player": sitting.player, "drawer": walks, "key": key()}
    acts: list[Callable[[], object]] = [
        lambda: cage.buy_in(**facts, amount=50_00, by=runner, at=at),
        lambda: cage.begin_close(session=running(walks), by=runner, at=at),
    ]
    with lanes() as people:
        outcomes = people.in_turn(*(acts if is_sale_first else reversed(acts)))
    assert codes(outcomes) == ([] if is_sale_first else ["drawer_counting"])
    assert desk.stack(sitting) == (150_00 if is_sale_first else 100_00)
    books_hold()
