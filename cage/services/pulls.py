"""Drop boxes are pulled off their tables by two people, on the room's schedule, and the next ones are hung."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from cage.box_places import places_at
from cage.drop_times import a_push, drop_time_at
from cage.models import Box, BoxHanging, BoxKeyTaking, BoxPull, Holds
from cage.services.boxes import end_hanging, hang, hanging_at, lock_table, not_hanging, readable, refuse_in_custody
from cage.services.counts import end_of_ledger
from cage.services.pool_feeds import pool_fed_by
from cage.services.two_people import signed_by
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.web.text import how_many
from players.ledger import Move, custody_account, lock, post
from players.models import Account, TransferKind
from tables.models import Down, Table, TableSession
from tables.services import lock_session

_W = BoxPull.Why


@dataclass(frozen=True, slots=True)
class Order:
    """A box to be pulled: what it takes, its number as it hangs or stands on it, and the number of the box that hangs
    there next; empty for none."""

    holds: str
    number: str
    next_number: str = ""


@dataclass(frozen=True, slots=True)
class _Request:
    """The facts that the boxes of one request share."""

    table: Table
    why: str
    drop_time: str
    reason: str
    key: str
    by: User
    watcher: User
    at: datetime


@transaction.atomic
def pull_boxes(
    *,
    table: Table,
    orders: Sequence[Order],
    why: str,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    reason: str = "",
) -> list[BoxPull]:
    """Pull boxes off a table before a `second` person who watches, and hang the next ones; returns the pulls.

    All that lies in the table's places of that kind by the books goes to each pull's custody, from whichever session;
    a hand in play goes on, and what it drops belongs to the next box. A retry with the same key returns the pulls too.
    `why` is a drop of the schedule, a push, or an emergency with a `reason` (R37). Refuses `boxes_missing`,
    `drop_not_now`, `push_not_now`, `reason_missing`, `box_number_missing`, `box_not_hanging`, `box_in_custody`,
    `box_hangs`, `box_unknown`, `box_of_another_kind`, a table that plays on without a box (`next_box_missing`),
    two of whom neither has the key that takes boxes off, where the room has given it out here before
    (`key_not_taken`), and as `config.staff.second.refuse_alone`.
    """
    body = {"table": table.pk, "orders": [asdict(each) for each in orders], "why": why, "reason": reason}
    body |= {"second": second.pk if second else None}
    if claim(key, "pull_boxes", body, by=by, at=at):
        return list(BoxPull.objects.filter(request_key=key))
    watcher = signed_by(second, by, Permission.BOX_PULL, table.room, "a box leaves its table", at=at)
    _refuse_orders(orders)
    _refuse_without_key(table.room, by, watcher)
    table = _lock_sessions_and_table(table)
    drop_time = _time_of_pull(table, why, reason, at)
    request = _Request(table, why, drop_time, reason.strip(), key, by, watcher, at)
    held = _lock_places(table, orders)
    pulls, moves = [], []
    for order in orders:
        pull = _pull(request, order, held[order.holds])
        pulls.append(pull)
        custody = custody_account(table.room, pull.pk)
        moves += [Move(each, custody, each.balance, TransferKind.DROP) for each in held[order.holds] if each.balance]
    post(room=table.room, key=key, moves=moves, by=by, at=at, reason=request.reason)
    answered(key, {"pulls": [pull.pk for pull in pulls]})
    return pulls


def _refuse_orders(orders: Sequence[Order]) -> None:
    if not orders or len({each.holds for each in orders}) != len(orders):
        raise DomainError("boxes_missing", "Choose the boxes that are pulled, each once.", field="boxes")


def _refuse_without_key(room: Room, by: User, watcher: User) -> None:
    """Refuse a pull without the key that takes boxes off, in a room that keeps its keys here (R40)."""
    keys = BoxKeyTaking.objects.filter(room=room, lock=BoxKeyTaking.Lock.RELEASE)
    if keys.exists() and not keys.filter(returned_at=None, taken_by__in=(by, watcher)).exists():
        message = (
            f"Neither {by} nor {watcher} has the key that takes boxes off: take it first, under Keys of the boxes."
        )
        raise DomainError("key_not_taken", message)


def _time_of_pull(table: Table, why: str, reason: str, at: datetime) -> str:
    """The drop time of the pull. Refuses a time at which nothing is pulled for that reason."""
    room = table.room
    found = drop_time_at(room, at)
    if why == _W.EMERGENCY:
        if not is_reason(reason):
            raise DomainError("reason_missing", "Say why the box is pulled outside of the drops.", field="reason")
        return ""
    if why == _W.PUSH:
        pushes = Down.objects.filter(session__table=table).exclude(ended_with=Down.End.UNDONE)
        since = at - a_push(room)
        if not pushes.filter(Q(started_at__gt=since) | Q(ended_at__gt=since)).exists():
            lately = how_many(room.push_minutes, "minute")
            message = f"No dealer was pushed here in the last {lately}: pull it at the next push, or as an emergency."
            raise DomainError("push_not_now", message, field="why")
        return found or ""
    if found is None:
        times = ", ".join(room.drop_times)
        message = f"Boxes are dropped at {times}: wait, or pull it as an emergency and say why."
        raise DomainError("drop_not_now", message, allowed={"times": room.drop_times}, field="why")
    return found


def _lock_sessions_and_table(table: Table) -> Table:
    """The table, locked after the sessions that are played there, so that no hand drops meanwhile and none is opened:
    what it drops belongs to one box or to the next."""
    _lock_sessions(table)
    table = lock_table(table)
    _lock_sessions(table)
    return table


def _lock_sessions(table: Table) -> None:
    for session in TableSession.objects.filter(table=table, closed_at=None).order_by("pk"):
        lock_session(session)


def _lock_places(table: Table, orders: Sequence[Order]) -> dict[str, list[Account]]:
    """The places that the boxes stand for, locked, by what they take."""
    wanted = {order.holds: list(places_at(table, order.holds).order_by("pk")) for order in orders}
    locked = lock(account for accounts in wanted.values() for account in accounts)
    return {holds: [locked[account.pk] for account in accounts] for holds, accounts in wanted.items()}


def _pull(request: _Request, order: Order, places: Sequence[Account]) -> BoxPull:
    """One box, off its table, with the next one in its place."""
    table, room = request.table, request.table.room
    hanging = hanging_at(table).get(order.holds)
    number = _number(order, hanging, table)
    before = BoxPull.objects.filter(table=table, holds=order.holds).order_by("-pk").first()
    following = _next_box(order, hanging, table)
    if following is not None and following.number == number:
        message = f"Box {number} is the one that you pull: enter the number of another, which hangs there next."
        raise DomainError("box_in_custody", message, field="next_number")
    if hanging is not None:
        end_hanging(hanging, by=request.by, at=request.at)
    is_promo = order.holds == Holds.PROMO
    pull = BoxPull.objects.create(
        room=room, table=table, holds=order.holds, hanging=hanging, number=number, why=request.why,
        drop_time=request.drop_time, reason=request.reason, downs=_downs(table, before, request.at),
        pool=pool_fed_by(table) if is_promo else None, expected=sum(place.balance for place in places),
        previous=before, after_number=before.last_number if before else 0, last_number=end_of_ledger(room),
        puller=request.by, watcher=request.watcher, gaming_day=room.gaming_day(request.at), at=request.at,
        request_key=request.key,
    )  # fmt: skip
    if following is not None:
        hang(following, table, order.holds, by=request.by, at=request.at)
    after: dict[str, Any] = {"number": number, "table": table.name, "holds": order.holds, "why": request.why}
    after |= {"second": request.watcher.pk}
    record("box.pulled", pull, room=room, by=request.by, at=request.at, after=after, reason=request.reason)
    return pull


def _number(order: Order, hanging: BoxHanging | None, table: Table) -> str:
    """The number of the box that is pulled: of the one that hangs there, else as it was read off it."""
    if not order.number.strip():
        message = f"Enter the number of the {Holds(order.holds).label} box, as it stands on it."
        raise DomainError("box_number_missing", message, field="number")
    number = readable(order.number)
    if hanging is not None and hanging.box.number != number:
        raise not_hanging(number, table)
    if hanging is None:
        elsewhere = BoxHanging.objects.filter(box__room=table.room, box__number=number, taken_at=None).first()
        if elsewhere is not None:
            message = f"Box {number} hangs at {elsewhere.table}, by the books: look at the number again."
            raise DomainError("box_hangs", message, field="number")
    refuse_in_custody(table.room, number)
    return number


def _next_box(order: Order, hanging: BoxHanging | None, table: Table) -> Box | None:
    if order.next_number.strip():
        number = readable(order.next_number)
        box = Box.objects.filter(room=table.room, number=number).first()
        if box is None:
            message = f"There is no box {number}: look at the number, or let a manager register it."
            raise DomainError("box_unknown", message, field="next_number")
        return box
    if hanging is not None and TableSession.objects.filter(table=table, closed_at=None).exclude(source="import"):
        message = f"{table} plays on: enter the number of the {Holds(order.holds).label} box that hangs there next."
        raise DomainError("next_box_missing", message, field="next_number")
    return None


def _downs(table: Table, before: BoxPull | None, at: datetime) -> list[int]:
    """The downs that were dealt at the table since the last pull, oldest first."""
    downs = Down.objects.filter(session__table=table, started_at__lte=at).exclude(ended_with=Down.End.UNDONE)
    if before is not None:
        downs = downs.filter(Q(ended_at=None) | Q(ended_at__gt=before.at))
    return list(downs.order_by("started_at", "pk").values_list("pk", flat=True))
