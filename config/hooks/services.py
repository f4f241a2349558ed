"""The acts of managers with the addresses that are told of events. Nobody else is needed for them, and each is in the
trail."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.hooks import events, signing
from config.hooks.addresses import checked
from config.hooks.models import Hook, HookDelivery
from config.hooks.outbox import ask_for_worker
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User

EARLIER_GOOD_FOR = timedelta(days=1)
"""The time for which the secret before still signs beside a new one."""
MOST_HOOKS = 20
"""The addresses that a room may have at once."""


@transaction.atomic
def register_hook(*, room: Room, address: str, kinds: Collection[str], key: str, by: User, at: datetime) -> Hook:
    """Let an address be told of these kinds of events from now on; returns it. Its secret is `signing.secret_of` its
    nonce, shown to whoever registers it and to nobody afterwards. The same `key` registers once.

    Refusals: what `addresses.checked` refuses, `events_missing`, `event_unknown`, `address_registered`,
    `too_many_addresses`.
    """
    checked(address)  # before the first statement: nothing is held while a name is looked up
    chosen = sorted(set(kinds))
    if claim(key, "register_hook", {"room": room.pk, "address": address, "kinds": chosen}, by=by, at=at):
        return Hook.objects.get(request_key=key)
    _refuse_kinds(chosen)
    _hold_room(room)
    registered = Hook.objects.filter(room=room, ended_at=None)
    if registered.filter(address=address).exists():
        message = "This address is registered already: change it on its page."
        raise DomainError("address_registered", message, field="address")
    if registered.count() >= MOST_HOOKS:
        raise DomainError("too_many_addresses", f"A room has {MOST_HOOKS} addresses at most: delete one first.")
    hook = Hook.objects.create(
        room=room, address=address, events=chosen, nonce=signing.new_nonce(), request_key=key, added_by=by, added_at=at
    )
    _keep_told_events(room)
    record("hook.registered", hook, room=room, by=by, at=at, after={"address": address, "events": chosen})
    return hook


@transaction.atomic
def choose_events(*, hook: Hook, kinds: Collection[str], by: User, at: datetime) -> Hook:
    """Let an address be told of these kinds of events instead; returns it. What waits already is still sent.

    Refusals: `events_missing`, `event_unknown`, `hook_ended`.
    """
    chosen = sorted(set(kinds))
    _refuse_kinds(chosen)
    _hold_room(hook.room)
    hook = _locked(hook)
    if hook.events != chosen:
        before, hook.events = hook.events, chosen
        hook.save(update_fields=["events"])
        _keep_told_events(hook.room)
        _noted("hook.events_chosen", hook, by, at, before={"events": before}, after={"events": chosen})
    return hook


@transaction.atomic
def rotate_secret(*, hook: Hook, key: str, by: User, at: datetime) -> Hook:
    """Give an address a new secret; returns it. For a day what is sent carries a signature of each of the two, so that
    the other side changes over when it likes. The same `key` changes it once. Refuses `hook_ended`."""
    if claim(key, "rotate_hook_secret", {"hook": hook.pk}, by=by, at=at):
        return Hook.objects.get(pk=hook.pk)
    hook = _locked(hook)
    hook.earlier_nonce, hook.earlier_until = hook.nonce, at + EARLIER_GOOD_FOR
    hook.nonce = signing.new_nonce()
    hook.save(update_fields=["nonce", "earlier_nonce", "earlier_until"])
    answered(key, {"hook": hook.pk})
    _noted("hook.secret_changed", hook, by, at, after={"until": hook.earlier_until.isoformat()})
    return hook


@transaction.atomic
def pause_hook(*, hook: Hook, by: User, at: datetime) -> Hook:
    """Send an address nothing until it goes on; returns it. What happens meanwhile waits for it. Pausing one that is
    paused changes nothing. Refuses `hook_ended`."""
    hook = _locked(hook)
    if hook.paused_at is None:
        hook.paused_at = at
        hook.save(update_fields=["paused_at"])
        _noted("hook.paused", hook, by, at)
    return hook


@transaction.atomic
def resume_hook(*, hook: Hook, by: User, at: datetime) -> Hook:
    """Let a paused address go on, with what has waited for it; returns it. Refuses `hook_ended`."""
    hook = _locked(hook)
    if hook.paused_at is not None:
        hook.paused_at, hook.rests_until, hook.failures = None, None, 0
        hook.save(update_fields=["paused_at", "rests_until", "failures"])
        _noted("hook.resumed", hook, by, at)
        transaction.on_commit(ask_for_worker, robust=True)
    return hook


@transaction.atomic
def end_hook(*, hook: Hook, by: User, at: datetime) -> Hook:
    """Delete an address: it is told of nothing more, and what waits for it is given up. Its row stays for the trail.
    Deleting it twice changes nothing."""
    _hold_room(hook.room)
    hook = Hook.objects.select_for_update(of=("self",), no_key=True).select_related("room").get(pk=hook.pk)
    if hook.ended_at is None:
        hook.ended_at = at
        hook.save(update_fields=["ended_at"])
        _keep_told_events(hook.room)
        unfinished = hook.deliveries.filter(state__in=[HookDelivery.State.WAITING, HookDelivery.State.SENDING])
        left = unfinished.update(
            state=HookDelivery.State.GIVEN_UP, finished_at=at, answer="The address was deleted before it was sent."
        )
        _noted("hook.ended", hook, by, at, after={"given_up": left})
    return hook


@transaction.atomic
def send_again(*, delivery: HookDelivery, by: User, at: datetime) -> HookDelivery:
    """Send an event once more, the same body under the same id, from the first try on; returns the delivery. One that
    is being sent at this moment goes on as it is. Refuses `hook_ended`."""
    hook = _locked(delivery.hook)
    delivery = HookDelivery.objects.select_for_update(of=("self",), no_key=True).get(pk=delivery.pk)
    if delivery.state == HookDelivery.State.SENDING:
        return delivery
    _noted(
        "hook.sent_again", hook, by, at, before={"delivery": delivery.state}, after={"event": str(delivery.event_id)}
    )
    hook.rests_until = None
    hook.save(update_fields=["rests_until"])
    delivery.state, delivery.due_at, delivery.tries = HookDelivery.State.WAITING, at, 0
    delivery.asked_again_at, delivery.finished_at = at, None
    delivery.save(update_fields=["state", "due_at", "tries", "asked_again_at", "finished_at"])
    transaction.on_commit(ask_for_worker, robust=True)
    return delivery


def _hold_room(room: Room) -> None:
    """Let nobody else change the room's addresses meanwhile: what it tells is of all of them."""
    Room.objects.select_for_update(no_key=True).get(pk=room.pk)


