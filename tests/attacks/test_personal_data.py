"""What somebody does who looks through the papers of players."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff.models import User
from players.models import Player
from players.selectors.people import found
from players.services import Identity, note_papers_read, register_player
from tests.support.people import a_person, a_room, signed_in

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 20, tzinfo=UTC)
BORN, NUMBER = date(1971, 8, 23), "DL-7734-5512"


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def cashier(room: Room) -> User:
    return a_person(room, "cashier")


@pytest.fixture
def ann(room: Room, cashier: User) -> Player:
    papers = {"document_kind": "driving_licence", "document_number": NUMBER, "date_of_birth": BORN}
    return register_player(
        identity=Identity(display_name="Ann", legal_name="Ann Archer", **papers), room=room, by=cashier, at=NOON
    )


def reads() -> list[tuple[User | None, str]]:
    return list(AuditEvent.objects.filter(verb="player.papers_read").order_by("id").values_list("by", "subject_id"))


def shown(client: Client, address: str) -> str:
    with time_machine.travel(NOON, tick=False):
        return client.get(address).content.decode()


@pytest.mark.parametrize("part", ["DL", "DL-", "DL-7734", "5512", "DL-7734-551"])
def test_nobody_is_listed_by_part_of_a_document(ann: Player, part: str) -> None:
    assert not found(part)
    assert list(found(NUMBER)) == list(found(" dl 77345512 ")) == [ann]


def test_a_list_shows_neither_number_nor_birth(ann: Player, cashier: User) -> None:
    page = shown(signed_in(cashier), "/players/?q=ann")
    assert "Ann Archer" in page
    assert "5512" not in page
    assert "1971" not in page
    assert reads() == []


def test_whoever_is_shown_papers_is_in_the_trail_once_an_hour(ann: Player, room: Room, cashier: User) -> None:
    client = signed_in(cashier)
    for _ in range(3):
        page = shown(client, f"/players/{ann.pk}/")
        assert "1971" in page
        assert "5512" in page
    assert reads() == [(cashier.pk, str(ann.pk))]
    other = a_person(room, "manager")
    for by, minutes in ((other, 0), (cashier, 59), (cashier, 60), (cashier, 61)):
        note_papers_read(player=ann, room=room, by=by, at=NOON + timedelta(minutes=minutes))
    assert [by for by, _ in reads()] == [cashier.pk, other.pk, cashier.pk]


@pytest.mark.parametrize("page", ["edit", "who"])
def test_the_pages_of_papers_leave_a_trace_whoever_opens_them(ann: Player, room: Room, page: str) -> None:
    host = a_person(room, "host")
    assert shown(signed_in(host), f"/players/{ann.pk}/{page}/")
    assert reads() == [(host.pk, str(ann.pk))]


def test_a_host_is_shown_age_and_kind_alone(ann: Player, room: Room) -> None:
    page = shown(signed_in(a_person(room, "host")), f"/players/{ann.pk}/")
    assert "54" in page
    assert "1971" not in page
    assert "5512" not in page
    assert reads() == []


def test_where_nothing_is_known_nothing_was_read(room: Room, cashier: User) -> None:
    someone = register_player(identity=Identity(display_name="Bo"), room=room, by=cashier, at=NOON)
    shown(signed_in(cashier), f"/players/{someone.pk}/")
    assert reads() == []
