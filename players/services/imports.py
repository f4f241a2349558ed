"""Stacks that a hand file states: chips from an issue of their own to the seats, apart from all that the room has."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players.ledger import Move, import_issue, lock, post, seat_accounts
from players.models import Account, Player, Sitting, TransferKind
from tables.models import TableSession

BY_A_FILE = "stated by a file"
"""The reason of transfers that bring seats to the stacks of a file."""


@transaction.atomic
def state_stacks(
    *, session: TableSession, stacks: Mapping[int, tuple[Player, int]], key: str, by: User | None, at: datetime
) -> dict[int, Sitting]:
    """Bring an imported session to exactly these stacks: by seat, who sits there with how much, in minor units.

    Who is not named leaves, who is new sits down, and stacks that differ from the books are made to agree, all against
    the issue of imported chips. Returns the sittings by seat. Refuses a session of the floor (`not_imported`), where
    chips come from the cage alone.
    """
    if earlier := claim(key, "state_stacks", stated_body(session, stacks), by=by, at=at):
        kept = Sitting.objects.in_bulk((earlier.answer or {})["sittings"])
        return {sitting.seat: sitting for sitting in kept.values()}
    # the row alone: the caller's session knows its room, and whoever imports by the thousand feels the joins
    source = TableSession.objects.select_for_update().values_list("source", flat=True).get(pk=session.pk)
    if source != TableSession.Source.IMPORT:
        raise DomainError("not_imported", "Only a session that is imported from files takes its stacks from a file.")
    seated = list(session.sittings.filter(left_at=None).select_related("player", "account"))
    leaving = [sitting for sitting in seated if _who(stacks, sitting.seat) != sitting.player_id]
    accounts = {sitting.pk: sitting.account for sitting in seated}
    issue = import_issue(session.room)
    held = lock([issue, *accounts.values()])
    moves = _chips_out(leaving, accounts, held, issue)
    _end(leaving, by, at)
    sittings = {sitting.seat: sitting for sitting in seated if sitting not in leaving}
    new = [_sit(session, player, seat, by, at) for seat, (player, _) in stacks.items() if seat not in sittings]
    sittings |= {sitting.seat: sitting for sitting in new}
    accounts |= seat_accounts(new) if new else {}
    stated = {sittings[seat].pk: amount for seat, (_, amount) in stacks.items()}
    moves += differences(stated, accounts, held, issue)
    post(room=session.room, key=key, moves=moves, by=by, at=at, reason=BY_A_FILE, held=None if new else held)
    if moves or new or leaving:
        after = {str(seat): {"player": player.pk, "stack": amount} for seat, (player, amount) in stacks.items()}
        record("stacks.stated", session, room=session.room, by=by, at=at, after=after)
    answered(key, {"sittings": [sitting.pk for sitting in sittings.values()]})
    return sittings


def stated_body(session: TableSession, stacks: Mapping[int, tuple[Player, int]]) -> dict[str, Any]:
    """The body of the request that states these stacks."""
    by_seat = {seat: [player.pk, amount] for seat, (player, amount) in stacks.items()}
    return {"session": session.pk, "stacks": by_seat}


def _who(stacks: Mapping[int, tuple[Player, int]], seat: int) -> int | None:
    """The id of the player whom the file puts into a seat."""
    return stacks[seat][0].pk if seat in stacks else None


def _chips_out(
    leaving: list[Sitting], accounts: Mapping[int, Account], held: Mapping[int, Account], issue: Account
) -> list[Move]:
    """The stacks of those who leave, back to the issue of imported chips; `left_with` is set on each sitting."""
    for sitting in leaving:
        sitting.left_with = held[accounts[sitting.pk].pk].balance
    return [
        Move(accounts[sitting.pk], issue, sitting.left_with, TransferKind.IMPORT)
        for sitting in leaving
        if sitting.left_with
    ]


def _end(leaving: list[Sitting], by: User | None, at: datetime) -> None:
    for sitting in leaving:
        sitting.left_at, sitting.left_by = at, by
    if leaving:
        Sitting.objects.bulk_update(leaving, ["left_at", "left_by", "left_with"])


def _sit(session: TableSession, player: Player, seat: int, by: User | None, at: datetime) -> Sitting:
    return Sitting.objects.create(session=session, player=player, seat=seat, is_import=True, seated_at=at, seated_by=by)


def differences(
    stated: Mapping[int, int], accounts: Mapping[int, Account], held: Mapping[int, Account], issue: Account
) -> list[Move]:
    """The moves that must come from that issue, or go back to it, so that each sitting holds what the file states."""
    moves = []
    for sitting, amount in stated.items():
        account = accounts[sitting]
        missing = amount - (held[account.pk].balance if account.pk in held else 0)
        if missing > 0:
            moves.append(Move(issue, account, missing, TransferKind.IMPORT))
        elif missing < 0:
            moves.append(Move(account, issue, -missing, TransferKind.IMPORT))
    return moves
