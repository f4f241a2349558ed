"""Drawers with more cash than the room lets lie there: a credit is due. How much there is nobody is told (R39)."""

import hashlib
import hmac
from dataclasses import dataclass

from django.conf import settings

from cage.models import Drawer, DrawerSession
from config.rooms.models import Room
from config.staff.models import User
from players.models import Account, AccountKind


@dataclass(frozen=True, slots=True)
class CreditDue:
    """Cash that a drawer's cashier is asked to bring back to the vault: the same amount every time, minor units."""

    drawer: Drawer
    amount: int


def credits_due(room: Room, cashier: User) -> list[CreditDue]:
    """The credits that somebody is asked for at the open drawers that they work; two queries at most."""
    running = DrawerSession.objects.filter(room=room, cashier=cashier, state=DrawerSession.State.OPEN)
    limited = list(running.exclude(drawer__working_capital=None).select_related("drawer"))
    if not limited:
        return []
    drawers = [session.drawer_id for session in limited]
    cash = Account.objects.filter(room=room, kind=AccountKind.DRAWER_CASH, drawer_id__in=drawers)
    held = dict(cash.values_list("drawer_id", "balance"))
    return [
        CreditDue(session.drawer, session.drawer.credit_step or 0)
        for session in limited
        if held.get(session.drawer_id, 0) > asked_from(session)
    ]


def asked_from(session: DrawerSession) -> int:
    """The cash from which on a credit is asked for in a session, minor units: up to a step below the limit, by how much
    nobody at the drawer can tell. Otherwise the sale that brings the banner would tell what lies there."""
    limit, step = session.drawer.working_capital or 0, session.drawer.credit_step or 1
    secret = hmac.new(settings.SECRET_KEY.encode(), f"credit of session {session.pk}".encode(), hashlib.sha256)
    return limit - int.from_bytes(secret.digest()[:8], "big") % step
