"""One person works one drawer at a time: who works two carries what one lacks over from the other, before either is
counted."""

from cage.models import Drawer, DrawerSession
from cage.selectors.drawers import worked_by
from config.errors import DomainError
from config.locks import LockKind, hold
from config.staff.models import User

_S = DrawerSession.State


def refuse_second_drawer(drawer: Drawer, by: User) -> None:
    """Refuse (`works_another_drawer`) to open a drawer for somebody who works another, at a window or as a chip runner,
    in whatever room; also one that is still being opened or counted: its chips and cash lie there.

    Until the transaction ends nobody else opens a drawer for that person. The caller has locked the drawer. Source:
    each bank has one custodian, who signs for all of it (R26; house for two at once).
    """
    hold(LockKind.WORKED_DRAWER, room=0, thing=by.pk)
    if other := worked_by(by, but=drawer):
        raise DomainError("works_another_drawer", works_already(other, drawer), field="drawer")


def works_already(other: DrawerSession, drawer: Drawer) -> str:
    """The words for somebody who works another drawer, at one that they would open."""
    name = _name(other, drawer)
    way_on = {
        _S.OPENING: f"You are opening {name}: finish its opening count, or give it up, before you open {drawer}.",
        _S.OPEN: f"You work {name}: close it, or hand it over, before you open {drawer}.",
    }
    counted = f"{name}, which you work, is being counted: let the count be finished before you open {drawer}."
    return way_on.get(_S(other.state), counted)


def refuse_busy_successor(session: DrawerSession, successor: User, way_on: str, *, field: str) -> None:
    """Refuse (`works_another_drawer`) to hand a drawer over to somebody who works another; `way_on` ends the sentence.
    Until the transaction ends nobody opens a drawer for them. The caller has locked the drawer."""
    hold(LockKind.WORKED_DRAWER, room=0, thing=successor.pk)
    if other := worked_by(successor, but=session.drawer):
        message = (
            f"{successor} works {_name(other, session.drawer)}: let it be closed or handed over first, or {way_on}."
        )
        raise DomainError("works_another_drawer", message, field=field)


def _name(other: DrawerSession, drawer: Drawer) -> str:
    return f"{other.drawer}" if other.room_id == drawer.room_id else f"{other.drawer} in {other.room}"
