"""A list is closed: every name leaves it with the reason, each is told, and it is audited."""

import pytest

from config.audit.books import audit
from config.audit.models import AuditEvent
from players import services
from players.models import ListEntry, Message, WaitingList
from players.services.messages import deliver
from tests.support.desk import Desk
from tests.support.lists import O8_LIST, Lists
from tests.support.refusals import refused


@pytest.fixture
def lists(desk: Desk) -> Lists:
    """The lists of a room."""
    return Lists(desk)


def _close(lists: Lists, reason: str = "the room closes") -> list[ListEntry]:
    waiting_list = WaitingList.objects.get(name="NLH 1/3")
    return services.close_list(waiting_list=waiting_list, reason=reason, **lists.desk.by())


def test_every_name_leaves_with_the_reason_and_other_lists_stay(lists: Lists) -> None:
    player = lists.desk.player()
    first, called, held = lists.join(player), lists.join(), lists.join()
    lists.call(first)
    lists.hold(held)
    elsewhere = lists.join(player, O8_LIST)
    assert _close(lists) == [first, called, held]
    for entry in (first, called, held):
        entry.refresh_from_db()
        assert (entry.state, entry.reason) == (ListEntry.State.REMOVED, "the room closes")
    elsewhere.refresh_from_db()
    assert elsewhere.is_live
    assert AuditEvent.objects.filter(verb="list.removed").count() == 3
    event = AuditEvent.objects.get(verb="list.closed")
    assert (event.after["names"], event.reason, event.by) == (3, "the room closes", lists.desk.cashier)
    assert [finding for finding in audit() if not finding.holds] == []


def test_who_can_be_reached_is_told_why(lists: Lists) -> None:
    lists.join(mobile="+17025550143")
    lists.join()
    _close(lists, "the game has ended")
    (message,) = Message.objects.filter(kind="closed")
    assert message.subject.startswith("The list for NLH 1/3 at ")
    assert message.body.startswith("Your name is off it: the game has ended.")


def test_a_closing_that_was_taken_back_is_not_told(lists: Lists) -> None:
    entry = lists.join(mobile="+17025550143")
    _close(lists)
    message = Message.objects.get(kind="closed")
    Message.objects.filter(pk=message.pk).update(state=Message.State.WAITING, ended_at=None)
    services.put_back(entry=entry, reason="too early", **lists.desk.by())
    assert deliver(message_id=message.pk, at=lists.desk.at()).state == Message.State.STALE


def test_it_asks_for_a_reason_and_for_names(lists: Lists) -> None:
    entry = lists.join()
    refused("reason_missing", lambda: _close(lists, "  "))
    lists.remove(entry)
    refused("list_empty", lambda: _close(lists))


def test_the_next_name_begins_the_list_anew(lists: Lists) -> None:
    entry = lists.join()
    _close(lists)
    again = lists.join(entry.player)
    assert (again.is_live, again.number > entry.number) == (True, True)
