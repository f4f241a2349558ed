"""Acts of somebody who has seen a password, or sits at a colleague's tablet, or may give rights."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client

from config.audit import services as audit
from config.audit.models import AuditEvent
from config.errors import DomainError
from config.rooms.models import Room
from config.rooms.services import set_up_room
from config.staff import guesses, reauthentication, second_factor, services
from config.staff.models import RecoveryCode, User
from config.staff.passwords import CommonWords
from config.staff.pin import verify_pin
from config.staff.roles import ROLES
from tests.support.authenticator import code_for, code_of, shown_secret, with_authenticator
from tests.support.people import PASSWORD, a_person, a_room, signed_in
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)
HALF_A_MINUTE = timedelta(seconds=30)
PIN, OTHER_PIN = "4711", "8362"
WEIGHTY = {"floor", "cashier", "runner", "manager", "administrator"}


@pytest.fixture
def room() -> Room:
    return a_room(second_factor="weighty")


@pytest.fixture
def ada(room: Room) -> User:
    return a_person(room, "cashier", password=PASSWORD)


def let_in(person: User) -> Client:
    """A browser in which the password of the person was entered, and nothing else."""
    client = Client()
    assert client.post("/sign-in/", {"username": person.username, "password": PASSWORD}).status_code == 303
    return client


def leads_to(client: Client, address: str = "/cage/") -> str:
    """The address that a page sends to; "" where it is shown."""
    response = client.get(address)
    return str(response.get("Location", "")).split("?")[0]


def verbs(person: User) -> list[str]:
    return list(AuditEvent.objects.filter(subject_id=str(person.pk)).order_by("id").values_list("verb", flat=True))


# ------------------------------------------------------------------------------------------------- who is asked


def test_who_moves_money_or_changes_rights_or_rules_is_asked_by_what_the_roles_may() -> None:
    assert {code for code, role in ROLES.items() if role.is_weighty} == WEIGHTY


@pytest.mark.parametrize(
    ("setting", "asked"),
    [("nobody", set()), ("weighty", WEIGHTY), ("everybody", set(ROLES))],
    ids=["nobody", "weighty", "everybody"],
)
def test_the_room_says_who_is_asked(setting: str, asked: set[str]) -> None:
    room = a_room(second_factor=setting)
    assert {role for role in ROLES if second_factor.is_asked(a_person(room, role), room)} == asked


def test_a_room_set_up_anew_asks_who_moves_money() -> None:
    assert set_up_room(name="New", slug="new", by=None, at=NOON).second_factor == "weighty"


def test_a_password_alone_opens_nothing_and_the_code_opens_all(ada: User) -> None:
    client = let_in(ada)
    assert leads_to(client) == "/account/authenticator/"
    assert client.post("/account/pin/", {"password": PASSWORD, "pin": PIN})["Location"].startswith("/account/auth")
    assert client.get("/api/v1/drawers/").json()["code"] == "second_factor_missing"
    swapped = client.get("/cage/", headers={"HX-Request": "true"})
    assert swapped["HX-Redirect"].startswith("/account/authenticator/")
    secret = shown_secret(client)
    set_up = client.post(
        "/account/authenticator/", {"password": PASSWORD, "code": code_of(secret, datetime.now(UTC)), "next": "/cage/"}
    )
    assert set_up.status_code == 200
    assert len(re.findall(r"<li><code>", set_up.content.decode())) == second_factor.RECOVERY_CODES
    assert (leads_to(client), client.get("/api/v1/drawers/").status_code) == ("", 200)
    shown = client.get("/account/authenticator/").content.decode()
    assert secret not in shown.replace(" ", "")
    assert "data:image/svg" not in shown


def test_the_picture_and_the_secret_are_one_and_no_row_holds_it(ada: User) -> None:
    client = let_in(ada)
    shown = client.get("/account/authenticator/").content.decode()
    assert "data:image/svg+xml;base64," in shown
    nonce = client.session["authenticator_pending"]
    assert second_factor.otpauth_address(ada, nonce).startswith(
        f"otpauth://totp/Cardroom:{ada.username}?secret={shown_secret(client)}&"
    )
    assert nonce not in shown


def test_whoever_has_an_authenticator_is_asked_even_where_the_room_asks_nobody() -> None:
    host = a_person(a_room(), "host", password=PASSWORD)
    with time_machine.travel(NOON, tick=False):
        with_authenticator(host, NOON)
        client = let_in(host)
        assert leads_to(client, "/account/") == "/account/code/"
        passed = client.post("/account/code/", {"code": code_for(host, NOON), "next": "/account/"})
        assert (passed.status_code, leads_to(client, "/account/")) == (303, "")


# --------------------------------------------------------------------------------------------- codes, once each


def test_a_code_that_was_seen_opens_no_second_time(ada: User) -> None:
    with_authenticator(ada, NOON)
    code = code_for(ada, NOON)
    second_factor.verify_code(ada, code, at=NOON)
    for later in (timedelta(0), HALF_A_MINUTE):
        refused("code_wrong", lambda later=later: second_factor.verify_code(ada, code, at=NOON + later))
    earlier = code_for(ada, NOON - HALF_A_MINUTE)
    refused("code_wrong", lambda: second_factor.verify_code(ada, earlier, at=NOON))
    second_factor.verify_code(ada, code_for(ada, NOON + HALF_A_MINUTE), at=NOON + HALF_A_MINUTE)


def test_the_code_that_set_it_up_was_used(ada: User) -> None:
    """Whoever looked over the shoulder has seen it."""
    secret = second_factor.secret_of("nonce")
    second_factor.set_up(person=ada, nonce="nonce", code=code_of(secret, NOON), at=NOON)
    ada.refresh_from_db()
    refused("code_wrong", lambda: second_factor.verify_code(ada, code_of(secret, NOON), at=NOON))


def test_clocks_differ_by_half_a_minute_and_no_more(ada: User) -> None:
    with_authenticator(ada, NOON)
    for apart in (-4, -2, 2, 4):
        stale = code_for(ada, NOON + apart * HALF_A_MINUTE)
        refused("code_wrong", lambda stale=stale: second_factor.verify_code(ada, stale, at=NOON))
    for near in (-1, 1):
        second_factor.verify_code(ada, code_for(ada, NOON + near * HALF_A_MINUTE), at=NOON)


def test_a_recovery_code_opens_once_is_kept_as_a_hash_and_noted(ada: User) -> None:
    codes = with_authenticator(ada, NOON)
    assert len(set(codes)) == 10
    kept = "".join(RecoveryCode.objects.values_list("code_hash", flat=True))
    assert not any(code in kept or code.replace("-", "") in kept for code in codes)
    second_factor.verify_code(ada, codes[3].upper().replace("-", " "), at=NOON)
    refused("code_wrong", lambda: second_factor.verify_code(ada, codes[3], at=NOON))
    other = a_person(a_room(), "host")
    with_authenticator(other, NOON)
    refused("code_wrong", lambda: second_factor.verify_code(other, codes[4], at=NOON))
    assert second_factor.recovery_codes_left(ada) == 9
    assert AuditEvent.objects.get(verb="second_factor.recovered").after == {"recovery_codes": 9}


def test_codes_are_guessed_ever_slower(ada: User) -> None:
    with_authenticator(ada, NOON)
    for _ in range(guesses.MOST_FAILURES - 1):
        refused("code_wrong", lambda: second_factor.verify_code(ada, "not-it", at=NOON))
    refused("code_locked", lambda: second_factor.verify_code(ada, "not-it", at=NOON))
    refused("code_locked", lambda: second_factor.verify_code(ada, code_for(ada, NOON), at=NOON))


# ---------------------------------------------------------------------------------------- replaced, taken away


def test_ones_own_is_replaced_with_password_and_code_and_its_recovery_codes_end(ada: User) -> None:
    with time_machine.travel(NOON, tick=False):
        codes = with_authenticator(ada, NOON)
        client = let_in(ada)
        client.post("/account/code/", {"code": codes[0]})
        replace = "/account/authenticator/replace/"
        assert client.post(replace, {"password": PASSWORD, "code": "000000"}).status_code == 422
        assert client.post(replace, {"password": "no", "code": codes[1]}).status_code == 422
        assert client.post(replace, {"password": PASSWORD, "code": codes[1]}).status_code == 303
        assert leads_to(client) == "/account/authenticator/"
    assert RecoveryCode.objects.filter(user=ada, ended_at=None).count() == 0


def test_two_people_take_a_lost_one_away_and_nobody_the_own(room: Room, ada: User) -> None:
    boss, other, manager = (a_person(room, role) for role in ("administrator", "administrator", "manager"))
    for person in (ada, boss):
        with_authenticator(person, NOON)

    def reset(person: User, by: User, second: User | None) -> None:
        second_factor.reset(person=person, room=room, by=by, second=second, at=NOON)

    refused("second_needed", lambda: reset(ada, boss, None))
    refused("second_is_first", lambda: reset(ada, boss, boss))
    refused("second_is_first", lambda: reset(boss, other, boss))
    refused("second_may_not", lambda: reset(ada, boss, a_person(room, "floor")))
    refused("own_account", lambda: reset(boss, boss, other))
    ada.refresh_from_db()
    assert ada.authenticator_nonce
    series = ada.session_series
    reset(ada, boss, manager)
    ada.refresh_from_db()
    assert (ada.authenticator_nonce, ada.session_series) == ("", series + 1)
    assert RecoveryCode.objects.filter(user=ada, ended_at=None).count() == 0
    event = AuditEvent.objects.get(verb="second_factor.reset")
    assert (event.by, event.after) == (boss, {"second": manager.pk})


def test_a_reset_asks_for_the_pin_and_the_second_persons(room: Room, ada: User) -> None:
    plain = a_room()
    boss, manager, lost = (a_person(plain, role) for role in ("administrator", "manager", "host"))
    for person in (boss, manager):
        services.set_own_pin(person=person, pin=PIN, at=NOON)
    with_authenticator(lost, NOON)
    client, address = signed_in(boss), f"/staff/{lost.pk}/authenticator/end/"
    assert client.post(address, {"badge": manager.badge_number, "pin": PIN}).status_code == 422
    shown = {"reauthentication_pin": PIN}
    assert client.post(address, shown).status_code == 422
    assert client.post(address, {"badge": manager.badge_number, "pin": PIN}).status_code == 303
    lost.refresh_from_db()
    assert not lost.authenticator_nonce


def test_asking_fewer_people_takes_a_second_person(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    monkeypatch.setattr(second_factor, "is_passed", lambda request: True)
    boss, manager = a_person(room, "administrator"), a_person(room, "manager")
    services.set_own_pin(person=manager, pin=PIN, at=NOON)
    client = signed_in(boss)
    initial = client.get("/room/").context["form"].initial
    form = {name: value for name, value in initial.items() if value is not None}

    def choose(asked: str, **more: str) -> tuple[int, str]:
        status = client.post("/room/", form | {"second_factor": asked} | more).status_code
        room.refresh_from_db()
        return status, room.second_factor

    assert choose("nobody") == (422, "weighty")
    assert choose("everybody") == (303, "everybody")
    assert choose("nobody", badge=manager.badge_number, pin="0000") == (422, "everybody")
    assert choose("nobody", badge=manager.badge_number, pin=PIN) == (303, "nobody")
    assert AuditEvent.objects.filter(verb="room.changed").latest("id").after["second"] == manager.pk
    assert "Choose who is asked" in client.get("/staff/").content.decode()


# --------------------------------------------------------------------------------------------- the PIN, guessed


@contextmanager
def at_a_device(session: User, device: str) -> Iterator[None]:
    """Send what follows in somebody's session from a device."""
    marks = guesses.at_the_device.set(session), audit.device.set(device)
    try:
        yield
    finally:
        guesses.at_the_device.reset(marks[0])
        audit.device.reset(marks[1])


