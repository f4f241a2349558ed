"""One person with two PINs is still one: whom somebody has let in confirms nothing of theirs on that gaming day."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from config.audit.one_as_two import alarms_of
from config.rooms.models import Room
from config.staff import services
from config.staff.models import StaffRole, User
from config.staff.role_exceptions import post_exception
from config.staff.tokens import give_token
from players import four_eyes
from tests.support.people import a_person, a_room, signed_in
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 20, tzinfo=UTC)
TOMORROW = NOON + timedelta(days=1)


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def boss(room: Room) -> User:
    return a_person(room, "administrator")


def made(room: Room, by: User, *roles: str, at: datetime = NOON, **more: Any) -> User:
    """Somebody whom `by` has added."""
    number = User.objects.count()
    facts = {"badge_number": f"N{number}", "username": f"new{number}", "display_name": f"New {number}"}
    person, _ = services.add_person(room=room, roles=roles, by=by, at=at, **facts, **more)
    return person


def exception(room: Room, by: User, approver: User, at: datetime) -> Any:
    return post_exception(
        room=room, first="floor", second="cashier", reason="small room", by=by, approver=approver, at=at
    )


def test_a_manager_of_ones_own_making_confirms_nothing_that_day(room: Room, boss: User) -> None:
    manager = made(room, boss, "manager")
    said = refused("second_is_let_in", lambda: exception(room, boss, manager, NOON))
    assert f"{boss} let {manager} in today" in said.message
    assert exception(room, boss, manager, TOMORROW).approved_by == manager


@pytest.mark.parametrize("let_in", ["grant", "reset", "disabled and enabled"])
def test_a_new_role_or_password_is_the_same(room: Room, boss: User, let_in: str) -> None:
    manager = a_person(room, "manager")
    facts: dict[str, Any] = {"person": manager, "room": room, "by": boss}
    if let_in == "grant":
        services.grant_role(**facts, role="host", at=NOON)
    elif let_in == "reset":
        services.reset_password(**facts, at=NOON)
    else:
        services.disable(**facts, at=NOON - timedelta(days=2), reason="away")
        services.enable(**facts, at=NOON)
    refused("second_is_let_in", lambda: exception(room, boss, manager, NOON))
    assert exception(room, boss, a_person(room, "manager"), NOON)


def test_a_second_administrator_does_not_count_that_day(room: Room, boss: User) -> None:
    """Neither as who confirms nor as somebody whom the room asks: the only one goes on alone."""
    other = made(room, boss, "administrator")
    third = made(room, boss, "manager")
    assert StaffRole.objects.filter(user=third, role="manager").exists()
    refused("second_needed", lambda: made(room, boss, "manager", at=TOMORROW))
    assert made(room, boss, "manager", at=TOMORROW, second=other)


def test_nor_does_it_for_a_token_that_records(room: Room, boss: User) -> None:
    floor = made(room, boss, "floor")
    facts: dict[str, Any] = {"person": floor, "room": room, "scope": "record", "days": 9, "by": boss, "second": floor}
    refused("second_is_let_in", lambda: give_token(**facts, at=NOON))
    assert give_token(**facts, at=TOMORROW)


def test_nor_for_money(room: Room, boss: User) -> None:
    cashier = made(room, boss, "cashier")
    check = four_eyes.check_second
    refused("second_is_let_in", lambda: check(four_eyes.STOCK, room, "always", cashier, boss, at=NOON))
    check(four_eyes.STOCK, room, "always", cashier, boss, at=TOMORROW)
    check(four_eyes.STOCK, room, "always", cashier, a_person(room, "manager"), at=NOON)


def test_the_audit_page_names_both(room: Room, boss: User) -> None:
    manager = made(room, boss, "manager")
    exception(room, boss, manager, TOMORROW)
    texts = [alarm.text for alarm in alarms_of(room)]
    assert texts == [
        f"{boss} posted an exception for two roles, confirmed by {manager}, whom {boss} had let in",
        f"{boss} alone made {manager} manager: nobody confirmed it",
    ]
    page = signed_in(boss).get("/audit/").content.decode()
    assert "Where one person may have been two" in page
    assert texts[0] in page


def test_who_was_confirmed_by_somebody_else_raises_nothing(room: Room, boss: User) -> None:
    others = [a_person(room, "administrator"), a_person(room, "manager")]
    made(room, boss, "manager", second=others[0])
    exception(room, boss, others[1], NOON)
    made(room, boss, "host")
    assert alarms_of(room) == []
