"""Drawers opened and closed in tests, counted exactly as the books say or otherwise."""

import uuid
from datetime import datetime, timedelta

from cage import services as cage
from cage.counted import Counted, fewest_pieces
from cage.models import Drawer, DrawerSession
from cage.selectors.denominations import values_of
from cage.services.drawers import tills_of
from config.rooms.models import Room
from config.staff.models import User


def counted(room: Room, chips: int = 0, cash: int = 0) -> Counted:
    """These amounts in as few pieces as the room's denominations come to."""
    values = values_of(room)
    return Counted(fewest_pieces(chips, values.chips), fewest_pieces(cash, values.cash))


def by_the_books(drawer: Drawer, *, chips: int = 0, cash: int = 0) -> Counted:
    """The pieces that a drawer must hold, and so much more (below zero: less) of chips and cash."""
    held = [till.balance for till in tills_of(drawer)]
    return counted(drawer.room, held[0] + chips, held[1] + cash)


def open_exactly(drawer: Drawer, *, by: User, at: datetime) -> DrawerSession:
    """Open a drawer for a cashier who counts what the books say."""
    return cage.open_drawer(drawer=drawer, counted=by_the_books(drawer), key=str(uuid.uuid4()), by=by, at=at)


def opened(
    room: Room, name: str, *, cashier: User, by: User, at: datetime, kind: Drawer.Kind = Drawer.Kind.WINDOW
) -> Drawer:
    """A new drawer, open and empty, that a cashier works; or a chip runner's bank."""
    drawer = cage.add_drawer(room=room, name=name, by=by, at=at, kind=kind)
    cage.open_drawer(drawer=drawer, counted=Counted(), key=str(uuid.uuid4()), by=cashier, at=at)
    return drawer


def running(drawer: Drawer) -> DrawerSession:
    """The session of a drawer that isn't closed."""
    return (
        DrawerSession.objects.exclude(state=DrawerSession.State.CLOSED)
        .select_related("drawer__room")
        .get(drawer=drawer)
    )


def close_exactly(
    drawer: Drawer, *, by: User, second: User, at: datetime, chips: int = 0, cash: int = 0
) -> DrawerSession:
    """Close a drawer with two equal counts of what the books say, and so much more or less."""
    session = cage.begin_close(session=running(drawer), by=by, at=at)
    sheet = by_the_books(drawer, chips=chips, cash=cash)
    for number, who in enumerate((by, second)):
        facts = {"key": str(uuid.uuid4()), "by": who, "at": at + timedelta(seconds=number)}
        session = cage.count_drawer(session=session, counted=sheet, **facts)
    return session
