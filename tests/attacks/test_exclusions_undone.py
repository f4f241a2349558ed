"""Attempts of an excluded, barred or under-age person, and whoever helps them: another record, another name, an
edit."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from players import services
from players.models import Ban, Player
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.lists import NLH_LIST
from tests.support.people import a_room, signed_in
from tests.support.refusals import refused

BORN = date(1980, 5, 5)
SAME = ("Maria Lopez", "maria LOPEZ", "Maria\u200b Lopez", "М\u0430ria L\u043epez", "Lopez Maria", "María López")
DOORS = ("page", "cage", "api")


@arranged
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def excluded(desk: Desk) -> Player:
    """Somebody who asked to be excluded for thirty days, of whom no document is known."""
    maria = desk.player("Maria Lopez", legal_name="Maria Lopez", date_of_birth=BORN)
    ends_at = desk.now + timedelta(days=30)
    services.bar_player(
        player=maria, kind=Ban.Kind.SELF_EXCLUDED, reason="asked", ends_at=ends_at, room=desk.room,
        by=desk.manager, at=desk.at(),
    )  # fmt: skip
    return maria


def registered(desk: Desk, door: str, name: str, born: date | None = BORN) -> Player:
    """A new record, through the door where it is asked for."""
    client, before = signed_in(person(desk.room, "cashier")), set(Player.objects.values_list("pk", flat=True))
    facts = {"display_name": name, "legal_name": name} | ({"date_of_birth": born.isoformat()} if born else {})
    if door == "api":
        sent = client.post("/api/v1/players/", facts, "application/json", headers={"Idempotency-Key": key()})
        assert sent.status_code == 201, sent.content
    else:
        sent = client.post(reverse("player_new" if door == "page" else "cage_new"), facts)
        assert sent.status_code == 303, sent.content.decode()
    return Player.objects.exclude(pk__in=before).get()


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", SAME)
def test_a_second_record_of_an_excluded_person_buys_nothing(desk: Desk, excluded: Player, door: str, name: str) -> None:
    again = registered(desk, door, name)
    refused("who_is_it", lambda: desk.buy_in(again, 200_00))
    refused("who_is_it", lambda: services.join_list(
        room=desk.room, game=NLH_LIST, player=again, key=key(), by=desk.manager, at=desk.at()
    ))  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_a_name_alone_does_not_put_an_excluded_person_on_a_list(desk: Desk, excluded: Player, name: str) -> None:
    facts = {"room": desk.room, "game": NLH_LIST, "name": name, "by": desk.manager, "at": desk.at()}
    refused("who_is_it", lambda: services.join_as_guest(**facts, key=key()))


@pytest.mark.parametrize(
    "name", ["Bob", "B\u043eb", "\u0412ob", "B\u200bob", "\uff22\uff4f\uff42", "\U0001d401ob", "b\u043eb"]
)
def test_three_letters_that_look_alike_are_the_same_three(desk: Desk, name: str) -> None:
    bob = desk.player("Bob", legal_name="Bob")
    services.bar_player(player=bob, kind=Ban.Kind.BARRED, reason="test", room=desk.room, by=desk.manager, at=desk.at())
    again = registered(desk, "api", name, born=None)
    refused("who_is_it", lambda: desk.buy_in(again, 200_00))


@pytest.mark.parametrize("name", ["\u200b", "\u2800", "\u3164", "\ufeff\u200d", "\u00ad", "\u034f"])
@pytest.mark.parametrize("door", DOORS)
def test_nobody_is_called_by_what_cannot_be_seen(desk: Desk, name: str, door: str) -> None:
    client = signed_in(person(desk.room, "cashier"))
    if door == "api":
        sent = client.post(
            "/api/v1/players/", {"display_name": name}, "application/json", headers={"Idempotency-Key": key()}
        )
    else:
        sent = client.post(reverse("player_new" if door == "page" else "cage_new"), {"display_name": name})
    assert sent.status_code in (400, 409, 422)
    assert not Player.objects.exists()


def edit(client: Client, player: Player, **changed: str) -> int:
    known = {"display_name": player.display_name, "legal_name": player.legal_name}
    return client.post(reverse("player_edit", args=[player.pk]), known | changed).status_code


@pytest.mark.parametrize("role", ["host", "cashier", "floor", "manager"])
@pytest.mark.parametrize("born", ["", "1980-05-05"])
def test_an_under_age_refusal_is_not_edited_away(desk: Desk, role: str, born: str) -> None:
    young = date(desk.now.year - 18, 1, 1)
    youth = desk.player("Young One", legal_name="Young One", date_of_birth=young)
    refused("under_age", lambda: desk.buy_in(youth, 200_00))
    edit(signed_in(person(desk.room, role)), youth, date_of_birth=born)
    youth.refresh_from_db()
    assert youth.date_of_birth == young
    refused("under_age", lambda: desk.buy_in(youth, 200_00))
    again = registered(desk, "api", "Young One", born=None)
    refused("who_is_it", lambda: desk.buy_in(again, 200_00))


@pytest.mark.parametrize("kind", [Ban.Kind.EXCLUDED, Ban.Kind.SELF_EXCLUDED])
@pytest.mark.parametrize("role", ["floor", "manager"])
def test_somebody_of_another_room_lifts_no_exclusion(desk: Desk, kind: Ban.Kind, role: str) -> None:
    player = desk.player("Zoe Quill", document_kind="passport", document_number="PQ-1234567")
    facts = {"reason": "test", "room": desk.room, "by": desk.manager, "at": desk.at()}
    ban = services.bar_player(player=player, kind=kind, **facts)
    other = a_room()
    stranger, second = signed_in(person(other, role)), person(other, "manager")
    address = reverse("ban_lift", args=[player.pk, ban.pk])
    assert stranger.get("/players/?q=PQ-1234567").status_code == 200
    sent = {"reason": "served", "badge": second.badge_number, "pin": "2580"}
    assert stranger.post(address, sent).status_code in (403, 422)
    ban.refresh_from_db()
    assert ban.lifted_at is None
