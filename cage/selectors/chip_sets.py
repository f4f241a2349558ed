"""The chips that the house has issued, by set and value, and where they were counted last."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from cage.counted import Pieces, pieces_of
from cage.models import ChipAlarm, ChipSet, ChipSlip
from cage.selectors.denominations import Values, values_of
from config.rooms.models import Room

_K = ChipSlip.Kind


@dataclass(frozen=True, slots=True)
class Issued:
    """Pieces by value that were received, less those destroyed, and the amount of which no pieces were stated, minor
    units: those may be of any value.

    `values` are all that were ever issued. More may have been destroyed of one than was stated: then it came out of the
    amount.
    """

    pieces: Mapping[int, int]
    unstated: int
    values: frozenset[int]

    def most(self, value: int) -> int:
        """The most pieces of a value that there can be."""
        return max(self.pieces.get(value, 0), 0) + self.left // value

    def ever(self, value: int) -> bool:
        """Whether chips of that value may ever have been issued."""
        return value in self.values or self.unstated >= value

    @property
    def left(self) -> int:
        """The amount of which no pieces are stated, less what was destroyed of a value beyond those; minor units."""
        return self.unstated + sum(value * count for value, count in self.pieces.items() if count < 0)


@dataclass(frozen=True, slots=True)
class SetRow:
    """A set with its pieces and its retirement, if it is retired."""

    chip_set: ChipSet
    issued: Issued
    amount: int
    retirement: ChipSlip | None

    @property
    def state(self) -> str:
        """The state of the set in words."""
        return "retired" if self.retirement else self.chip_set.get_use_display()

    @property
    def rows(self) -> list[tuple[int, int]]:
        """Each value with its pieces, as stated, the largest first."""
        return [(value, max(self.issued.pieces.get(value, 0), 0)) for value in sorted(self.issued.values, reverse=True)]


def issued(room: Room, chip_set: ChipSet | None = None) -> Issued:
    """The pieces that a room has issued, or those of one of its sets; one query."""
    slips = ChipSlip.objects.filter(room=room)
    return _issued(slips if chip_set is None else slips.filter(chip_set=chip_set))


def values_that_may_lie(room: Room) -> tuple[Values, tuple[int, ...]]:
    """The values of a room’s chips of which some may ever have been issued, with those of its cash; and the values of
    chips of which there never were any, minor units, the largest first. Two queries."""
    values, known = values_of(room), issued(room)
    ever = tuple(value for value in values.chips if known.ever(value))
    return Values(ever, values.cash), tuple(value for value in values.chips if value not in ever)


def set_rows(room: Room) -> list[SetRow]:
    """The sets of a room, those in use first; two queries."""
    slips = list(ChipSlip.objects.filter(room=room).select_related("second", "by"))
    rows = [_row(each, [slip for slip in slips if slip.chip_set_id == each.pk]) for each in _sets(room)]
    return sorted(rows, key=lambda row: (row.retirement is not None, row.chip_set.use, row.chip_set.pk))


def retired(room: Room) -> list[ChipSlip]:
    """The retirements of the room's sets of which pieces are still out, those that end first before others; two
    queries."""
    rows = (row for row in set_rows(room) if row.amount)
    return sorted((row.retirement for row in rows if row.retirement), key=lambda slip: slip.last_day or date.max)


def latest_slips(room: Room, *, most: int = 20) -> list[ChipSlip]:
    """The newest slips of a room; one query."""
    return list(ChipSlip.objects.filter(room=room).select_related("chip_set", "by", "second")[:most])


def open_alarms(room: Room, until: datetime | None = None) -> list[ChipAlarm]:
    """The alarms that nobody has answered, raised before an instant where one is named; one query."""
    alarms = ChipAlarm.objects.filter(room=room, answer=None)
    return list(alarms.filter(at__lt=until) if until else alarms)


def answered_alarms(room: Room, *, most: int = 20) -> list[ChipAlarm]:
    """The newest alarms that somebody has answered; one query."""
    return list(ChipAlarm.objects.filter(room=room).exclude(answer=None).select_related("answer__by")[:most])


@dataclass(frozen=True, slots=True)
class Sets:
    """The sets of a room on a gaming day: those in use, those that are retired, and those of them whose last day is
    over."""

    in_use: Sequence[SetRow]
    retired: Sequence[SetRow]
    over: Sequence[SetRow]

    def may_hand_out(self, value: int) -> bool:
        """Whether chips of that value are of a set in use, as far as is known."""
        return not self.retired or _may_be_of(value, self.in_use, self.retired)

    def may_take(self, value: int) -> bool:
        """Whether chips of that value are of a set that is still redeemed, as far as is known."""
        taken = [*self.in_use, *(row for row in self.retired if row not in self.over)]
        return not self.over or _may_be_of(value, taken, self.over)

    @property
    def use_instead(self) -> str:
        """The sets in use, in words that say what to do."""
        names = " or ".join(row.chip_set.name for row in self.in_use)
        return f"hand out {names}" if names else "no other set is in use, so let a manager receive one first"


def _may_be_of(value: int, these: Sequence[SetRow], others: Sequence[SetRow]) -> bool:
    """Whether a value is of these sets: they have stated pieces of it, or may have some where the others state none."""
    if any(value in row.issued.values for row in these):
        return True
    return any(row.issued.ever(value) for row in these) and not any(value in row.issued.values for row in others)


def sets_on(room: Room, day: date) -> Sets:
    """The sets of a room by their retirement on a gaming day; two queries."""
    rows = set_rows(room)
    gone = [row for row in rows if row.retirement]
    over = [row for row in gone if row.retirement and row.retirement.last_day and row.retirement.last_day < day]
    return Sets([row for row in rows if not row.retirement], gone, over)


def has_late_sets(room: Room, at: datetime) -> bool:
    """Whether the last day of a retired set is over, of which pieces are still out; two queries."""
    day = room.gaming_day(at)
    return any(slip.last_day and slip.last_day < day for slip in retired(room))


def names_if_all_retired(room: Room) -> str:
    """The names of a room’s sets where all of them are retired; empty where one is in use, or there is none. One query,
    two where none is in use."""
    sets = ChipSet.objects.filter(room=room)
    if sets.exclude(slips__kind=_K.RETIREMENT).exists():
        return ""
    return " and ".join(sets.values_list("name", flat=True))


def _sets(room: Room) -> list[ChipSet]:
    return list(ChipSet.objects.filter(room=room))


def _row(chip_set: ChipSet, slips: list[ChipSlip]) -> SetRow:
    retirement = next((slip for slip in slips if slip.kind == _K.RETIREMENT), None)
    amount = sum(slip.amount if slip.kind == _K.RECEIPT else -slip.amount for slip in slips)
    return SetRow(chip_set, _issued(slips), amount, retirement)


def _issued(slips: Iterable[ChipSlip]) -> Issued:
    pieces: Counter[int] = Counter()
    values: set[int] = set()
    unstated = 0
    for slip in slips:
        if slip.is_spread:
            unstated += slip.amount
            continue
        of_slip = pieces_of(slip.pieces)
        values |= of_slip.keys()
        sign = 1 if slip.kind == _K.RECEIPT else -1
        pieces.update({value: sign * count for value, count in of_slip.items()})
    return Issued(pieces, unstated, frozenset(values))


# ---------------------------------------------------------------------------------------------- where they were counted

Source = Callable[[Room], Mapping[str, Pieces]]
"""A function that returns the pieces that certainly lie at each of some places, by the name of the place: those that
were counted there last, less what may have gone since; in a fixed number of queries."""

SOURCES: Final[list[Source]] = []


def counts_pieces(source: Source) -> Source:
    """Register places whose chips are counted by denomination; returns the source."""
    if source not in SOURCES:
        SOURCES.append(source)
    return source


def counted_last(room: Room) -> dict[str, Pieces]:
    """The pieces that were counted last, by place."""
    return {place: pieces for source in SOURCES for place, pieces in source(room).items()}
