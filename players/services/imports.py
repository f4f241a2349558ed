"""Stacks that a hand file states: chips from the issue straight to the seats, apart from racks, drawers and bans."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players.ledger import Move, house_account, lock, post, seat_account
from players.models import Account, AccountKind, Player, Sitting, TransferKind
from tables.models import TableSession
from tables.services import lock_session


@transaction.atomic
def state_stacks(
    *, session: TableSession, stacks: Mapping[int, tuple[Player, int]], key: str, by: User | None, at: datetime
) -> dict[int, Sitting]:
    """Bring an imported session to exactly these stacks: by seat, who sits there with how much, in minor units.

    Who is not named leaves, who is new sits down, and stacks that differ from the books are made to agree, all against
    the chip issue. Returns the sittings by seat. Refuses a session of the floor (`not_imported`), where chips come
    from the cage alone.
    """
    body = {"session": session.pk, "stacks": {seat: [player.pk, amount] for seat, (player, amount) in stacks.items()}}
    if earlier := claim(key, "state_stacks", body, by=by, at=at):
        kept = Sitting.objects.in_bulk((earlier.answer or {})["sittings"])
        return {sitting.seat: sitting for sitting in kept.values()}
    session = lock_session(session)
    if session.source != TableSession.Source.IMPORT:
        raise DomainError("not_imported", "Only a session that is imported from files takes its stacks from a file.")
    seated = {sitting.seat: sitting for sitting in session.sittings.filter(left_at=None).select_related("player")}
    leaving = [
        sitting for seat, sitting in seated.items() if seat not in stacks or stacks[seat][0].pk != sitting.player_id
    ]
    moves = _chips_out(leaving, session)
    _end(leaving, by, at)
    staying = {sitting.seat: sitting for sitting in seated.values() if sitting.left_at is None}
    sittings = {seat: staying.get(seat) or _sit(session, player, seat, by, at) for seat, (player, _) in stacks.items()}
    moves += _differences({seat: amount for seat, (_, amount) in stacks.items()}, sittings, session)
    post(room=session.room, key=key, moves=moves, by=by, at=at, reason="stated by a file")
    after = {str(seat): {"player": player.pk, "stack": amount} for seat, (player, amount) in stacks.items()}
    record("stacks.stated", session, room=session.room, by=by, at=at, after=after)
    answered(key, {"sittings": [sitting.pk for sitting in sittings.values()]})
    return sittings


def _chips_out(leaving: list[Sitting], session: TableSession) -> list[Move]:
    """The stacks of those who leave, back to the chip issue; `left_with` is set on each sitting."""
    issue = house_account(session.room, AccountKind.CHIP_ISSUE)
    seats = {sitting.pk: seat_account(sitting) for sitting in leaving}
    held = lock([issue, *seats.values()])
    for sitting in leaving:
        sitting.left_with = held[seats[sitting.pk].pk].balance
    return [
        Move(seats[sitting.pk], issue, sitting.left_with, TransferKind.IMPORT)
        for sitting in leaving
        if sitting.left_with
    ]


def _end(leaving: list[Sitting], by: User | None, at: datetime) -> None:
    for sitting in leaving:
        sitting.left_at, sitting.left_by = at, by
        sitting.save(update_fields=["left_at", "left_by", "left_with"])


def _sit(session: TableSession, player: Player, seat: int, by: User | None, at: datetime) -> Sitting:
    return Sitting.objects.create(session=session, player=player, seat=seat, is_import=True, seated_at=at, seated_by=by)


def _differences(stated: Mapping[int, int], sittings: Mapping[int, Sitting], session: TableSession) -> list[Move]:
    """What must come from the chip issue, or go back to it, so that each seat holds what the file states."""
    issue = house_account(session.room, AccountKind.CHIP_ISSUE)
    seats: dict[int, Account] = {seat: seat_account(sitting) for seat, sitting in sittings.items()}
    held = lock([issue, *seats.values()])
    moves = []
    for seat, account in seats.items():
        missing = stated[seat] - held[account.pk].balance
        if missing > 0:
            moves.append(Move(issue, account, missing, TransferKind.IMPORT))
        elif missing < 0:
            moves.append(Move(account, issue, -missing, TransferKind.IMPORT))
    return moves
