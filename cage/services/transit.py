"""Fills and credits are asked for and authorised, by two people (C-8). Nothing moves yet: `transit_moves` sends."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from cage.counted import Counted
from cage.models import Drawer, TransitSlip
from cage.selectors.drawers import works_at
from cage.services.counts import refuse_unknown_values
from cage.services.drawers import lock_own_drawer
from cage.services.more_than_issued import refuse_handing_out
from cage.services.runners import refuse_above_limit, refuse_above_limit_alone
from cage.services.transit_acts import Act, lock_slip, write_act
from config.errors import DomainError
from config.locks import LockKind, hold
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.own_making import refuse_own_making
from config.staff.roles import Permission
from tables.models import Table
from tables.selectors.sessions import playing
from tables.services import lock_session

_S, _K = TransitSlip.State, TransitSlip.Kind


@transaction.atomic
def request_slip(
    *,
    room: Room,
    kind: TransitSlip.Kind,
    counted: Counted,
    key: str,
    by: User,
    at: datetime,
    drawer: Drawer | None = None,
    table: Table | None = None,
    second: User | None = None,
) -> TransitSlip:
    """Ask for a fill from the vault, or a credit to it, of a drawer or of a table's tray; returns the slip.

    `counted` are the pieces; a tray has chips alone. It is `by` who asks, or `second`, who has shown badge and PIN. Its
    number is the next of room, year and kind; a request that is refused takes none. A chip runner asks for the own bank
    alone. Refuses who may not ask (`slip_may_not`), somebody else than the drawer's cashier (`not_your_drawer`), a
    drawer that is not open (`drawer_closed`, `drawer_opening`, `drawer_counting`), a table without a tray (`no_tray`),
    cash for a tray (`cash_in_tray`), nothing (`slip_empty`), pieces that the room hasn't (`denomination_unknown`), a
    fill that alone is more than a chip runner carries (`runner_above_limit`), and one of chips that no set in use has
    (`set_retired`). Source: R31.
    """
    person = second or by
    body = {"kind": kind.value, "room": room.pk, "drawer": drawer.pk if drawer else None, **counted.as_json()}
    body |= {"table": table.pk if table else None, "second": second.pk if second else None}
    if earlier := claim(key, "request_slip", body, by=person, at=at):
        return TransitSlip.objects.get(pk=(earlier.answer or {})["slip"])
    _refuse_empty(room, counted)
    drawer, table = _lock_place(room, drawer, table, person, counted)
    if kind == _K.FILL:
        refuse_handing_out(room, counted.chips, at=at)
        if drawer is not None:
            refuse_above_limit_alone(drawer, *counted.amounts)
    day = room.gaming_day(at)
    slip = TransitSlip.objects.create(
        room=room, kind=kind, year=day.year, number=_next_number(room, kind, day.year), drawer=drawer, table=table,
        **counted.as_json(), chips_amount=counted.chips_amount, cash_amount=counted.cash_amount, gaming_day=day, at=at,
    )  # fmt: skip
    write_act(slip, Act(_S.REQUESTED, person, key, by, at), counted)
    answered(key, {"slip": slip.pk})
    return slip


@transaction.atomic
def authorise_slip(*, slip: TransitSlip, key: str, by: User, at: datetime, second: User | None = None) -> TransitSlip:
    """Let a slip be sent; returns it. It is `by` who authorises, or `second`, who has shown badge and PIN.

    Refuses who may not (`slip_may_not`), who asked for it (`same_person`) or was let in today by who did
    (`second_is_let_in`), more than a chip runner carries with what is on its way or authorised (`runner_above_limit`),
    and a slip that waits for something else (`slip_moved_on`).
    """
    person = second or by
    body = {"slip": slip.pk, "second": second.pk if second else None}
    if claim(key, "authorise_slip", body, by=person, at=at):
        return TransitSlip.objects.get(pk=slip.pk)
    slip, people = lock_slip(slip, _S.REQUESTED)
    require(person, Permission.SLIP_AUTHORISE, slip.room)
    requester = people[_S.REQUESTED].person
    if person.pk == requester.pk:
        message = f"{requester} has asked for it: somebody else authorises it."
        raise DomainError("same_person", message, field="badge")
    refuse_own_making(person, requester, slip.room, at)
    if slip.is_fill and slip.drawer is not None:
        refuse_above_limit(slip.drawer, slip.chips_amount, slip.cash_amount, slip=slip)
    write_act(slip, Act(_S.AUTHORISED, person, key, by, at), Counted.read(slip.chips, slip.cash))
    answered(key, {})
    return slip


def require_signer(person: User, room: Room, bank: Drawer | None) -> None:
    """Refuse (`slip_may_not`) who signs no slips; whoever works chip runners' banks signs at one (`bank`)."""
    if bank is None or not bank.is_runner or not person.may(works_at(bank), room):
        require(person, Permission.SLIP, room)


def require(person: User, permission: Permission, room: Room) -> None:
    """Refuse (`slip_may_not`) who has no such right in the room."""
    if not person.may(permission, room):
        message = f"{person} may not {permission.sentence}: ask somebody who may."
        raise DomainError("slip_may_not", message, field="badge")


def _refuse_empty(room: Room, counted: Counted) -> None:
    refuse_unknown_values(room, counted)
    if not any(counted.amounts):
        raise DomainError("slip_empty", "Enter how many pieces of which value, then ask for them.")


def _lock_place(
    room: Room, drawer: Drawer | None, table: Table | None, person: User, counted: Counted
) -> tuple[Drawer | None, Table | None]:
    """The place that the slip is for, locked, so that it is not closed meanwhile."""
    require_signer(person, room, drawer)
    if drawer is not None and drawer.room_id == room.pk and table is None:
        return lock_own_drawer(drawer, person), None
    if table is None or drawer is not None or table.room_id != room.pk:
        raise DomainError("place_elsewhere", "That place is of another room: choose a drawer or a table of this one.")
    require(person, Permission.TABLE_OPEN, room)
    for session in playing(room).filter(table=table):
        lock_session(session)
    table.refresh_from_db()
    if not table.has_tray:
        raise DomainError("no_tray", f"{table} has no tray: a manager gives it one on the page of its tray.")
    if counted.cash_amount:
        raise DomainError("cash_in_tray", "A tray holds chips alone: ask for chips.")
    return None, table


def _next_number(room: Room, kind: TransitSlip.Kind, year: int) -> int:
    """The next number of room, year and kind; who asks keeps the others waiting until the end of the transaction."""
    hold(LockKind.SLIP_NUMBERS, room=room.pk, thing=year * 2 + (kind == _K.CREDIT))
    slips = TransitSlip.objects.filter(room=room, kind=kind, year=year)
    return (slips.aggregate(last=Max("number"))["last"] or 0) + 1
