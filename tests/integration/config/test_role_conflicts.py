"""Roles that conflict are refused, unless an exception is posted by two people."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff import services
from config.staff.conflicts import CONFLICTS, conflict_of, conflicts_among
from config.staff.models import RoleException, User
from config.staff.role_exceptions import end_exception, exceptions_of, post_exception
from config.staff.roles import ROLES
from tests.support.people import a_person, a_room, signed_in
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)
PIN = "4711"
FACTS = {"badge_number": "B7", "username": "ada", "display_name": "Ada Byron"}


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def boss(room: Room) -> User:
    return a_person(room, "administrator")


@pytest.fixture
def manager(room: Room) -> User:
    return a_person(room, "manager")


def give(room: Room, person: User, role: str, by: User | None) -> None:
    services.grant_role(person=person, room=room, role=role, by=by, at=NOON)


def test_each_pair_names_known_roles_once_and_says_why() -> None:
    pairs = [(each.first, each.second) for each in CONFLICTS]
    assert len(set(pairs)) == len(pairs) == 14
    assert all(each.first in ROLES and each.second in ROLES and each.reason for each in CONFLICTS)
    assert conflict_of("cashier", "floor") is conflict_of("floor", "cashier") is not None
    assert conflict_of("host", "floor") is None


@pytest.mark.parametrize("conflict", CONFLICTS, ids=str)
def test_a_role_that_conflicts_with_one_held_is_refused(conflict: object, room: Room, boss: User) -> None:
    first, second = conflict.first, conflict.second  # type: ignore[attr-defined]
    for held, wanted in ((first, second), (second, first)):
        person = a_person(room, held)
        error = refused("roles_conflict", lambda: give(room, person, wanted, boss))  # noqa: B023 - called at once
        assert conflict.reason in error.message  # type: ignore[attr-defined]
        assert person.roles_in(room) == {held}


def test_one_person_in_five_roles_is_not_added(room: Room, boss: User) -> None:
    roles = ["manager", "cashier", "auditor", "floor", "administrator"]
    refused("roles_conflict", lambda: services.add_person(room=room, by=boss, at=NOON, **FACTS, roles=roles))
    assert not User.objects.filter(username="ada").exists()


def test_a_role_elsewhere_conflicts_with_nothing_here(room: Room, boss: User) -> None:
    ada = a_person(a_room(), "cashier")
    give(room, ada, "manager", None)
    assert ada.roles_in(room) == {"manager"}


def test_an_exception_lets_two_roles_together_here_and_for_no_third(room: Room, boss: User, manager: User) -> None:
    facts = {"first": "cashier", "second": "floor", "reason": "three people at night"}
    posted = post_exception(room=room, **facts, by=boss, approver=manager, at=NOON)
    event = AuditEvent.objects.latest("id")
    assert (event.verb, event.room, event.reason) == ("staff.exception_posted", room, "three people at night")
    ada = a_person(room, "cashier")
    give(room, ada, "floor", boss)
    refused("roles_conflict", lambda: give(room, ada, "manager", boss))
    elsewhere = a_room()
    refused("roles_conflict", lambda: give(elsewhere, a_person(elsewhere, "cashier"), "floor", boss))
    end_exception(exception=posted, by=boss, at=NOON)
    refused("roles_conflict", lambda: give(room, a_person(room, "cashier"), "floor", boss))
    refused("exception_ended", lambda: end_exception(exception=posted, by=boss, at=NOON))
    assert ada.roles_in(room) == {"cashier", "floor"}
    assert exceptions_of(room) == []


def test_an_exception_takes_two_people_a_reason_and_a_conflict(room: Room, boss: User, manager: User) -> None:
    facts = {"room": room, "first": "floor", "second": "cashier", "reason": "small", "by": boss, "at": NOON}
    refused("second_person_needed", lambda: post_exception(**facts, approver=boss))
    refused("second_person_may_not", lambda: post_exception(**facts, approver=a_person(room, "floor")))
    refused("second_person_may_not", lambda: post_exception(**facts, approver=a_person(a_room(), "manager")))
    refused("reason_missing", lambda: post_exception(**(facts | {"reason": ""}), approver=manager))
    refused("no_conflict", lambda: post_exception(**(facts | {"second": "host"}), approver=manager))
    post_exception(**facts, approver=manager)
    refused("exception_posted", lambda: post_exception(**facts, approver=manager))


def test_the_database_refuses_an_exception_that_one_person_posts_alone(room: Room, boss: User) -> None:
    facts = {"first": "floor", "second": "cashier", "reason": "test", "posted_at": NOON}
    with pytest.raises(IntegrityError), transaction.atomic():
        RoleException.objects.create(room=room, **facts, posted_by=boss, approved_by=boss)


# ------------------------------------------------------------------------------------------------------- the pages


@pytest.fixture
def desk(boss: User) -> Client:
    """The administrator's browser, without a PIN entered."""
    services.set_own_pin(person=boss, pin=PIN, at=NOON)
    return signed_in(boss)


