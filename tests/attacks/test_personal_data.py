"""Acts of somebody who looks through the papers of players."""

import dataclasses
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import ROLES, Permission
from players.api import PlayerAnswer, PlayerBody
from players.field_rights import READS, WRITES
from players.models import Ban, Player
from players.selectors.people import found
from players.services import Identity, bar_player, note_papers_read, register_player
from tests.support.figures import tells
from tests.support.people import a_person, a_room, signed_in
from tests.support.routes import Route, routes, tried

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
    room = a_room()
    assert not found(part, room)
    assert list(found(NUMBER, room)) == list(found(" dl 77345512 ", room)) == [ann]


def test_a_list_shows_neither_number_nor_birth(ann: Player, cashier: User) -> None:
    page = shown(signed_in(cashier), "/players/?q=ann")
    assert "Ann Archer" in page
    assert not tells(page, "5512")
    assert not tells(page, "1971")
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
    note_papers_read(player=ann, room=a_room(), by=cashier, at=NOON + timedelta(minutes=61))
    assert len(reads()) == 4, "each room's trail tells what was read there"


@pytest.mark.parametrize("page", ["edit", "who"])
def test_the_pages_of_papers_leave_a_trace_whoever_opens_them(ann: Player, room: Room, page: str) -> None:
    floor = a_person(room, "floor")
    assert shown(signed_in(floor), f"/players/{ann.pk}/{page}/")
    assert reads() == [(floor.pk, str(ann.pk))]


def test_a_host_is_shown_age_and_kind_alone(ann: Player, room: Room) -> None:
    page = shown(signed_in(a_person(room, "host")), f"/players/{ann.pk}/")
    assert "54" in page
    assert not tells(page, "1971")
    assert not tells(page, "5512")
    assert reads() == []


def test_where_nothing_is_known_nothing_was_read(room: Room, cashier: User) -> None:
    someone = register_player(identity=Identity(display_name="Bo"), room=room, by=cashier, at=NOON)
    shown(signed_in(cashier), f"/players/{someone.pk}/")
    assert reads() == []


# ------------------------------------------------------------------------------------------------- field by field


@pytest.mark.parametrize("page", ["", "edit/", "who/"])
def test_no_page_tells_a_host_what_the_papers_say(ann: Player, room: Room, page: str) -> None:
    told = shown(signed_in(a_person(room, "host")), f"/players/{ann.pk}/{page}")
    assert "Ann" in told
    assert not [part for part in ("1971-08-23", "23 Aug 1971", "5512") if part in told]
    assert reads() == []


def edited(client: Client, player: Player, **entered: str) -> Player:
    sent = {"display_name": "Ann", "legal_name": "Ann Archer", **entered}
    with time_machine.travel(NOON, tick=False):
        client.post(f"/players/{player.pk}/edit/", sent)
    return Player.objects.get(pk=player.pk)


def test_a_host_neither_clears_nor_changes_what_the_host_may_not_read(ann: Player, room: Room) -> None:
    host = signed_in(a_person(room, "host"))
    blank = {"date_of_birth": "", "document_kind": "", "document_number": "", "document_expires_on": ""}
    other = {"date_of_birth": "1970-01-01", "document_kind": "passport", "document_number": "X1", "notes": ""}
    for entered in (blank, other, {}):
        after = edited(host, ann, **entered)
        assert (after.date_of_birth, after.document_number, after.document_kind) == (BORN, NUMBER, "driving_licence")


def test_a_host_enters_what_is_not_known_yet(room: Room, cashier: User) -> None:
    someone = register_player(identity=Identity(display_name="Ann"), room=room, by=cashier, at=NOON)
    entered = {"date_of_birth": "1971-08-23", "document_kind": "passport", "document_number": "P 1"}
    after = edited(signed_in(a_person(room, "host")), someone, **entered)
    assert (after.date_of_birth, after.document_number) == (BORN, "P 1")


