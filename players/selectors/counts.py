"""The chips that counts have found at a table, against those that quick hands dropped there; from the ledger's own
rows."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from players.counts import CountReason, is_by_ticks
from players.four_eyes import COUNT
from players.models import Absence, Account, AccountKind, MoneyAct, Sitting, Transfer, TransferKind
from players.quick_hands import Carried, Draw, Known, QuickHand, left_after, quick_hands_of, uncarried
from tables.models import TableSession

_FELT = AccountKind.FELT
_COUNT = TransferKind.COUNT
POT_CORRECTED = ":pot"
"""The end of the keys of acts by which a pot was corrected that counts had been put down to."""


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


def unmoved_by_ticks(session: TableSession, ticked: Collection[QuickHand]) -> set[int]:
    """The sittings, by their ids, whose stacks none of a session's quick hands can have moved: their players came to
    the table after the last, or missed every one since the stack was known.

    One that drops nothing moves stacks too. Three queries; two more where somebody missed one.
    """
    played = sorted(hand.at for hand in ticked)
    if not played:
        return set()
    here = list(Sitting.objects.filter(session=session, left_at=None))
    newcomers = {each.pk for each in here if _came_at(each) > played[-1]}
    return newcomers | _missed_throughout(session, here, played)


def _missed_throughout(session: TableSession, here: Iterable[Sitting], played: Sequence[datetime]) -> set[int]:
    """The ids of those `here` who have missed every hand that was `played` since their stack was known. The hands are
    in their order."""
    missed = _missed(session, played)
    if not missed:
        return set()
    absent = [each for each in here if each.player_id in missed]
    known = _known_since(session, absent)
    return {each.pk for each in absent if {hand for hand in played if hand >= known[each.pk]} <= missed[each.player_id]}


def _missed(session: TableSession, played: Sequence[datetime]) -> dict[int, set[datetime]]:
    """The hands, as they were `played` at a table, that its players missed, by player.

    Whoever is away misses all but the first after that was noted: they may have been in that one. Whoever is played
    over misses every hand while another has the seat, whose cards and chips lie there. Two queries.
    """
    missed = defaultdict[int, set[datetime]](set)
    absences = Absence.objects.filter(sitting__session=session)
    for player, start, end in absences.values_list("sitting__player", "started_at", "ended_at"):
        missed[player].update(_between(played, start, end)[1:])
    overs = Sitting.objects.filter(session=session, plays_over__isnull=False)
    until = Coalesce("kept_at", "left_at")
    for player, start, end in overs.values_list("plays_over__player", "seated_at", until):
        missed[player].update(_between(played, start, end))
    return missed


def _between(played: Iterable[datetime], start: datetime, end: datetime | None) -> list[datetime]:
    return [at for at in played if at >= start and (end is None or at < end)]


def _came_at(sitting: Sitting) -> datetime:
    """Since when the player has played at this table, in whichever seat."""
    return sitting.joined_at or sitting.seated_at


def hands_since_count(sitting: Sitting) -> int:
    """The number of quick hands that the player didn't miss since the stack of a sitting was last counted to be another
    than the books', or with all others of the table, or came there: after them the books don't know it. Four queries at
    most, besides those of the hands."""
    session = sitting.session
    if not session.hands_recorded:
        return 0
    known = _known_since(session, [sitting])
    played = sorted(hand.at for hand in quick_hands_of(session))
    since = [hand for hand in played if hand >= known[sitting.pk]]
    missed = _missed(session, played)[sitting.player_id] if since else set()
    return sum(hand not in missed for hand in since)


def _known_since(session: TableSession, here: Collection[Sitting]) -> dict[int, datetime]:
    """Since when the stacks of these sittings of a table are known, by their ids: their last count to be another than
    the books', the last count of the whole table, or since their players came there. Two queries."""
    together = Account.objects.filter(session=session, kind=_FELT).values_list("counted_at", flat=True).first()
    known = {each.pk: max(_came_at(each), together or _came_at(each)) for each in here}
    sitting = Coalesce("source__sitting", "target__sitting")
    counts = Transfer.objects.filter(Q(source__sitting__in=here) | Q(target__sitting__in=here), kind=_COUNT)
    for pk, last in counts.values_list(sitting).annotate(last=Max("at")):
        known[pk] = max(known[pk], last)
    return known


