"""The drawers of the cage: opened for a cashier, and locked by whoever moves something in or out."""

from datetime import datetime

from django.db import transaction

from cage.models import Drawer
from config.audit.services import record
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from players.ledger import drawer_account
from players.likeness import visible
from players.models import Account, AccountKind


@transaction.atomic
def open_drawer(*, room: Room, name: str, cashier: User | None, by: User | None, at: datetime) -> Drawer:
    """Open a drawer of the cage for a cashier, a new one if the room has none of that name; returns it.

    A drawer is the same however its name is capitalized and spaced, and whatever stands in it unseen: what lies in it
    can't be lost to a second one.
    """
    name = visible(name)
    drawers = Drawer.objects.select_for_update(no_key=True)
    drawer, _ = drawers.get_or_create(room=room, name__iexact=name, defaults={"name": name})
    before = {"is_open": drawer.is_open, "cashier": drawer.cashier_id}
    drawer.is_open, drawer.cashier = True, cashier
    drawer.save(update_fields=["is_open", "cashier"])
    after = {"is_open": True, "cashier": drawer.cashier_id}
    record("drawer.opened", drawer, room=room, by=by, at=at, before=before, after=after)
    return drawer


def lock_open_drawer(drawer: Drawer) -> Drawer:
    """The drawer's row, locked after player and session. Refuses one that is closed (`drawer_closed`)."""
    drawer = Drawer.objects.select_for_update(of=("self",), no_key=True).select_related("room").get(pk=drawer.pk)
    if not drawer.is_open:
        raise DomainError("drawer_closed", f"{drawer} is closed: open it, or choose another drawer.", field="drawer")
    return drawer


def tills_of(drawer: Drawer) -> tuple[Account, Account]:
    """The drawer's chips and the drawer's cash."""
    room, kinds = drawer.room, (AccountKind.DRAWER_CHIPS, AccountKind.DRAWER_CASH)
    chips, cash = (drawer_account(room, kind, drawer.pk) for kind in kinds)
    return chips, cash
