"""Sign the promotional pools of a gaming day, as one person who is independent of the card room (R45)."""

from datetime import date, datetime
from typing import Any

from django.db import transaction

from cage.models import PoolReconciliation, PromoPool
from cage.selectors.pool_days import (
    as_text,
    differs,
    digest_of,
    figures_of,
    had_a_part,
    promo_not_counted,
    reconciliation_of,
)
from config.audit.services import record
from config.days.registry import end_of, in_words
from config.days.selectors import first_day, is_cut_off, people_of_drawers
from config.errors import DomainError
from config.locks import LockKind, try_hold
from config.reasons import is_reason
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import WORKS_THE_ROOM, Permission


@transaction.atomic
def reconcile_pools(
    *, room: Room, day: date, seen: str, key: str, by: User, at: datetime, explanation: str = ""
) -> PoolReconciliation:
    """Sign what a gaming day brought the pools of a room, once; returns the signature with its figures.

    `seen` is the digest of the figures that were shown (`cage.selectors.pool_days`). It moves no money and belongs to
    no open day, so it is taken before the day is locked and after it. Refuses as `refuse_to_reconcile`, figures that
    are others by now (`figures_changed`), something of the day that is being written at this moment (`day_busy`), and a
    difference without an `explanation` in words (`explanation_missing`). Source: 25 CFR 543.10(g)(9).
    """
    body = {"room": room.pk, "day": day, "explanation": explanation}
    if claim(key, "reconcile_pools", body, by=by, at=at):
        return PoolReconciliation.objects.get(request_key=key)
    list(PromoPool.objects.select_for_update(no_key=True).filter(room=room).order_by("pk"))
    refuse_to_reconcile(room, day, by=by, at=at)
    if not try_hold(LockKind.GAMING_DAY, room=room.pk, thing=day.toordinal()):
        message = f"Something of {in_words(day)} is being recorded at this moment: sign again in a moment."
        raise DomainError("day_busy", message)
    figures = figures_of(room, day)
    text, explanation = as_text(figures), explanation.strip()
    _refuse_unseen(figures, digest_of(text), seen)
    is_off = differs(figures)
    if is_off and not is_reason(explanation):
        message = "The ledger differs from what was counted and signed: write down what explains it, then sign."
        raise DomainError("explanation_missing", message, field="explanation")
    facts: dict[str, Any] = {"figures": text, "digest": digest_of(text), "is_off": is_off, "explanation": explanation}
    signed = PoolReconciliation.objects.create(room=room, of_day=day, signed_by=by, at=at, request_key=key, **facts)
    after = {"of_day": day.isoformat(), "pools": len(figures["pools"]), "differs": is_off, "digest": signed.digest}
    record("pool.reconciled", signed, room=room, by=by, at=at, after=after, reason=explanation)
    return signed


def refuse_to_reconcile(room: Room, day: date, *, by: User, at: datetime) -> None:
    """Refuse what keeps this person from signing the pools of a gaming day now: whoever may not (`reconciler_may_not`)
    or is not independent (`not_independent`: works cage, floor or counts by a role, or had a part in that day), a day
    that the room has not (`no_such_day`) or that goes on (`day_not_cut_off`), one that is signed (`pools_reconciled`),
    and promo of it that is not counted (`promo_not_counted`)."""
    first = first_day(room)
    if first is None or not first <= day <= room.gaming_day(at):
        raise DomainError("no_such_day", f"{room} has no gaming day {in_words(day)} in its books: choose another.")
    if signed := reconciliation_of(room, day):
        when = f"{signed.at.astimezone(room.zone):%-d %B %Y at %H:%M}"
        message = f"{signed.signed_by} signed {signed} on {when}: each day is signed once."
        raise DomainError("pools_reconciled", message)
    _refuse_dependent(room, day, by)
    if not is_cut_off(room, day, at):
        ends = end_of(room, day).astimezone(room.zone)
        message = f"{in_words(day)} goes on until {ends:%H:%M} of {in_words(ends.date())}: sign after that."
        raise DomainError("day_not_cut_off", message)
    if waiting := promo_not_counted(room, day):
        message = f"Not counted yet: {', '.join(waiting)}. Let it be counted, then sign."
        raise DomainError("promo_not_counted", message, allowed={"boxes": waiting})


def _refuse_dependent(room: Room, day: date, by: User) -> None:
    """Refuse whoever is not independent of the card room, by a role now or by what they did on the day."""
    if not by.may(Permission.POOL_RECONCILE, room):
        message = f"{by} doesn’t sign the pools’ reconciliation: ask an auditor."
        raise DomainError("reconciler_may_not", message)
    if any(by.may(each, room) for each in WORKS_THE_ROOM):
        message = f"{by} works at the cage, on the floor or at counts too: ask an auditor who doesn’t."
        raise DomainError("not_independent", message)
    parts = dict.fromkeys(people_of_drawers(room, day), "worked a drawer, or counted one") | had_a_part(room, day)
    if by.pk in parts:
        message = f"{by} {parts[by.pk]} on {in_words(day)}: ask an auditor who had no part in it. Where "
        message += "nobody is left, an auditor of another room is let in for it (Staff, From another room)."
        raise DomainError("not_independent", message)


def _refuse_unseen(figures: dict[str, Any], digest: str, seen: str) -> None:
    """Refuse a day on which there is nothing to sign, and other figures than were shown."""
    if not figures["pools"]:
        message = "No pool moved or held anything on that day: there is nothing to sign."
        raise DomainError("nothing_to_reconcile", message)
    if digest != seen:
        message = "The figures are others than this page showed: reload it, look again, and sign."
        raise DomainError("figures_changed", message)
