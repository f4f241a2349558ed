"""The drawers with who works them, and the vault behind them. What a drawer must hold is told by
`cage.services.look_at_expected` alone, which notes who asked."""

from collections.abc import Collection
from dataclasses import dataclass

from cage.models import Drawer, DrawerSession
from config.rooms.models import Room
from config.staff.models import StaffRole, User
from config.staff.roles import ROLES, Permission
from players.models import Account
from players.models.ledger import VAULT_KINDS


@dataclass(frozen=True, slots=True)
class DrawerRow:
    """A drawer and its session that runs; None where it is closed."""

    drawer: Drawer
    running: DrawerSession | None
    is_left: bool = False
    """Whether its cashier may work it no more."""

    @property
    def is_open(self) -> bool:
        """Whether chips and cash go in and out."""
        return self.running is not None and self.running.state == DrawerSession.State.OPEN

    @property
    def state(self) -> str:
        """The state of the drawer in words."""
        return self.running.get_state_display() if self.running else "closed"


def drawer_rows(room: Room) -> list[DrawerRow]:
    """The drawers of the cage with who works them; three queries."""
    running = {session.drawer_id: session for session in running_sessions(room)}
    left = left_among(room, running.values())
    return [_row(drawer, running.get(drawer.pk), left) for drawer in Drawer.objects.filter(room=room)]


def _row(drawer: Drawer, running: DrawerSession | None, left: set[int]) -> DrawerRow:
    return DrawerRow(drawer, running, is_left=running is not None and running.pk in left)


def running_sessions(room: Room) -> list[DrawerSession]:
    """The sessions of the room's drawers that are not closed; one query."""
    running = DrawerSession.objects.filter(room=room).exclude(state=DrawerSession.State.CLOSED)
    return list(running.select_related("cashier", "successor", "counter", "drawer", "room").order_by("drawer__name"))


def open_drawers(room: Room) -> list[Drawer]:
    """The drawers that chips and cash go in and out of now; one query."""
    return list(Drawer.objects.filter(room=room, sessions__state=DrawerSession.State.OPEN))


def own_drawers(room: Room, user: User, kind: Drawer.Kind = Drawer.Kind.WINDOW) -> list[Drawer]:
    """The open drawers at a window that somebody works, or their banks as a chip runner; one query."""
    running = {"sessions__state": DrawerSession.State.OPEN, "sessions__cashier": user}
    return list(Drawer.objects.filter(room=room, kind=kind, **running))


def worked_by(user: User, *, but: Drawer) -> DrawerSession | None:
    """The session of another drawer that somebody works, in whatever room; None where they work none; one query."""
    running = DrawerSession.objects.filter(cashier=user).exclude(state=DrawerSession.State.CLOSED).exclude(drawer=but)
    return running.select_related("drawer", "room").order_by("pk").first()


def works_at(drawer: Drawer) -> Permission:
    """The permission of whoever works this drawer: at a window, or as a chip runner."""
    return Permission.RUNNER_SELL if drawer.is_runner else Permission.BUY_IN


def left_among(room: Room, sessions: Collection[DrawerSession]) -> set[int]:
    """The ids of those sessions of drawers that run whose cashier may work the drawer no more: their role has ended,
    or they may not sign in. At most one query."""
    cashiers = {session.cashier_id for session in sessions if session.cashier.is_active}
    held = StaffRole.objects.filter(room=room, ended_at=None, user__in=cashiers).values_list("user", "role")
    may = {(user, permission) for user, role in held for permission in ROLES[role].permissions} if cashiers else set()
    return {session.pk for session in sessions if (session.cashier_id, works_at(session.drawer)) not in may}


def is_left(session: DrawerSession) -> bool:
    """Whether the cashier of a drawer that runs may work it no more; at most one query."""
    return bool(left_among(session.room, [session]))


def may_stand_in(person: User, session: DrawerSession) -> bool:
    """Whether somebody may let a drawer be counted, or give its count up, in the place of its cashier: who funds
    drawers, and where the cashier may work it no more whoever counts drawers."""
    if person.may(Permission.DRAWER_FUND, session.room):
        return True
    return person.may(Permission.DRAWER_COUNT, session.room) and is_left(session)


def vault(room: Room) -> tuple[int, int]:
    """The chips and the cash in the vault, minor units."""
    held = dict(Account.objects.filter(room=room, kind__in=VAULT_KINDS).values_list("kind", "balance"))
    chips, cash = (held.get(kind, 0) for kind in VAULT_KINDS)
    return chips, cash


def running_session(drawer: Drawer) -> DrawerSession | None:
    """The session of a drawer that is not closed; one query."""
    running = DrawerSession.objects.filter(drawer=drawer).exclude(state=DrawerSession.State.CLOSED)
    return running.select_related("cashier", "counter", "successor", "room", "drawer").first()
