"""Chips of a retired set that are brought after its last day: refused with the way on, or approved by somebody above.

An amount says nothing of its chips: where pieces are counted they are judged by their values, and else by what the
cashier sees on the counter and says.
"""

from collections.abc import Iterable
from datetime import date, datetime

from cage.counted import Pieces
from cage.models import ChipSlip
from cage.selectors.chip_sets import sets_on
from config.days.registry import in_words
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone

WHAT = "chips of a retired set are taken after its last day"


def judge_late_pieces(
    room: Room, pieces: Pieces | None, *, by: User | None, at: datetime, second: User | None = None
) -> dict[str, object]:
    """Judge pieces that were counted by the sets that they can be of; returns what the trail says of an approval.

    Refuses those that can only be of sets whose last day is over, as `judge_late`. Source: C-7.
    """
    sets = sets_on(room, room.gaming_day(at))
    late = [value for value, count in (pieces or {}).items() if count and not sets.may_take(value)]
    if not late:
        return {}
    values = " and ".join(room.money(value) for value in sorted(late, reverse=True))
    retirements = [row.retirement for row in sets.over if row.retirement and any(map(row.issued.ever, late))]
    return judge_late(room, f"Chips of {values}", retirements, by=by, at=at, second=second)


def judge_late_set(
    room: Room, *, is_late: bool, by: User | None, at: datetime, second: User | None = None
) -> dict[str, object]:
    """Judge chips of which only the amount is known: the cashier says that some are of a set whose last day is over
    (`is_late`), and they are where no set is taken any more. Returns and refuses as `judge_late_pieces`."""
    sets = sets_on(room, room.gaming_day(at))
    taken = len(sets.in_use) + len(sets.retired) - len(sets.over)
    if not sets.over or (taken and not is_late):
        return {}
    retirements = [row.retirement for row in sets.over if row.retirement]
    return judge_late(room, "Some of these chips", retirements, by=by, at=at, second=second)


def judge_late(
    room: Room,
    what: str,
    retirements: Iterable[ChipSlip],
    *,
    by: User | None,
    at: datetime,
    second: User | None,
) -> dict[str, object]:
    """Refuse (`last_day_over`) what is of retired sets, unless the room lets a `second` person who may fund drawers
    approve it, and they do. Refuses them as `config.staff.second.refuse_alone`."""
    if room.late_chips == Room.LateChips.APPROVED and second is not None:
        refuse_alone(second, by, Permission.DRAWER_FUND, room, WHAT, at=at)
        return {"late_chips_approved_by": second.display_name}
    told = " and ".join(f"{slip.chip_set}, whose last day was {_day(slip.last_day)}" for slip in retirements)
    field = "badge" if room.late_chips == Room.LateChips.APPROVED else ""
    raise DomainError("last_day_over", f"{what} are of {told}. {way_on(room)}", field=field)


def way_on(room: Room) -> str:
    """The way on with chips that come too late, in words for whoever stands at the counter."""
    if room.late_chips == Room.LateChips.APPROVED:
        return "Give them back, or let a manager approve it with badge and PIN."
    return f"Give them back: the patron turns to {room.late_chips_way or 'the manager of the room'}."


def _day(day: date | None) -> str:
    return in_words(day) if day else "over"
