"""Webhooks: written with the event, sent once where it is taken, tried again by the schedule, given up and said so."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from celery import current_app
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from config.audit.models import AuditEvent
from config.celery import app
from config.errors import DomainError
from config.hooks import delivering, events, services, signing
from config.hooks.delivering import LEASE, LONGEST_LIFE, MOST_TRIES, WAITS, claim_next, note, send_due
from config.hooks.models import Hook, HookDelivery
from config.hooks.outbox import SENDER, tell
from config.hooks.selectors import given_up_lately
from config.hooks.sending import Outcome
from config.jobs import broker
from config.rooms.models import Room
from config.staff.models import User
from rake.morning.right_now import right_now
from tables.services import raise_alarm
from tests.support.days import end_day, lock_day, tie_out
from tests.support.desk import key, open_desk
from tests.support.hooks import ADDRESS, MOMENT, REFUSED, TAKEN, TOLD, Sent, a_delivery, a_hook
from tests.support.people import a_person, a_room
from tests.support.races import lanes
from tests.support.refusals import refused
from tests.support.table import open_hand_table

pytestmark = pytest.mark.django_db
NOW = MOMENT
State = HookDelivery.State


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def boss(room: Room) -> User:
    return a_person(room, "manager")


@pytest.fixture
def hook(room: Room, boss: User) -> Hook:
    return a_hook(room, by=boss)


def at(moment: datetime) -> Callable[[], datetime]:
    """A clock that stands."""
    return lambda: moment


def run(moment: datetime, sent: Sent | None = None) -> int:
    """Send what is due at that moment, with a network that takes everything unless another is given."""
    return send_due(at(moment), sent or Sent())


def state_of(delivery: HookDelivery) -> tuple[str, int]:
    """The state of a delivery and its tries, as they are now."""
    delivery.refresh_from_db()
    return delivery.state, delivery.tries


# ----------------------------------------------------------------------------------------------- written with the event


def test_a_hand_and_an_alarm_are_told_by_their_ids_alone() -> None:
    table = open_hand_table()
    desk = table.desk
    hook = a_hook(desk.room)
    hand, named = table.tick(), str(table.sittings[1].player)
    for text in (f"{named} is barred.", f"{named} is barred, and plays."):
        raise_alarm(session=table.session, kind="barred", subject=named, text=text, at=desk.now)
    assert hook.deliveries.count() == 2, "an alarm that says something else by now is not raised anew"
    told = {each.kind: json.loads(each.body) for each in hook.deliveries.all()}
    assert told["hand.recorded"] | {"id": ""} == {
        "id": "", "kind": "hand.recorded", "room": desk.room.slug, "at": hand.recorded_at.isoformat(),
        "about": {
            "hand": hand.pk, "supersedes": None, "number": hand.number, "version": 1, "table_session": table.session.pk,
        },
        "read": f"/api/v1/hands/{hand.pk}/",
    }  # fmt: skip
    assert told["alarm.raised"]["about"].keys() == {"alarm", "kind", "table_session"}
    assert not [body for body in told.values() if named in str(body)]


def test_a_locked_day_is_told_once_and_one_that_is_refused_is_not() -> None:
    desk = open_desk()
    hook = a_hook(desk.room, kinds=["day.locked"])
    day = desk.session.gaming_day
    end_day(desk)
    with pytest.raises(DomainError):
        lock_day(desk, day)
    tie_out(desk, day)
    lock = lock_day(desk, day)
    (told,) = hook.deliveries.all()
    assert json.loads(told.body)["about"] == {"lock": lock.pk, "gaming_day": lock.gaming_day.isoformat()}


def test_what_is_rolled_back_tells_nothing_and_what_commits_asks_for_a_worker(
    hook: Hook, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(broker, "publish", lambda name, arguments: asked.append(name))
    with django_capture_on_commit_callbacks(execute=True):
        with transaction.atomic():
            tell(TOLD, hook.room, room=hook.room, at=NOW)
            transaction.set_rollback(True)
        assert not hook.deliveries.exists()
        tell(TOLD, hook.room, room=hook.room, at=NOW)
        assert asked == []
    assert asked == [SENDER]


def test_a_broker_that_is_away_stops_no_event(
    hook: Hook, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    def away(*_: object) -> None:
        raise broker.BrokerAwayError("away")

    monkeypatch.setattr(broker, "publish", away)
    with django_capture_on_commit_callbacks(execute=True):
        delivery = a_delivery(hook)
    assert run(NOW) == 1
    assert state_of(delivery)[0] == State.TAKEN


def test_the_scheduler_asks_for_both_tasks_and_the_worker_knows_them() -> None:
    current_app.autodiscover_tasks(force=True)
    asked = {each["task"] for each in app.conf.beat_schedule.values()}
    assert {SENDER, "hooks.tidy"} <= asked & set(current_app.tasks)


def test_only_addresses_that_ask_for_the_kind_in_that_room_are_told(room: Room, boss: User, hook: Hook) -> None:
    elsewhere = a_hook(a_room())
    other = a_hook(room, by=boss, address="https://93.184.215.14/other", kinds=["day.locked"])
    other.events = ["day.locked"]
    other.save()
    gone = a_hook(room, by=boss, address="https://93.184.215.14/gone")
    services.end_hook(hook=gone, by=boss, at=NOW)
    room.refresh_from_db()
    event = tell(TOLD, room, room=room, at=NOW)
    assert list(HookDelivery.objects.values_list("hook", "event_id")) == [(hook.pk, event)]
    assert not elsewhere.deliveries.exists()


def test_a_room_knows_what_is_asked_for_so_that_the_rest_costs_nothing(room: Room, boss: User) -> None:
    one = a_hook(room, by=boss, kinds=["day.locked"])
    a_hook(room, by=boss, kinds=["hand.recorded"], address=f"{ADDRESS}/other")
    assert _told(room) == ["day.locked", "hand.recorded", TOLD.code]
    services.choose_events(hook=one, kinds=["alarm.raised"], by=boss, at=NOW)
    assert _told(room) == ["alarm.raised", "hand.recorded", TOLD.code]
    services.end_hook(hook=one, by=boss, at=NOW)
    assert _told(room) == ["hand.recorded", TOLD.code]
    with CaptureQueriesContext(connection) as asked:
        assert tell(events.KINDS["day.locked"], room, room=room, at=NOW) is None
    assert len(asked) == 0


def _told(room: Room) -> list[str]:
    room.refresh_from_db()
    return list(room.told_events)


def test_two_addresses_are_told_of_one_event_under_one_id(room: Room, boss: User, hook: Hook) -> None:
    a_hook(room, by=boss, address="https://93.184.215.14/other")
    tell(TOLD, room, room=room, at=NOW)
    sent = Sent()
    assert run(NOW, sent) == 2
    assert len({address for address, _, _ in sent.bodies}) == 2
    assert len({headers["Cardroom-Event"] for _, _, headers in sent.bodies}) == 1


# ---------------------------------------------------------------------------------------------------- the schedule


def test_what_is_sent_is_signed_over_its_very_body(hook: Hook) -> None:
    delivery, sent = a_delivery(hook), Sent()
    run(NOW, sent)
    ((address, body, headers),) = sent.bodies
    assert (address, body) == (ADDRESS, delivery.body.encode())
    assert headers["Cardroom-Event"] == str(delivery.event_id) == json.loads(body)["id"]
    expected = signing.signature(signing.secret_of(hook.nonce), int(NOW.timestamp()), body)
    assert headers[signing.HEADER] == f"t={int(NOW.timestamp())},v1={expected}"
    assert run(NOW + timedelta(days=1), sent) == 0


def test_the_schedule_is_the_stated_one_and_ends_with_giving_up(hook: Hook) -> None:
    delivery, now = a_delivery(hook, NOW), NOW
    tries: list[datetime] = []
    for wait in (*WAITS, None):
        assert run(now - timedelta(seconds=1), Sent(lambda _: REFUSED)) == 0
        assert run(now, Sent(lambda _: REFUSED)) == 1
        tries.append(now)
        now += wait or timedelta()
    assert [int((each - NOW).total_seconds()) for each in tries] == [
        0, 30, 150, 750, 2550, 6150, 13350, 27750, 56550,
    ]  # fmt: skip
    assert state_of(delivery) == (State.GIVEN_UP, MOST_TRIES) == ("given_up", 9)
    assert delivery.answer == "500: broken"
    assert run(now + timedelta(days=1), Sent()) == 0


def test_an_address_that_fails_rests_so_that_others_are_not_held_up(room: Room, boss: User, hook: Hook) -> None:
    waiting = [a_delivery(hook, NOW) for _ in range(5)]
    lost = Sent(lambda _: REFUSED)
    assert run(NOW, lost) == 1, "one try, and the rest of it waits"
    assert run(NOW + timedelta(seconds=29), lost) == 0
    assert run(NOW + timedelta(seconds=30)) == 5
    assert {state_of(each)[0] for each in waiting} == {State.TAKEN}
    hook.refresh_from_db()
    assert (hook.failures, hook.rests_until) == (0, None)


def test_the_rest_has_an_end(hook: Hook) -> None:
    hook.failures = 40
    hook.save()
    a_delivery(hook, NOW)
    run(NOW, Sent(lambda _: REFUSED))
    hook.refresh_from_db()
    assert hook.rests_until == NOW + timedelta(minutes=5)


def test_what_waits_for_three_days_is_given_up_untried(room: Room, boss: User, hook: Hook) -> None:
    services.pause_hook(hook=hook, by=boss, at=NOW)
    delivery, sent = a_delivery(hook, NOW), Sent()
    assert run(NOW + LONGEST_LIFE, sent) == 0
    assert state_of(delivery) == (State.WAITING, 0)
    run(NOW + LONGEST_LIFE + timedelta(seconds=1), sent)
    assert state_of(delivery) == (State.GIVEN_UP, 0)
    assert sent.bodies == []


def test_given_up_events_stand_in_the_morning_for_a_day(room: Room, boss: User, hook: Hook) -> None:
    delivery = a_delivery(hook, NOW)
    HookDelivery.objects.update(tries=MOST_TRIES - 1)
    run(NOW, Sent(lambda _: REFUSED))
    assert state_of(delivery)[0] == State.GIVEN_UP
    (line,) = [line for line in right_now(room, NOW + timedelta(hours=1)) if "given up" in line.text]
    assert line.text.startswith("1 event was given up since yesterday")
    assert line.waits
    assert given_up_lately(room, NOW + timedelta(days=1)) == 0
    assert given_up_lately(a_room(), NOW) == 0


def test_ended_deliveries_are_kept_for_a_month(hook: Hook) -> None:
    delivery = a_delivery(hook, NOW)
    run(NOW)
    assert delivering.tidy(at=NOW + timedelta(days=30)) == 0
    assert delivering.tidy(at=NOW + timedelta(days=30, seconds=1)) == 1
    assert not HookDelivery.objects.filter(pk=delivery.pk).exists()


# ------------------------------------------------------------------------------------------------------ once, or again


@pytest.mark.committed_db
def test_two_workers_at_once_take_two_different_events_and_send_each_once() -> None:
    hook = a_hook(a_room())
    with transaction.atomic():
        first, second = a_delivery(hook), a_delivery(hook)
    with lanes() as workers:
        claimed = workers.in_turn(lambda: claim_next(at=NOW), lambda: claim_next(at=NOW))
        assert {each.pk for each in claimed if isinstance(each, HookDelivery)} == {first.pk, second.pk}
        assert workers.in_turn(lambda: claim_next(at=NOW), lambda: claim_next(at=NOW)) == [None, None]


@pytest.mark.committed_db
def test_one_event_under_two_workers_is_sent_once() -> None:
    a_delivery(a_hook(a_room()))
    sent = Sent()
    with lanes() as workers:
        for _ in range(5):
            workers.at_once(lambda: run(NOW, sent), lambda: run(NOW, sent))
    assert len(sent.bodies) == 1


class _KilledError(BaseException):
    """The end of a worker, whatever it was doing."""


def test_a_worker_killed_between_sending_and_noting_sends_again_under_the_same_id(hook: Hook) -> None:
    delivery, sent = a_delivery(hook, NOW), Sent()

    def killed(address: str, body: bytes, headers: object) -> object:
        sent(address, body, headers)  # type: ignore[arg-type]
        raise _KilledError

    with pytest.raises(_KilledError):
        send_due(at(NOW), killed)  # type: ignore[arg-type]
    assert state_of(delivery) == (State.SENDING, 1)
    assert run(NOW + LEASE - timedelta(seconds=1), sent) == 0, "its lease goes on"
    assert run(NOW + LEASE, sent) == 1
    (_, first, once), (_, second, again) = sent.bodies
    assert (first, once["Cardroom-Event"]) == (second, again["Cardroom-Event"])
    assert (once["Cardroom-Try"], again["Cardroom-Try"]) == ("1", "2")
    assert once[signing.HEADER] != again[signing.HEADER], "it is signed anew: a receiver refuses an old instant"
    assert state_of(delivery) == (State.TAKEN, 2)


def test_a_worker_that_dies_over_the_last_try_leaves_it_given_up(hook: Hook) -> None:
    delivery = a_delivery(hook, NOW)
    HookDelivery.objects.update(tries=MOST_TRIES - 1)
    assert claim_next(at=NOW)
    assert run(NOW + LEASE) == 0
    assert state_of(delivery) == (State.GIVEN_UP, MOST_TRIES)


def test_whoever_comes_too_late_changes_nothing(hook: Hook) -> None:
    delivery = a_delivery(hook, NOW)
    slow = claim_next(at=NOW)
    quick = claim_next(at=NOW + LEASE)
    assert slow
    assert quick == slow
    note(quick, TAKEN, at=NOW + LEASE)
    note(slow, REFUSED, at=NOW + LEASE)
    assert state_of(delivery) == (State.TAKEN, 2)


# ----------------------------------------------------------------------------------------------- what managers do


def test_a_room_registers_an_address_once_and_only_for_what_can_be_told(room: Room, boss: User, hook: Hook) -> None:
    facts = {"room": room, "by": boss, "at": NOW}
    given = {"address": "https://93.184.215.14/other", "kinds": ["day.locked"]}
    refused("address_registered", lambda: services.register_hook(**facts | given | {"address": ADDRESS, "key": key()}))
    refused("events_missing", lambda: services.register_hook(**facts | given | {"kinds": [], "key": key()}))
    refused("event_unknown", lambda: services.register_hook(**facts | given | {"kinds": ["x"], "key": key()}))
    refused(
        "address_private",
        lambda: services.register_hook(**facts | given | {"address": "https://10.0.0.1/", "key": key()}),
    )
    services.end_hook(hook=hook, by=boss, at=NOW)
    assert services.register_hook(**facts | given | {"address": ADDRESS, "key": key()}).pk != hook.pk
    for number in range(services.MOST_HOOKS - 1):
        services.register_hook(**facts | given | {"address": f"{ADDRESS}/{number}", "key": key()})
    refused("too_many_addresses", lambda: services.register_hook(**facts | given | {"key": key()}))


def test_a_new_secret_signs_beside_the_one_before_for_a_day(boss: User, hook: Hook) -> None:
    before = hook.nonce
    changed = services.rotate_secret(hook=hook, key=key(), by=boss, at=NOW)
    assert changed.nonces(NOW + timedelta(hours=23, minutes=59)) == [changed.nonce, before]
    assert changed.nonces(NOW + timedelta(days=1)) == [changed.nonce] != [before]
    sent, _ = Sent(), a_delivery(hook, NOW)
    run(NOW, sent)
    assert sent.bodies[0][2][signing.HEADER].count("v1=") == 2


def test_a_paused_address_is_sent_nothing_and_then_what_has_waited(boss: User, hook: Hook) -> None:
    services.pause_hook(hook=hook, by=boss, at=NOW)
    services.pause_hook(hook=hook, by=boss, at=NOW)
    delivery = a_delivery(hook, NOW)
    assert run(NOW) == 0
    services.resume_hook(hook=hook, by=boss, at=NOW)
    assert run(NOW) == 1
    assert state_of(delivery)[0] == State.TAKEN
    assert _verbs(hook) == ["hook.registered", "hook.paused", "hook.resumed"]


def test_what_was_given_up_is_sent_again_from_the_first_try_on(boss: User, hook: Hook) -> None:
    delivery = a_delivery(hook, NOW)
    later = NOW + LONGEST_LIFE + timedelta(days=1)
    run(later)
    assert state_of(delivery)[0] == State.GIVEN_UP
    services.send_again(delivery=delivery, by=boss, at=later)
    sent = Sent(lambda _: REFUSED)
    assert run(later, sent) == 1, "though it happened long ago"
    assert state_of(delivery) == (State.WAITING, 1)
    assert sent.bodies[0][2]["Cardroom-Event"] == str(delivery.event_id)
    services.send_again(delivery=delivery, by=boss, at=later)
    assert run(later) == 1, "at once, though the address rests"
    assert _verbs(hook) == ["hook.registered", "hook.sent_again", "hook.sent_again"]


def test_a_deleted_address_is_told_nothing_more_and_stays_in_the_trail(boss: User, hook: Hook) -> None:
    delivery = a_delivery(hook, NOW)
    services.end_hook(hook=hook, by=boss, at=NOW)
    assert run(NOW) == 0
    assert state_of(delivery)[0] == State.GIVEN_UP
    facts = {"hook": hook, "by": boss, "at": NOW}
    refused("hook_ended", lambda: services.resume_hook(**facts))
    refused("hook_ended", lambda: services.rotate_secret(key=key(), **facts))
    refused("hook_ended", lambda: services.choose_events(kinds=list(events.KINDS), **facts))
    refused("hook_ended", lambda: services.send_again(delivery=delivery, by=boss, at=NOW))
    assert given_up_lately(hook.room, NOW) == 0, "nobody waits for these"
    assert _verbs(hook) == ["hook.registered", "hook.ended"]


@pytest.mark.parametrize("outcome", [TAKEN, REFUSED])
def test_what_was_deleted_while_it_was_sent_stays_given_up(boss: User, hook: Hook, outcome: Outcome) -> None:
    """Else it would wait for ever for what nobody sends any more."""
    delivery = a_delivery(hook, NOW)
    sent = claim_next(at=NOW)
    assert sent
    services.end_hook(hook=hook, by=boss, at=NOW)
    note(sent, outcome, at=NOW)
    assert state_of(delivery)[0] == State.GIVEN_UP


def test_no_row_and_no_trail_holds_a_secret(boss: User, hook: Hook) -> None:
    services.rotate_secret(hook=hook, key=key(), by=boss, at=NOW)
    hook.refresh_from_db()
    kept = [str(row) for model in (Hook, HookDelivery, AuditEvent) for row in model.objects.values()]
    secrets = [signing.secret_of(nonce) for nonce in hook.nonces(NOW)]
    assert len(kept) > 2
    assert not [row for row in kept for secret in secrets if secret in row]


def _verbs(hook: Hook) -> list[str]:
    found = AuditEvent.objects.filter(subject_kind="hook", subject_id=str(hook.pk)).order_by("pk")
    return list(found.values_list("verb", flat=True))
