"""Closing a list on its page: one question first, then everybody is off it and told."""

import pytest
import time_machine
from django.urls import reverse

from players.models import ListEntry
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk, person
from tests.support.lists import NLH_LIST, Lists
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db
CLOSE = reverse("list_close", args=[NLH_LIST.key])


@arranged
def desk() -> Desk:
    """A room where two wait, one of whom can be reached."""
    desk = open_desk()
    lists = Lists(desk)
    lists.join(desk.player("Ann"), mobile="+17025550143")
    lists.join(desk.player("Ben"))
    return desk


def test_it_asks_once_and_then_says_how_many_were_told(desk: Desk) -> None:
    manager = signed_in(desk.manager)
    asked = manager.get(CLOSE).content.decode()
    assert "Take all 2 names off?" in asked
    assert "Ann, Ben" in asked
    assert ListEntry.objects.filter(state__in=ListEntry.LIVE).count() == 2
    with time_machine.travel(desk.at(), tick=False):
        assert manager.post(CLOSE, {"reason": ""}).status_code == 422
        assert manager.post(CLOSE, {"reason": "the room closes"}).status_code == 303
        assert "2 off it, 1 of them told by a message" in manager.get(reverse("lists")).content.decode()
        again = manager.post(CLOSE, {"reason": "the room closes"})
    assert (again.status_code, "there is nothing to close" in again.content.decode()) == (422, True)


def test_it_is_offered_to_who_opens_and_closes_tables(desk: Desk) -> None:
    assert CLOSE in signed_in(desk.manager).get(reverse("lists")).content.decode()
    cashier = signed_in(person(desk.room, "cashier"))
    assert CLOSE not in cashier.get(reverse("lists")).content.decode()
    assert cashier.post(CLOSE, {"reason": "test"}).status_code == 403