def _keep_told_events(room: Room) -> None:
    """Keep which kinds of events any address of the room asks for: what nobody asks for is then no question to the
    database when it happens."""
    asked = Hook.objects.filter(room=room, ended_at=None).values_list("events", flat=True)
    room.told_events = sorted({kind for kinds in asked for kind in kinds})
    room.save(update_fields=["told_events"])


def _locked(hook: Hook) -> Hook:
    """The address, locked against other changes but not against events. Refuses one that was deleted (`hook_ended`)."""
    hook = Hook.objects.select_for_update(of=("self",), no_key=True).select_related("room").get(pk=hook.pk)
    if hook.ended_at is not None:
        raise DomainError("hook_ended", "This address was deleted: register it again to have it told of events.")
    return hook


def _refuse_kinds(kinds: list[str]) -> None:
    if not kinds:
        raise DomainError("events_missing", "Choose what the address is told of: one kind of event at least.")
    if unknown := [kind for kind in kinds if kind not in events.KINDS]:
        known = {"events": sorted(events.KINDS)}
        raise DomainError(
            "event_unknown", f"Nothing is told of “{unknown[0][:40]}”: choose from the list.", allowed=known
        )


def _noted(
    verb: str, hook: Hook, by: User, at: datetime, *, before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:  # fmt: skip
    """Write down in the trail what was done with an address."""
    record(verb, hook, room=hook.room, by=by, at=at, before=before, after=after)
