"""Requests sent to the doors by somebody who means no good: ways to go on, days, pages of the trail, passwords."""

import ast
from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.http import urlencode

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff import reauthentication
from config.staff.models import User
from config.staff.passwords import ContextWords
from players.models import Ban
from players.services import Identity, register_player
from tests.support.people import PASSWORD, a_person, a_room, signed_in
from tests.support.source import modules, where

pytestmark = pytest.mark.django_db
FOREIGN = ["/floor/\r\nX: y", "/floor/\nSet-Cookie: a=b", "/floor/\x0b", "//evil.example", "/" + "a" * 3000]
NO_DAY = ["9999-12-31", "3000-01-01", "1899-12-31", "0001-01-01", "10000-01-01", "2026-02-30"]
DAYS = ["1900-01-01", "2026-03-08", "2999-12-31"]


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def desk(room: Room, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Somebody who may see everything and has just entered the PIN; nothing that breaks is hidden."""
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    return signed_in(a_person(room, "manager", "auditor", "administrator"))


@pytest.mark.parametrize("to", FOREIGN)
def test_who_signs_in_goes_on_to_pages_of_ours_alone(room: Room, to: str) -> None:
    person = a_person(room, "floor", password=PASSWORD)
    sent = {"username": person.username, "password": PASSWORD}
    for address, form in (("/sign-in/", {"next": to}), (f"/sign-in/?{urlencode({'next': to})}", {})):
        answer = Client().post(address, sent | form)
        assert (answer.status_code, answer["Location"]) == (303, "/")


@pytest.mark.parametrize("to", FOREIGN)
def test_a_form_sends_on_to_pages_of_ours_alone(desk: Client, to: str) -> None:
    answer = desk.post("/preferences/", {"theme": "dark", "next": to})
    assert (answer.status_code, answer["Location"]) == (303, "/")


@pytest.mark.parametrize(
    "address",
    [
        "/audit/?since={}", "/audit/?until={}", "/audit/?day={}", "/audit/events.csv?until={}", "/hands/?day={}",
        "/disputes/?day={}", "/disputes/statistics/?since={}", "/disputes/statistics/?until={}", "/reports/?day={}",
    ],
)  # fmt: skip
def test_a_day_that_no_calendar_of_a_room_has_breaks_no_page(desk: Client, address: str) -> None:
    for day in (*NO_DAY, *DAYS):
        assert desk.get(address.format(day)).status_code in (200, 302, 422), day


@pytest.mark.parametrize(
    "address", ["/dealers/pace/?day={}", "/reports/rake/{}/", "/reports/rake/{}.csv", "/reports/rake/{}.xlsx"]
)
def test_an_address_with_such_a_day_leads_nowhere(desk: Client, address: str) -> None:
    assert [desk.get(address.format(day)).status_code for day in NO_DAY] == [404] * len(NO_DAY)
    assert [desk.get(address.format(day)).status_code for day in DAYS] == [200] * len(DAYS)


@pytest.mark.parametrize("day", NO_DAY)
def test_a_ban_until_such_a_day_is_refused_beside_its_field(desk: Client, room: Room, day: str) -> None:
    facts = {"by": None, "at": datetime(2026, 3, 1, tzinfo=UTC)}
    player = register_player(room=room, identity=Identity(display_name="Tess"), **facts)
    sent = {"kind": "barred", "reason": "cheated", "ends_on": day}
    assert desk.post(f"/players/{player.pk}/bans/", sent).status_code == 422
    assert not Ban.objects.exists()
    assert desk.post(f"/players/{player.pk}/bans/", sent | {"ends_on": "2999-12-31"}).status_code == 303
    assert Ban.objects.get().ends_at is not None


def test_every_door_takes_days_from_the_fields_that_bound_them() -> None:
    """Django's own fields, and days read from text, know no bounds."""
    loose = []
    for module in modules():
        if module.parts & {"views", "forms", "urls", "api", "count_forms", "identity_forms"}:
            for node in ast.walk(module.tree):
                reads = isinstance(node, ast.Attribute) and node.attr == "fromisoformat"
                field = isinstance(node, ast.Attribute) and node.attr in ("DateField", "DateTimeField")
                asks = field and ast.unparse(node).startswith("forms.")
                if reads or asks or (field and _is_asked(module.tree, node)):
                    loose.append(where(module, node))
    assert loose == [], "take the fields of config.web.days"


def _is_asked(tree: ast.Module, field: ast.AST) -> bool:
    """Whether the field of a serializer stands in a class that reads what is sent."""
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return any(each.name.endswith(("Body", "Query")) and field in ast.walk(each) for each in classes)


def test_whoever_reads_on_in_the_trail_leaves_a_trace_too(desk: Client, room: Room) -> None:
    newest = AuditEvent.objects.latest("pk").pk
    assert desk.get("/audit/", {"before": newest}).status_code == 200
    read = AuditEvent.objects.filter(room=room, verb="audit.read")
    assert [event.after for event in read] == [{"before": str(newest)}]


@pytest.mark.parametrize(
    "password",
    ["rosalind2026", "Rosalind-1234567890", "FRANKLIN.1958", "b77423-2026-2026", "rosalind.f1!1!1!1", "poker12345678"],
)  # fmt: skip
def test_a_password_is_not_the_persons_name_and_digits(password: str) -> None:
    person = User(username="rosalind.f", display_name="Rosalind Franklin", badge_number="B77423")
    with pytest.raises(ValidationError, match="name and digits"):
        ContextWords().validate(password, person)


@pytest.mark.parametrize("password", ["rosalind likes green tea", "84610275539182", "kite-over-the-river"])
def test_other_passwords_may_hold_a_name_or_be_of_digits(password: str) -> None:
    ContextWords().validate(password, User(username="rosalind", display_name="Rosalind", badge_number="B7"))
