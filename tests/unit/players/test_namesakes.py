"""A guest's name that somebody known or barred has: shown at the desk, and decided before a list takes it."""

from typing import Any

import pytest

from config.audit.models import AuditEvent
from config.rooms.models import Room
from players import services
from players.models import Ban, IdentityDecision, ListEntry, Player
from players.selectors.namesakes import namesakes, questions
from players.services import bar_player, decide_identity, find_guests
from tests.support.desk import Desk, key
from tests.support.lists import NLH_LIST
from tests.support.refusals import refused


def _join(desk: Desk, name: str, **facts: Any) -> ListEntry:
    given = {"room": desk.room, "game": NLH_LIST, "name": name, "key": key()}
    return services.join_as_guest(**(given | desk.by() | facts))


def _barred(desk: Desk, player: Player) -> Player:
    bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="test", by=desk.manager, at=desk.at())
    return player


@pytest.mark.parametrize(
    ("name", "is_he"),
    [
        ("Jo Delacroix", True),
        ("jo DELACROIX", True),
        ("Delacroix, Jo", True),
        ("Jó Délacroix", True),
        ("Joe Delacroix", True),
        ("Jo Delarcoix", True),
        ("Josephine Marchand", True),
        ("Josephin Marchant", True),
        ("Jo", False),
        ("Delacroix", True),
        ("Joan Delacour", False),
        ("J. Delacroix", True),
        ("Bo Marsh", False),
    ],
)
def test_a_name_is_alike_by_its_letters(desk: Desk, name: str, *, is_he: bool) -> None:
    known = desk.player("Jo Delacroix", legal_name="Josephine Marchand")
    assert namesakes(name, desk.room, desk.now) == ([known] if is_he else [])


def test_short_names_must_be_equal(desk: Desk) -> None:
    bo = desk.player("Bo")
    desk.player("Jo")
    assert namesakes("bo", desk.room, desk.now) == [bo]


def test_guests_are_nobodys_namesakes_unless_they_are_barred(desk: Desk) -> None:
    (guest,) = find_guests(room=desk.room, names=["Big Al"], source="yesterday", **desk.by()).values()
    assert namesakes("Big Al", desk.room, desk.now) == []
    _barred(desk, guest)
    assert namesakes("Big Al", desk.room, desk.now) == [guest]


def test_who_is_too_young_for_the_room_is_asked_about(desk: Desk) -> None:
    young = desk.player("Al Moss", date_of_birth=desk.now.date().replace(year=desk.now.year - 19))
    other = desk.player("Al Mosse")
    for age, why in ((21, ["under 21"]), (19, [])):
        Room.objects.update(minimum_age=age)
        found = questions([other], room=Room.objects.get(), at=desk.now)
        assert [question.why for question in found if question.other == young] == why


def test_who_is_barred_comes_first(desk: Desk) -> None:
    known, barred = desk.player("Al Moss"), _barred(desk, desk.player("Al Mosse"))
    assert namesakes("Al Moss", desk.room, desk.now) == [barred, known]


def test_a_barred_person_does_not_slip_on_a_list_as_a_guest(desk: Desk) -> None:
    barred = _barred(desk, desk.player("Jo Delacroix"))
    error = refused("who_is_it", lambda: _join(desk, "Jo Delacroi"), may_be=[barred.pk])
    assert error.message.startswith("Jo Delacroi may be Jo Delacroix, player")
    assert "who is barred by the house" in error.message
    guest = Player.objects.get(is_guest=True)
    assert error.allowed["player"] == guest.pk
    assert not ListEntry.objects.exists()


def test_a_guest_is_not_stopped_by_a_namesake_who_may_play(desk: Desk) -> None:
    desk.player("Mara"), desk.player("Maria")
    assert _join(desk, "Maria").player.is_guest


def test_maria_is_not_stopped_because_a_mara_is_barred(desk: Desk) -> None:
    _barred(desk, desk.player("Mara"))
    assert _join(desk, "Maria").player.is_guest


def test_a_guest_who_was_told_apart_is_on_the_list_and_is_not_asked_again(desk: Desk) -> None:
    barred = _barred(desk, desk.player("Jo Delacroix"))
    refused("who_is_it", lambda: _join(desk, "Jo Delacroi"))
    guest = Player.objects.get(is_guest=True)
    facts = {"room": desk.room, "by": desk.manager, "at": desk.at()}
    decide_identity(
        player=guest, other=barred, outcome=IdentityDecision.Outcome.ANOTHER, reason="showed a passport", **facts
    )
    same, at = key(), desk.at()
    entry = _join(desk, "Jo Delacroi", key=same, at=at)
    assert _join(desk, "Jo Delacroi", key=same, at=at) == entry
    event = AuditEvent.objects.get(verb="player.told_apart")
    assert (event.subject_id, event.after["other"], event.reason) == (str(guest.pk), barred.pk, "showed a passport")


@pytest.mark.parametrize("name", ["\u200b\u200d", "\u3164", " \u00ad "])
def test_a_name_that_nobody_can_see_is_refused(desk: Desk, name: str) -> None:
    refused("name_unreadable", lambda: _join(desk, name))
    refused("name_unreadable", lambda: desk.player(name))
