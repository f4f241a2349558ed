"""The terms of a fill from the vault beside two people: its cashier is one of them, and the same one is asked about
before it is booked twice."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import F, Max, Q, Sum

from cage.models import Drawer, DrawerSession
from cage.selectors.drawers import works_at
from cage.services.drawers import tills_of
from config.errors import DomainError
from config.staff.models import User
from players import four_eyes
from players.models import Transfer, TransferKind

SOON = timedelta(minutes=10)
"""The time within which a second fill of the same amounts is asked about: a second tap, or a page that was left open
(house)."""


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


def refuse_filled_just_now(drawer: Drawer, chips: int, cash: int, *, at: datetime) -> None:
    """Refuse (`filled_just_now`) a fill of the same chips and cash, minor units, as one that a drawer has had within
    `SOON`; whoever means another one says so. The caller has locked the drawer."""
    tills = tills_of(drawer)
    fills = Transfer.objects.filter(
        room=drawer.room, kind=TransferKind.FILL, target__in=tills, at__gt=at - SOON, at__lte=at,
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
