"""A guest's name that somebody known or barred has: asked about before he is on a list, and audited."""

from typing import Any

import pytest

from config.audit.models import AuditEvent
from players import services
from players.models import Ban, ListEntry, Player
from players.selectors.namesakes import namesakes
from players.services import bar_player, find_guests
from tests.support.desk import Desk, key
from tests.support.lists import NLH_LIST
from tests.support.refusals import refused


def _join(desk: Desk, name: str, **facts: Any) -> ListEntry:
    given = {"room": desk.room, "game": NLH_LIST, "name": name, "key": key()}
    return services.join_as_guest(**(given | desk.by() | facts))


def _barred(desk: Desk, player: Player) -> Player:
    bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="x", by=desk.manager, at=desk.at())
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
        ("Bo Marsh", False),
    ],
)
def test_a_name_is_alike_by_its_letters(desk: Desk, name: str, *, is_he: bool) -> None:
    known = desk.player("Jo Delacroix", legal_name="Josephine Marchand")
    assert namesakes(name, desk.now) == ([known] if is_he else [])


def test_short_names_must_be_equal(desk: Desk) -> None:
    bo = desk.player("Bo")
    desk.player("Jo")
    assert namesakes("bo", desk.now) == [bo]


def test_guests_are_nobodys_namesakes_unless_they_are_barred(desk: Desk) -> None:
    (guest,) = find_guests(room=desk.room, names=["Big Al"], source="yesterday", **desk.by()).values()
    assert namesakes("Big Al", desk.now) == []
    _barred(desk, guest)
    assert namesakes("Big Al", desk.now) == [guest]


def test_who_is_barred_comes_first(desk: Desk) -> None:
    known, barred = desk.player("Al Moss"), _barred(desk, desk.player("Al Mosse"))
    assert namesakes("Al Moss", desk.now) == [barred, known]


def test_a_barred_person_does_not_slip_on_a_list_as_a_guest(desk: Desk) -> None:
    barred = _barred(desk, desk.player("Jo Delacroix"))
    error = refused("name_known", lambda: _join(desk, "Jo Delacroi"), players=[barred.pk])
    assert error.message.startswith("Jo Delacroi may be Jo Delacroix, who is barred by the house")
    assert error.field == "another_person"
    refused("name_known", lambda: _join(desk, "Jo Delacroi", another_person="  "))
    assert not Player.objects.filter(is_guest=True).exists()


def test_another_person_is_told_apart_in_words_and_it_is_audited_once(desk: Desk) -> None:
    known, same, at = desk.player("Jo Delacroix"), key(), desk.at()
    facts = {"another_person": "older, showed a passport", "key": same, "at": at}
    entry = _join(desk, "Jo Delacroix", **facts)
    assert _join(desk, "Jo Delacroix", **facts) == entry
    assert (entry.player.is_guest, entry.player != known) == (True, True)
    event = AuditEvent.objects.get(verb="player.told_apart")
    assert (event.subject_id, event.after, event.reason) == (
        str(entry.player_id),
        {"not": [known.pk]},
        "older, showed a passport",
    )


def test_a_name_that_nobody_has_needs_no_words(desk: Desk) -> None:
    desk.player("Jo Delacroix")
    assert _join(desk, "Walter").player.is_guest
