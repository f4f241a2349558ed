"""Table money: what a hand, a tick or a count moves between seats, pot, felt and the house's boxes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.requests.services import answered, claim
from config.staff.models import User
from players.ledger import Move, lock, places_at, post, seat_account, table_account
from players.models import Account, AccountKind, Sitting, Transfer, TransferKind
from players.plaque_rules import refuse_mid_hand, refuse_unpayable
from players.services.seating import count_moves, lock_sitting
from tables.models import TableSession
from tables.services import touch


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one player put in the pot of a hand and took out of it, in minor units.

    `counted` is his stack before the hand as counted at the table, where it was; the books follow it first.
    """

    sitting: Sitting
    put_in: int
    took_out: int
    counted: int | None = None


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
) -> list[Transfer]:
    """Book a full hand in the caller's transaction: seats to pot, pot to seats and to the boxes; returns the rows.

    The caller holds the session's lock and has claimed `key`. The pot is empty afterwards (I-3): ValueError where
    what went in is not what came out. Refuses `insufficient_chips` and `seat_left`.
    """
    _require_cleared(results, rake, promo)
    takings = {AccountKind.RAKE_BOX: rake, AccountKind.PROMO_BOX: promo}
    boxes = {kind: amount for kind, amount in takings.items() if amount}
    sittings = [result.sitting for result in results]
    seats, places = places_at(session, sittings, (AccountKind.POT, AccountKind.FELT, *boxes))
    pot, felt = places[AccountKind.POT], places[AccountKind.FELT]
    held = lock([*places.values(), *seats.values()])
    moves = [
        move
        for result in results
        if result.counted is not None
        for move in _recount(seats[result.sitting.pk], felt, held, result.counted)
    ]
    moves += [Move(seats[r.sitting.pk], pot, r.put_in, TransferKind.HAND) for r in results if r.put_in]
    moves += [Move(pot, seats[r.sitting.pk], r.took_out, TransferKind.HAND) for r in results if r.took_out]
    moves += [Move(pot, places[box], amount, TransferKind.HAND) for box, amount in boxes.items()]
    return post(room=session.room, key=key, moves=moves, by=by, at=at, hand_id=hand_id, held=held)


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
    felt = table_account(session, AccountKind.FELT)
    moves = [Move(felt, box, amount, TransferKind.HAND) for box, amount in _boxes(session, rake, promo)]
    return post(room=session.room, key=key, moves=moves, by=by, at=at, hand_id=hand_id)


@transaction.atomic
def count_stack(
    *, sitting: Sitting, counted: int, key: str, by: User | None, at: datetime, reason: str = ""
) -> Sitting:
    """Bring the books of a seat to a stack as counted, in minor units: the difference goes between seat and felt.

    Refuses `mid_hand`, `already_left`, and an amount that no chips make up (`not_chip_multiple`).
    """
    body = {"sitting": sitting.pk, "counted": counted, "reason": reason}
    if earlier := claim(key, "count", body, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    sitting = lock_sitting(sitting)
    session, room = sitting.session, sitting.session.room
    refuse_mid_hand(session)
    refuse_unpayable(room, counted, least=0, field="counted")
    seat, felt = seat_account(sitting), table_account(session, AccountKind.FELT)
    booked = lock([seat, felt])[seat.pk].balance
    post(room=room, key=key, moves=count_moves(seat, felt, booked, counted), by=by, at=at, reason=reason)
    touch(session)
    before, after = {"stack": booked}, {"stack": counted}
    record("stack.counted", sitting, room=room, by=by, at=at, before=before, after=after, reason=reason)
    answered(key, {"sitting": sitting.pk})
    return sitting


def _require_cleared(results: Sequence[SeatResult], rake: int, promo: int) -> None:
    put_in, out = sum(result.put_in for result in results), sum(result.took_out for result in results) + rake + promo
    if put_in != out:
        raise ValueError(f"the pot is not cleared: {put_in} went in, {out} came out")


def _boxes(session: TableSession, rake: int, promo: int) -> list[tuple[Account, int]]:
    """The house's boxes with what goes into each; nothing for a box that gets nothing."""
    takings = ((AccountKind.RAKE_BOX, rake), (AccountKind.PROMO_BOX, promo))
    return [(table_account(session, kind), amount) for kind, amount in takings if amount]


def _recount(seat: Account, felt: Account, held: dict[int, Account], counted: int) -> list[Move]:
    return count_moves(seat, felt, held[seat.pk].balance, counted)
