"""Drop boxes are added, hung at tables and taken off, one of a kind at a table."""

import re
from datetime import datetime

from django.db import transaction

from cage.box_places import places_at
from cage.models import Box, BoxHanging, BoxPull, Holds
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.models import Transfer
from tables.models import Table

_NUMBER = re.compile(r"[0-9A-Z][0-9A-Z-]{0,11}")


@transaction.atomic
def add_box(*, room: Room, number: str, kind: str, by: User | None, at: datetime) -> Box:
    """Register a box with the number that stands on it, in letters, digits and dashes; returns it.

    The camera reads the number, so no two boxes of a room share one (4 CCR 12384(a)(2)). Refuses another writing
    (`box_number_unreadable`) and a number that a box has (`box_number_taken`).
    """
    number = readable(number)
    box, is_new = Box.objects.get_or_create(room=room, number=number, defaults={"kind": Box.Kind(kind)})
    if not is_new:
        message = f"There is a box {number} already, for {box.get_kind_display()}: choose another number."
        raise DomainError("box_number_taken", message, field="number")
    record("box.added", box, room=room, by=by, at=at, after={"number": number, "box_kind": kind})
    return box


@transaction.atomic
def hang_box(
    *, box: Box, table: Table, holds: str, key: str, by: User, at: datetime, is_there: bool = False
) -> BoxHanging:
    """Hang a box at a table, where no other of its kind hangs; returns the hanging.

    `holds` is what it takes there: its own kind, or any for an emergency box. Refuses `box_of_another_kind`,
    `box_hangs`, `box_in_custody`, and a table where one hangs for that (`table_has_box`): pull that one, which hangs
    the next in the same act. Where none is on record and chips lie there by the books they are in another box, which is
    pulled by the number on it (`box_off_record`), unless somebody says that this one `is_there` and took them.
    """
    body = {"box": box.pk, "table": table.pk, "holds": holds} | ({"is_there": True} if is_there else {})
    if earlier := claim(key, "hang_box", body, by=by, at=at):
        return BoxHanging.objects.get(pk=(earlier.answer or {})["hanging"])
    table = lock_table(table)
    if found := hanging_at(table).get(holds):
        message = f"{found.box} hangs at {table} for {holds}: pull it, and hang the next in the same act."
        raise DomainError("table_has_box", message, field="box")
    if not is_there and places_at(table, holds).exclude(balance=0).exists():
        message = (
            f"Chips were dropped at {table} into a {Holds(holds).label} box that is on no record. Pull that one at "
            f"{table}, by the number on it, and enter {box.number} as the next; or, if {box.number} is the box that "
            "they were dropped into, say so below."
        )
        raise DomainError("box_off_record", message, field="is_there")
    hanging = hang(box, table, holds, by=by, at=at)
    answered(key, {"hanging": hanging.pk})
    return hanging


@transaction.atomic
def take_off_box(*, hanging: BoxHanging, by: User, at: datetime) -> BoxHanging:
    """Take a box off a table where nothing was dropped into it since it hangs; returns the hanging.

    Refuses one that was taken off (`box_not_hanging`), and one at whose table something lies by the books, or did
    since it hangs (`box_not_empty`): that box is pulled.
    """
    table = lock_table(hanging.table)
    found = hanging_at(table).get(hanging.holds)
    if found is None or found.pk != hanging.pk:
        raise not_hanging(hanging.box.number, table)
    if _took_something(found):
        message = f"Something was dropped into {found.box} since it hangs: pull it, so that it is counted."
        raise DomainError("box_not_empty", message)
    end_hanging(found, by=by, at=at)
    return found


def readable(number: str) -> str:
    """The number of a box in capitals. Refuses (`box_number_unreadable`) what no camera tells apart."""
    found = number.strip().upper()
    if not _NUMBER.fullmatch(found):
        message = "Write the number as it stands on the box: letters, digits and dashes, at most twelve."
        raise DomainError("box_number_unreadable", message, field="number")
    return found


def lock_table(table: Table) -> Table:
    """The table's row, locked before sessions and accounts: boxes come and go there one after the other, and no session
    is opened meanwhile."""
    return Table.objects.select_for_update(of=("self",), no_key=True).select_related("room").get(pk=table.pk)


def hanging_at(table: Table) -> dict[str, BoxHanging]:
    """The boxes that hang at a table, by what they take; one query."""
    return {each.holds: each for each in BoxHanging.objects.filter(table=table, taken_at=None).select_related("box")}


def hang(box: Box, table: Table, holds: str, *, by: User, at: datetime) -> BoxHanging:
    """The hanging of a box at a table whose row the caller has locked. Refuses `box_of_another_kind`, `box_hangs` and
    `box_in_custody`."""
    box = Box.objects.select_for_update(no_key=True).get(pk=box.pk)
    if box.kind not in (holds, Box.Kind.EMERGENCY):
        message = f"{box} is for {box.get_kind_display()}, not for {Holds(holds).label}: hang another."
        raise DomainError("box_of_another_kind", message, field="next_number")
    elsewhere = BoxHanging.objects.filter(box=box, taken_at=None).select_related("table").first()
    if elsewhere is not None:
        message = f"{box} hangs at {elsewhere.table}: take another."
        raise DomainError("box_hangs", message, field="next_number")
    refuse_in_custody(table.room, box.number)
    hanging = BoxHanging.objects.create(box=box, table=table, holds=holds, hung_at=at, hung_by=by)
    after = {"number": box.number, "table": table.name, "holds": holds}
    record("box.hung", box, room=table.room, by=by, at=at, after=after)
    return hanging


def end_hanging(hanging: BoxHanging, *, by: User, at: datetime) -> None:
    """Note that a box hangs no more."""
    hanging.taken_at, hanging.taken_by = at, by
    hanging.save(update_fields=["taken_at", "taken_by"])
    after = {"number": hanging.box.number, "table": hanging.table.name, "holds": hanging.holds}
    record("box.taken_off", hanging.box, room=hanging.table.room, by=by, at=at, after=after)


def refuse_in_custody(room: Room, number: str) -> None:
    """Refuse (`box_in_custody`) a box that was pulled and is not counted yet: what lies in it is counted apart
    (R38)."""
    waiting = BoxPull.objects.filter(room=room, number=number).exclude(state=BoxPull.State.COUNTED)
    if waiting.exists():
        message = f"Box {number} was pulled and is not counted yet: take another, or count it first."
        raise DomainError("box_in_custody", message, field="number")


def not_hanging(number: str, table: Table) -> DomainError:
    """The refusal of a box that is not, or no more, at a table."""
    message = f"Box {number} doesn’t hang at {table} any more: reload the page to see what does."
    return DomainError("box_not_hanging", message, field="number")


def _took_something(hanging: BoxHanging) -> bool:
    """Whether anything went into the places that a hanging box stands for, or lies there."""
    here = places_at(hanging.table, hanging.holds)
    since = Transfer.objects.filter(target__in=here, at__gte=hanging.hung_at)
    return here.exclude(balance=0).exists() or since.exists()
