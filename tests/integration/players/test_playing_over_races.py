"""Two at once about one absent player's seat: who plays over, who comes back, what the next hand is dealt."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from config.audit.books import audit
from config.errors import DomainError
from games.selectors.seats import seats_taken
from games.services import start_hand
from players.models import Absence, Player, Sitting
from players.services import GivesUp, come_back, give_back_seat, go_away, pick_up, play_over
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.races import be_patient
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.committed_db

Together = Callable[..., list[object]]
CROWD = 100


@arranged
def table() -> HandTable:
    """Four players at no-limit hold'em."""
    return open_hand_table()


@pytest.fixture
def ann(table: HandTable) -> Sitting:
    """Seat 3, who is away and has agreed to be played over."""
    go_away(sitting=table.sittings[3], agrees=True, **table.by())
    return table.sittings[3]


def _newcomer(table: HandTable) -> Player:
    player = table.desk.player()
    table.desk.buy_in(player, 150_00)
    return player


def _over(table: HandTable, ann: Sitting, player: Player) -> Sitting:
    return play_over(sitting=ann, player=player, amount=150_00, key=key(), **table.by())


def _refusals(outcomes: list[object]) -> list[str]:
    """The codes of the refusals; whatever else was raised fails the test."""
    raised = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    for error in raised:
        if not isinstance(error, DomainError):
            raise error
    return sorted(error.code for error in raised)


def _sound() -> None:
    assert [finding for finding in audit() if not finding.holds] == []


def test_of_a_hundred_who_want_the_seat_one_gets_it(table: HandTable, ann: Sitting) -> None:
    players = [_newcomer(table) for _ in range(CROWD)]

    def sit(player: Player) -> object:
        be_patient()
        try:
            return _over(table, ann, player)
        except DomainError as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(CROWD // 4) as crowd:
        outcomes = list(crowd.map(sit, players))
    assert _refusals(outcomes) == ["seat_played_over"] * (CROWD - 1)
    (over,) = Sitting.objects.filter(plays_over=ann)
    assert table.desk.stack(over) == 150_00
    _sound()


def test_sitting_down_over_them_against_their_coming_back(table: HandTable, ann: Sitting, together: Together) -> None:
    player = _newcomer(table)
    outcomes = together(
        lambda: _over(table, ann, player),
        lambda: come_back(sitting=ann, **table.by()),
    )
    (code,) = _refusals(outcomes)
    is_over = Sitting.objects.filter(plays_over=ann).exists()
    assert code == ("played_over" if is_over else "not_away")
    assert Absence.objects.filter(sitting=ann, ended_at=None).exists() == is_over
    _sound()


def test_giving_the_seat_back_against_the_next_hand(table: HandTable, ann: Sitting, together: Together) -> None:
    over = _over(table, ann, _newcomer(table))
    deal = table.suggested()
    outcomes = together(
        lambda: start_hand(session=table.session, deal=deal, key=key(), **table.by()),
        lambda: give_back_seat(sitting=ann, gives_up=GivesUp.LEAVES, key=key(), **table.by()),
    )
    (code,) = _refusals(outcomes)
    in_seat = seats_taken(table.session)[3].sitting
    assert (code, in_seat) in [("mid_hand", over), ("deal_outdated", ann)]
    assert table.desk.stack(ann) == 200_00
    _sound()


def test_picking_their_chips_up_against_sitting_down_over_them(
    table: HandTable, ann: Sitting, together: Together
) -> None:
    player, witness = _newcomer(table), person(table.desk.room, "cashier")
    facts = {"counted": 200_00, "witness": witness, "rounds_missed": 2, "key": key()}
    outcomes = together(
        lambda: _over(table, ann, player),
        lambda: pick_up(sitting=ann, **facts, **table.by()),
    )
    codes = _refusals(outcomes)
    over = Sitting.objects.filter(plays_over=ann).first()
    assert codes == ([] if over else ["already_left"])
    assert over is None or over.kept_at is not None
    assert table.desk.rack(ann.player) == 200_00
    _sound()


def test_two_give_it_back_once(table: HandTable, ann: Sitting, together: Together) -> None:
    over = _over(table, ann, _newcomer(table))
    back = lambda to: give_back_seat(sitting=ann, gives_up=to, key=key(), **table.by())  # noqa: E731
    outcomes = together(lambda: back(GivesUp.LEAVES), lambda: back(GivesUp.TOP_OF_LIST))
    assert _refusals(outcomes) in (["already_left"], ["not_away"])
    assert table.desk.rack(over.player) == 150_00
    _sound()