def test_who_only_looks_reads_neither_notes_nor_reasons(ann: Player, room: Room) -> None:
    Player.objects.filter(pk=ann.pk).update(notes="owes the bar")
    bar_player(
        player=ann, kind=Ban.Kind.BARRED, reason="cheated with chips", room=room, by=a_person(room, "manager"), at=NOON
    )
    told = shown(signed_in(a_person(room, "auditor")), f"/players/{ann.pk}/")
    assert "barred by the house" in told.lower()
    assert "owes the bar" not in told
    assert "cheated with chips" not in told


def test_every_field_of_a_player_says_who_reads_and_writes_it() -> None:
    kept = {field.name for field in dataclasses.fields(Identity)}
    assert kept <= set(READS)
    assert set(WRITES) == set(READS) - {"age"}
    asked = set(PlayerBody().fields) - {"confirm"}  # an answer to a question, which is no field of anybody
    assert asked <= kept
    assert not set(PlayerAnswer().fields) & {name for name, right in READS.items() if right == Permission.PLAYER_PAPERS}


# ------------------------------------------------------------------------------------------------- room by room


@pytest.fixture
def elsewhere() -> Room:
    return a_room()


@pytest.mark.parametrize("search", ["", "ann", "Ann Archer", "archer", "1971-08-23", "Ann 1971-08-23 x", "{id}"])
def test_another_room_finds_nobody_without_papers(ann: Player, elsewhere: Room, search: str) -> None:
    desk = signed_in(a_person(elsewhere, "manager", "cashier"))
    search = search.format(id=ann.pk)
    with time_machine.travel(NOON, tick=False):
        for address in ("/players/?q={}", "/cage/?q={}", "/api/v1/players/?search={}"):
            answer = desk.get(address.format(search))
            assert answer.status_code == (400 if address.startswith("/api/") and not search else 200)
            assert f"players/{ann.pk}/" not in answer.content.decode()
            assert '"display_name"' not in answer.content.decode()


@pytest.mark.parametrize("address", ["/players/{}/", "/players/{}/edit/", "/players/{}/who/", "/cage/players/{}/"])
def test_another_room_opens_nobody_by_the_number(ann: Player, elsewhere: Room, address: str) -> None:
    desk = signed_in(a_person(elsewhere, "manager", "cashier"))
    addresses = [address.format(ann.pk), f"/api/v1/players/{ann.pk}/"]
    with time_machine.travel(NOON, tick=False):
        assert [desk.get(each).status_code for each in addresses] == [404, 404]


PLAYERS = [route for route in routes() if "players" in route.blanks()]
"""Every address about one player."""


@pytest.mark.parametrize("route", PLAYERS, ids=str)
def test_whatever_is_about_somebody_is_not_there_in_another_room(ann: Player, elsewhere: Room, route: Route) -> None:
    """To whoever has every role there, and to no form either."""
    client = signed_in(a_person(elsewhere, *ROLES))
    samples = dict.fromkeys(route.blanks(), "1") | {"players": ann.pk}
    with time_machine.travel(NOON, tick=False):
        answers = [tried(client, method, route, samples).status_code for method in ("get", "post")]
    assert set(answers) <= {404, 405}
    assert 404 in answers


@pytest.mark.parametrize("papers", [NUMBER, "dl 7734 5512", "Ann Archer 1971-08-23", "1971-08-23 ann ARCHER"])
@pytest.mark.parametrize("address", ["/players/?q={}", "/cage/?q={}", "/api/v1/players/?search={}"])
def test_who_shows_papers_is_known_from_then_on(ann: Player, elsewhere: Room, papers: str, address: str) -> None:
    cashier = a_person(elsewhere, "manager", "cashier")
    desk = signed_in(cashier)
    shown(desk, address.format(papers))
    met = AuditEvent.objects.filter(verb="player.met", room=elsewhere, by=cashier, subject_id=str(ann.pk))
    assert met.count() == 1
    assert "Ann Archer" in shown(desk, f"/players/{ann.pk}/")
    assert "Ann" in shown(desk, "/players/?q=archer")


def test_a_room_knows_its_own_and_notes_no_meeting(ann: Player, room: Room, cashier: User) -> None:
    assert "Ann Archer" in shown(signed_in(cashier), f"/players/?q={NUMBER}")
    assert not AuditEvent.objects.filter(verb="player.met").exists()
