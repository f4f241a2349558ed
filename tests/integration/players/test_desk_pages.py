"""Registering at the window: what the room requires first, the rest folded away, and it ends at the sale."""

import pytest
from django.test import Client
from django.urls import reverse

from config.rooms.models import Room
from players.models import Ban, Player
from players.services import bar_player
from tests.support.desk import Desk, open_desk_now, person
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
NEW = reverse("cage_new")


@pytest.fixture
def desk() -> Desk:
    """A room at play now."""
    return open_desk_now()


@pytest.fixture
def window(desk: Desk) -> Client:
    """The cashier's tablet."""
    return signed_in(desk.cashier)


def test_registering_ends_at_the_sale(desk: Desk, window: Client) -> None:
    answer = window.post(NEW, {"display_name": "Zora"})
    someone = Player.objects.get(display_name="Zora")
    assert (answer.status_code, answer["Location"]) == (303, reverse("cage_player", args=[someone.pk]))
    assert "Take the cash" in text(window.get(answer["Location"]))


@pytest.mark.parametrize(
    ("asked", "required"),
    [
        (Room.IdentityAsked.NAME, ["display_name"]),
        (Room.IdentityAsked.BIRTH, ["display_name", "legal_name", "date_of_birth"]),
        (
            Room.IdentityAsked.DOCUMENT,
            ["display_name", "legal_name", "date_of_birth", "document_kind", "document_number", "document_expires_on"],
        ),
    ],
)
def test_only_what_the_room_requires_is_required(desk: Desk, window: Client, asked: str, required: list[str]) -> None:
    Room.objects.filter(pk=desk.room.pk).update(identity_asked=asked)
    form = window.get(NEW).context["form"]
    assert [field.name for field in form.asked] == required
    assert not set(required) & {field.name for field in form.more}
    refused = window.post(NEW, {"display_name": "Zora"})
    assert refused.status_code == (303 if required == ["display_name"] else 422)


def test_a_name_that_nobody_has_goes_along_to_the_form(desk: Desk, window: Client) -> None:
    assert f"{NEW}?name=Zora%20Moss" in window.get(reverse("cage"), {"q": "Zora Moss"}).content.decode()
    assert window.get(NEW, {"name": "Zora Moss"}).context["form"]["display_name"].value() == "Zora Moss"


def test_whoever_may_be_barred_is_said_before_the_sale(desk: Desk, window: Client) -> None:
    facts = {"room": desk.room, "kind": Ban.Kind.EXCLUDED, "reason": "x", "by": desk.manager, "at": desk.now}
    bar_player(player=desk.player("Zora", legal_name="Zora Moss"), **facts)
    shown = window.get(window.post(NEW, {"display_name": "Zora Moss"})["Location"])
    assert "excluded by the regulator: no chips until somebody decides who this is" in text(shown)
    assert reverse("player_who", args=[Player.objects.latest("pk").pk]) in shown.content.decode()


def test_a_search_says_how_many_more_there_are(desk: Desk, window: Client) -> None:
    for number in range(11):
        desk.player(f"Smith {number}")
    assert "and 3 more: type more letters" in text(window.get(reverse("cage"), {"q": "smith"}))
    assert "more: type" not in text(window.get(reverse("cage"), {"q": "smith 1"}))


def test_a_manager_at_the_window_reads_what_to_do(desk: Desk) -> None:
    shown = signed_in(desk.manager).get(reverse("cage_player", args=[desk.player().pk]))
    assert "your role has no window" in text(shown)
    assert reverse("drawers") in shown.content.decode()
    auditor = text(signed_in(person(desk.room, "auditor")).get(reverse("cage_player", args=[desk.player().pk])))
    assert "your role has no window" in auditor
    assert "You open the drawer" not in auditor
