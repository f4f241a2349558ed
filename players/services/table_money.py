"""Table money: what a hand, a tick or a count moves between seats, pot, felt and the house's boxes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.requests.late import mark_late
from config.requests.services import answered, claim
from config.staff.models import User
from players.counts import NOTHING_FOUND, Counted, StackCount, stated_reason
from players.ledger import Move, lock_places, post
from players.models import Account, AccountKind, Sitting, Transfer, TransferKind
from players.selectors.plaque_rules import refuse_mid_hand
from players.services.counting import Count, approve_count, count_at_seat, count_moves, note_count, watch_counts
from players.services.seating import lock_sitting
from tables.models import TableSession
from tables.services import touch


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The chips that one player put in the pot of a hand and took out of it, in minor units."""

    sitting: Sitting
    put_in: int
    took_out: int


def book_hand(
    *,
    session: TableSession,
    hand_id: int,
    results: Sequence[SeatResult],
    rake: int,
    promo: int,
    key: str,
    by: User | None,
    at: datetime,
    count: StackCount = NOTHING_FOUND,
) -> list[Transfer]:
    """Book a full hand in the caller's transaction: seats to pot, pot to seats and to the boxes; returns the rows.

    What the `count` before it found goes first, between seat and felt; what ticks don't explain of it is an act of
    whoever counted, and stands as an alarm. The caller holds the session's lock and has claimed `key`. The pot is empty
    afterwards (I-3): ValueError where what went in is not what came out. Refuses `insufficient_chips` and `seat_left`.
    """
    require_cleared(results, rake, promo)
    boxes = boxes_of(rake, promo)
    sittings = [result.sitting for result in results]
    seats, places, held = lock_places(session, sittings, (AccountKind.POT, AccountKind.FELT, *boxes))
    felt = places[AccountKind.FELT]
    found = [move for r in results for move in count_moves(seats[r.sitting.pk], felt, 0, _found(r, count))]
    group: dict[str, Any] = {"room": session.room, "key": key, "by": by, "at": at, "hand_id": hand_id}
    if found:
        approve_count(session, count, {r.sitting.pk: _found(r, count) for r in results}, key=key, at=at)
        booked = {sitting: held[seats[sitting.pk].pk].balance for sitting in sittings}
        _note_counts(results, booked, count, by=by, at=at)
    rows = post(moves=found, reason=count.reason, held=held, whole_table=True, **group)
    if rows:
        watch_counts(session, at=at)
    moves = hand_moves(results, seats, places, boxes)
    return rows + post(moves=moves, follows=len(found), held=held, whole_table=True, **group)


def hand_moves(
    results: Sequence[SeatResult],
    seats: Mapping[int, Account],
    places: Mapping[AccountKind, Account],
    boxes: Mapping[AccountKind, int],
) -> list[Move]:
    """The moves of a hand, in their order: seats to pot, pot to seats, pot to the boxes. `seats` is by sitting."""
    pot = places[AccountKind.POT]
    moves = [Move(seats[r.sitting.pk], pot, r.put_in, TransferKind.HAND) for r in results if r.put_in]
    moves += [Move(pot, seats[r.sitting.pk], r.took_out, TransferKind.HAND) for r in results if r.took_out]
    moves += [Move(pot, places[box], amount, TransferKind.HAND) for box, amount in boxes.items()]
    return moves


def book_tick(
    *,
    session: TableSession,
    hand_id: int,
    rake: int,
    promo: int,
    key: str,
    by: User | None,
    at: datetime,
) -> list[Transfer]:
    """Book a hand tick in the caller's transaction: felt to the boxes, because a tick knows no stacks.

    The caller holds the session's lock and has claimed `key`. Refuses more than lies on the table (`table_short`).
    """
    boxes = boxes_of(rake, promo)
    if not boxes:
        return []
    _, places, held = lock_places(session, (), (AccountKind.FELT, *boxes))
    felt = places[AccountKind.FELT]
    moves = [Move(felt, places[box], amount, TransferKind.HAND) for box, amount in boxes.items()]
    group: dict[str, Any] = {"room": session.room, "key": key, "by": by, "at": at, "hand_id": hand_id}
    return post(moves=moves, held=held, whole_table=True, **group)


@transaction.atomic
def count_stack(
    *,
    sitting: Sitting,
    counted: int,
    key: str,
    by: User | None,
    at: datetime,
    reason: str = "",
    second: User | None = None,
    entered_at: datetime | None = None,
) -> Sitting:
    """Bring the books of a seat to a stack as counted, in minor units: the difference goes between seat and felt.

    `reason` is the code of a `CountReason` or own words; `entered_at` is when a tablet without a line took it, and
    decides nothing. Refuses `mid_hand`, `already_left`, an amount that no chips
    make up (`not_chip_multiple`), who may not count (`count_not_yours`), another stack than the books' without a
    reason (`count_reason_missing`) or with ticks that don't explain it (`count_above_ticks`), and above what one person
    may move alone a day one without a `second` (`second_needed`).
    """
    body = {"sitting": sitting.pk, "counted": counted, "reason": reason, "second": second.pk if second else None}
    if earlier := claim(key, "count", body, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    sitting = lock_sitting(sitting)
    refuse_mid_hand(sitting.session)
    _, posted = count_at_seat(sitting, Count(counted, reason, second), key=key, by=by, at=at)
    if not posted:
        stack = {"stack": counted}
        facts: dict[str, Any] = {"before": stack, "after": stack, "reason": stated_reason(reason)}
        record("stack.counted", sitting, room=sitting.session.room, by=by, at=at, **facts)
    touch(sitting.session)
    opened = sitting.session.opened_at
    mark_late(sitting, room=sitting.session.room, entered_at=entered_at, opened_at=opened, key=key, by=by, at=at)
    answered(key, {"sitting": sitting.pk})
    return sitting


def _note_counts(
    results: Sequence[SeatResult], booked: Mapping[Sitting, int], count: StackCount, *, by: User | None, at: datetime
) -> None:
    """Put the stacks into the trail that were counted before a hand to be others than the books'."""
    for result in results:
        if found := _found(result, count):
            sitting, stack = result.sitting, booked[result.sitting]
            counted = Counted(sitting.pk, sitting.seat, sitting.player, stack, stack + found)
            note_count(sitting, counted, count.reason, count.second, by=count.by or by, at=at)


def _found(result: SeatResult, count: StackCount) -> int:
    """The chips that the count before the hand found at the player's seat above the books, negative where chips were
    missing."""
    return count.found.get(result.sitting.seat, 0)


def require_cleared(results: Sequence[SeatResult], rake: int, promo: int) -> None:
    """Raise ValueError where a hand would leave chips in its pot (I-3)."""
    put_in, out = sum(result.put_in for result in results), sum(result.took_out for result in results) + rake + promo
    if put_in != out:
        raise ValueError(f"the pot is not cleared: {put_in} went in, {out} came out")


def boxes_of(rake: int, promo: int) -> dict[AccountKind, int]:
    """The chips that go into each of the house's boxes; no box that gets nothing."""
    takings = {AccountKind.RAKE_BOX: rake, AccountKind.PROMO_BOX: promo}
    return {kind: amount for kind, amount in takings.items() if amount}
