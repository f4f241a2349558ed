"""Namesakes on the pages: shown with what speaks against them, and decided before a list takes them."""

import pytest
import time_machine
from django.urls import reverse

from config.staff.services import set_own_pin
from players.models import Ban, ListEntry, Player
from players.services import bar_player
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.lists import NLH_LIST
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db
ADD = reverse("list_add", args=[NLH_LIST.key])


@arranged
def desk() -> Desk:
    """A room where Jo Delacroix is barred."""
    desk = open_desk()
    facts = {"room": desk.room, "player": desk.player("Jo Delacroix"), "kind": Ban.Kind.BARRED, "reason": "test"}
    bar_player(**facts, by=desk.manager, at=desk.at())
    return desk


def test_whoever_it_may_be_is_shown_with_what_speaks_against_them(desk: Desk) -> None:
    floor = signed_in(person(desk.room, "floor"))
    said = floor.get(ADD, {"guest": "Jo Delacroi"}).content.decode()
    assert "barred by the house" in said
    assert "Known here by that name" not in floor.get(ADD, {"guest": "Walter"}).content.decode()


def test_a_list_takes_nobody_until_a_supervisor_decides(desk: Desk) -> None:
    host, supervisor = person(desk.room, "host"), person(desk.room, "floor")
    set_own_pin(person=supervisor, pin="4711", at=desk.now)
    data = {"key": key(), "guest": "Jo Delacroi", "source": "walk_in"}
    with time_machine.travel(desk.at(), tick=False):
        window = signed_in(host)
        answer = window.post(ADD, data)
        guest = Player.objects.get(is_guest=True)
        assert answer.status_code == 422
        assert "may be Jo Delacroix, player" in answer.content.decode()
        who = reverse("player_who", args=[guest.pk])
        assert f"{who}?next={ADD}%3Fplayer%3D{guest.pk}" in answer.content.decode()
        barred = Player.objects.get(display_name="Jo Delacroix")
        decision = {"other": barred.pk, "outcome": "another", "reason": "older", "next": f"{ADD}?player={guest.pk}"}
        assert 'name="badge"' in window.get(who).content.decode()
        assert window.post(who, decision).status_code == 422
        decision |= {"badge": supervisor.badge_number, "pin": "4711"}
        decided = window.post(who, decision)
        assert (decided.status_code, decided["Location"]) == (303, f"{ADD}?player={guest.pk}")
        joined = window.post(ADD, {"key": key(), "player": guest.pk, "source": "walk_in"})
        assert joined.status_code == 303
    assert ListEntry.objects.get().player.display_name == "Jo Delacroi"


def test_a_supervisor_decides_on_their_own_tablet_that_it_is_the_same_person(desk: Desk) -> None:
    barred = Player.objects.get(display_name="Jo Delacroix")
    again = desk.player("Jo Delacroix")
    with time_machine.travel(desk.at(), tick=False):
        floor = signed_in(person(desk.room, "floor"))
        who = reverse("player_who", args=[again.pk])
        shown = floor.get(who).content.decode()
        assert 'name="badge"' not in shown
        assert "barred by the house" in shown
        decision = {"other": barred.pk, "outcome": "same", "reason": "the face", "next": "//elsewhere.example/"}
        assert floor.post(who, decision)["Location"] == "/"
        assert "One person with" in floor.get(reverse("player", args=[again.pk])).content.decode()
        assert "Nothing to decide" in floor.get(who).content.decode()
    assert Player.objects.exclude(same_as=None).count() == 1


def test_the_page_is_for_those_who_keep_the_players(desk: Desk) -> None:
    again = desk.player("Jo Delacroix")
    assert signed_in(person(desk.room, "auditor")).get(reverse("player_who", args=[again.pk])).status_code == 403
