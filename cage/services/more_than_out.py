"""Chips that come back to a window though by the books nobody carried them off: nobody issued them, or a stack or a
felt was miscounted. A manager compares them before they are paid."""

from collections.abc import Collection
from datetime import datetime

from cage.selectors.logs import MORE_THAN_IS_OUT
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.models import Account


def more_than_is_out(abroad: Account, amount: int) -> int:
    """The chips of so many that are more than are out of the house by the books, minor units; 0 where they are not."""
    return max(0, amount - max(0, abroad.balance))


def ask_about_more_than_is_out(
    room: Room,
    abroad: Account,
    amount: int,
    second: User | None,
    *,
    by: User | None,
    at: datetime,
    confirmed: Collection[str],
) -> tuple[dict[str, object], str]:
    """Ask (`more_than_is_out`) about chips beyond those that are `abroad` by the books, which the caller has locked;
    confirmed, a `second` person who may fund drawers signs for them, whatever the amount, and both count them. Returns
    what the trail says of it, and why two pay; nothing where so many are out. Refuses as `refuse_alone`.

    Dealers' tokes come from there too, and are counted by two and paid by name before the felt that they came from is
    counted: nobody is asked about those. Source: C-2.
    """
    more = more_than_is_out(abroad, amount)
    if not more:
        return {}, ""
    out = room.money(abroad.balance) if abroad.balance > 0 else "no chips"
    are = f"By the books {out} are out of the house"
    if MORE_THAN_IS_OUT not in confirmed:
        message = (
            f"{are}, this is {room.money(amount)}: chips nobody issued, or a stack or felt that was miscounted. "
            "Compare the chips, then confirm before a manager."
        )
        raise DomainError(MORE_THAN_IS_OUT, message, allowed={"confirm": MORE_THAN_IS_OUT})
    what = "chips are paid that are not out of the house by the books"
    refuse_alone(second, by, Permission.DRAWER_FUND, room, what, at=at)
    return {MORE_THAN_IS_OUT: more}, f"{are}, and this is {room.money(amount)}."
