"""Somebody works in two rooms: each ends what is its own, and the way in takes an administrator of both."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from config.audit.books import audit
from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff import guesses, reauthentication, second_factor, services
from config.staff.models import ApiToken, User
from config.staff.tokens import give_token
from tests.support.authenticator import with_authenticator
from tests.support.people import PASSWORD, a_person, a_room, signed_in
from tests.support.refusals import refused
from tests.support.words import text

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)
PIN = "4711"


@pytest.fixture
def here() -> Room:
    return a_room()


@pytest.fixture
def there() -> Room:
    return a_room(second_factor="weighty")


@pytest.fixture
def boss(here: Room) -> User:
    return a_person(here, "administrator")


@pytest.fixture
def other(there: Room) -> User:
    """The administrator of the other room."""
    return a_person(there, "administrator")


@pytest.fixture
def sam(here: Room, there: Room, boss: User, other: User) -> User:
    """A cashier here, whom the other room has brought there."""
    sam = a_person(here, "cashier", password=PASSWORD)
    services.grant_role(person=sam, room=there, role="cashier", by=other, at=NOON, agrees=sam)
    return sam


def browser(person: User, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    return signed_in(person)


def test_a_room_ends_all_access_to_itself_at_once(
    here: Room, there: Room, boss: User, sam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.grant_role(person=sam, room=here, role="host", by=boss, at=NOON)
    give_token(person=sam, room=here, scope="read", days=1, by=None, at=NOON)
    window, page = signed_in(sam), browser(boss, monkeypatch)
    assert f"End all access to {here.name} from this moment" in text(page.get(f"/staff/{sam.pk}/"))
    assert page.post(f"/staff/{sam.pk}/disable/", {"reason": "took a rack"}).status_code == 303
    sam = User.objects.get(pk=sam.pk)
    assert (sam.roles_in(here), sam.roles_in(there), sam.is_active) == (frozenset(), {"cashier"}, True)
    assert window.get("/").headers["Location"].startswith("/sign-in/"), "what was open here"
    assert not ApiToken.objects.filter(user=sam, ended_at=None).exists()
    ended = AuditEvent.objects.filter(room=here, verb="staff.role_ended", reason="took a rack")
    assert {event.before["role"] for event in ended} == {"cashier", "host"}
    assert [fault for finding in audit() for fault in finding.faults if "role" in fault] == []


def test_then_the_other_room_has_the_person_to_itself(
    here: Room, there: Room, boss: User, other: User, sam: User
) -> None:
    services.end_access(person=sam, room=here, by=boss, at=NOON, reason="left")
    assert services.reset_password(person=User.objects.get(pk=sam.pk), room=there, by=other, at=NOON)
    services.disable(person=User.objects.get(pk=sam.pk), room=there, by=other, at=NOON, reason="left")


def test_ending_all_access_is_refused_as_ending_a_role_is(here: Room, boss: User, sam: User, other: User) -> None:
    facts = {"room": here, "by": boss, "at": NOON}
    refused("reason_missing", lambda: services.end_access(person=sam, reason="", **facts))
    refused("own_account", lambda: services.end_access(person=boss, reason="test", **facts))
    refused("role_not_held", lambda: services.end_access(person=other, reason="test", **facts))
    refused("last_administrator", lambda: services.end_access(person=boss, reason="test", **facts | {"by": other}))
    a_person(here, "administrator")
    manager = a_person(here, "manager")
    refused("second_needed", lambda: services.end_access(person=manager, reason="test", **facts))


def test_a_tablet_that_was_left_is_signed_out_by_either_room(here: Room, boss: User, sam: User) -> None:
    window = signed_in(sam)
    services.end_sessions_of(person=sam, room=here, by=boss, at=NOON)
    assert window.get("/").headers["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("act", ["reset", "unlock"])
def test_the_way_in_takes_an_administrator_of_both_rooms(
    boss: User, other: User, sam: User, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    services.set_own_pin(person=other, pin=PIN, at=timezone.now())
    page = browser(boss, monkeypatch)
    alone = page.post(f"/staff/{sam.pk}/{act}/")
    assert alone.status_code == 422
    assert "an administrator there confirms it with badge and PIN" in text(alone)
    both = page.post(f"/staff/{sam.pk}/{act}/", {"badge": other.badge_number, "pin": PIN})
    assert both.status_code in (200, 303), text(both)


def test_nobody_else_confirms_it(here: Room, there: Room, boss: User, sam: User) -> None:
    for second in (sam, boss, a_person(here, "administrator"), a_person(there, "manager")):
        facts = {"person": sam, "room": here, "by": boss, "at": NOON, "second": second}
        for act in (services.reset_password, services.enable, guesses.unlock):
            refused("not_his_administrator", lambda act=act, facts=facts: act(**facts))


def test_nobody_is_their_own_second_there(here: Room, there: Room, boss: User) -> None:
    ada = a_person(there, "administrator")
    services.grant_role(person=ada, room=here, role="host", by=boss, at=NOON, agrees=ada)
    facts = {"person": ada, "room": here, "by": boss, "at": NOON, "second": ada}
    refused("not_his_administrator", lambda: services.reset_password(**facts))


def test_a_lost_authenticator_is_taken_away_by_administrators_of_both(
    here: Room, boss: User, other: User, sam: User
) -> None:
    with_authenticator(sam, NOON)
    facts = {"person": sam, "room": here, "by": boss, "at": NOON}
    own = a_person(here, "manager")
    refused("not_his_administrator", lambda: second_factor.reset(second=own, **facts))
    second_factor.reset(second=other, **facts)
    assert not User.objects.get(pk=sam.pk).authenticator_nonce


def test_another_administrator_of_today_is_told_as_one(here: Room, boss: User, monkeypatch: pytest.MonkeyPatch) -> None:
    page, ada = browser(boss, monkeypatch), a_person(here, "host")
    assert "You are the only administrator" in text(page.get(f"/staff/{ada.pk}/"))
    services.add_person(
        room=here, badge_number="N9", username="max", display_name="Max", roles=["administrator"], by=boss,
        at=timezone.now(),
    )  # fmt: skip
    shown = text(page.get(f"/staff/{ada.pk}/"))
    assert "You are the only administrator" not in shown
    assert "confirms nothing before the next gaming day" in shown
