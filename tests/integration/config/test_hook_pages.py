"""The pages of webhooks: who comes, what is shown once, what each button does, and no other room's."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.hooks import signing
from config.hooks.delivering import send_due
from config.hooks.models import Hook
from config.rooms.models import Room
from config.staff import reauthentication
from config.staff.models import User
from config.staff.roles import ROLES, Permission
from tests.support.desk import key
from tests.support.hooks import ADDRESS, REFUSED, Sent, a_delivery, a_hook
from tests.support.people import a_person, a_room, signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def boss(room: Room) -> User:
    return a_person(room, "manager")


@pytest.fixture
def browser(boss: User, monkeypatch: pytest.MonkeyPatch) -> Client:
    """The manager's, who has just entered the PIN."""
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    return signed_in(boss)


def registered(browser: Client, **facts: object) -> object:
    """The answer to the form that registers an address."""
    return browser.post(reverse("hooks"), {"address": ADDRESS, "events": ["hand.recorded"], "key": key(), **facts})


def test_managers_register_and_auditors_read() -> None:
    may = {
        permission: {code for code, role in ROLES.items() if permission in role.permissions}
        for permission in Permission
    }
    assert may[Permission.HOOK_MANAGE] == {"manager"}
    assert may[Permission.HOOK_VIEW] == {"manager", "auditor"}


def test_the_pin_is_asked_before_anything_is_told_outside(boss: User) -> None:
    answer = registered(signed_in(boss))
    assert (answer.status_code, Hook.objects.count()) == (422, 0)  # type: ignore[attr-defined]
    assert "PIN" in text(answer)


def test_the_secret_is_shown_once_and_a_second_press_registers_nothing(browser: Client, room: Room) -> None:
    once = key()
    first, again = registered(browser, key=once), registered(browser, key=once)
    hook = Hook.objects.get(room=room)
    secret = signing.secret_of(hook.nonce)
    assert secret in text(first)
    assert text(again) == text(first), "the same request, and the same answer"
    assert secret not in text(browser.get(reverse("hook", args=[hook.pk])))
    assert secret not in text(browser.get(reverse("hooks")))


def test_what_is_refused_stands_beside_its_field(browser: Client) -> None:
    answer = registered(browser, address="https://localhost/")
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert "private network" in text(answer)
    assert not Hook.objects.exists()


def test_each_delivery_stands_with_its_state_tries_and_answer_and_is_sent_again(
    browser: Client, room: Room, boss: User
) -> None:
    hook = a_hook(room, by=boss)
    delivery = a_delivery(hook)
    send_due(lambda: delivery.happened_at, Sent(lambda _: REFUSED))
    page = text(browser.get(reverse("hook", args=[hook.pk])))
    for told in ("test.told", str(delivery.event_id), "waiting", "500: broken", "takes nothing"):
        assert told in page
    assert browser.post(reverse("hook_again", args=[delivery.pk])).status_code == 303
    delivery.refresh_from_db()
    assert (delivery.state, delivery.tries) == ("waiting", 0)


def test_the_buttons_do_what_they_say(browser: Client, room: Room, boss: User) -> None:
    hook = a_hook(room, by=boss)
    before, own = hook.nonce, [hook.pk]
    browser.post(reverse("hook_pause", args=own))
    hook.refresh_from_db()
    assert hook.paused_at
    browser.post(reverse("hook_resume", args=own))
    shown = text(browser.post(reverse("hook_secret", args=own), {"key": key()}))
    browser.post(reverse("hook", args=own), {"events": ["day.locked"]})
    hook.refresh_from_db()
    assert (hook.paused_at, hook.earlier_nonce, hook.events) == (None, before, ["day.locked"])
    assert signing.secret_of(hook.nonce) in shown
    browser.post(reverse("hook_end", args=own))
    hook.refresh_from_db()
    assert hook.ended_at
    assert ADDRESS not in text(browser.get(reverse("hooks")))
    assert "deleted" in text(browser.get(reverse("hook", args=own)))


@pytest.mark.parametrize("name", ["hook", "hook_secret", "hook_pause", "hook_resume", "hook_end", "hook_again"])
def test_another_rooms_address_is_not_found(browser: Client, name: str) -> None:
    elsewhere = a_hook(a_room())
    row = a_delivery(elsewhere) if name == "hook_again" else elsewhere
    for pk in (row.pk, 2**70):
        asked = {"key": key(), "events": ["day.locked"]}
        assert (
            browser.post(
                f"/room/webhooks/{'deliveries/' if name == 'hook_again' else ''}{pk}/{_ENDS[name]}", asked
            ).status_code
            == 404
        )
    kept = Hook.objects.get(pk=elsewhere.pk)
    assert (kept.nonce, kept.paused_at, kept.ended_at) == (elsewhere.nonce, None, None)


_ENDS = {
    "hook": "", "hook_secret": "secret/", "hook_pause": "pause/", "hook_resume": "resume/", "hook_end": "delete/",
    "hook_again": "again/",
}  # fmt: skip


def test_the_pages_ask_as_many_questions_of_many_rows(browser: Client, room: Room, boss: User) -> None:
    hook = a_hook(room, by=boss)
    a_delivery(hook)
    _asked(browser, reverse("hooks"))  # what is read once is read now
    few = [_asked(browser, reverse("hooks")), _asked(browser, reverse("hook", args=[hook.pk]))]
    for number in range(5):
        other = a_hook(room, by=boss, address=f"{ADDRESS}/{number}")
        a_delivery(other), a_delivery(hook), a_delivery(hook)
    assert [_asked(browser, reverse("hooks")), _asked(browser, reverse("hook", args=[hook.pk]))] == few


def _asked(browser: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(address).status_code == 200
    return len(queries)
