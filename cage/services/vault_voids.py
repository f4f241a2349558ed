"""Mistakes at the vault, taken back whole: a fill of a drawer, and cash that was sent to the bank."""

from datetime import datetime
from typing import Any

from django.db import transaction

from cage.models import Drawer, DrawerSession
from cage.selectors.vault_counts import last_count
from cage.selectors.vault_moves import voidable
from cage.services.drawers import lock_working
from cage.services.fills import act_of_fill
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players import four_eyes
from players.ledger import lock, reverse
from players.models import Transfer


@transaction.atomic
def void_vault_move(
    *, room: Room, number: int, reason: str, key: str, by: User | None, at: datetime, second: User | None = None
) -> Transfer:
    """Take a fill of a drawer from the vault back, or cash that was sent to the bank; returns the void's first row.

    `number` is that of the move's first row in the ledger. Always before a `second` person; of a fill the cashier who
    works the drawer is one of the two. Refuses anything else (`not_voidable`), what was voided (`already_reversed`), a
    move of a day that is over (`day_is_over`), one after which the drawer or the vault was counted (`counted_since`), a
    missing reason (`reason_missing`), a drawer as `fund_drawer` does, one that no longer holds it (`drawer_short`), a
    vault that is counted (`vault_counting`), and as `four_eyes.approve`.
    """
    body = {"room": room.pk, "number": number, "reason": reason, "second": second.pk if second else None}
    if earlier := claim(key, "void_vault_move", body, by=by, at=at):
        return Transfer.objects.get(pk=(earlier.answer or {})["row"])
    rows = voidable(room, number)
    if not rows:
        message = (
            "Only fills without a slip and cash to the bank are taken back here: a slip is voided on its own page, a "
            "pool’s deposit is taken back on the pool’s."
        )
        raise DomainError("not_voidable", message)
    running = _lock_drawer(rows)
    lock(place for row in rows for place in (row.source, row.target))
    _refuse_over(rows[0], running, at)
    who: dict[str, Any] = {"by": by, "second": second, "key": key, "at": at}
    act = act_of_fill(running, by, second) if running else four_eyes.STOCK
    four_eyes.approve(act, room=room, amount=sum(row.amount for row in rows), **who)
    back = reverse(transfers=rows, key=key, by=by, at=at, reason=reason)
    after = {"voids": number} | ({"second": second.display_name} if second else {})
    record("vault.move_voided", room, room=room, by=by, at=at, after=after, reason=reason)
    answered(key, {"row": back[0].pk})
    return back[0]


def _lock_drawer(rows: list[Transfer]) -> DrawerSession | None:
    """The session of the drawer that was filled, with the drawer locked; None where cash went to the bank."""
    drawer = rows[0].target.drawer_id
    return lock_working(Drawer.objects.get(pk=drawer)) if drawer else None


def _refuse_over(first: Transfer, running: DrawerSession | None, at: datetime) -> None:
    """Refuse what is no mistake of now any more: on another day, or before a count that had it in the books."""
    if first.gaming_day != first.room.gaming_day(at):
        what = "send a credit from its drawer" if running else "bring the cash into the vault again"
        message = f"It was moved on the gaming day {first.gaming_day:%-d %B %Y}, which is over: {what}, and say why."
        raise DomainError("day_is_over", message)
    if running and running.after_number >= first.chain_number:
        message = f"{running.drawer} was counted since: send a credit, or explain by this row what it was off by."
        raise DomainError("counted_since", message)
    counted = last_count(first.room)
    if counted and (counted.last_number or 0) >= first.chain_number:
        message = "The vault was counted since: explain by this row what it was off by, and move it anew."
        raise DomainError("counted_since", message)
