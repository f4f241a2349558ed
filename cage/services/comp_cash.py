"""Comps that the window pays in cash: of points alone, and only where the room's rules let points become cash."""

from datetime import datetime

from cage.models import CashSlip, SlipVoid
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from players.models import CompEntry, Player, TransferKind
from players.selectors.comps import rules_on
from players.services.comp_redeeming import give_back, no_cash, take_points


def take_points_for(
    kind: TransferKind,
    amount: int,
    *,
    room: Room,
    patron: Player | None,
    what: str,
    key: str,
    by: User | None,
    second: User | None,
    at: datetime,
) -> None:
    """Take the points that a comp in cash is paid for; nothing for other kinds, nor in a room whose comps are off.

    Refuses `comp_is_no_cash`, an amount that is no whole number of points (`comp_uneven`), and as `redeem_points`.
    """
    rules = rules_on(room, room.gaming_day(at)) if kind == TransferKind.COMP_PAID else None
    if rules is None or patron is None:
        return
    if not rules.cash_allowed:
        raise no_cash(room)
    points, rest = divmod(amount, rules.point_value)
    if rest:
        message = f"A point is worth {room.money(rules.point_value)}: pay a whole number of points."
        raise DomainError("comp_uneven", message, allowed={"multiple_of": rules.point_value}, field="amount")
    take_points(
        room=room, player=patron, points=points, what=what, is_cash=True, key=key, by=by, second=second, at=at
    )  # fmt: skip


def give_points_back(
    slip: CashSlip, *, reason: str, key: str, by: User | None, second: User | None, at: datetime
) -> None:
    """Give back the points of a comp in cash whose slip is voided; nothing for other slips. Two people, whatever the
    amount."""
    entry = CompEntry.objects.filter(request_key=f"{slip.request_key}:points", is_cash=True).first()
    if entry is not None and not SlipVoid.objects.filter(cash_slip=slip).exists():
        give_back(entry=entry, reason=reason, key=key, by=by, second=second, at=at)
