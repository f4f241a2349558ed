"""Stacks that a hand file states: chips from the issue to the seats, and nobody is bound to one table by a file."""

import pytest

from config.audit.models import AuditEvent
from players.models import AccountKind, Ban, Player, Sitting, Transfer
from players.services import bar_player, find_guests, leave_seat, state_stacks
from rules.house.house import STANDARD
from tables.imported import open_imported_session, post_imported_plaque
from tables.models import TableSession
from tests.support.desk import NLH, Desk, key
from tests.support.refusals import refused

Stacks = dict[int, tuple[Player, int]]


@pytest.fixture
def session(desk: Desk) -> TableSession:
    """A session of hands from files, at the first table."""
    facts = {"by": desk.manager, "at": desk.at()}
    plaque = post_imported_plaque(table=desk.session.table, plaque=NLH, house=STANDARD, **facts)
    return open_imported_session(plaque=plaque, **facts)


@pytest.fixture
def guests(desk: Desk) -> list[Player]:
    """Three players whom the file knows by name."""
    return list(find_guests(room=desk.room, names=["A", "B", "C"], source="file", **desk.by()).values())


def state(desk: Desk, session: TableSession, stacks: Stacks, request: str = "") -> dict[int, int]:
    """The stacks by seat after the file has stated them."""
    sittings = state_stacks(session=session, stacks=stacks, key=request or key(), **desk.by())
    return {seat: desk.stack(sitting) for seat, sitting in sittings.items()}


def test_go_by_rules_of_their_own_though_the_room_has_posted_the_same(desk: Desk) -> None:
    facts = {"by": desk.manager, "at": desk.at()}
    posted = desk.session.plaque.house_rules
    stated = post_imported_plaque(table=desk.session.table, plaque=NLH, house=posted.house, **facts)
    assert (stated.house_rules.source, stated.house_rules.house) == ("import", posted.house)
    assert stated.house_rules != posted


def test_come_from_the_chip_issue(desk: Desk, session: TableSession, guests: list[Player]) -> None:
    issued = desk.held(AccountKind.CHIP_ISSUE)
    assert state(desk, session, {1: (guests[0], 200_00), 2: (guests[1], 55)}) == {1: 200_00, 2: 55}
    assert desk.held(AccountKind.CHIP_ISSUE) == issued - 200_55
    assert desk.held(AccountKind.RACK) == 0


def test_follow_the_file_from_hand_to_hand(desk: Desk, session: TableSession, guests: list[Player]) -> None:
    a, b, c = guests
    state(desk, session, {1: (a, 200_00), 2: (b, 100_00)})
    assert state(desk, session, {1: (a, 150_00), 2: (c, 80_00), 3: (b, 120_00)}) == {1: 150_00, 2: 80_00, 3: 120_00}
    assert state(desk, session, {1: (a, 150_00)}) == {1: 150_00}
    assert Sitting.objects.filter(session=session, left_at=None).count() == 1
    assert desk.held(AccountKind.SEAT) == 150_00


def test_that_agree_with_the_books_move_nothing(desk: Desk, session: TableSession, guests: list[Player]) -> None:
    state(desk, session, {1: (guests[0], 200_00)})
    rows, events = Transfer.objects.count(), AuditEvent.objects.count()
    state(desk, session, {1: (guests[0], 200_00)})
    assert (Transfer.objects.count(), AuditEvent.objects.count()) == (rows, events)


def test_stated_twice_are_stated_once(desk: Desk, session: TableSession, guests: list[Player]) -> None:
    request = key()
    first = state(desk, session, {1: (guests[0], 200_00)}, request)
    assert state(desk, session, {1: (guests[0], 200_00)}, request) == first


def test_bind_nobody_to_one_table(desk: Desk, session: TableSession) -> None:
    player = desk.seated(200_00).player
    assert state(desk, session, {4: (player, 500_00)}) == {4: 500_00}


def test_are_history_that_no_ban_undoes(desk: Desk, session: TableSession, guests: list[Player]) -> None:
    bar_player(room=desk.room, player=guests[0], kind=Ban.Kind.BARRED, reason="test", **desk.by())
    assert state(desk, session, {1: (guests[0], 200_00)}) == {1: 200_00}


def test_are_not_stated_at_a_table_of_the_floor(desk: Desk, guests: list[Player]) -> None:
    refused("not_imported", lambda: state(desk, desk.session, {1: (guests[0], 200_00)}))


def test_never_reach_a_rack(desk: Desk, session: TableSession, guests: list[Player]) -> None:
    sittings = state_stacks(session=session, stacks={1: (guests[0], 200_00)}, key=key(), **desk.by())
    refused("imported", lambda: leave_seat(sitting=sittings[1], key=key(), **desk.by()))