def person_form(*roles: str) -> dict[str, object]:
    return {"display_name": "Ada", "badge_number": "B7", "username": "ada", "roles": list(roles)}


def test_adding_a_person_asks_for_the_pin_and_keeps_what_was_entered(desk: Client) -> None:
    assert desk.get("/staff/add/").status_code == 200
    asked = desk.post("/staff/add/", person_form("floor"))
    assert (asked.status_code, User.objects.filter(username="ada").exists()) == (422, False)
    assert "PIN" in asked.content.decode()
    assert dict(asked.context["kept"])["badge_number"] == "B7"
    added = desk.post("/staff/add/", person_form("floor") | {"reauthentication_pin": PIN})
    assert added.status_code == 200
    assert User.objects.get(username="ada").postings[0].role == "floor"


def test_bringing_a_person_asks_for_the_pin(desk: Client, room: Room) -> None:
    stranger = a_person(a_room(), "host")
    services.set_own_pin(person=stranger, pin=PIN, at=NOON)
    form = {"badge_number": stranger.badge_number, "own_pin": PIN, "role": "floor"}
    assert desk.post("/staff/bring/", form).status_code == 422
    assert not stranger.roles_in(room)
    assert desk.post("/staff/bring/", form | {"reauthentication_pin": PIN}).status_code == 303
    stranger.forget_postings()
    assert stranger.roles_in(room) == {"floor"}


def test_the_refusal_of_conflicting_roles_stands_beside_the_roles(desk: Client) -> None:
    answer = desk.post("/staff/add/", person_form("manager", "cashier") | {"reauthentication_pin": PIN})
    assert answer.status_code == 422
    assert "Cashier and manager don’t go together in one person." in answer.content.decode()


def test_an_exception_is_posted_from_the_page_of_the_roles_and_ended_there(
    desk: Client, room: Room, manager: User
) -> None:
    services.set_own_pin(person=manager, pin="2580", at=NOON)
    form = {"pair": "floor+cashier", "reason": "small room", "badge": manager.badge_number, "pin": "0000"}
    wrong = desk.post("/staff/exceptions/", form | {"reauthentication_pin": PIN})
    assert (wrong.status_code, exceptions_of(room)) == (422, [])
    assert desk.post("/staff/exceptions/", form | {"pin": "2580"}).status_code == 303
    (posted,) = exceptions_of(room)
    assert "small room" in desk.get("/staff/roles/").content.decode()
    assert desk.post(f"/staff/exceptions/{posted.pk}/end/").status_code == 303
    assert exceptions_of(room) == []


def test_another_rooms_exception_is_not_found(desk: Client, room: Room, boss: User, manager: User) -> None:
    elsewhere = a_room()
    facts = {"first": "floor", "second": "cashier", "reason": "test", "at": NOON}
    one, other = a_person(elsewhere, "administrator"), a_person(elsewhere, "manager")
    posted = post_exception(room=elsewhere, **facts, by=one, approver=other)
    assert desk.post(f"/staff/exceptions/{posted.pk}/end/", {"reauthentication_pin": PIN}).status_code == 404
    assert exceptions_of(elsewhere) == [posted]


def test_conflicts_among_roles_are_found_in_any_order() -> None:
    assert {str(each) for each in conflicts_among(["manager", "cashier", "auditor"])} == {
        "Cashier and manager", "Cashier and auditor", "Manager and auditor",
    }  # fmt: skip
