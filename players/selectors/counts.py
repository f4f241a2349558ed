"""The chips that counts have found at a table, against those that quick hands dropped there; from the ledger's own
rows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from players.counts import CountReason
from players.four_eyes import COUNT
from players.models import Account, AccountKind, MoneyAct, Sitting, Transfer, TransferKind, in_play
from players.quick_hands import Carried, QuickHand
from tables.models import TableSession

_FELT = AccountKind.FELT
_COUNT = TransferKind.COUNT


@dataclass(frozen=True, slots=True)
class Found:
    """The chips that counts found above the books and missed below them, minor units, in so many stacks; the last
    reason; and those that went from stack to stack beyond the pots of the quick hands that were said to move them."""

    more: int
    less: int
    stacks: int
    reason: str
    carried: int = 0


def dropped_uncounted(session: TableSession) -> int:
    """The chips that quick hands dropped at the table, or carried from stack to stack, and no count has found yet:
    minor units.

    It grows with what a tick drops and with what a count found won in ticked hands, which is missing from the other
    stacks; a tick that is corrected takes it back. Never below zero. Two queries.
    """
    felt = Account.objects.filter(session=session, kind=_FELT).values_list("pk", flat=True).first()
    if felt is None:
        return 0
    of_ticks = Q(reason__startswith=CountReason.TICKS.label) | Q(reason__startswith=CountReason.PLAYED.label)
    hands = Q(kind__in=(TransferKind.HAND, TransferKind.CORRECTION))
    explained = hands | (Q(kind=_COUNT) & of_ticks)
    rows = Transfer.objects.filter(Q(source=felt) | Q(target=felt)).filter(explained)
    sums = rows.aggregate(out=Sum("amount", filter=Q(source=felt)), back=Sum("amount", filter=Q(target=felt)))
    return max((sums["out"] or 0) - (sums["back"] or 0), 0)


def came_after_ticks(session: TableSession, ticked: Iterable[QuickHand]) -> set[int]:
    """The seats whose players came to the table after the last of its quick hands, which can't have moved their stacks.

    One that drops nothing moves stacks too. One query.
    """
    last = max((hand.at for hand in ticked), default=None)
    if last is None:
        return set()
    came = Coalesce("joined_at", "seated_at")
    here = Sitting.objects.filter(session=session, left_at=None).annotate(came=came)
    return set(here.filter(came__gt=last).values_list("seat", flat=True))


def carried(session: TableSession, ticked: Iterable[QuickHand], booked: Mapping[int, int]) -> Carried:
    """The chips that the quick hands of a session can have carried between the stacks of these seats, by what the books
    say of each, minor units.

    A stack is known since its last count, or since it came to the table; what left it since counts as if it lay there
    still. What counts since then found already is carried by these hands once: the rest is theirs. Seven queries.
    """
    came = Coalesce("joined_at", "seated_at")
    here = Sitting.objects.filter(session=session, left_at=None, seat__in=booked).annotate(came=came)
    since = {each.seat: each.came for each in in_play(here)}  # type: ignore[attr-defined]  # annotated
    rows = Transfer.objects.filter(Q(source__sitting__in=here) | Q(target__sitting__in=here))
    seat = Coalesce("source__sitting__seat", "target__sitting__seat")
    for at_seat, last in rows.filter(kind=_COUNT).values_list(seat).annotate(last=Max("at")):
        since[at_seat] = max(since.get(at_seat, last), last)
    taken = dict.fromkeys(booked, 0)
    left = rows.filter(source__sitting__in=here).exclude(kind=_COUNT)
    for at_seat, at, amount in left.values_list("source__sitting__seat", "at", "amount"):
        taken[at_seat] += amount if at > since[at_seat] else 0
    stacks = {
        at_seat: (stack + taken[at_seat], since[at_seat]) for at_seat, stack in booked.items() if at_seat in since
    }
    moved = Carried.by(ticked, seats=session.posted.seats, stacks=stacks)
    if moved.gains is None or moved.since is None:
        return moved
    return replace(moved, gains=max(moved.gains - _carried_already(session, moved.since), 0))


def _carried_already(session: TableSession, since: datetime) -> int:
    """The chips that counts of ticks found after an instant, but for those that were beyond their pots already."""
    found = _of_ticks(session, since).filter(source__kind=_FELT).aggregate(sum=Sum("amount", default=0))["sum"]
    return int(found) - carried_beyond(session, since=since)


def carried_beyond(session: TableSession, *, since: datetime | None) -> int:
    """The chips that counts put down to ticks after `since` and that were beyond their pots, minor units: what people
    answer for. Two queries."""
    acts = MoneyAct.objects.filter(session=session, act=COUNT.code)
    done = acts.filter(at__gt=since) if since else acts
    amounts = {key.removesuffix(":count"): amount for key, amount in done.values_list("request_key", "amount")}
    keys = set(_of_ticks(session, since).values_list("request_key", flat=True)) if amounts else set()
    return sum(amount for key, amount in amounts.items() if key in keys)


def _of_ticks(session: TableSession, since: datetime | None) -> QuerySet[Transfer]:
    counts = Transfer.objects.filter(Q(source__session=session) | Q(target__session=session), kind=_COUNT)
    of_ticks = counts.filter(reason__startswith=CountReason.TICKS.label)
    return of_ticks.filter(at__gt=since) if since else of_ticks


def found_beyond_ticks(session: TableSession, *, since: datetime | None) -> Found:
    """The chips counted at the table after `since` that no ticks explain; four queries."""
    counts = Transfer.objects.filter(Q(source__session=session) | Q(target__session=session), kind=_COUNT)
    beyond = counts.exclude(reason__startswith=CountReason.TICKS.label)
    beyond = beyond.filter(at__gt=since) if since else beyond
    out, back = Q(source__kind=_FELT), Q(target__kind=_FELT)
    sums = beyond.aggregate(more=Sum("amount", filter=out), less=Sum("amount", filter=back))
    reasons = list(beyond.order_by("-id").values_list("reason", flat=True))
    last, carried_off = reasons[0] if reasons else "", carried_beyond(session, since=since)
    return Found(sums["more"] or 0, sums["less"] or 0, len(reasons), last, carried_off)
