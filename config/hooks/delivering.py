"""Send what is due: claim a delivery, send it outside of every transaction, note what became of it.

A worker that dies between sending and noting leaves the delivery in its lease; when that is over another sends it
again, with the same id. So every event arrives once at least, and perhaps twice.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from config.hooks import sending, signing
from config.hooks.models import Hook, HookDelivery

log = logging.getLogger(__name__)

WAITS: Final = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(minutes=30),
    timedelta(hours=1),
    timedelta(hours=2),
    timedelta(hours=4),
    timedelta(hours=8),
)
"""The time after each try that failed until the next; after the last of them comes one more try, and no other."""
MOST_TRIES: Final = len(WAITS) + 1
LONGEST_LIFE: Final = timedelta(days=3)
"""An event that waits for longer, behind others or at a paused address, is given up whatever its tries."""
LEASE: Final = timedelta(minutes=2)
"""The time after which a delivery that was claimed and not noted counts as lost with its worker."""
LONGEST_REST: Final = timedelta(minutes=5)
"""An address that fails rests between tries: from half a minute on, doubled with every failure, up to this long."""
KEPT_FOR: Final = timedelta(days=30)
LONGEST_RUN: Final = timedelta(seconds=20)
"""The time after which a run of the task begins nothing more; what is left is due at the next sweep."""

State = HookDelivery.State
Send = Callable[[str, bytes, Mapping[str, str]], sending.Outcome]


def send_due(clock: Callable[[], datetime], send: Send = sending.send) -> int:
    """Send what is due, one after the other, each once; returns how many were tried. Others may do the same at once."""
    began, tried = clock(), 0
    give_up_old(at=began)
    while (now := clock()) < began + LONGEST_RUN and (delivery := claim_next(at=now)):
        body = delivery.body.encode()
        outcome = send(delivery.hook.address, body, headers_of(delivery, body, at=now))
        note(delivery, outcome, at=clock())
        tried += 1
    return tried


@transaction.atomic
def claim_next(*, at: datetime) -> HookDelivery | None:
    """The delivery that is due first, now in the caller's hands for the time of a lease; None where none is due. Two
    who ask at once get two different ones."""
    due = _unfinished().filter(due_at__lte=at, hook__ended_at=None, hook__paused_at=None)
    awake = due.filter(Q(hook__rests_until=None) | Q(hook__rests_until__lte=at)).select_related("hook")
    free = awake.select_for_update(of=("self",), skip_locked=True, no_key=True)
    for delivery in free.filter(tries__lt=MOST_TRIES).order_by("due_at", "pk")[:1]:
        delivery.state, delivery.tries, delivery.tried_at = State.SENDING, delivery.tries + 1, at
        delivery.due_at = at + LEASE
        delivery.save(update_fields=["state", "tries", "tried_at", "due_at"])
        return delivery
    return None


def headers_of(delivery: HookDelivery, body: bytes, *, at: datetime) -> dict[str, str]:
    """The headers of a delivery that is sent at `at`: what it is, and its signature."""
    return {
        "Content-Type": "application/json",
        "User-Agent": f"Cardroom/{settings.VERSION}",
        "Cardroom-Event": str(delivery.event_id),
        "Cardroom-Try": str(delivery.tries),
        signing.HEADER: signing.header(delivery.hook.nonces(at), body, at),
    }


@transaction.atomic
def note(delivery: HookDelivery, outcome: sending.Outcome, *, at: datetime) -> None:
    """Keep what became of a try. One whose lease was over, and that somebody else has tried since, changes nothing."""
    hook = Hook.objects.select_for_update(of=("self",), no_key=True).get(pk=delivery.hook_id)  # before its deliveries
    mine = HookDelivery.objects.filter(pk=delivery.pk, state=State.SENDING, tries=delivery.tries)
    if outcome.taken:
        facts = {"state": State.TAKEN, "finished_at": at}
    elif delivery.tries >= MOST_TRIES:
        facts = {"state": State.GIVEN_UP, "finished_at": at}
    else:
        facts = {"state": State.WAITING, "due_at": at + WAITS[delivery.tries - 1]}
    if mine.update(answer=outcome.answer, **facts):
        _let_rest(hook, taken=outcome.taken, at=at)


def give_up_old(*, at: datetime) -> int:
    """Give up what has waited for too long, and what a worker died over at its last try; returns how many."""
    unfinished = _unfinished().filter(Q(state=State.WAITING) | Q(due_at__lte=at))
    too_old = unfinished.annotate(since=Coalesce("asked_again_at", "happened_at")).filter(since__lt=at - LONGEST_LIFE)
    given_up = too_old.update(
        state=State.GIVEN_UP, finished_at=at, answer=f"It waited for more than {LONGEST_LIFE.days} days."
    )
    died = unfinished.filter(state=State.SENDING, tries__gte=MOST_TRIES)
    given_up += died.update(state=State.GIVEN_UP, finished_at=at, answer="The worker ended while it was sent.")
    if given_up:
        log.warning("%s events were given up", given_up)
    return given_up


def tidy(*, at: datetime) -> int:
    """Take away the deliveries that ended long ago; returns how many."""
    return HookDelivery.objects.filter(finished_at__lt=at - KEPT_FOR).delete()[0]


def _unfinished() -> QuerySet[HookDelivery]:
    return HookDelivery.objects.filter(state__in=[State.WAITING, State.SENDING])


def _let_rest(hook: Hook, *, taken: bool, at: datetime) -> None:
    """Let an address, which is locked, rest before anything else is tried there, where it failed."""
    if taken and not hook.failures:
        return
    hook.failures = 0 if taken else min(hook.failures + 1, 100)
    rest = min(WAITS[0] * 2 ** min(hook.failures - 1, 10), LONGEST_REST) if hook.failures else None
    hook.rests_until = at + rest if rest else None
    hook.save(update_fields=["failures", "rests_until"])
