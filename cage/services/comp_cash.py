"""Comps that the window pays in cash: of points alone, and only where the room's rules let points become cash."""

from datetime import datetime
from typing import Any

from cage.models import CashSlip, SlipVoid
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from players.models import CompEntry, CompRules, Player, TransferKind
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

    Refuses `comp_is_no_cash`, an amount that is no whole number of points (`comp_uneven`), and as `redeem_points`, but
    beside the amount what that one refuses beside the points.
    """
    rules = rules_on(room, room.gaming_day(at)) if kind == TransferKind.COMP_PAID else None
    if rules is None or patron is None:
        return
    refuse_cash_comps(room, at)
    _refuse_uneven(rules, room, amount)
    points = amount // rules.point_value
    facts: dict[str, Any] = {"key": key, "by": by, "second": second, "at": at}
    try:
        take_points(room=room, player=patron, points=points, what=what, is_cash=True, **facts)
    except DomainError as error:
        error.field = "amount" if error.field == "points" else error.field
        raise


def refuse_dear_comp(kind: TransferKind, amount: int, *, room: Room, patron: Player, at: datetime) -> None:
    """Refuse what `take_points_for` would refuse of a comp in cash by its amount: before it is held for an identity,
    for nobody waits for what is never paid (`comp_is_no_cash`, `comp_uneven`)."""
    rules = rules_on(room, room.gaming_day(at)) if kind == TransferKind.COMP_PAID else None
    if rules is None:
        return
    refuse_cash_comps(room, at)
    _refuse_uneven(rules, room, amount)


def refuse_cash_comps(room: Room, at: datetime) -> None:
    """Refuse (`comp_is_no_cash`) where the rules of comps that hold now never let points become cash; one query."""
    rules = rules_on(room, room.gaming_day(at))
    if rules is not None and not rules.cash_allowed:
        raise no_cash(room)


def _refuse_uneven(rules: CompRules, room: Room, amount: int) -> None:
    if amount % rules.point_value:
        message = f"A point is worth {room.money(rules.point_value)}: pay a whole number of points."
        raise DomainError("comp_uneven", message, allowed={"multiple_of": rules.point_value}, field="amount")


def give_points_back(
    slip: CashSlip, *, reason: str, key: str, by: User | None, second: User | None, at: datetime
) -> None:
    """Give back the points of a comp in cash whose slip is voided; nothing for other slips. Two people, whatever the
    amount."""
    entry = CompEntry.objects.filter(request_key=f"{slip.request_key}:points", is_cash=True).first()
    if entry is not None and not SlipVoid.objects.filter(cash_slip=slip).exists():
        give_back(entry=entry, reason=reason, key=key, by=by, second=second, at=at)
