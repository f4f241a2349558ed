"""The drawers of the cage: added to it, and locked by whoever moves something in or out or changes their state.

Every change of a drawer's state takes the lock of the drawer's row, as every move in or out does: a move that committed
before a count began is in it, one that comes after is refused (C-5).
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from cage.models import Drawer, DrawerSession
from config.audit.services import record
from config.compiled import Blank, compiled
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.ledger import drawer_account
from players.likeness import visible
from players.models import Account, AccountKind

_S = DrawerSession.State


@transaction.atomic
def add_drawer(
    *, room: Room, name: str, by: User | None, at: datetime, kind: Drawer.Kind = Drawer.Kind.WINDOW
) -> Drawer:
    """Add a drawer to the cage, or a chip runner's bank, closed and empty; returns it.

    A drawer is the same however its name is capitalized and spaced, and whatever stands in it unseen: what lies in it
    can't be lost to a second one. Refuses a name that one has (`drawer_name_taken`).
    """
    name = visible(name)
    drawer, is_new = Drawer.objects.get_or_create(room=room, name__iexact=name, defaults={"name": name, "kind": kind})
    if not is_new:
        message = f"There is a drawer called {drawer} already: open that one, or choose another name."
        raise DomainError("drawer_name_taken", message, field="name")
    record("drawer.added", drawer, room=room, by=by, at=at, after={"name": drawer.name, "kind": drawer.kind})
    return drawer


@transaction.atomic
def limit_drawer(
    *, drawer: Drawer, working_capital: int | None, step: int | None, by: User, at: datetime, second: User | None = None
) -> Drawer:
    """Set the most cash that lies in a drawer before a credit of `step` is asked for, minor units; None: none is asked
    for. Returns the drawer.

    Always before a `second` person. Refuses a limit without a step, or with one above it (`step_above_limit`), and as
    `config.staff.second.refuse_alone`. Source: C-7.
    """
    if working_capital is None:
        step = None
    elif step is None or not 1 <= step <= working_capital:
        message = "Say how much is brought back each time: no more than the limit."
        raise DomainError("step_above_limit", message, field="step")
    drawer, _ = lock_drawer(drawer)
    refuse_alone(second, by, Permission.DRAWER_COUNT, drawer.room, "the most cash in a drawer is changed", at=at)
    before = _limit(drawer)
    drawer.working_capital, drawer.credit_step = working_capital, step
    drawer.save(update_fields=["working_capital", "credit_step"])
    after = _limit(drawer) | ({"second": second.display_name} if second else {})
    record("drawer.limited", drawer, room=drawer.room, by=by, at=at, before=before, after=after)
    return drawer


def _limit(drawer: Drawer) -> dict[str, object]:
    """The limit of a drawer for the trail; nothing where it has none."""
    named = {"working_capital": drawer.working_capital, "credit_step": drawer.credit_step}
    return {name: amount for name, amount in named.items() if amount is not None}


def lock_drawer(drawer: Drawer) -> tuple[Drawer, DrawerSession | None]:
    """The drawer's row, locked after player and table session, and its session that runs; None where it is closed."""
    (drawer,) = _locked(drawer.pk)
    running = next(iter(_running(drawer.pk)), None)
    if running is not None:
        running.drawer, running.room = drawer, drawer.room
    return drawer, running


@compiled
def _locked(drawer: Blank) -> QuerySet[Drawer]:
    return Drawer.objects.select_for_update(of=("self",), no_key=True).select_related("room").filter(pk=drawer)


@compiled
def _running(drawer: Blank) -> QuerySet[DrawerSession]:
    return DrawerSession.objects.exclude(state=_S.CLOSED).filter(drawer=drawer).select_related("cashier")[:1]


def lock_open_drawer(drawer: Drawer) -> Drawer:
    """The drawer, locked. Refuses one that takes and gives nothing now: `drawer_closed`, `drawer_opening`,
    `drawer_counting`."""
    return lock_working(drawer).drawer


def lock_own_drawer(drawer: Drawer, by: User | None) -> Drawer:
    """The drawer, locked, for its cashier alone. Refuses as `lock_open_drawer`, and whoever else asks
    (`not_your_drawer`)."""
    running = lock_working(drawer)
    if by is None or running.cashier_id != by.pk:
        raise not_yours(running.drawer, running)
    return running.drawer


def lock_working(drawer: Drawer) -> DrawerSession:
    """The session of a drawer that is open, with the drawer, which is locked. Refuses as `lock_open_drawer`."""
    drawer, running = lock_drawer(drawer)
    if running is None or running.state != _S.OPEN:
        raise not_in_state(drawer, running)
    return running


def lock_session(session: DrawerSession, *states: str) -> tuple[Drawer, DrawerSession]:
    """The drawer, locked, and the session as it is now. Refuses a session in another state by the code of that state:
    `drawer_closed`, `drawer_opening`, `drawer_open`, `drawer_counting`."""
    drawer, running = lock_drawer(session.drawer)
    if running is None or running.pk != session.pk or running.state not in states:
        raise not_in_state(drawer, running)
    return drawer, running


def not_in_state(drawer: Drawer, running: DrawerSession | None) -> DomainError:
    """The refusal of what a drawer doesn't do in the state that it is in."""
    if running is None:
        message = f"{drawer} is closed: whoever works it opens it with a count, or choose another drawer."
        return DomainError("drawer_closed", message, field="drawer")
    who = running.cashier
    code, message = {
        _S.OPENING: ("drawer_opening", f"{drawer} is being opened by {who}: finish its opening count, or give it up."),
        _S.OPEN: ("drawer_open", f"{drawer} is open and {who} works it: let it be closed or handed over first."),
    }.get(
        _S(running.state),
        ("drawer_counting", f"{drawer} is being counted: finish the count on its page, or give it up there."),
    )
    return DomainError(code, message, field="drawer")


def not_yours(drawer: Drawer, running: DrawerSession) -> DomainError:
    """The refusal of somebody else at a cashier's drawer."""
    message = f"{drawer} is worked by {running.cashier}: open a drawer of your own, or let it be handed over to you."
    return DomainError("not_your_drawer", message, field="drawer")


def tills_of(drawer: Drawer) -> tuple[Account, Account]:
    """The drawer's chips and the drawer's cash."""
    room, kinds = drawer.room, (AccountKind.DRAWER_CHIPS, AccountKind.DRAWER_CASH)
    chips, cash = (drawer_account(room, kind, drawer.pk) for kind in kinds)
    return chips, cash
