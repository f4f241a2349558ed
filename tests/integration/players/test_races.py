"""Two people at once: each with their own connection, and exactly what the rules allow goes through."""

from collections.abc import Callable, Sequence

import pytest

from cage.models import BuyIn
from config.audit.books import audit
from config.errors import DomainError
from players.models import AccountKind, Player, Sitting
from players.services import add_on
from tables.services import claim_hand
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.races import PATIENCE, Act, outcome_of

pytestmark = pytest.mark.committed_db

Together = Callable[..., list[object]]
MANY, AT_ONCE = 100, 25
"""People, and connections at one moment: the machine's server takes a hundred connections, not more."""


@arranged
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


def in_turns(together: Together, acts: Sequence[Act]) -> list[object]:
    """All the acts, as many at one moment as there are connections, each of which goes on to its next at once."""
    turns = [acts[start::AT_ONCE] for start in range(AT_ONCE)]
    outcomes = together(*[lambda mine=turn: [outcome_of(act) for act in mine] for turn in turns], seconds=PATIENCE)
    return [outcome for mine in outcomes for outcome in mine]  # type: ignore[attr-defined]  # each is a list


def test_a_hundred_players_and_one_seat(desk: Desk, together: Together) -> None:
    acts = [lambda p=player: desk.seat(p, 1, 200_00) for player in bought(desk, MANY)]
    outcomes = in_turns(together, acts)
    (sitting,) = won(outcomes, Sitting)
    refusals = [outcome for outcome in outcomes if isinstance(outcome, DomainError)]
    assert len(refusals) == MANY - 1
    assert {refusal.message for refusal in refusals} == {f"{sitting.player} sits in seat 1: choose another seat."}
    assert desk.held(AccountKind.SEAT) == 200_00
    assert desk.held(AccountKind.RACK) == (MANY - 1) * 200_00


def test_one_player_and_a_hundred_seats_of_twelve_tables(desk: Desk, together: Together) -> None:
    (player,) = bought(desk, 1)
    sessions = [desk.open_table() for _ in range(12)]
    acts = [lambda n=n: desk.seat(player, n // 12 + 1, 100_00, session=sessions[n % 12]) for n in range(MANY)]
    outcomes = in_turns(together, acts)
    (sitting,) = won(outcomes, Sitting)
    refusals = [outcome for outcome in outcomes if isinstance(outcome, DomainError)]
    assert [refusal.code for refusal in refusals] == ["already_seated"] * (MANY - 1)
    assert all(str(sitting.session.table) in refusal.message for refusal in refusals)
    assert list(Sitting.objects.all()) == [sitting]
    assert (desk.rack(player), desk.stack(sitting)) == (100_00, 100_00)


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
