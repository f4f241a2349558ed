"""One person with two PINs is still one: whom somebody has let in confirms nothing of theirs on that gaming day."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from config.audit.one_as_two import alarms_of
from config.rooms.models import Room
from config.staff import second_factor, services
from config.staff.models import StaffRole, User
from config.staff.own_making import LETS_IN
from config.staff.role_exceptions import post_exception
from config.staff.tokens import give_token
from players import four_eyes
from tests.support.authenticator import with_authenticator
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


def _reset_the_authenticator(room: Room, by: User, person: User) -> None:
    with_authenticator(person, NOON)
    second_factor.reset(person=person, room=room, by=by, second=a_person(room, "manager"), at=NOON)


def _enable(room: Room, by: User, person: User) -> None:
    services.disable(person=person, room=room, by=by, at=NOON - timedelta(days=2), reason="away")
    services.enable(person=person, room=room, by=by, at=NOON)


LETTING_IN: dict[str, Callable[[Room, User, User], object]] = {
    "staff.role_granted": lambda room, by, person: services.grant_role(
        person=person, room=room, role="host", by=by, at=NOON
    ),
    "staff.password_reset": lambda room, by, person: services.reset_password(person=person, room=room, by=by, at=NOON),
    "staff.enabled": _enable,
    "second_factor.reset": _reset_the_authenticator,
}
"""The acts that let somebody in who works here already, by the verb that the trail has for it."""


def test_every_way_of_letting_in_is_tried() -> None:
    assert {"staff.added", *LETTING_IN} == set(LETS_IN)


@pytest.mark.parametrize("verb", LETTING_IN)
def test_whoever_was_let_in_anew_confirms_nothing_either(room: Room, boss: User, verb: str) -> None:
    manager = a_person(room, "manager")
    LETTING_IN[verb](room, boss, manager)
    refused("second_is_let_in", lambda: exception(room, boss, manager, NOON))
    assert exception(room, boss, a_person(room, "manager"), NOON)


def test_the_day_is_the_rooms_gaming_day_past_every_midnight(room: Room, boss: User) -> None:
    manager = made(room, boss, "manager")
    for hours in (5, 13, 17.9):  # midnight by UTC's calendar, by the room's, and six in the morning
        at = NOON + timedelta(hours=hours)
        refused("second_is_let_in", lambda at=at: exception(room, boss, manager, at))
    assert exception(room, boss, manager, NOON + timedelta(hours=18))


def test_nobody_is_waited_for_whom_the_only_administrator_has_just_let_in(room: Room, boss: User) -> None:
    """The one who could confirm that the other administrator leaves is a manager of the day before."""
    other = a_person(room, "administrator")
    made(room, boss, "manager", second=other)
    facts: dict[str, Any] = {"person": other, "room": room, "role": "administrator", "by": boss}
    refused("second_needed", lambda: services.end_role(**facts, at=TOMORROW))
    services.end_role(**facts, at=NOON)


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
