"""The PIN: throttled before it is hashed, good for a few minutes, and nothing typed twice."""

from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
import time_machine
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client

from config.audit.models import AuditEvent
from config.errors import DomainError
from config.rooms.models import Room
from config.staff import services
from config.staff.guesses import FIRST_WAIT, MOST_FAILURES
from config.staff.models import User
from config.staff.pin import verify_pin
from tests.support.figures import tells
from tests.support.people import PASSWORD, a_person, a_room, signed_in

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)
PIN = "4711"


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def boss(room: Room) -> User:
    boss = a_person(room, "administrator", password=PASSWORD)
    services.set_own_pin(person=boss, pin=PIN, at=NOON)
    boss.refresh_from_db()
    return boss


@pytest.fixture
def ada(room: Room) -> User:
    return a_person(room, "host")


def refused(user: User, pin: str, at: datetime = NOON) -> str:
    with pytest.raises(DomainError) as error:
        verify_pin(user, pin, at=at)
    return error.value.code


def test_the_right_pin_passes_and_a_wrong_one_is_refused(boss: User) -> None:
    verify_pin(boss, PIN, at=NOON)
    assert refused(boss, "4712") == "pin_wrong"
    assert refused(boss, "") == "pin_wrong"


def test_whoever_has_no_pin_is_told_to_set_one(ada: User) -> None:
    assert refused(ada, PIN) == "pin_missing"


def test_past_the_limit_no_pin_is_hashed_and_the_right_one_waits(boss: User) -> None:
    codes = [refused(boss, "0000") for _ in range(MOST_FAILURES)]
    assert codes == ["pin_wrong"] * (MOST_FAILURES - 1) + ["pin_locked"]
    with mock.patch.object(Argon2PasswordHasher, "verify") as verify:
        assert refused(boss, PIN) == "pin_locked"
    verify.assert_not_called()
    verify_pin(boss, PIN, at=NOON + FIRST_WAIT + timedelta(seconds=1))


def test_a_right_pin_forgets_the_wrong_ones(boss: User) -> None:
    for _ in range(MOST_FAILURES - 1):
        refused(boss, "0000")
    verify_pin(boss, PIN, at=NOON)
    assert refused(boss, "0000") == "pin_wrong"


def test_every_wrong_pin_is_in_the_trail(boss: User) -> None:
    for _ in range(MOST_FAILURES):
        refused(boss, "0000")
    verbs = list(AuditEvent.objects.filter(by=boss, verb__startswith="pin.").values_list("verb", flat=True))
    assert sorted(verbs) == ["pin.locked", "pin.set", *["pin.wrong"] * (MOST_FAILURES - 1)]


@pytest.mark.parametrize(
    "pin", ["123", "123456789", "12a4", "１２３４", "1111", "1234", "9876", "0123", "7890", "3210", ""]
)
def test_a_pin_that_is_unreadable_or_too_plain_is_refused(ada: User, pin: str) -> None:
    with pytest.raises(DomainError) as error:
        services.set_own_pin(person=ada, pin=pin, at=NOON)
    assert error.value.field == "pin"


def test_setting_a_pin_asks_for_the_password(boss: User) -> None:
    client = signed_in(boss)
    assert client.post("/account/pin/", {"password": "wrong", "pin": "8362", "present": PIN}).status_code == 422
    assert client.post("/account/pin/", {"password": PASSWORD, "pin": "8362", "present": PIN}).status_code == 303
    boss.refresh_from_db()
    assert boss.check_pin("8362")


def grant(client: Client, ada: User, **extra: str) -> int:
    return client.post(f"/staff/{ada.pk}/grant/", {"role": "cashier", **extra}).status_code


def roles(ada: User, room: Room) -> frozenset[str]:
    return User.objects.get(pk=ada.pk).roles_in(room)


def test_a_form_that_weighs_heavily_asks_for_the_pin_and_keeps_what_was_entered(
    boss: User, ada: User, room: Room
) -> None:
    client = signed_in(boss)
    asked = client.post(f"/staff/{ada.pk}/grant/", {"role": "cashier"})
    assert asked.status_code == 422
    assert '<input type="hidden" name="role" value="cashier">' in asked.content.decode()
    assert roles(ada, room) == {"host"}

    wrong = {"role": "cashier", "csrfmiddlewaretoken": "x", "reauthentication_pin": "0000"}
    again = client.post(f"/staff/{ada.pk}/grant/", wrong)
    assert (again.status_code, again.context["kept"]) == (422, [("role", "cashier")])
    assert roles(ada, room) == {"host"}
    assert grant(client, ada, reauthentication_pin=PIN) == 303
    assert roles(ada, room) == {"host", "cashier"}


def test_another_persons_pin_is_asked_for_once_more_and_stands_in_no_page(boss: User, ada: User) -> None:
    """Whoever holds the tablet reads the source of its pages: the second person's PIN is in none of them."""
    second = {"badge": "Z9", "pin": "7193"}
    asked = signed_in(boss).post(f"/staff/{ada.pk}/grant/", {"role": "cashier", **second}).content.decode()
    assert '<input type="hidden" name="badge" value="Z9">' in asked
    assert not tells(asked, "7193")
    assert '<input type="password" name="pin" id="id_pin"' in asked
    assert "once more" not in signed_in(boss).post(f"/staff/{ada.pk}/grant/", {"role": "cashier", "pin": ""}).text


def test_the_pin_counts_for_five_minutes_in_its_own_session(boss: User, ada: User) -> None:
    client, elsewhere = signed_in(boss), signed_in(boss)
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        assert client.post("/pin/", {"pin": PIN, "next": "/room/"})["Location"] == "/room/"
        assert grant(client, ada) == 303
        assert grant(elsewhere, ada) == 422
        clock.shift(timedelta(minutes=5, seconds=1))
        assert grant(client, ada) == 422


def test_the_settings_are_read_without_the_pin_and_changed_with_it(boss: User, room: Room) -> None:
    client = signed_in(boss)
    page = client.get("/room/")
    settings = {name: value for name, value in page.context["form"].initial.items() if value is not None}
    changed = settings | {"helpline": "1-800-GAMBLER"}
    assert (page.status_code, client.post("/room/", changed).status_code) == (200, 422)
    room.refresh_from_db()
    assert room.helpline == ""
    assert client.post("/room/", changed | {"reauthentication_pin": PIN}).status_code == 303
    room.refresh_from_db()
    assert room.helpline == "1-800-GAMBLER"


def test_an_htmx_form_is_answered_with_the_whole_page(boss: User, ada: User) -> None:
    client = signed_in(boss)
    response = client.post(f"/staff/{ada.pk}/grant/", {"role": "cashier"}, headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Retarget"]) == (422, "body")


def test_the_permission_is_asked_before_the_pin(ada: User, boss: User) -> None:
    assert grant(signed_in(ada), boss, reauthentication_pin="1") == 403
