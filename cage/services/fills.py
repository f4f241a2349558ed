"""The terms of a fill from the vault beside two people: its cashier is one of them, its pieces are kept, and the same
one is asked about before it is booked twice."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import F, Max, Q, Sum

from cage.counted import Counted, spread
from cage.models import Drawer, DrawerFill, DrawerSession
from cage.selectors.denominations import values_of
from cage.selectors.drawers import works_at
from cage.services.counts import refuse_unknown_values
from cage.services.drawers import tills_of
from cage.services.more_than_issued import refuse_handing_out, refuse_without_set
from config.errors import DomainError
from config.staff.models import User
from players import four_eyes
from players.models import Transfer, TransferKind


def act_of_fill(running: DrawerSession, by: User | None, second: User | None) -> four_eyes.Act:
    """The act by which a drawer is filled, once the cashier who answers for it fills it or confirms it: a chip runner
    confirms for the own bank. Refuses anybody else (`cashier_confirms`); nobody at all is `four_eyes.approve`'s.
    """
    cashier = running.cashier
    if second is not None and cashier not in (by, second):
        message = (
            f"{running.drawer} is worked by {cashier}, who answers for what is in it: let {cashier} count what came "
            "and confirm it with badge and PIN."
        )
        raise DomainError("cashier_confirms", message, field="badge")
    return replace(four_eyes.FILL, second_may=works_at(running.drawer)) if cashier == second else four_eyes.FILL


def refuse_unfit_to_go_out(drawer: Drawer, chips: int, counted: Counted | None, *, at: datetime) -> None:
    """Refuse a sheet of nothing (`fill_empty`), pieces that the room hasn't (`denomination_unknown`) or hands out no
    more (`set_retired`); of an amount of chips alone, minor units, where every set is retired."""
    if counted is None:
        if chips:
            refuse_without_set(drawer.room)
        return
    if not any(counted.amounts):
        raise DomainError("fill_empty", "Enter how many pieces of which value go into the drawer.")
    refuse_unknown_values(drawer.room, counted)
    refuse_handing_out(drawer.room, counted.chips, at=at)


def keep_pieces(
    drawer: Drawer, chips: int, cash: int, counted: Counted | None, *, key: str, by: User | None, at: datetime
) -> DrawerFill:
    """Keep the pieces of a fill; returns the row. Where amounts alone are stated, minor units, the chips are spread
    over the room's values, and the row says so."""
    room = drawer.room
    pieces = counted or Counted(spread(chips, values_of(room).chips, smallest=room.smallest_chip))
    return DrawerFill.objects.create(
        room=room, drawer=drawer, **pieces.as_json(), chips_amount=chips, cash_amount=cash, is_spread=counted is None,
        gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip


def refuse_filled_just_now(drawer: Drawer, chips: int, cash: int, *, at: datetime) -> None:
    """Refuse (`filled_just_now`) a fill of the same chips and cash, minor units, as one that a drawer has had within
    the room's `refill_minutes`; whoever means another one says so. The caller has locked the drawer."""
    tills, soon = tills_of(drawer), timedelta(minutes=drawer.room.refill_minutes)
    fills = Transfer.objects.filter(
        room=drawer.room, kind=TransferKind.FILL, target__in=tills, at__gt=at - soon, at__lte=at,
        reverses=None, reversed_by=None,
    )  # fmt: skip
    sums = fills.values("request_key", "at", name=F("by__display_name")).annotate(
        number=Max("chain_number"),
        chips=Sum("amount", filter=Q(target=tills[0]), default=0),
        cash=Sum("amount", filter=Q(target=tills[1]), default=0),
    )
    same = sums.filter(chips=chips, cash=cash).order_by("-number").first()
    if same:
        money, when = drawer.room.money, same["at"].astimezone(drawer.room.zone)
        message = (
            f"{drawer} was filled with {money(chips)} in chips and {money(cash)} in cash at {when:%H:%M} by "
            f"{same['name']}. If this is another one, let it be confirmed again and send it again."
        )
        raise DomainError("filled_just_now", message)