def guess(person: User, session: User, device: str, at: datetime = NOON, pin: str = "0000") -> str:
    """Return what somebody is told who tries a PIN of `person` in the session of another at a device."""
    with at_a_device(session, device), pytest.raises(DomainError) as said:
        verify_pin(person, pin, at=at)
    return said.value.code


def test_who_guesses_waits_and_whose_pin_it_is_does_not(room: Room, ada: User) -> None:
    thief = a_person(room, "host")
    services.set_own_pin(person=ada, pin=PIN, at=NOON)
    said = [guess(ada, thief, "10.0.0.7") for _ in range(guesses.MOST_FAILURES + 1)]
    assert said == ["pin_wrong"] * 4 + ["pin_locked"] * 2
    event = AuditEvent.objects.filter(verb="pin.wrong").latest("id")
    assert (event.by, event.subject_id, event.device) == (thief, str(ada.pk), "10.0.0.7")
    verify_pin(ada, PIN, at=NOON)


def test_every_further_guess_waits_twice_as_long_up_to_a_shift(room: Room, ada: User) -> None:
    thief, at, waits = a_person(room, "host"), NOON, []
    services.set_own_pin(person=ada, pin=PIN, at=NOON)
    for _ in range(guesses.MOST_FAILURES - 1):
        guess(ada, thief, "10.0.0.7")
    for _ in range(12):
        assert guess(ada, thief, "10.0.0.7", at) == "pin_locked"
        marks = audit.device.set("10.0.0.7")
        end = guesses.waits_until(thief, "pin", at=at)
        audit.device.reset(marks)
        assert end is not None
        waits.append(int((end - at).total_seconds() // 60))
        at = end + timedelta(seconds=1)
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 480, 480, 480]


def test_the_own_pin_in_between_and_other_devices_begin_nothing_anew(room: Room, ada: User) -> None:
    thief = a_person(room, "host")
    for person, pin in ((ada, PIN), (thief, OTHER_PIN)):
        services.set_own_pin(person=person, pin=pin, at=NOON)
    for _ in range(guesses.MOST_FAILURES - 1):
        assert guess(ada, thief, "10.0.0.7") == "pin_wrong"
        with at_a_device(thief, "10.0.0.7"):
            verify_pin(thief, OTHER_PIN, at=NOON)
    assert guess(ada, thief, "10.0.0.7") == "pin_locked"
    said = [guess(ada, thief, f"10.0.1.{number}") for number in range(guesses.MOST_FAILURES)]
    assert said == ["pin_wrong"] * 4 + ["pin_locked"]


def test_the_right_pin_at_another_device_forgives_nothing_at_the_one_that_was_left(ada: User) -> None:
    """Whoever found a tablet with a session open guesses there, while its person goes on elsewhere."""
    services.set_own_pin(person=ada, pin=PIN, at=NOON)
    for _ in range(guesses.MOST_FAILURES - 1):
        assert guess(ada, ada, "10.0.0.7") == "pin_wrong"
    with at_a_device(ada, "10.0.0.8"):
        verify_pin(ada, PIN, at=NOON)
    assert guess(ada, ada, "10.0.0.7") == "pin_locked"


def test_wrong_pins_are_forgotten_after_a_day_without_another(room: Room, ada: User) -> None:
    colleague = a_person(room, "host")
    services.set_own_pin(person=ada, pin=PIN, at=NOON)
    for _ in range(guesses.MOST_FAILURES - 1):
        guess(ada, colleague, "10.0.0.7")
    later = NOON + guesses.FORGOTTEN_AFTER
    assert guess(ada, colleague, "10.0.0.7", later) == "pin_wrong"
    assert AuditEvent.objects.filter(verb="pin.wrong").latest("id").after == {"failures": 1}


def test_a_request_says_in_whose_session_it_is_and_leaves_nothing_behind(ada: User) -> None:
    room = a_room()
    boss, manager = a_person(room, "administrator"), a_person(room, "manager")
    services.set_own_pin(person=boss, pin=PIN, at=NOON)
    services.set_own_pin(person=manager, pin=PIN, at=NOON)
    form = {"pair": "cashier+manager", "reason": "test", "badge": manager.badge_number, "pin": "0000"}
    signed_in(boss).post("/staff/exceptions/", form | {"reauthentication_pin": PIN})
    event = AuditEvent.objects.get(verb="pin.wrong")
    assert (event.by, event.subject_id) == (boss, str(manager.pk))
    assert guesses.at_the_device.get() is None


def test_another_unlocks_and_nobody_themselves(room: Room, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    plain = a_room()
    boss, floor = a_person(plain, "administrator"), a_person(plain, "floor", password=PASSWORD)
    services.set_own_pin(person=ada, pin=PIN, at=NOON)
    for _ in range(guesses.MOST_FAILURES):
        guess(ada, floor, "10.0.0.7")
        Client().post("/sign-in/", {"username": floor.username, "password": "wrong"})
    assert Client().post("/sign-in/", {"username": floor.username, "password": PASSWORD}).status_code == 429
    client = signed_in(boss)
    assert client.post(f"/staff/{boss.pk}/unlock/").status_code == 422
    assert client.post(f"/staff/{floor.pk}/unlock/").status_code == 303
    assert guess(ada, floor, "10.0.0.7") == "pin_wrong"
    let_in(floor)
    assert verbs(floor).count("staff.unlocked") == 1


def test_a_password_that_was_seen_sets_no_pin_anew() -> None:
    room = a_room()
    ada, manager, host = a_person(room, "cashier", password=PASSWORD), a_person(room, "manager"), a_person(room, "host")
    for person in (ada, manager, host):
        services.set_own_pin(person=person, pin=PIN, at=NOON)
    client, wanted = signed_in(ada), {"password": PASSWORD, "pin": OTHER_PIN}

    def set_pin(**more: str) -> int:
        return client.post("/account/pin/", wanted | more).status_code

    assert set_pin() == 422
    assert set_pin(present="0000") == 422
    assert set_pin(badge=ada.badge_number, other_pin=PIN) == 422
    assert set_pin(badge=host.badge_number, other_pin=PIN) == 422
    assert User.objects.get(pk=ada.pk).check_pin(PIN)
    assert set_pin(badge=manager.badge_number, other_pin=PIN) == 303
    assert User.objects.get(pk=ada.pk).check_pin(OTHER_PIN)
    assert AuditEvent.objects.filter(verb="pin.set", subject_id=str(ada.pk)).latest("id").after == {
        "second": manager.pk
    }


def test_with_an_authenticator_its_code_sets_the_pin(ada: User) -> None:
    with time_machine.travel(NOON, tick=False):
        codes = with_authenticator(ada, NOON)
        client = let_in(ada)
        client.post("/account/code/", {"code": codes[0]})
        wanted = {"password": PASSWORD, "pin": PIN}
        assert client.post("/account/pin/", wanted).status_code == 422
        assert client.post("/account/pin/", wanted | {"code": "000000"}).status_code == 422
        assert client.post("/account/pin/", wanted | {"code": code_for(ada, NOON)}).status_code == 303


# ------------------------------------------------------------------------------------------------- the password


def test_failed_sign_ins_are_in_the_trail_with_no_word_that_was_typed(ada: User) -> None:
    Client().post("/sign-in/", {"username": ada.username.upper(), "password": "hunter2-of-ada"})
    Client().post("/sign-in/", {"username": "typed-my-password", "password": "x"})
    known, unknown = AuditEvent.objects.filter(verb="staff.sign_in_failed").order_by("id")
    assert (known.subject_id, known.by, known.device) == (str(ada.pk), None, "127.0.0.1")
    assert unknown.subject_id == "0"
    for event in (known, unknown):
        assert (event.before, event.after, event.reason) == (None, None, "")


def test_past_the_limit_attempts_fill_no_trail(ada: User) -> None:
    for _ in range(9):
        Client().post("/sign-in/", {"username": ada.username, "password": "wrong"})
    assert verbs(ada).count("staff.sign_in_failed") == 5


@pytest.mark.parametrize("common", ["sunshine2024!", "Sunshine2024", "2024sunshine!!", "qwertyuiop", "**letmein***1"])
def test_a_leaked_password_is_refused_also_with_what_people_put_around_it(common: str) -> None:
    with pytest.raises(ValidationError):
        CommonWords().validate(common)


def test_a_sentence_is_no_common_password() -> None:
    CommonWords().validate(PASSWORD)
    CommonWords().validate("9274018365528")
