"""The payments of seats for time and their voids, act by act, as pages and voids see them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, islice

from config.rooms.models import Room
from players.models import Sitting, TimeCharge, Transfer, TransferKind
from tables.models import TableSession

COURTESY = "courtesy hand"
"""The reason of a waiver that the courtesy hand gave, and nobody decided on."""
SHOWN = 40
"""So many acts are shown at a table: the latest."""
_SYSTEM = "the system"
_COLLECTED = TimeCharge.Outcome.COLLECTED


@dataclass(frozen=True, slots=True)
class PaidTime:
    """The payment of one seat for time by one act: its half hours, with the void of it or None."""

    charges: tuple[TimeCharge, ...]
    void: TimeCharge | None

    @property
    def first(self) -> TimeCharge:
        """The oldest of its half hours, by which the act is named."""
        return self.charges[0]

    @property
    def sitting(self) -> Sitting:
        """The seat that paid."""
        return self.first.sitting

    @property
    def amount(self) -> int:
        """All that it paid, minor units."""
        return sum(each.amount for each in self.charges)


@dataclass(frozen=True, slots=True)
class LetOff:
    """A waiver, or a void, of what one player owed or paid for time by one act: names, minor units and the reason."""

    player: str
    table: str
    amount: int
    reason: str
    by: str
    second: str = ""
    collected_by: str = ""


def charges_of(charge: TimeCharge) -> list[TimeCharge]:
    """The half hours that the seat of a charge paid by the same act, the oldest first; none where it wasn't
    collected."""
    if charge.outcome != _COLLECTED:
        return []
    same = TimeCharge.objects.filter(request_key=charge.request_key, sitting=charge.sitting, outcome=_COLLECTED)
    return list(same.select_related("sitting__session__room", "sitting__player").order_by("began_at", "pk"))


def paid_at(session: TableSession) -> list[PaidTime]:
    """The payments for time of the players who sit at a table now, the latest acts first (`SHOWN`); one query."""
    rows = TimeCharge.objects.filter(sitting__session=session, sitting__left_at=None, outcome=_COLLECTED)
    rows = rows.select_related("sitting__player", "by", "void__by", "void__second")
    return list(islice(_by_act(rows.order_by("-at", "request_key", "sitting__seat", "began_at", "pk")), SHOWN))


def pulled_since(paid: Transfer) -> Transfer | None:
    """The first pull of the box of a charge after it was paid; None where it lies there still. One query."""
    pulls = Transfer.objects.filter(source=paid.target_id, kind=TransferKind.DROP)
    return pulls.filter(chain_number__gt=paid.chain_number).order_by("chain_number").first()


def why_two_void(charge: TimeCharge, day: date) -> str:
    """The reason why two people void a charge on that gaming day whatever its amount; nothing on its own day."""
    if charge.gaming_day == day:
        return ""
    return f"It was collected on the gaming day {charge.gaming_day:%-d %B %Y}, which is over."


def let_off_on(room: Room, day: date) -> list[LetOff]:
    """The waivers of a gaming day, by player and act; one query."""
    return _let_off(room, day, TimeCharge.Outcome.WAIVED)


def voided_on(room: Room, day: date) -> list[LetOff]:
    """The voids of a gaming day, by player and act; one query."""
    return _let_off(room, day, TimeCharge.Outcome.VOIDED)


def _let_off(room: Room, day: date, outcome: TimeCharge.Outcome) -> list[LetOff]:
    rows = TimeCharge.objects.filter(session__room=room, gaming_day=day, outcome=outcome)
    rows = rows.select_related("player", "sitting__session__table", "by", "second", "voids__by")
    return [_told(list(together)) for _, together in groupby(rows.order_by("at", "request_key", "sitting", "pk"), _act)]


def _told(rows: Sequence[TimeCharge]) -> LetOff:
    first = rows[0]
    collected_by = str(first.voids.by or _SYSTEM) if first.voids else ""
    return LetOff(
        str(first.player), first.sitting.session.table.name, sum(row.amount for row in rows), first.reason,
        str(first.by or _SYSTEM), str(first.second or ""), collected_by,
    )  # fmt: skip


def _by_act(rows: Iterable[TimeCharge]) -> Iterator[PaidTime]:
    for _, together in groupby(rows, _act):
        charges = tuple(together)
        yield PaidTime(charges, getattr(charges[0], "void", None))


def _act(row: TimeCharge) -> tuple[str, int]:
    """The act of a row, seat by seat."""
    return row.request_key, row.sitting_id
