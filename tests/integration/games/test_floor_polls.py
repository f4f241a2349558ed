"""The answers to a tablet on the floor when it asks again: every change at once, and never another role's links."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils.safestring import SafeString

from config.rooms.models import Room
from games import services
from games.selectors.floor import Tile, read_tiles
from games.views import kept_tiles
from games.views.kept_tiles import kept_board
from players.models import Ban
from players.services import add_on, bar_player, come_back, go_away, move_player, take_incidental
from players.services.table_money import count_stack
from tables.models import Table
from tables.services import (
    add_table,
    clear_alarm,
    close_table,
    link_feeder,
    open_table,
    post_plaque,
    push_line,
    put_in,
    raise_alarm,
    register_dealer,
    start_shift,
    tap_out,
    unlink_feeder,
)
from tests.support.desk import NLH, key, person
from tests.support.lists import Lists
from tests.support.people import signed_in
from tests.support.table import O8_KILL, HandTable, open_hand_table

Counting = Callable[[int], AbstractContextManager[object]]
PART = {"HX-Request": "true", "HX-Target": "board", "HX-Trigger": "board"}
TO_KNOW_WHO_ASKS = 3
"""Queries: the session, the person, their roles."""
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


@dataclass
class Watched:
    """A table and a tablet that shows the floor; the tablet's clock stands still until a test moves it."""

    table: HandTable
    tablet: Client
    clock: SimpleNamespace
    seen: str = ""

    def look(self, tablet: Client | None = None, *, seen: str = "") -> str | None:
        """The answer to the tablet, its tokens left out; None where nothing changed."""
        answer = (tablet or self.tablet).get(f"/floor/?seen={seen}", headers=PART)
        if answer.status_code == 204:
            return None
        page = answer.content.decode()
        (self.seen,) = re.findall(r"\?seen=(\w+)", page)
        return _TOKEN.sub("", page)

    def anew(self, tablet: Client | None = None) -> str | None:
        """The page of a process that has kept nothing."""
        kept_tiles._rooms.clear()
        return self.look(tablet)


