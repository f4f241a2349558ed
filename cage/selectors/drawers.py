"""The drawers with who works them, and the vault behind them. What a drawer must hold is told by
`cage.services.look_at_expected` alone, which notes who asked."""

from dataclasses import dataclass

from cage.models import Drawer, DrawerSession
from config.rooms.models import Room
from config.staff.models import User
from players.models import Account, AccountKind


@dataclass(frozen=True, slots=True)
class DrawerRow:
    """A drawer and its session that runs; None where it is closed."""

    drawer: Drawer
    running: DrawerSession | None

    @property
    def is_open(self) -> bool:
        """Whether chips and cash go in and out."""
        return self.running is not None and self.running.state == DrawerSession.State.OPEN

    @property
    def state(self) -> str:
        """The state of the drawer in words."""
        return self.running.get_state_display() if self.running else "closed"


def drawer_rows(room: Room) -> list[DrawerRow]:
    """The drawers of the cage with who works them; two queries."""
    running = {session.drawer_id: session for session in running_sessions(room)}
    return [DrawerRow(drawer, running.get(drawer.pk)) for drawer in Drawer.objects.filter(room=room)]


def running_sessions(room: Room) -> list[DrawerSession]:
    """The sessions of the room's drawers that are not closed; one query."""
    running = DrawerSession.objects.filter(room=room).exclude(state=DrawerSession.State.CLOSED)
    return list(running.select_related("cashier", "successor", "counter").order_by("drawer__name"))


def open_drawers(room: Room) -> list[Drawer]:
    """The drawers that chips and cash go in and out of now; one query."""
    return list(Drawer.objects.filter(room=room, sessions__state=DrawerSession.State.OPEN))


def own_drawers(room: Room, user: User, kind: Drawer.Kind = Drawer.Kind.WINDOW) -> list[Drawer]:
    """The open drawers at a window that somebody works, or their banks as a chip runner; one query."""
    running = {"sessions__state": DrawerSession.State.OPEN, "sessions__cashier": user}
    return list(Drawer.objects.filter(room=room, kind=kind, **running))


def vault(room: Room) -> tuple[int, int]:
    """The chips and the cash in the vault, minor units."""
    kinds = (AccountKind.VAULT_CHIPS, AccountKind.VAULT_CASH)
    held = dict(Account.objects.filter(room=room, kind__in=kinds).values_list("kind", "balance"))
    return held.get(kinds[0], 0), held.get(kinds[1], 0)


def running_session(drawer: Drawer) -> DrawerSession | None:
    """The session of a drawer that is not closed; one query."""
    running = DrawerSession.objects.filter(drawer=drawer).exclude(state=DrawerSession.State.CLOSED)
    return running.select_related("cashier", "counter", "successor", "room", "drawer").first()
