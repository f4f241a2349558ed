"""Cover of what is taken back out of a box that was pulled meanwhile, or put into it: it is over-and-short's, by name,
and stands against the box into which the hand fell."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from cage.models import BoxCover
from cage.selectors.fallen import key_of_cover, with_pulls
from config.audit.services import record
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.ledger import Move, house_account, post
from players.models import Account, AccountKind, TransferKind
from players.tills import Cover


def cover_boxes(
    *,
    room: Room,
    covers: Mapping[int, Cover],
    key: str,
    by: User | None,
    at: datetime,
    reason: str,
    hand_id: int | None = None,
    case_id: int | None = None,
) -> None:
    """Put into boxes, by the ids of their accounts, what a correction or a ruling is about to take out of them and they
    hold no more, or let go on from them what it has put there; in the caller's transaction, which has locked them and
    over-and-short. The covers of one call go one way.

    What was pulled is counted against the books of that moment. A hand that was recorded wrongly made that count short
    or over; its correction takes back what the count put there, or else says what the house still misses.
    """
    if not covers:
        return
    own = key_of_cover(key, is_back=any(cover.amount < 0 for cover in covers.values()))
    claim(own, "cover_boxes", {"lacking": {pk: cover.amount for pk, cover in covers.items()}}, by=by, at=at)
    off = house_account(room, AccountKind.OVER_SHORT)
    boxes = Account.objects.filter(room=room).in_bulk(sorted(covers))
    post(
        room=room, key=own, moves=[_move(off, boxes[pk], cover.amount) for pk, cover in covers.items()], by=by, at=at,
        reason=reason,
    )  # fmt: skip
    for pk, each in covers.items():
        facts: dict[str, Any] = {"hand_id": hand_id, "case_id": case_id, "gaming_day": room.gaming_day(at)}
        facts |= {"at": at, "by": by, "request_key": own, "pull_id": each.pull}
        cover = BoxCover.objects.create(room=room, account=boxes[pk], amount=each.amount, **facts)
        record("box.covered", cover, room=room, by=by, at=at, after={"amount": each.amount}, reason=reason)
    answered(own, {})


def uncover_boxes(*, room: Room, rulings: Collection[str], key: str, by: User, at: datetime) -> None:
    """Let go on from boxes to over-and-short again what it put there for rulings, by their request keys, in the
    transaction that has just put back what these rulings took: it stands against the same boxes."""
    found = BoxCover.objects.filter(room=room, request_key__in=[key_of_cover(each) for each in rulings])
    covers: dict[int, Cover] = {}
    case_id = None
    for cover in with_pulls(found).order_by("pk"):
        before, case_id = covers.get(cover.account_id), cover.case_id
        amount = (before.amount if before else 0) - cover.amount
        covers[cover.account_id] = Cover(amount, cover.of)
    cover_boxes(room=room, covers=covers, key=key, by=by, at=at, reason="ruling taken back", case_id=case_id)


def _move(off: Account, box: Account, amount: int) -> Move:
    if amount > 0:
        return Move(off, box, amount, TransferKind.VARIANCE)
    return Move(box, off, -amount, TransferKind.VARIANCE)
