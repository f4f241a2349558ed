"""Patterns of short and over: what one person, one tray, one table's boxes and one dealer is off by on a gaming day
together.

What goes little by little adds up (R28).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, F, OuterRef, Q, Subquery

from cage.counted import size_of
from cage.models import (
    BoxCount,
    BoxHandover,
    BoxPull,
    BoxVariance,
    Carried,
    DrawerVariance,
    FeltResidual,
    Investigation,
    TransitAct,
    TransitSlip,
    TrayCount,
    TrayOff,
    VaultSheet,
    VaultVariance,
)
from cage.selectors.explained import Investigated, counters_at
from config.rooms.models import Room
from players.models import Transfer, TransferKind
from tables.models import Down


@dataclass(frozen=True, slots=True)
class Off:
    """The chips and the cash that one count was short or over, minor units, and whether it is investigated by now."""

    chips: int
    cash: int
    is_investigated: bool


def is_noticed(about: Investigated, together: Iterable[Sequence[Off]]) -> bool:
    """Whether something that was counted is beyond the room's notice, by itself or with what else of its day stands
    `together` with it and nobody investigates yet."""
    notice = about.room.variance_notice
    return about.size > notice or any(_sum(each) > notice for each in together)


def is_told_of(about: Investigated, together: Iterable[Sequence[Off]]) -> bool:
    """Whether the regulator is told of it: of so much as the room says, by itself, or with what else of its day stands
    `together` with it, whichever way it points: a pattern counts too, and none makes up for another. Of a box or a
    felt by itself alone: what many hands were recorded wrong by is no pattern of one person."""
    least = about.room.regulator_note_from
    if isinstance(about, BoxVariance | FeltResidual):
        return bool(least) and about.size >= least
    return bool(least) and (about.size >= least or any(_sizes(each) >= least for each in together))


def size_together(about: Investigated) -> int:
    """The size by which it is asked whether one person alone settles it, minor units: by itself, or of all that one of
    the people it stands against was off by on that gaming day, settled or not, where that is more. Of drawers, slips,
    trays and the vault none makes up for another; of boxes, which hold what many hands recorded, it does (R28)."""
    add = _net if isinstance(about, BoxVariance) else _sizes
    return max(about.size, *(add(each) for each in standing_together(about)))


def _net(found: Sequence[Off]) -> int:
    return size_of(sum(off.chips for off in found), sum(off.cash for off in found))


def _sizes(found: Iterable[Off]) -> int:
    return sum(size_of(off.chips, off.cash) for off in found)


def _sum(found: Iterable[Off]) -> int:
    """The size of what nobody investigates of these, minor units."""
    small = [off for off in found if not off.is_investigated]
    return size_of(sum(off.chips for off in small), sum(off.cash for off in small))


def standing_together(about: Investigated) -> Iterator[Sequence[Off]]:
    """The sums that something that was counted belongs to: of each person who answers for it whatever they
    were short or over that day, in drawers, on the way of slips, at trays and in the vault; of a tray that of its table
    too, and of whoever dealt there at any table. Boxes hold what many hands recorded, and stand with boxes alone: with
    those that one person pulled, watched, carried or counted, with those of their table, and with those of the one
    dealer who dealt into them. Felts, which many hands leave so too, stand with felts: with those that one person
    closed, confirmed or counted stacks at, and with those of their table. Two queries for each sum at most."""
    room, day = about.room, about.gaming_day
    if isinstance(about, FeltResidual):
        yield from _of_felt(about)
        return
    if isinstance(about, BoxVariance):
        yield from _of_box(about)
        return
    for person in sorted(_answering(about)):
        yield [
            *_drawers(room, day, person),
            *_carried(room, day, person),
            *_trays(room, day, Q(counted_by=person) | Q(verified_by=person)),
            *_vault(room, day, person),
        ]
    if isinstance(about, TrayOff):
        yield list(_trays(room, day, Q(table=about.count.table_id)))
        if about.count.dealer_id:
            yield list(_trays(room, day, Q(dealer=about.count.dealer_id)))


def _of_felt(about: FeltResidual) -> Iterator[Sequence[Off]]:
    """The felts of the day in which each person who answers for this one had a hand, and those of its table."""
    room, day = about.room, about.gaming_day
    for person in sorted(_answering(about)):
        at_table = Q(source__session=OuterRef("session")) | Q(target__session=OuterRef("session"))
        counted = Exists(Transfer.objects.filter(at_table, kind=TransferKind.COUNT, by=person))
        yield list(_felts(room, day, Q(by=person) | Q(second=person) | Q(counted)))
    yield list(_felts(room, day, Q(session__table=about.session.table_id)))


def _felts(room: Room, day: date, which: Q) -> Iterator[Off]:
    asked = Exists(Investigation.objects.filter(felt=OuterRef("pk")))
    found = FeltResidual.objects.filter(which, room=room, gaming_day=day).annotate(asked=asked)
    yield from (Off(-amount, 0, is_asked) for amount, is_asked in found.values_list("amount", "asked"))


def _of_box(about: BoxVariance) -> Iterator[Sequence[Off]]:
    """The boxes of the day that were in the hands of each person who had this one; those of its table and kind; and
    those into which the same dealer alone dealt."""
    room, day, pull = about.room, about.gaming_day, about.pull
    for person in sorted(_answering(about)):
        counted = BoxCount.objects.filter(pull=OuterRef("pull"), round=OuterRef("pull__round"))
        counted = counted.filter(Q(counted_by=person) | Q(second=person) | Q(third=person))
        carried = BoxHandover.objects.filter(pull=OuterRef("pull"), receiver=person)
        had = Q(pull__puller=person) | Q(pull__watcher=person) | Q(Exists(carried)) | Q(Exists(counted))
        yield list(_boxes(room, day, had))
    yield list(_boxes(room, day, Q(pull__table=pull.table_id, pull__holds=pull.holds)))
    if (dealer := _one_dealer(pull)) is not None:
        pulled = BoxVariance.objects.filter(room=room, gaming_day=day).values_list("pull__downs", flat=True)
        into = [down for downs in pulled for down in downs]
        downs = Down.objects.filter(shift__dealer=dealer, pk__in=into).values_list("pk", flat=True)
        theirs = Q(pull__downs__contained_by=list(downs)) & ~Q(pull__downs=[])
        yield list(_boxes(room, day, theirs))


def _one_dealer(pull: BoxPull) -> int | None:
    """The dealer whose downs alone were dealt into a box; None where there were several, or none."""
    dealers = set(Down.objects.filter(pk__in=pull.downs).values_list("shift__dealer", flat=True))
    return dealers.pop() if len(dealers) == 1 else None


def _had(pull: BoxPull) -> set[int | None]:
    """The people who pulled a box, watched, carried and counted it."""
    carried = set(pull.handovers.values_list("receiver", flat=True))
    counts = pull.counts.filter(round=pull.round).values_list("counted_by", "second", "third")
    return {pull.puller_id, pull.watcher_id, *carried, *(person for each in counts for person in each)}


def _boxes(room: Room, day: date, which: Q) -> Iterator[Off]:
    asked = Exists(Investigation.objects.filter(box_variance=OuterRef("pk")))
    found = BoxVariance.objects.filter(which, room=room, gaming_day=day).annotate(asked=asked)
    yield from (Off(chips, 0, is_asked) for chips, is_asked in found.values_list("chips", "asked"))


def _answering(about: Investigated) -> set[int]:
    """The people against whom it stands: who worked the drawer and, of an opening, who had closed it; who carried the
    slip; who counted the tray and who verified it; who counted the vault; who closed the table, confirmed it or counted
    there; who had the box in hand."""
    if isinstance(about, DrawerVariance):
        people = {about.cashier_id, about.closed_by_id}
    elif isinstance(about, Carried):
        people = {about.runner.pk}
    elif isinstance(about, TrayOff):
        people = {about.count.counted_by_id, about.count.verified_by_id}
    elif isinstance(about, VaultVariance):
        people = set(about.count.sheets.values_list("counted_by", flat=True))
    elif isinstance(about, FeltResidual):
        people = {about.by_id, about.second_id, *counters_at(about)}
    else:
        people = _had(about.pull)
    return {person for person in people if person is not None}


def _drawers(room: Room, day: date, person: int) -> Iterator[Off]:
    """A window's, and the bank of a chip runner (ADR 17)."""
    own = DrawerVariance.objects.filter(Q(cashier=person) | Q(closed_by=person), room=room, gaming_day=day)
    asked = Exists(Investigation.objects.filter(variance=OuterRef("pk")))
    yield from (Off(*row) for row in own.annotate(asked=asked).values_list("chips", "cash", "asked"))


