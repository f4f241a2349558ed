"""Cover of what is taken back out of a box that was pulled meanwhile: the next box gives what it holds, the rest is
over-and-short's, by name."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from cage.models import BoxCover
from config.audit.services import record
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.ledger import Move, house_account, post
from players.models import Account, AccountKind, TransferKind


def cover_boxes(
    *,
    room: Room,
    lacking: Mapping[int, int],
    key: str,
    by: User | None,
    at: datetime,
    reason: str,
    hand_id: int | None = None,
    case_id: int | None = None,
) -> None:
    """Put into boxes, by the ids of their accounts, what a correction or a ruling is about to take out of them and they
    hold no more, minor units; in the caller's transaction, which has locked them and over-and-short.

    What was pulled is counted against the books of that moment. A hand that was recorded wrongly made that count short
    or over; its correction takes back what the count put there, or else says what the house still misses.
    """
    if not lacking:
        return
    own = f"{key}:box"
    claim(own, "cover_boxes", {"lacking": dict(lacking)}, by=by, at=at)
    source = house_account(room, AccountKind.OVER_SHORT)
    boxes = Account.objects.filter(room=room).in_bulk(sorted(lacking))
    moves = [Move(source, boxes[pk], amount, TransferKind.VARIANCE) for pk, amount in lacking.items()]
    post(room=room, key=own, moves=moves, by=by, at=at, reason=reason)
    for pk, amount in lacking.items():
        facts: dict[str, Any] = {"hand_id": hand_id, "case_id": case_id, "gaming_day": room.gaming_day(at)}
        facts |= {"at": at, "by": by, "request_key": own}
        cover = BoxCover.objects.create(room=room, account=boxes[pk], amount=amount, **facts)
        record("box.covered", cover, room=room, by=by, at=at, after={"amount": amount}, reason=reason)
    answered(own, {})
