"""The time that players owe: for each half hour of the room's clock, who sat at a table that charges for it.

The rule (004:L48): whoever holds a seat at the stroke of the half hour owes what the plaque of that instant says, away
from the seat or not; who is played over owes nothing meanwhile, who plays over does. A newcomer who sits down later is
free until the next half hour. What was neither collected nor waived stays due at that table, and nobody takes chips
off it before (`refuse_owing`).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from config.errors import DomainError
from config.rooms.models import Room
from players.models import PlayerId, Sitting, TimeCharge, in_play
from tables.models import PlaqueVersion, PlaySource, TableSession

MOMENT = timedelta(microseconds=1)
PERIOD = timedelta(minutes=30)
"""The time that a plaque's charge is for (`rules.house.fee_schedule.FeeSchedule.time_charge`)."""


@dataclass(frozen=True, slots=True)
class Owed:
    """One half hour, by its start, and what is owed for it in minor units."""

    period: datetime
    amount: int


@dataclass(frozen=True, slots=True)
class SeatDue:
    """A seated player and the half hours that they owe, the oldest first."""

    sitting: Sitting
    owed: tuple[Owed, ...]

    @property
    def amount(self) -> int:
        """All that the player owes, minor units."""
        return sum(owed.amount for owed in self.owed)

    def covered_by(self, stack: int) -> tuple[Owed, ...]:
        """The oldest half hours that a stack of so many minor units pays in full."""
        covered, left = [], stack
        for owed in self.owed:
            if owed.amount > left:
                break
            covered.append(owed)
            left -= owed.amount
        return tuple(covered)


def time_due(sessions: Iterable[TableSession], at: datetime) -> dict[int, list[SeatDue]]:
    """The players of these tables who owe for time at an instant, by session and in the order of their seats.

    A session at which nobody does is not named. Three queries; none without sessions.
    """
    asked = {session.pk: session for session in sessions}
    if not asked:
        return {}
    plaques, settled = _plaques(asked.values(), at), _settled(asked)
    due = {}
    for pk, sittings in _sittings(asked).items():
        charged = _charged(asked[pk], sittings, plaques[asked[pk].table_id], at)
        seated = in_play(sitting for sitting in sittings if sitting.left_at is None)
        owing = [_seat_due(sitting, charged[PlayerId(sitting.player_id)], settled) for sitting in seated]
        due[pk] = [each for each in owing if each.owed]
    return {pk: owing for pk, owing in due.items() if owing}


def time_due_at(session: TableSession, at: datetime) -> list[SeatDue]:
    """The players of one table who owe for time."""
    return time_due([session], at).get(session.pk, [])


def refuse_owing(sitting: Sitting, stack: int, at: datetime) -> None:
    """Refuse (`time_owed`) that a player takes a stack, minor units, off a table where they owe for time, if it pays
    even one half hour: nobody could collect it afterwards. The stroke of the half hour itself is not owed by who leaves
    then. Three queries at a table that charges time, none at others."""
    session = sitting.session
    if not charges_time(session):
        return
    due = next((each for each in time_due_at(session, at - MOMENT) if each.sitting.pk == sitting.pk), None)
    if due is None or not due.covered_by(stack):
        return
    money = session.room.money
    message = (
        f"{sitting.player} owes {money(due.amount)} for time at {session.table}: collect it on the table’s page for "
        "time, or waive it there with a reason, and let them go then."
    )
    raise DomainError("time_owed", message, allowed={"owed": due.amount})


def charges_time(session: TableSession) -> bool:
    """Whether the plaque in force at a table posts a time charge."""
    return _charge(session.plaque) > 0


def period_of(room: Room, at: datetime) -> datetime:
    """The start of the half hour of the room's clock that an instant lies in."""
    local = at.astimezone(room.zone)
    into = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    return at - into % PERIOD


def _seat_due(sitting: Sitting, charged: Mapping[datetime, int], settled: set[tuple[int, int, datetime]]) -> SeatDue:
    owed = (
        Owed(period, amount)
        for period, amount in sorted(charged.items())
        if (sitting.session_id, sitting.player_id, period) not in settled
    )
    return SeatDue(sitting, tuple(owed))


def _charged(
    session: TableSession, sittings: Sequence[Sitting], plaques: Sequence[PlaqueVersion], at: datetime
) -> dict[PlayerId, dict[datetime, int]]:
    """The charge of each half hour for each player, paid or not."""
    charged: dict[PlayerId, dict[datetime, int]] = defaultdict(dict)
    for sitting in sittings:
        overs = [other for other in sittings if other.plays_over_id == sitting.pk]
        for period in _strokes(session.room, sitting.seated_at, sitting.left_at or at):
            is_gone = period == sitting.left_at
            amount = _charge_at(plaques, period)
            if amount and not is_gone and not any(_sat(over, period) for over in overs):
                charged[PlayerId(sitting.player_id)][period] = amount
    return charged


def _strokes(room: Room, since: datetime, until: datetime) -> Iterator[datetime]:
    """The half hours of the room's clock that begin from `since` to `until`, both included."""
    period = period_of(room, since)
    while period <= until:
        if period >= since:
            yield period
        period += PERIOD


def _sat(sitting: Sitting, at: datetime) -> bool:
    return sitting.seated_at <= at and (sitting.left_at is None or at < sitting.left_at)


def _charge_at(plaques: Sequence[PlaqueVersion], at: datetime) -> int:
    """The charge of the plaque that was effective at an instant; `plaques` begin with the newest."""
    return next((_charge(plaque) for plaque in plaques if plaque.effective_at <= at), 0)


def _charge(plaque: PlaqueVersion) -> int:
    fee = plaque.plaque.fee
    return fee.time_charge if fee else 0


def _plaques(sessions: Iterable[TableSession], at: datetime) -> dict[int, list[PlaqueVersion]]:
    tables = {session.table_id for session in sessions}
    posted = PlaqueVersion.objects.filter(table__in=tables, source=PlaySource.FLOOR, effective_at__lte=at)
    by_table = defaultdict(list)
    for plaque in posted.order_by("-effective_at", "-number"):
        by_table[plaque.table_id].append(plaque)
    return by_table


def _sittings(sessions: Mapping[int, TableSession]) -> dict[int, list[Sitting]]:
    by_session = defaultdict(list)
    sittings = Sitting.objects.filter(session__in=sessions, is_import=False).select_related("player")
    for sitting in sittings.order_by("seat", "pk"):
        sitting.session = sessions[sitting.session_id]
        by_session[sitting.session_id].append(sitting)
    return by_session


def _settled(sessions: Iterable[int]) -> set[tuple[int, int, datetime]]:
    """The half hours that were paid or waived: session, player and start."""
    return set(TimeCharge.objects.filter(session__in=list(sessions)).values_list("session", "player", "began_at"))