def carried(session: TableSession, ticked: Collection[QuickHand], booked: Mapping[int, int]) -> Carried:
    """The chips that the quick hands of a session can have carried between the stacks of these sittings, by what the
    books say of each, minor units.

    What left a stack since it was known counts as if it lay there still. What counts found already is carried by these
    hands once: the rest is theirs. A hand moves the stack of nobody who missed it, and goes to none but its winners
    where they were said. Seven queries.
    """
    here = list(Sitting.objects.filter(session=session, left_at=None, pk__in=booked))
    since = _known_since(session, here)
    taken = dict.fromkeys(booked, 0)
    left = Transfer.objects.filter(source__sitting__in=here).exclude(kind=_COUNT)
    for pk, at, amount in left.values_list("source__sitting", "at", "amount"):
        taken[pk] += amount if at > since[pk] else 0
    missed = _missed(session, sorted(hand.at for hand in ticked))
    stacks = {
        each.pk: Known(
            booked[each.pk] + taken[each.pk], since[each.pk], each.seat, each.seated_at, missed.get(each.player_id, ())
        )
        for each in here
    }
    return Carried.by(ticked, left_after(ticked, _drawn(session)), seats=session.posted.seats, stacks=stacks)


def _drawn(session: TableSession) -> list[Draw]:
    """The chips that each count of the table put down to quick hands, and since when the stacks that it counted had
    been known. What was beyond the pots of these hands draws on none. One query."""
    sitting = Coalesce("source__sitting", "target__sitting")
    came = Coalesce(*(f"{side}__sitting__{at}" for at in ("joined_at", "seated_at") for side in ("source", "target")))
    rows = _counts_at(session).order_by("pk").annotate(stack=sitting, came=came, is_found=Q(source__kind=_FELT))
    known: dict[int, datetime] = {}
    draws: dict[str, Draw] = {}
    columns = ("stack", "came", "at", "request_key", "reason", "is_found", "amount")
    read: Iterable[tuple[Any, ...]] = rows.values_list(*columns)
    for stack, came_at, at, key, reason, is_found, amount in read:
        since: datetime = known.get(stack, came_at)
        known[stack] = at
        if is_by_ticks(reason):
            draw = draws.setdefault(key, Draw(0, since, at))
            draws[key] = Draw(draw.amount + amount * is_found, min(draw.since, since), at)
    return list(draws.values())


def carried_beyond(session: TableSession, *, since: datetime | None = None) -> int:
    """The chips that counts put down to ticks after `since` and that were beyond their pots, then or once a pot was
    corrected, minor units: what people answer for. Two queries."""
    acts = MoneyAct.objects.filter(session=session, act=COUNT.code)
    done = acts.filter(at__gt=since) if since else acts
    amounts = dict(done.values_list("request_key", "amount"))
    counts = set(_of_ticks(session, since).values_list("request_key", flat=True)) if amounts else set()
    keys = {f"{key}:count" for key in counts}
    return sum(amount for key, amount in amounts.items() if key in keys or key.endswith(POT_CORRECTED))


def no_longer_carried(session: TableSession) -> int:
    """The chips that counts put down to quick hands whose pots, as they now count, don't come to it, and that nobody
    has answered for; minor units. Four queries besides those of the hands."""
    return max(uncarried(quick_hands_of(session), _drawn(session)) - carried_beyond(session), 0)


def _of_ticks(session: TableSession, since: datetime | None) -> QuerySet[Transfer]:
    of_ticks = _counts_at(session).filter(reason__startswith=CountReason.TICKS.label)
    return of_ticks.filter(at__gt=since) if since else of_ticks


def found_beyond_ticks(session: TableSession, *, since: datetime | None) -> Found:
    """The chips counted at the table after `since` that no ticks explain; four queries."""
    beyond = _counts_at(session).exclude(reason__startswith=CountReason.TICKS.label)
    beyond = beyond.filter(at__gt=since) if since else beyond
    out, back = Q(source__kind=_FELT), Q(target__kind=_FELT)
    sums = beyond.aggregate(more=Sum("amount", filter=out), less=Sum("amount", filter=back))
    reasons = list(beyond.order_by("-id").values_list("reason", flat=True))
    last, carried_off = reasons[0] if reasons else "", carried_beyond(session, since=since)
    return Found(sums["more"] or 0, sums["less"] or 0, len(reasons), last, carried_off)


def _counts_at(session: TableSession) -> QuerySet[Transfer]:
    """The rows of every count at a table."""
    return Transfer.objects.filter(Q(source__session=session) | Q(target__session=session), kind=_COUNT)
