"""One reading of a room: every signal, who is worth a look, what explains it best, and what the room would find."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from cage.models import Holds
from config.rooms.models import Room
from config.snapshots import snapshot
from config.staff.models import User
from rake.assurance.pace_bets import PaceEvidence, pace_evidence
from rake.assurance.power import Design, Power, power_table, variance_in_boxes
from rake.assurance.readers import Boxes, boxes_of, hours_of, pots_of
from rake.assurance.seen import Kind, Side, Subject
from rake.assurance.split import Signal, goal
from rake.assurance.watching import ClosedFlags, Line, Watched, watched
from tables.models import Dealer, Table

BOXES = {Side.LACKING: Signal.BOX, Side.SURPLUS: Signal.BOX_OVER}
PROMO = {Side.LACKING: Signal.PROMO, Side.SURPLUS: Signal.PROMO_OVER}
POTS = {Side.LACKING: Signal.POTS, Side.SURPLUS: Signal.OVER_RAKE}
EXAMPLE = Design(hands_a_down=17, downs=14, tables=12, dealers=30, lacking=0.005, surplus=0.005)
"""The room of FIGURES: what a room is told that has counted no boxes yet."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The findings. `paces` are the evidence of each dealer's hours, with a line for each in `pace_lines`."""

    room: Room
    at: datetime
    names: Mapping[Subject, str]
    rake: Boxes
    promo: Boxes
    boxes: Watched
    promos: Watched
    pots: Watched
    paces: Mapping[int, PaceEvidence]
    pace_lines: tuple[Line, ...]
    design: Design
    is_example: bool
    power: tuple[Power, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of every signal and subject."""
        return (*self.boxes.lines, *self.promos.lines, *self.pots.lines, *self.pace_lines)


def read(room: Room, at: datetime, closed: ClosedFlags) -> Reading:
    """Read a room, from one picture of the database; a fixed number of queries."""
    with snapshot(at_most="5min"):
        rake, promo = boxes_of(room, Holds.RAKE), boxes_of(room, Holds.PROMO)
        pots, hours = pots_of(room), hours_of(room, at)
        names = _names(room)
    numbers = _numbers(names)
    boxes = watched(rake.found, BOXES, numbers, closed, rake.in_order)
    design = _design(room, rake, boxes)
    return Reading(
        room=room,
        at=at,
        names=names,
        rake=rake,
        promo=promo,
        boxes=boxes,
        promos=watched(promo.found, PROMO, numbers, closed, promo.in_order),
        pots=watched(pots, POTS, numbers, closed),
        paces=pace_evidence(cell for _, cell in hours),
        pace_lines=tuple(_pace_lines(hours, numbers, closed)),
        design=design or EXAMPLE,
        is_example=design is None,
        power=tuple(power_table(design or EXAMPLE, goal(Signal.BOX, Kind.DEALER, 0))),
    )


def _names(room: Room) -> dict[Subject, str]:
    """The names of everybody and of every table, in the order of registration."""
    dealers = Dealer.objects.filter(room=room).order_by("pk").values_list("pk", "display_name")
    tables = Table.objects.filter(room=room).order_by("pk").values_list("pk", "name")
    people = User.objects.filter(staff_roles__room=room).distinct().order_by("pk").values_list("pk", "display_name")
    kinds = ((Kind.DEALER, dealers), (Kind.TABLE, tables), (Kind.ENTERER, people))
    return {Subject(kind, pk): name for kind, rows in kinds for pk, name in rows}


def _numbers(names: Iterable[Subject]) -> Mapping[Subject, int]:
    """The number of each subject among those of its kind, from 0."""
    numbers: dict[Subject, int] = {}
    counts = dict.fromkeys(Kind, 0)
    for subject in names:
        numbers[subject] = counts[subject.kind]
        counts[subject.kind] += 1
    return numbers


def _pace_lines(
    hours: Iterable[tuple[datetime, object]], numbers: Mapping[Subject, int], closed: ClosedFlags
) -> Iterable[Line]:
    """The line of each dealer's pace. After a flag was closed only the hours since then count."""
    cells = list(hours)
    whole = pace_evidence(cell for _, cell in cells)  # type: ignore[misc]  # cells of hours
    for pk, evidence in sorted(whole.items()):
        subject = Subject(Kind.DEALER, pk)
        before = closed.get((Signal.PACE, subject))
        if before:
            since = [cell for at, cell in cells if at >= before.at]
            evidence = pace_evidence(since).get(pk, PaceEvidence())  # type: ignore[arg-type]  # noqa: PLW2901
        times = before.times if before else 0
        to_reach = goal(Signal.PACE, Kind.DEALER, numbers[subject], times)
        yield Line(Signal.PACE, subject, evidence.highest, to_reach, evidence.highest > to_reach, times)


def _design(room: Room, boxes: Boxes, watch: Watched) -> Design | None:
    """The room as its counted boxes show it; None without any that dealers dealt into."""
    dealers = {subject for each in boxes.found for subject, _ in each.seen.shares if subject.kind == Kind.DEALER}
    if not boxes.downs or not dealers:
        return None
    tables = {each.table for each in boxes.found}
    days = {each.day for each in boxes.found}
    shifts = len(days) * max(1, len(room.shift_starts))
    errors = watch.best.explanation
    hands_a_down, downs = watch.hands / boxes.downs, boxes.downs / shifts / len(tables)
    return Design(
        hands_a_down=hands_a_down,
        downs=downs,
        tables=len(tables),
        dealers=len(dealers),
        lacking=max(errors.lacking, _LEAST_ERROR),
        surplus=max(errors.surplus, _LEAST_ERROR),
        varies=_varies(boxes, dealers, hands_a_down, hands_a_down * downs),
    )


def _varies(boxes: Boxes, dealers: set[Subject], hands_a_down: float, hands_a_shift: float) -> float | None:
    """The variance of a dealer's hands in a box of a shift, as the boxes show it; None where most hold
    few downs, and show nothing of longer ones."""
    hands_a_box = sum(each.seen.hands for each in boxes.found) / len(boxes.found)
    if hands_a_box < _SEVERAL * hands_a_down:
        return None
    return variance_in_boxes([dict(each.seen.shares) for each in boxes.found], dealers) * hands_a_shift / hands_a_box


_SEVERAL = 3
_LEAST_ERROR = 0.0005
"""One chip in 2,000 hands: a room that saw no error yet is not one without errors."""
