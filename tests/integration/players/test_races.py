"""Two people at once: each with a connection of his own, and exactly what the rules allow goes through."""

from collections.abc import Callable

import pytest

from config.audit.books import audit
from config.errors import DomainError
from players import services
from players.models import AccountKind, Ban, BuyIn, Player, Sitting
from players.services import add_on
from tables.services import claim_hand, close_table
from tests.support.desk import Desk, key, open_desk

pytestmark = pytest.mark.committed_db

Together = Callable[..., list[object]]


@pytest.fixture
def desk() -> Desk:
    """A room that is ready for play."""
    return open_desk()


@pytest.fixture(autouse=True)
def _books_hold_afterwards(desk: Desk) -> object:
    """Whatever happened, the books hold."""
    yield
    assert [finding for finding in audit() if not finding.holds] == []


def won(outcomes: list[object], kind: type) -> list[object]:
    return [outcome for outcome in outcomes if isinstance(outcome, kind)]


def codes(outcomes: list[object]) -> set[str]:
    """The codes of the refusals; whatever else was raised fails the test."""
    raised = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    for error in raised:
        if not isinstance(error, DomainError):
            raise error
    return {error.code for error in raised}


def bought(desk: Desk, players: int) -> list[Player]:
    """So many players with 200 in their racks."""
    made = [desk.player() for _ in range(players)]
    for player in made:
        desk.buy_in(player, 200_00)
    return made


def test_twenty_players_and_one_seat(desk: Desk, together: Together) -> None:
    acts = [lambda p=player: desk.seat(p, 1, 200_00) for player in bought(desk, 20)]
    outcomes = together(*acts)
    assert len(won(outcomes, Sitting)) == 1
    assert codes(outcomes) == {"seat_taken"}


def test_one_player_and_twenty_seats(desk: Desk, together: Together) -> None:
    (player,) = bought(desk, 1)
    sessions = [desk.open_table() for _ in range(3)]
    acts = [lambda n=n: desk.seat(player, n % 9 + 1, 100_00, session=sessions[n % 3]) for n in range(20)]
    outcomes = together(*acts)
    assert len(won(outcomes, Sitting)) == 1
    assert codes(outcomes) == {"already_seated"}


def test_a_cage_that_is_short_sells_exactly_what_it_has(together: Together) -> None:
    desk = open_desk(chips=5 * 100_00)
    players = [desk.player() for _ in range(20)]
    acts = [lambda p=player: desk.buy_in(p, 100_00) for player in players]
    outcomes = together(*acts)
    assert len(won(outcomes, BuyIn)) == 5
    assert codes(outcomes) == {"drawer_short"}
    assert desk.held(AccountKind.DRAWER_CHIPS) == 0


def test_the_same_key_twenty_times_is_one_buy_in_with_one_answer(desk: Desk, together: Together) -> None:
    player, request, when = desk.player(), key(), desk.at()
    outcomes = together(*[lambda: desk.buy_in(player, 200_00, key=request, at=when)] * 20)
    assert codes(outcomes) == set()
    assert len({bought.pk for bought in won(outcomes, BuyIn)}) == 1
    assert (len(outcomes), desk.rack(player), BuyIn.objects.count()) == (20, 200_00, 1)


def test_the_maximum_holds_against_purchases_at_two_windows(desk: Desk, together: Together) -> None:
    player = desk.player()
    outcomes = together(*[lambda: desk.buy_in(player, 100_00)] * 10)
    assert len(won(outcomes, BuyIn)) == 3
    assert codes(outcomes) == {"above_max_buyin"}


def test_chips_are_redeemed_once(desk: Desk, together: Together) -> None:
    (player,) = bought(desk, 1)
    outcomes = together(*[lambda: desk.cash_out(player, 200_00)] * 5, *[lambda: desk.seat(player, 1, 200_00)] * 5)
    assert len([outcome for outcome in outcomes if not isinstance(outcome, Exception)]) == 1
    assert codes(outcomes) <= {"insufficient_chips", "already_seated", "seat_taken"}


def test_ban_against_seat(desk: Desk, together: Together) -> None:
    """Either the ban comes first and nobody sits, or the seat does and an alarm stands at the table."""
    for player in bought(desk, 12):
        bar = {"room": desk.room, "player": player, "kind": Ban.Kind.BARRED, "reason": "x", "by": desk.manager}
        seat = Sitting.objects.filter(left_at=None).count() % 9 + 1
        together(
            lambda b=bar: services.bar_player(**b, at=desk.now),
            lambda p=player, s=seat: desk.seat(p, s, 200_00, at=desk.now),
        )
        sitting = Sitting.objects.filter(player=player).first()
        alarms = desk.session.alarms.filter(subject=f"player {player.pk}", cleared_at=None).count()
        assert alarms == (1 if sitting else 0)
        if sitting:
            desk.leave(sitting)


def test_ban_against_buy_in(desk: Desk, together: Together) -> None:
    for _ in range(8):
        player = desk.player()
        bar = {"room": desk.room, "player": player, "kind": Ban.Kind.BARRED, "reason": "x", "by": desk.manager}
        outcomes = together(
            lambda b=bar: services.bar_player(**b, at=desk.now), lambda p=player: desk.buy_in(p, 200_00, at=desk.now)
        )
        assert codes(outcomes) <= {"player_barred"}
        assert desk.rack(player) == 200_00 * len(won(outcomes, BuyIn))


def test_closing_a_table_against_sitting_down(desk: Desk, together: Together) -> None:
    (player,) = bought(desk, 1)
    close = {"session": desk.session, "by": desk.manager, "at": desk.now}
    outcomes = together(lambda: close_table(**close), lambda: desk.seat(player, 1, 200_00))
    assert codes(outcomes) in ({"table_closed"}, {"players_seated"})


def test_a_hand_against_an_add_on(desk: Desk, together: Together) -> None:
    player = desk.player()
    desk.buy_in(player, 300_00)
    sitting = desk.seat(player, 1, 100_00)
    add = {"sitting": sitting, "amount": 50_00, "key": key(), "by": desk.cashier, "at": desk.now}
    claim = {"session": desk.session, "by": desk.manager, "at": desk.now}
    outcomes = together(lambda: add_on(**add), lambda: claim_hand(**claim))
    assert codes(outcomes) <= {"mid_hand"}
    assert desk.stack(sitting) == (150_00 if won(outcomes, Sitting) else 100_00)


def test_many_windows_and_tables_without_a_deadlock(desk: Desk, together: Together) -> None:
    sessions = [desk.session, desk.open_table()]

    def play(number: int) -> int:
        player = desk.player(f"Player {number}")
        for _ in range(3):
            desk.buy_in(player, 200_00, session=sessions[number % 2])
            sitting = desk.seat(player, number // 2 + 1, 200_00, session=sessions[number % 2])
            desk.leave(sitting)
            desk.cash_out(player, 200_00)
        return number

    outcomes = together(*[lambda n=n: play(n) for n in range(8)], seconds=60)
    assert outcomes == list(range(8))
