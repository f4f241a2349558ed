"""Two people at the lists at once, each with their own connection: exactly what the rules allow goes through."""

from collections.abc import Callable

import pytest

from config.audit.books import audit
from config.errors import DomainError
from players import services
from players.models import Ban, ListEntry, Sitting
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.lists import NLH_LIST, O8, O8_LIST, Lists

pytestmark = pytest.mark.committed_db

Together = Callable[..., list[object]]
AT_ONCE, WAITING = 20, 100
"""Connections at one moment, and names on the list: the machine's server takes a hundred connections, not more."""


@arranged
def lists() -> Lists:
    """The lists of a room whose table has one empty seat."""
    lists = Lists(open_desk())
    lists.fill(but=1)
    return lists


@pytest.fixture(autouse=True)
def _books_hold_afterwards(lists: Lists) -> object:
    """Whatever happened, the books and the lists hold."""
    yield
    assert [finding for finding in audit() if not finding.holds] == []


def codes(outcomes: list[object]) -> set[str]:
    """The codes of the refusals; whatever else was raised fails the test."""
    for error in outcomes:
        if isinstance(error, Exception) and not isinstance(error, DomainError):
            raise error
    return {error.code for error in outcomes if isinstance(error, DomainError)}


def won(outcomes: list[object], kind: type) -> list[object]:
    return [outcome for outcome in outcomes if isinstance(outcome, kind)]


def barring(desk: Desk, entry_player: object) -> Callable[[], object]:
    facts = {"room": desk.room, "player": entry_player, "kind": Ban.Kind.BARRED, "reason": "test", "by": desk.manager}
    return lambda: services.bar_player(**facts, at=desk.now)


def test_a_hundred_names_and_one_seat(lists: Lists, together: Together) -> None:
    """Whoever presses on whatever name: one name is called to the seat, the first, and one player sits down in it."""
    entries = [lists.join() for _ in range(WAITING)]
    at = lists.desk.at()
    for start in range(0, WAITING, AT_ONCE):
        together(*[lambda e=entry: lists.call(e, at=at) for entry in entries[start : start + AT_ONCE]])
    assert list(ListEntry.objects.filter(state="called")) == entries[:1]
    lists.later(at)
    for entry in entries[:3]:
        lists.desk.buy_in(entry.player, 200_00)
    then = lists.desk.now
    outcomes = together(*[lambda e=entry: lists.desk.seat(e.player, 9, 200_00, at=then) for entry in entries[:3]])
    assert [sitting.player for sitting in won(outcomes, Sitting)] == [entries[0].player]
    assert codes(outcomes) <= {"seat_held", "seat_taken"}


def test_one_name_called_by_twenty_tablets_is_called_once(lists: Lists, together: Together) -> None:
    entry = lists.join()
    outcomes = together(*[lambda: lists.call(entry, at=lists.desk.now)] * AT_ONCE)
    assert len(won(outcomes, ListEntry)) == 1
    assert codes(outcomes) == {"entry_changed"}
    entry.refresh_from_db()
    assert entry.calls == 1


def test_one_player_called_for_two_seats(lists: Lists, together: Together) -> None:
    lists.desk.open_table(O8)
    ann = lists.desk.player("Ann")
    here, there = lists.join(ann), lists.join(ann, O8_LIST)
    at = lists.desk.at()
    outcomes = together(*[lambda: lists.call(here, at=at), lambda: lists.call(there, at=at)] * 5)
    assert len(won(outcomes, ListEntry)) == 1
    assert codes(outcomes) <= {"called_elsewhere", "entry_changed"}
    assert ListEntry.objects.filter(player=ann, state="called").count() == 1


def test_one_name_goes_on_a_list_once(lists: Lists, together: Together) -> None:
    ann, at = lists.desk.player("Ann"), lists.desk.at()
    facts = {"room": lists.desk.room, "game": NLH_LIST, "player": ann, "by": None, "at": at}
    outcomes = together(*[lambda: services.join_list(**facts, key=key())] * AT_ONCE)
    assert len(won(outcomes, ListEntry)) == 1
    assert codes(outcomes) == {"on_list_already"}


def test_twenty_names_at_once_get_twenty_numbers(lists: Lists, together: Together) -> None:
    players, at = [lists.desk.player() for _ in range(AT_ONCE)], lists.desk.at()
    facts = {"room": lists.desk.room, "game": NLH_LIST, "by": None, "at": at}
    outcomes = together(*[lambda p=player: services.join_list(player=p, **facts, key=key()) for player in players])
    assert codes(outcomes) == set()
    assert sorted(ListEntry.objects.values_list("number", flat=True)) == list(range(1, AT_ONCE + 1))


def test_ban_against_calling(lists: Lists, together: Together) -> None:
    for _ in range(10):
        entry = lists.join()
        at = lists.desk.at()
        outcomes = together(barring(lists.desk, entry.player), lambda e=entry, at=at: lists.call(e, at=at))
        assert codes(outcomes) <= {"player_barred", "entry_changed"}
        entry.refresh_from_db()
        assert (entry.state, entry.reason) == ("removed", "barred")


def test_ban_against_sitting_down_from_the_list(lists: Lists, together: Together) -> None:
    for _ in range(6):
        entry = lists.call(lists.join())
        lists.desk.buy_in(entry.player, 200_00)
        at = lists.desk.now
        together(barring(lists.desk, entry.player), lambda e=entry, at=at: lists.desk.seat(e.player, 9, 200_00, at=at))
        sitting = Sitting.objects.filter(player=entry.player).first()
        entry.refresh_from_db()
        assert entry.state == ("seated" if sitting else "removed")
        if sitting:
            lists.desk.leave(sitting)


def test_calling_to_a_seat_against_sitting_down_in_it(lists: Lists, together: Together) -> None:
    """The seat goes to one of them: nobody is called to a seat that is taken, nobody sits in one that is kept."""
    for _ in range(6):
        entry, walk_up = lists.join(), lists.desk.player()
        lists.desk.buy_in(walk_up, 200_00)
        at = lists.desk.at()
        outcomes = together(
            lambda e=entry, at=at: lists.call(e, at=at),
            lambda p=walk_up, at=at: lists.desk.seat(p, 9, 200_00, at=at, past_list="was here first"),
        )
        assert codes(outcomes) in ({"no_seat_open"}, {"seat_held"})
        for sitting in won(outcomes, Sitting):
            lists.desk.leave(sitting)
        entry.refresh_from_db()
        lists.remove(entry)


def test_a_seat_change_against_a_call(lists: Lists, together: Together) -> None:
    for number in range(1, 5):
        entry, sitting = lists.join(), lists.desk.session.sittings.get(seat=number, left_at=None)
        at = lists.desk.at()
        outcomes = together(
            lambda e=entry, at=at: lists.call(e, at=at),
            lambda s=sitting, at=at: services.change_seat(sitting=s, seat=9, key=key(), by=None, at=at),
        )
        assert codes(outcomes) <= {"seat_held"}
        entry.refresh_from_db()
        assert entry.called_seat == (number if won(outcomes, Sitting) else 9)
        for moved in won(outcomes, Sitting):
            lists.desk.leave(moved)
        lists.remove(entry)
        if won(outcomes, Sitting):
            lists.desk.seated(seat=number)
