"""Wrong passwords of somebody at the room's address: who is shut out by them, and who is not."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import signing
from django.test import Client
from django.utils import timezone

from config.staff import throttle
from config.staff.devices import KNOWN_FOR, MOST_NAMES, Device
from tests.support.people import PASSWORD, a_person, a_room


class Names:
    """People who may sign in, and clients at one address."""

    def __init__(self) -> None:
        room = a_room()
        self.ada, self.bob = a_person(room, "floor", password=PASSWORD), a_person(room, "cashier", password=PASSWORD)
        self.tablet = Client()
        assert enter(self.tablet, self.ada.username, PASSWORD) == 303
        assert self.tablet.post("/sign-out/").status_code == 303


def enter(client: Client, name: str, password: str = "wrong") -> int:  # noqa: S107
    return client.post("/sign-in/", {"username": name, "password": password}).status_code


@pytest.fixture
def names(db: None, monkeypatch: pytest.MonkeyPatch) -> Names:
    """With limits that are reached sooner, and hashing that costs little."""
    for cost in ("time_cost", "parallelism"):
        monkeypatch.setattr(Argon2PasswordHasher, cost, 1)
    monkeypatch.setattr(Argon2PasswordHasher, "memory_cost", 8)
    monkeypatch.setattr(throttle, "MOST_FROM_AN_ADDRESS", 6)
    monkeypatch.setattr(throttle, "MOST_FROM_A_DEVICE", 4)
    return Names()


def test_wrong_passwords_of_strangers_shut_no_tablet_of_the_room(names: Names) -> None:
    for number in range(7):
        enter(Client(), f"name{number}")
    for _ in range(6):
        enter(Client(), names.ada.username)
    assert enter(Client(), names.bob.username, PASSWORD) == 429
    assert enter(names.tablet, names.ada.username, PASSWORD) == 303
    assert enter(names.tablet, names.bob.username, PASSWORD) == 303


def test_the_name_of_somebody_who_never_signed_in_at_a_tablet_is_guarded_there_too(names: Names) -> None:
    for _ in range(5):
        enter(Client(), names.bob.username)
    assert enter(names.tablet, names.bob.username, PASSWORD) == 429


def test_a_tablet_has_a_limit_of_its_own_that_shuts_it_alone(names: Names) -> None:
    assert [enter(names.tablet, f"name{number}") for number in range(5)] == [422] * 4 + [429]
    assert enter(names.tablet, names.ada.username, PASSWORD) == 429
    for number in range(5):
        assert enter(Client(), f"other{number}") == 422, "the tablet's are not the address's"
    assert enter(Client(), names.ada.username, PASSWORD) == 303


def test_a_tablet_is_guessed_at_no_longer_than_any_other_for_one_name(
    names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "MOST_FROM_A_DEVICE", 99)
    assert [enter(names.tablet, names.ada.username) for _ in range(6)] == [422] * 4 + [429] * 2


def test_other_names_guessed_at_a_tablet_shut_nobody_out_who_works_there(
    names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "MOST_FROM_A_DEVICE", 99)
    for number in range(7):
        enter(names.tablet, f"name{number}")
    assert enter(names.tablet, names.ada.username, PASSWORD) == 303


def test_who_was_shut_out_comes_in_again_after_a_quarter_of_an_hour(names: Names) -> None:
    for number in range(7):
        enter(names.tablet, f"name{number}")
        enter(Client(), f"other{number}")
        enter(Client(), names.bob.username)
    clients = {names.ada: names.tablet, names.bob: Client()}
    for minutes, status in ((14, 429), (16, 303)):
        with time_machine.travel(timezone.now() + timedelta(minutes=minutes), tick=False):
            assert [enter(client, who.username, PASSWORD) for who, client in clients.items()] == [status] * 2


def test_a_tablet_keeps_the_names_that_were_there_last() -> None:
    device = Device("x")
    for number in range(MOST_NAMES):
        device = device.after(f"name{number}")
    device = device.after("name0").after("new")
    assert [device.knows(name) for name in ("new", "name0", "name2", "name1")] == [True, True, True, False]


@pytest.mark.parametrize("said", ["", "x", "eyJpZCI6IjEiLCJuYW1lcyI6W119:1x:y", '{"id": "1", "names": []}'])
def test_nobody_makes_a_known_device_of_themselves(names: Names, said: str) -> None:
    forged = names.tablet.cookies["device"].value
    stranger = Client(headers={"User-Agent": f"device:{forged}"})
    stranger.cookies["device"] = said or forged[:-3] + "abc"
    for number in range(6):
        enter(stranger, f"name{number}")
    assert enter(stranger, names.ada.username, PASSWORD) == 429


def test_a_tablet_is_forgotten_when_nobody_signs_in_there_any_more(names: Names) -> None:
    for number in range(7):
        enter(Client(), f"name{number}")
    with time_machine.travel(timezone.now() + KNOWN_FOR + timedelta(minutes=1), tick=False):
        for number in range(7):
            enter(Client(), f"name{number}")
        assert enter(names.tablet, names.ada.username, PASSWORD) == 429


def test_the_cookie_of_a_tablet_names_nobody(names: Names) -> None:
    cookie = names.tablet.cookies["device"]
    said = signing.loads(cookie.value, salt="config.staff.devices")
    assert names.ada.username not in str(said)
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
