"""Drawers with more cash than the room lets lie there, and chip runners who carry more than it lets them: a credit is
due. How much there is nobody is told (R39)."""

import hashlib
import hmac
from dataclasses import dataclass

from django.conf import settings
from django.db.models import F, Sum

from cage.models import Drawer, DrawerSession
from config.rooms.models import Room
from config.staff.models import User
from players.models import Account, AccountKind

TILL_KINDS = (AccountKind.DRAWER_CHIPS, AccountKind.DRAWER_CASH)


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


def runners_above_limit(room: Room) -> list[DrawerSession]:
    """The sessions of open banks whose chip runners carry more than the room lets them, chips and cash together: its
    limit was lowered since they were filled (R33). Two queries at most."""
    open_banks = DrawerSession.objects.filter(
        room=room, drawer__kind=Drawer.Kind.RUNNER, state=DrawerSession.State.OPEN
    )
    banks = {session.drawer_id: session for session in open_banks.select_related("drawer", "cashier").order_by("pk")}
    if not banks:
        return []
    tills = Account.objects.filter(room=room, kind__in=TILL_KINDS, drawer_id__in=banks)
    sums = tills.order_by().values(bank=F("drawer_id")).annotate(carried=Sum("balance"))
    above = set(sums.filter(carried__gt=room.runner_limit).values_list("bank", flat=True))
    return [session for drawer, session in banks.items() if drawer in above]


def asked_from(session: DrawerSession) -> int:
    """The cash from which on a credit is asked for in a session, minor units: up to a step below the limit, by how much
    nobody at the drawer can tell. Otherwise the sale that brings the banner would tell what lies there."""
    limit, step = session.drawer.working_capital or 0, session.drawer.credit_step or 1
    secret = hmac.new(settings.SECRET_KEY.encode(), f"credit of session {session.pk}".encode(), hashlib.sha256)
    return limit - int.from_bytes(secret.digest()[:8], "big") % step
