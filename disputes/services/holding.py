"""The pot of a disputed hand is held by its case until it is ruled (WSOP 53, R65)."""

from collections.abc import Iterator
from datetime import datetime

from config.requests.services import answered, claim
from config.staff.models import User
from disputes.hand_money import held_of, not_netted, ruled
from disputes.models import Dispute, Holding
from games.models import Hand
from players.ledger import Move, case_account, chips_of, lock, post, table_account
from players.models import Account, AccountKind, Sitting, TransferKind


def hold_awards(*, hand: Hand, by: User | None, at: datetime) -> None:
    """Impound what open cases hold of a hand that was just recorded; the caller has locked the session.

    Cases that were opened while the hand was played are found by its table, its number and its deal.
    """
    for dispute in _waiting(hand):
        hold(dispute=dispute, hand=hand, by=by, at=at)


def hold(*, dispute: Dispute, hand: Hand, by: User | None, at: datetime) -> None:
    """Impound the award of a recorded hand, or the part that the case asks for: seat to pot, pot to impound.

    What a winner no longer has can't be held; what another case holds already is not held twice.
    """
    room = dispute.room
    awards = list(_awards(hand))
    accounts = {sitting.pk: chips_of(room, sitting) for sitting, _ in awards}
    pot = table_account(dispute.session, AccountKind.POT)
    impound = case_account(room, AccountKind.IMPOUND, dispute.pk)
    held = lock([*accounts.values(), pot, impound])
    parts = list(_parts(dispute, awards, accounts, held))
    if not parts:
        return
    key = f"dispute:{dispute.pk}:hold"
    claim(key, "hold", {"dispute": dispute.pk, "hand": hand.pk}, by=by, at=at)
    moves = [Move(accounts[sitting.pk], pot, amount, TransferKind.RULING) for sitting, amount in parts]
    moves.append(Move(pot, impound, sum(amount for _, amount in parts), TransferKind.RULING))
    post(room=room, key=key, moves=moves, by=by, at=at, reason=f"held in {dispute}", hand_id=hand.pk, held=held)
    Holding.objects.bulk_create(
        Holding(dispute=dispute, hand=hand, sitting=sitting, amount=amount) for sitting, amount in parts
    )
    answered(key, {"dispute": dispute.pk})


def _waiting(hand: Hand) -> list[Dispute]:
    """The open cases about a hand that are to hold something of it and don't yet."""
    about = Dispute.objects.filter(
        session=hand.session_id, hand=None, hand_number=hand.number, hand_started_at=hand.started_at
    )
    waiting = about.filter(rulings=None, holdings=None).exclude(hold=Dispute.Hold.NONE)
    return list(waiting.select_related("room", "session__room").order_by("pk"))


def _awards(hand: Hand) -> Iterator[tuple[Sitting, int]]:
    """The payments of the hand that are left, the largest first: no open case holds them, and no ruling took them."""
    held, moved = held_of(hand), ruled(not_netted(hand))
    paid = hand.seats.filter(took_out__gt=0).select_related("sitting__session__room", "sitting__player")
    for seat in paid.order_by("-took_out", "position"):
        left = seat.took_out - held.get(seat.sitting_id, 0) + min(moved[seat.player_id], 0)
        if left > 0:
            yield seat.sitting, left


def _parts(
    dispute: Dispute, awards: list[tuple[Sitting, int]], accounts: dict[int, Account], held: dict[int, Account]
) -> Iterator[tuple[Sitting, int]]:
    """The amount taken of each award: all of it, or what the case asks for, and never more than the player has."""
    wanted = dispute.hold_amount or sum(amount for _, amount in awards)
    for sitting, award in awards:
        amount = min(award, wanted, held[accounts[sitting.pk].pk].balance)
        if amount > 0:
            wanted -= amount
            yield sitting, amount
