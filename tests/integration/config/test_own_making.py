"""One person with two PINs is still one: of whom one has let the other in, neither confirms the other that day."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from config.audit.one_as_two import alarms_of
from config.rooms.models import Room
from config.staff import second_factor, services
from config.staff.models import StaffRole, User
from config.staff.own_making import LETS_IN, refuse_own_making
from config.staff.role_exceptions import post_exception
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from config.staff.tokens import give_token
from players import four_eyes
from players.models import Ban, Player
from players.services import bar_player, lift_ban
from tests.support.authenticator import with_authenticator
from tests.support.people import PASSWORD, a_person, a_room, signed_in
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 20, tzinfo=UTC)
TOMORROW = NOON + timedelta(days=1)
PIN = "2580"


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


def test_two_people_whom_one_person_let_in_do_not_confirm_each_other(room: Room, boss: User) -> None:
    """Else an administrator has two accounts by noon, and both PINs."""
    made(room, boss, "cashier", at=NOON - timedelta(days=30))
    manager, other = made(room, boss, "manager"), made(room, boss, "manager")
    said = refused("second_is_let_in", lambda: exception(room, manager, other, NOON))
    assert said.message.startswith(
        f"The same person let {manager} and {other} in today, and neither confirms the other"
    )
    refuse_own_making(a_person(room, "manager"), manager, room, NOON)
    assert exception(room, manager, other, TOMORROW)


def test_where_a_room_begins_they_do(room: Room, boss: User) -> None:
    """Also days after whoever lets everybody in has begun."""
    StaffRole.objects.filter(user=boss).update(granted_at=NOON - timedelta(days=3))
    manager, other = made(room, boss, "manager"), made(room, boss, "manager")
    assert exception(room, manager, other, NOON)


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


@pytest.mark.parametrize("verb", LETTING_IN)
def test_whoever_let_somebody_in_confirms_nothing_of_theirs(room: Room, boss: User, verb: str) -> None:
    manager = a_person(room, "manager")
    LETTING_IN[verb](room, boss, manager)
    facts: dict[str, Any] = {
        "second": boss, "by": manager, "permission": Permission.STAFF_MANAGE, "room": room, "what": "it is done",
    }  # fmt: skip
    said = refused("second_is_let_in", lambda: refuse_alone(**facts, at=NOON))
    assert f"{boss} let {manager} in today" in said.message
    refuse_alone(**facts, at=TOMORROW)


def test_who_gave_a_password_away_does_not_replace_the_pin_too(room: Room, boss: User) -> None:
    """Else one administrator would be everybody: their password by a reset, their PIN by the administrator's own."""
    manager = a_person(room, "manager", password=PASSWORD)
    boss.set_pin(PIN)
    manager.set_pin("7391")
    User.objects.bulk_update([boss, manager], ["pin_hash"])
    services.reset_password(person=manager, room=room, by=boss, at=timezone.now())
    User.objects.filter(pk=manager.pk).update(one_time_until=None)
    manager.refresh_from_db()
    manager.set_password(PASSWORD)
    manager.save()
    given = {"password": PASSWORD, "pin": "8264", "badge": boss.badge_number, "other_pin": PIN}
    page = signed_in(manager).post("/account/pin/", given)
    assert (page.status_code, f"{boss} let {manager} in today" in page.content.decode()) == (422, True)
    other = a_person(room, "administrator")
    other.set_pin(PIN)
    other.save()
    assert signed_in(manager).post("/account/pin/", given | {"badge": other.badge_number}).status_code == 303


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


def test_it_names_both_whoever_let_in_whom_and_whatever_was_confirmed(room: Room, boss: User) -> None:
    manager, floor = made(room, boss, "manager"), a_person(room, "floor")
    services.set_own_pin(person=manager, pin="8264", second=boss, at=TOMORROW)
    services.grant_role(person=manager, room=room, role="host", by=floor, at=NOON)
    player = Player.objects.create(display_name="Ann", registered_at=NOON, registered_in=room)
    ban = bar_player(room=room, player=player, kind=Ban.Kind.BARRED, reason="fights", by=boss, at=TOMORROW)
    lift_ban(room=room, ban=ban, reason="calm", by=manager, second=floor, at=TOMORROW)
    texts = [alarm.text for alarm in alarms_of(room)]
    assert texts[:2] == [
        f"{manager} ended a ban, confirmed by {floor}, who had let {manager} in",
        f"{manager} set a PIN, confirmed by {boss}, who had let {manager} in",
    ]


def test_who_was_confirmed_by_somebody_else_raises_nothing(room: Room, boss: User) -> None:
    others = [a_person(room, "administrator"), a_person(room, "manager")]
    made(room, boss, "manager", second=others[0])
    exception(room, boss, others[1], NOON)
    made(room, boss, "host")
    assert alarms_of(room) == []
