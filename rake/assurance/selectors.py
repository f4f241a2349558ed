"""The rows that assurance has kept of a room: its newest reading, and the flags with what became of them."""

from collections.abc import Mapping
from datetime import date

from django.db.models import QuerySet

from cage.models import BoxPull
from config.rooms.models import Room
from config.staff.models import User
from games.models import Hand
from rake.assurance.seen import Kind, Subject
from rake.assurance.split import Signal
from rake.assurance.watching import Closed
from rake.models import AssuranceFlag, AssuranceReading, PotAnswer


def newest_reading(room: Room) -> AssuranceReading | None:
    """The newest reading of a room; None before the first."""
    return AssuranceReading.objects.filter(room=room).select_related("read_by").order_by("-pk").first()


def first_day(room: Room) -> date | None:
    """The gaming day of the room's first hand; None where none was recorded."""
    return Hand.objects.filter(room=room).order_by("gaming_day").values_list("gaming_day", flat=True).first()


def flags_of(room: Room) -> QuerySet[AssuranceFlag]:
    """The flags of a room with whom they are about, the newest first."""
    with_all = AssuranceFlag.objects.filter(room=room).select_related(
        "dealer", "table", "enterer", "closing__closed_by", "room"
    )
    return with_all.order_by("-pk")


def open_flags(room: Room) -> QuerySet[AssuranceFlag]:
    """The flags that wait for somebody's look."""
    return flags_of(room).filter(closing=None)


def subject_of(flag: AssuranceFlag) -> Subject:
    """Whom a flag is about, as the arithmetic has it."""
    for kind, pk in ((Kind.DEALER, flag.dealer_id), (Kind.TABLE, flag.table_id), (Kind.ENTERER, flag.enterer_id)):
        if pk is not None:
            return Subject(kind, pk)
    raise AssertionError("the row says that a flag is about one")


def closed_flags(room: Room) -> Mapping[tuple[Signal, Subject], Closed]:
    """The flags that were closed: how many of each subject and signal, and when the last one was."""
    found: dict[tuple[Signal, Subject], Closed] = {}
    for flag in flags_of(room).exclude(closing=None).order_by("pk"):
        key = (Signal(flag.signal), subject_of(flag))
        times = found[key].times + 1 if key in found else 1
        found[key] = Closed(times, flag.closing.closed_at)
    return found


def is_about(flag: AssuranceFlag, person: User) -> bool:
    """Whether a flag is about somebody: they enter hands, or deal under their badge."""
    if flag.dealer is not None:
        return flag.dealer.badge_number.casefold() == person.badge_number.casefold()
    return flag.enterer_id == person.pk


def has_news(room: Room) -> bool:
    """Whether boxes were counted, or pots told, since the room was read last."""
    last = newest_reading(room)
    boxes = BoxPull.objects.filter(room=room, state=BoxPull.State.COUNTED)
    pots = PotAnswer.objects.filter(room=room)
    if last is None:
        return boxes.exists() or pots.exists()
    return boxes.filter(counted_at__gt=last.read_at).exists() or pots.filter(answered_at__gt=last.read_at).exists()