@pytest.fixture
def watched(table: HandTable, tablet: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """Four players at a no-limit table, seen from a tablet an hour later."""
    yield from _watched(table, tablet, monkeypatch)


def _watched(table: HandTable, tablet: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    clock = SimpleNamespace(now=lambda: clock.at, at=table.later(60).replace(second=0, microsecond=0))
    monkeypatch.setattr("games.views.floor.timezone", clock)
    yield Watched(table, tablet, clock)
    kept_tiles._rooms.clear()


def dealer(table: HandTable, badge: str = "D1") -> Any:
    """A dealer on shift."""
    made = register_dealer(room=table.desk.room, badge_number=badge, display_name=f"Kim {badge}", **table.by())
    start_shift(dealer=made, **table.by())
    return made


def posted(table: HandTable) -> Table:
    """A table with a plaque that is not open."""
    made = add_table(room=table.desk.room, name="Table Z", seats=9, **table.by())
    post_plaque(table=made, plaque=NLH, **table.by())
    return made


Change = Iterator[None]


def a_player_sits_down(t: HandTable) -> Change:
    yield
    t.desk.seated(seat=7)


def a_player_leaves(t: HandTable) -> Change:
    yield
    t.desk.leave(t.sittings[1])


def a_player_buys_in_where_he_sits(t: HandTable) -> Change:
    yield
    t.desk.buy_in(t.sittings[1].player, 50_00)


def a_player_adds_on(t: HandTable) -> Change:
    player = t.desk.player()
    t.desk.buy_in(player, 300_00)
    sitting = t.desk.seat(player, 7, 200_00)
    yield
    add_on(sitting=sitting, amount=100_00, key=key(), **t.by())


def a_player_takes_an_incidental(t: HandTable) -> Change:
    yield
    take_incidental(sitting=t.sittings[1], amount=1_00, reason="a drink", key=key(), **t.by())


def a_player_moves(t: HandTable) -> Change:
    to = t.desk.open_table()
    yield
    move_player(sitting=t.sittings[1], session=to, seat=3, key=key(), **t.by())


def a_player_goes_away(t: HandTable) -> Change:
    yield
    go_away(sitting=t.sittings[2], **t.by())


def a_player_comes_back(t: HandTable) -> Change:
    go_away(sitting=t.sittings[2], **t.by())
    yield
    come_back(sitting=t.sittings[2], **t.by())


def a_stack_is_counted(t: HandTable) -> Change:
    t.tick(300)
    yield
    count_stack(sitting=t.sittings[1], counted=197_00, reason="ticks", key=key(), **t.by())


def a_seated_player_is_barred(t: HandTable) -> Change:
    yield
    player = t.sittings[1].player
    bar_player(room=t.desk.room, player=player, kind=Ban.Kind.BARRED, reason="fought", **t.by())


def a_hand_is_dealt(t: HandTable) -> Change:
    yield
    t.deal()


def a_hand_is_recorded(t: HandTable) -> Change:
    draft = t.act(t.deal(), "f", "f", "f")
    yield
    t.record(draft)


def a_hand_is_abandoned(t: HandTable) -> Change:
    draft = t.deal()
    yield
    services.abandon(draft=draft, version=draft.version, **t.by())


def a_hand_is_ticked(t: HandTable) -> Change:
    yield
    t.tick()


def a_tick_is_corrected(t: HandTable) -> Change:
    tick = t.tick()
    yield
    services.supersede_tick(tick=tick, rake_taken=400, reason="miscount", key=key(), **t.by())


def an_alarm_is_raised(t: HandTable) -> Change:
    yield
    raise_alarm(session=t.session, kind="test", subject="", text="look here", at=t.later())


def an_alarm_is_cleared(t: HandTable) -> Change:
    alarm = raise_alarm(session=t.session, kind="test", subject="", text="look here", at=t.later())
    yield
    clear_alarm(alarm=alarm, **t.by())


def a_dealer_is_put_in(t: HandTable) -> Change:
    kim = dealer(t)
    yield
    put_in(session=t.session, dealer=kim, **t.by())


def a_dealer_is_tapped_out(t: HandTable) -> Change:
    put_in(session=t.session, dealer=dealer(t), **t.by())
    yield
    tap_out(session=t.session, **t.by())


def the_line_is_pushed(t: HandTable) -> Change:
    down = put_in(session=t.session, dealer=dealer(t), **t.by())
    dealer(t, "D2")
    yield
    push_line(room=t.desk.room, start=None, seen=[down.pk], **t.by())


def a_plaque_is_posted(t: HandTable) -> Change:
    shut = posted(t)
    yield
    post_plaque(table=shut, plaque=replace(NLH, blinds=(200, 500), buy_in_min=200_00), **t.by())


def a_table_is_added(t: HandTable) -> Change:
    yield
    add_table(room=t.desk.room, name="Another", seats=9, **t.by())


def a_table_is_opened(t: HandTable) -> Change:
    shut = posted(t)
    yield
    open_table(table=shut, **t.by())


def a_table_is_closed(t: HandTable) -> Change:
    session = t.desk.open_table()
    yield
    close_table(session=session, **t.by())


def a_name_joins_the_list(t: HandTable) -> Change:
    yield
    Lists(t.desk).join()


def a_name_leaves_the_list(t: HandTable) -> Change:
    entry = Lists(t.desk).join()
    yield
    Lists(t.desk).remove(entry)


def a_must_move_begins(t: HandTable) -> Change:
    feeder = t.desk.open_table()
    yield
    link_feeder(feeder=feeder, main=t.session, **t.by())


def a_must_move_ends(t: HandTable) -> Change:
    feeder = link_feeder(feeder=t.desk.open_table(), main=t.session, **t.by())
    yield
    unlink_feeder(feeder=feeder, **t.by())


CHANGES: tuple[Callable[[HandTable], Change], ...] = (
    a_player_sits_down, a_player_leaves, a_player_buys_in_where_he_sits, a_player_adds_on, a_player_takes_an_incidental,
    a_player_moves, a_player_goes_away, a_player_comes_back, a_stack_is_counted, a_seated_player_is_barred,
    a_hand_is_dealt, a_hand_is_recorded, a_hand_is_abandoned, a_hand_is_ticked, a_tick_is_corrected, an_alarm_is_raised,
    an_alarm_is_cleared, a_dealer_is_put_in, a_dealer_is_tapped_out, the_line_is_pushed, a_plaque_is_posted,
    a_table_is_added, a_table_is_opened, a_table_is_closed, a_name_joins_the_list, a_name_leaves_the_list,
    a_must_move_begins, a_must_move_ends,
)  # fmt: skip
"""Everything that changes what a tile shows: what is there before, up to `yield`, and then the change."""


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_the_next_poll_shows_every_change(watched: Watched, change: Callable[[HandTable], Change]) -> None:
    steps = change(watched.table)
    next(steps)
    before = watched.look()
    assert watched.look(seen=watched.seen) is None
    next(steps, None)
    after = watched.look(seen=watched.seen)
    assert after is not None
    assert _shown(after) != _shown(before)
    assert after == watched.anew()


def test_the_next_poll_shows_a_kill(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_hand_table(O8_KILL)
    for watched in _watched(table, signed_in(table.floor), monkeypatch):
        assert "HALF-KILL" not in (watched.look() or "").upper().replace("HALF-KILL FROM", "")
        for _ in range(2):
            table.tick(100, pot=60_00, winners=[3])
        after = watched.look(seen=watched.seen)
        assert "HALF-KILL" in (after or "").upper().replace("HALF-KILL FROM", "")
        assert after == watched.anew()


def test_the_passing_of_time_is_shown_within_the_minute(watched: Watched) -> None:
    put_in(session=watched.table.session, dealer=dealer(watched.table), by=None, at=watched.clock.at)
    assert "0 min" in (watched.look() or "")
    watched.clock.at += timedelta(seconds=59)
    assert watched.look(seen=watched.seen) is None
    watched.clock.at += timedelta(seconds=1, minutes=16)
    after = watched.look(seen=watched.seen)
    assert "17 min" in (after or "")
    assert after == watched.anew()


def test_what_is_kept_for_one_role_is_not_shown_to_another(watched: Watched) -> None:
    posted(watched.table)
    add_table(room=watched.table.desk.room, name="Bare", seats=9, **watched.table.by())
    room = watched.table.desk.room
    tablets = [signed_in(person(room, role)) for role in ("auditor", "manager", "host", "floor")]
    own = [watched.anew(tablet) for tablet in tablets]
    assert len(set(own)) == 3  # hosts and auditors may do nothing here
    kept_tiles._rooms.clear()
    for _ in range(2):
        assert [watched.look(tablet) for tablet in tablets] == own


def test_a_tile_is_kept_for_those_with_the_same_permissions(watched: Watched) -> None:
    def drawn(role: str) -> list[str]:
        may, draw = frozenset({role}), lambda _: SafeString(role)
        return [str(tile) for tile in kept_board(room, watched.clock.now, may=may, draw=draw).tiles]

    room = watched.table.desk.room
    assert [drawn(role) for role in ("host", "floor", "host")] == [["host"], ["floor"], ["host"]]


def test_every_form_of_the_board_carries_the_token_of_whoever_looks(watched: Watched) -> None:
    shut = posted(watched.table)
    for _ in range(2):
        tablet = Client(enforce_csrf_checks=True)
        tablet.force_login(person(watched.table.desk.room, "floor"), backend="config.staff.backends.StaffBackend")
        page = tablet.get("/floor/").content.decode()
        assert page.count('method="post"') == len(_TOKEN.findall(page))
    (token,) = re.findall(rf'action="/tables/{shut.pk}/open/"><input type="hidden" name="csrf\w+" value="(\w+)"', page)
    assert tablet.post(f"/tables/{shut.pk}/open/", {"csrfmiddlewaretoken": token}).status_code == 303


def test_two_rooms_are_kept_apart(watched: Watched) -> None:
    other = open_hand_table()
    watched.look()
    assert f"/tables/{other.session.table_id}/" in (watched.look(signed_in(other.floor)) or "")
    assert f"/tables/{other.session.table_id}/" not in (watched.look() or "")


def test_a_poll_reads_only_the_table_that_changed(
    watched: Watched, django_assert_num_queries: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        watched.table.desk.open_table()
    read: list[list[int]] = []

    def noted(room: Room, at: datetime, *, only: list[int]) -> list[Tile]:
        read.append(only)
        return read_tiles(room, at, only=only)

    monkeypatch.setattr(kept_tiles, "read_tiles", noted)
    watched.look()
    watched.table.tick()
    watched.look(seen=watched.seen)
    assert [len(tables) for tables in read] == [6, 1]
    assert read[1] == [watched.table.session.table_id]
    with django_assert_num_queries(TO_KNOW_WHO_ASKS + 1):
        assert watched.look() is not None
    with django_assert_num_queries(TO_KNOW_WHO_ASKS + 1):
        assert watched.look(seen=watched.seen) is None


def _shown(page: str | None) -> str:
    """The board without the version that it asks with."""
    return re.sub(r"\?seen=\w+", "", page or "")


@pytest.mark.parametrize("turn", [1, 2])
def test_no_test_sees_the_tiles_of_another(turn: int) -> None:
    assert (kept_tiles._rooms, kept_tiles._alarms) == ({}, {})
    kept_tiles._rooms[turn], kept_tiles._alarms[turn] = {}, ("", [])
