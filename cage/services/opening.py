"""A drawer is opened by the person who will work it, with a count that is blind to the last close."""

from datetime import datetime

from django.db import transaction

from cage.counted import Counted
from cage.models import Drawer, DrawerCount, DrawerSession, DrawerVariance
from cage.selectors.sheets import is_counted_out
from cage.services.counts import end_of_ledger, expected_in, keep_count, refuse_unknown_chips
from cage.services.drawers import lock_drawer, lock_session, not_in_state, not_yours
from cage.services.one_drawer import refuse_second_drawer
from cage.services.runners import refuse_worker
from cage.services.variances import post_variance
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone

_S = DrawerSession.State


@transaction.atomic
def open_drawer(*, drawer: Drawer, counted: Counted, key: str, by: User, at: datetime) -> DrawerSession:
    """Open a closed drawer for `by`, who has counted it; returns the session. A retry with the same key returns it too.

    Where the count is what the last close left the drawer is open at once. Otherwise it is being opened: it is counted
    again (`recount_opening`), or the difference is accepted by name (`accept_opening`), or all is given up. How large
    the difference is nobody is told before; and who has counted it as often as the room sets already (`opening_looks`),
    giving up between, isn't told any more whether there is one: a second person confirms what lies there. Refuses a
    drawer that is not closed (`drawer_open`, `drawer_opening`, `drawer_counting`), who doesn't work such a drawer
    (`drawer_may_not`) or works another (`works_another_drawer`), and pieces that the room hasn't
    (`denomination_unknown`).
    """
    if earlier := claim(key, "open_drawer", {"drawer": drawer.pk} | counted.as_json(), by=by, at=at):
        return DrawerSession.objects.get(pk=(earlier.answer or {})["session"])
    drawer, running = lock_drawer(drawer)
    if running is not None:
        raise not_in_state(drawer, running)
    refuse_worker(drawer, by)
    refuse_second_drawer(drawer, by)
    refuse_unknown_chips(drawer, counted, who=(by,), by=by, at=at)
    is_told = not is_counted_out(drawer, by)
    is_equal = is_told and counted.amounts == expected_in(drawer)
    session = DrawerSession.objects.create(
        room=drawer.room, drawer=drawer, cashier=by, state=_S.OPEN if is_equal else _S.OPENING, began_at=at,
        opened_at=at if is_equal else None, after_number=end_of_ledger(drawer.room),
    )  # fmt: skip
    keep_count(session, DrawerCount.Part.OPENING, counted, who=(by,), key=key, by=by, at=at)
    verb = "drawer.opened" if is_equal else "drawer.opening_differs" if is_told else "drawer.opening_counted"
    record(verb, session, room=drawer.room, by=by, at=at, after={"cashier": by.pk})
    answered(key, {"session": session.pk})
    return session


@transaction.atomic
def recount_opening(*, session: DrawerSession, counted: Counted, key: str, by: User, at: datetime) -> DrawerSession:
    """Count a drawer once more whose opening count was not what the last close left; returns the session, open where
    they are equal now. Both counts stay.

    Refuses who isn't opening it (`not_your_drawer`) or has counted it so often (`opening_counted_twice`), a drawer that
    isn't being opened (`drawer_closed`, `drawer_open`, `drawer_counting`) and pieces that the room hasn't
    (`denomination_unknown`).
    """
    if claim(key, "recount_opening", {"session": session.pk} | counted.as_json(), by=by, at=at):
        return DrawerSession.objects.get(pk=session.pk)
    session = _lock_opening(session, by)
    if is_counted_out(session.drawer, by):
        message = (
            f"You have counted {session.drawer} as often as {session.room} lets one person: let a second person "
            "confirm what lies there, or give it up."
        )
        raise DomainError("opening_counted_twice", message)
    refuse_unknown_chips(session.drawer, counted, who=(by,), by=by, at=at)
    keep_count(session, DrawerCount.Part.OPENING, counted, who=(by,), key=key, by=by, at=at)
    is_equal = counted.amounts == expected_in(session.drawer)
    if is_equal:
        _set_open(session, at)
    verb = "drawer.opened" if is_equal else "drawer.opening_differs"
    record(verb, session, room=session.room, by=by, at=at, after={"cashier": by.pk})
    answered(key, {})
    return session


@transaction.atomic
def accept_opening(
    *, session: DrawerSession, key: str, by: User, at: datetime, second: User | None = None
) -> DrawerSession:
    """Open a drawer with what was counted last, before a `second` person; returns the session.

    The difference from the last close is booked as a variance against who closed and who opens, never as a new baseline
    (C-5, R28). Refuses as `recount_opening`, and as `config.staff.second.refuse_alone`.
    """
    body = {"session": session.pk} | ({"second": second.pk} if second else {})
    if claim(key, "accept_opening", body, by=by, at=at):
        return DrawerSession.objects.get(pk=session.pk)
    session = _lock_opening(session, by)
    right = Permission.DRAWER_COUNT
    refuse_alone(second, by, right, session.room, "the drawer is not what its last close left", at=at)
    count = session.counts.filter(part=DrawerCount.Part.OPENING).latest("id")
    before = _last_closed(session)
    closed_by = before.cashier if before else None
    variance = post_variance(session, DrawerVariance.Part.OPENING, count, key=key, by=by, at=at, closed_by=closed_by)
    _set_open(session, at)
    after = {"cashier": by.pk} | ({"second": second.pk} if second else {})
    after |= {"chips": variance.chips, "cash": variance.cash} if variance else {}
    record("drawer.opening_accepted", session, room=session.room, by=by, at=at, after=after)
    answered(key, {})
    return session


def _lock_opening(session: DrawerSession, by: User) -> DrawerSession:
    drawer, session = lock_session(session, _S.OPENING)
    if session.cashier_id != by.pk:
        raise not_yours(drawer, session)
    return session


def _set_open(session: DrawerSession, at: datetime) -> None:
    session.state, session.opened_at = _S.OPEN, at
    session.save(update_fields=["state", "opened_at"])


def _last_closed(session: DrawerSession) -> DrawerSession | None:
    """The session before it that was open; what was given up while opening left the drawer as it was."""
    earlier = DrawerSession.objects.filter(drawer=session.drawer, pk__lt=session.pk).exclude(opened_at=None)
    return earlier.select_related("cashier").order_by("-pk").first()
