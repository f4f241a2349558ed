"""What somebody with the application's role writes into rows that may change: roles, settings, what a room is."""

import pytest
from django.db import DatabaseError, transaction

from config.audit.books import audit
from config.rooms.models import Room
from config.rooms.services import change_settings
from config.staff.models import StaffRole, User
from config.staff.services import end_role, grant_role
from tests.support.people import LONG_AGO, a_person, a_room

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Room:
    return a_room(second_factor="everybody")


@pytest.fixture
def cashier(room: Room) -> User:
    return a_person(room, "cashier")


def faults() -> list[str]:
    return [fault for finding in audit() for fault in finding.faults]


def test_what_services_write_holds(room: Room, cashier: User) -> None:
    facts = {"person": cashier, "room": room, "by": None, "at": LONG_AGO}
    grant_role(role="host", **facts)
    end_role(role="cashier", **facts)
    end_role(role="host", **facts)
    grant_role(role="auditor", **facts)
    settings = ("currency", "currency_symbol", "exponent", "time_zone", "gaming_day_start", "identity_asked")
    kept = {name: getattr(room, name) for name in settings}
    change_settings(room=room, name="Riverside", smallest_chip=5_00, helpline="call", by=None, at=LONG_AGO, **kept)
    assert faults() == []


def test_a_role_that_nobody_gave_is_named(room: Room, cashier: User) -> None:
    StaffRole.objects.create(user=cashier, room=room, role="manager", granted_at=LONG_AGO)
    said = f"room {room.pk}: person {cashier.pk} holds the role manager, and the trail tells of nobody who gave it"
    assert said in faults()


def test_a_role_that_became_another_is_named(room: Room, cashier: User) -> None:
    StaffRole.objects.filter(user=cashier).update(role="administrator")
    found = faults()
    assert any("holds the role administrator, and the trail tells of nobody" in fault for fault in found)
    assert any("was given the role cashier, and the trail tells of no end of it" in fault for fault in found)


def test_a_role_in_another_room_is_named(room: Room, cashier: User) -> None:
    other = a_room()
    StaffRole.objects.filter(user=cashier).update(room=other)
    assert any(fault.startswith(f"room {other.pk}: person {cashier.pk} holds") for fault in faults())


@pytest.mark.parametrize(
    ("name", "value"),
    [("second_factor", "nobody"), ("smallest_chip", 1), ("gaming_day_start", "05:00"), ("helpline", "x")],
)
def test_a_setting_that_nobody_made_is_named(room: Room, name: str, value: object) -> None:
    Room.objects.filter(pk=room.pk).update(**{name: value})
    assert any(fault.startswith(f"room {room.pk}: its setting {name} is “{value}") for fault in faults())


@pytest.mark.parametrize("is_demo", [True, False])
def test_no_room_becomes_a_demo_nor_a_demo_a_room(is_demo: bool) -> None:
    room = a_room(is_demo=not is_demo)
    with pytest.raises(DatabaseError, match="does not become a demo"), transaction.atomic():
        Room.objects.filter(pk=room.pk).update(is_demo=is_demo)