def _carried(room: Room, day: date, person: int) -> Iterator[Off]:
    sent = TransitAct.objects.filter(slip=OuterRef("slip"), step=TransitSlip.State.SENT, runner=person)
    came = TransitAct.objects.filter(room=room, gaming_day=day, is_moved=True).exclude(step=TransitSlip.State.SENT)
    came = came.annotate(
        asked=Exists(Investigation.objects.filter(carried=OuterRef("pk"))),
        chips_off=F("chips_amount") - Subquery(sent.values("chips_amount")[:1]),
        cash_off=F("cash_amount") - Subquery(sent.values("cash_amount")[:1]),
    )
    off = came.filter(Exists(sent)).exclude(chips_off=0, cash_off=0)
    yield from (Off(*row) for row in off.values_list("chips_off", "cash_off", "asked"))


def _vault(room: Room, day: date, person: int) -> Iterator[Off]:
    counted = VaultSheet.objects.filter(count=OuterRef("count"), counted_by=person)
    own = VaultVariance.objects.filter(Exists(counted), room=room, gaming_day=day)
    asked = Exists(Investigation.objects.filter(vault_variance=OuterRef("pk")))
    yield from (Off(*row) for row in own.annotate(asked=asked).values_list("chips", "cash", "asked"))


def _trays(room: Room, day: date, whose: Q) -> Iterator[Off]:
    counts = TrayCount.objects.filter(whose, room=room, gaming_day=day, is_first=False)
    off = counts.exclude(chips_amount=F("booked"))
    asked = Exists(Investigation.objects.filter(tray=OuterRef("pk")))
    found = off.annotate(asked=asked, off=F("chips_amount") - F("booked"))
    yield from (Off(chips, 0, is_asked) for chips, is_asked in found.values_list("off", "asked"))
