"""A list follows its table: where limits change, whoever waits goes over to the new game in one act, in order."""

import dataclasses

import pytest

from config.audit.models import AuditEvent
from players.list_games import game_of
from players.models import IdentityDecision, ListEntry, Player, WaitingList
from players.selectors.left_behind import lists_left_behind
from players.services import decide_identity
from players.services.list_following import follow_table
from tables.models import TableSession
from tables.services import claim_hand, post_plaque, release_hand
from tests.support.desk import NLH, Desk, key
from tests.support.lists import NLH_LIST, Lists
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db

NLH_25 = dataclasses.replace(NLH, blinds=(200, 500), buy_in_min=200_00, buy_in_max=500_00)
NEW = game_of(NLH_25)


@pytest.fixture
def lists(desk: Desk) -> Lists:
    """Three names on the list of a table that plays 1/3."""
    lists = Lists(desk)
    for name in ("Ann", "Bo", "Cy"):
        lists.join(desk.player(name))
    return lists


def _change(desk: Desk) -> TableSession:
    """Post 2/5 over 1/3, and let a hand begin under it."""
    post_plaque(table=desk.session.table, plaque=NLH_25, by=desk.manager, at=desk.at())
    session = claim_hand(session=desk.session, **desk.by())
    release_hand(session=session, recorded=False)
    return TableSession.objects.select_related("table", "plaque", "room").get(pk=session.pk)


def _follow(desk: Desk, session: TableSession, **facts: str) -> list[ListEntry]:
    waiting_list = WaitingList.objects.get(room=desk.room, key=NLH_LIST.key)
    return follow_table(**({"waiting_list": waiting_list, "session": session, "key": key()} | desk.by() | facts))


def test_nobody_is_asked_while_the_table_plays_the_game(desk: Desk, lists: Lists) -> None:
    assert lists_left_behind(desk.room) == []


def test_the_list_of_a_game_that_its_table_left_is_asked_about(desk: Desk, lists: Lists) -> None:
    session = _change(desk)
    (behind,) = lists_left_behind(desk.room)
    assert (behind.names, behind.session, behind.game.name) == (3, session, "NLH 2/5")
    other = desk.open_table(NLH)
    assert lists_left_behind(desk.room) == []
    assert other.is_open


def test_whoever_waits_goes_along_in_order_behind_who_waits_there(desk: Desk, lists: Lists) -> None:
    session = _change(desk)
    lists.join(desk.player("First"), game=NEW)
    waited = list(ListEntry.objects.filter(waiting_list__key=NLH_LIST.key).values_list("joined_at", flat=True))
    moved = _follow(desk, session)
    assert lists.order(NEW) == ["First", "Ann", "Bo", "Cy"]
    assert lists.order() == []
    assert [entry.joined_at for entry in moved] == waited
    event = AuditEvent.objects.get(verb="list.followed")
    assert (event.before, event.after["list"]) == ({"list": NLH_LIST.key, "name": "NLH 1/3"}, NEW.key)
    assert lists_left_behind(desk.room) == []


def test_a_second_press_takes_nobody_again(desk: Desk, lists: Lists) -> None:
    session, same = _change(desk), key()
    first = _follow(desk, session, key=same)
    assert [entry.pk for entry in _follow(desk, session, key=same)] == [entry.pk for entry in first]
    refused("list_empty", lambda: _follow(desk, session))


def test_who_waits_there_already_stands_there_once(desk: Desk, lists: Lists) -> None:
    bo = ListEntry.objects.get(player__display_name="Bo").player
    session = _change(desk)
    lists.join(bo, game=NEW)
    _follow(desk, session)
    assert lists.order(NEW) == ["Bo", "Ann", "Cy"]


def test_who_waits_there_by_another_record_stands_there_once(desk: Desk, lists: Lists) -> None:
    bo, bob = ListEntry.objects.get(player__display_name="Bo").player, lists.join(desk.player("Bob")).player
    outcome = IdentityDecision.Outcome.SAME
    decide_identity(
        room=desk.room, player=bo, other=bob, outcome=outcome, reason="the face", by=desk.manager, at=desk.at()
    )
    session = _change(desk)
    lists.join(Player.objects.get(pk=bo.pk), game=NEW)
    _follow(desk, session)
    assert lists.order(NEW) == ["Bo", "Ann", "Cy"]


def test_held_names_and_calls_go_along(desk: Desk, lists: Lists) -> None:
    ann, bo, _ = ListEntry.objects.order_by("number")
    lists.call(ann)
    lists.hold(bo)
    session = _change(desk)
    _follow(desk, session)
    states = ListEntry.objects.filter(waiting_list__key=NEW.key).order_by("number").values_list("state", "called_seat")
    assert list(states) == [("called", 1), ("held", None), ("waiting", None)]


def test_a_table_that_still_plays_it_takes_nobody_along(desk: Desk, lists: Lists) -> None:
    refused("list_has_table", lambda: _follow(desk, desk.session))
