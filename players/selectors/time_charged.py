"""The half hours of the room's clock, and what each of them costs whoever sits at a table that charges for time."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from config.rooms.models import Room
from players.models import PlayerId, Sitting, TimeCharge
from tables.models import PlaqueVersion, PlaySource, TableSession

MOMENT = timedelta(microseconds=1)
PERIOD = timedelta(minutes=30)
"""The time that a plaque's charge is for (`rules.house.fee_schedule.FeeSchedule.time_charge`)."""

STANDS = Q(voids=None, void=None)
"""A time charge that was collected or waived, and not voided."""

Settled = set[tuple[int, int, datetime]]
"""Half hours that were paid or waived: session, player and start."""


@dataclass(frozen=True, slots=True)
class Owed:
    """One half hour, by its start, what is owed for it in minor units, and the sitting that it was played in."""

    period: datetime
    amount: int
    sitting: Sitting

    def is_in(self, settled: Settled) -> bool:
        """Whether it is among the half hours that were paid or waived."""
        return (self.sitting.session_id, self.sitting.player_id, self.period) in settled


Charged = Mapping[PlayerId, Sequence[Owed]]
"""The half hours that each player of a session is charged for, paid or not."""


def charged(
    session: TableSession, sittings: Sequence[Sitting], plaques: Sequence[PlaqueVersion], at: datetime
) -> Charged:
    """The half hours of a session until `at` with what each costs each of its players; `sittings` are all that it had,
    `plaques` those of its table, the newest first."""
    found: dict[PlayerId, dict[datetime, Owed]] = defaultdict(dict)
    for sitting in sittings:
        overs = [other for other in sittings if other.plays_over_id == sitting.pk]
        for period in _strokes(session.room, sitting.seated_at, sitting.left_at or at):
            is_gone = period == sitting.left_at
            plaque = plaque_at(plaques, period)
            amount = charge_of(plaque) if plaque else 0
            if amount and not is_gone and not any(_sat(over, period) for over in overs):
                found[PlayerId(sitting.player_id)][period] = Owed(period, amount, sitting)
    return {player: list(owed.values()) for player, owed in found.items()}


def plaque_at(plaques: Sequence[PlaqueVersion], at: datetime) -> PlaqueVersion | None:
    """The plaque that was effective at an instant; `plaques` begin with the newest."""
    return next((plaque for plaque in plaques if plaque.effective_at <= at), None)


def charge_of(plaque: PlaqueVersion) -> int:
    """The time charge that a plaque posts for a player and half hour, minor units; 0 where it posts none."""
    fee = plaque.plaque.fee
    return fee.time_charge if fee else 0


def has_charged(session: TableSession, plaques: Sequence[PlaqueVersion]) -> bool:
    """Whether a plaque posted a time charge at the table while the session went on; `plaques` begin with the newest."""
    since = next((plaque.effective_at for plaque in plaques if plaque.effective_at <= session.opened_at), None)
    return any(charge_of(plaque) for plaque in plaques if since is None or plaque.effective_at >= since)


def charges_time(session: TableSession) -> bool:
    """Whether the plaque in force at a table posts a time charge."""
    return charge_of(session.plaque) > 0


def may_have_charged(session: TableSession) -> bool:
    """Whether somebody may owe for time at a table: its plaque posts a time charge, or is not the one under which the
    table was opened. No query."""
    return charges_time(session) or session.plaque.effective_at > session.opened_at


def period_of(room: Room, at: datetime) -> datetime:
    """The start of the half hour of the room's clock that an instant lies in."""
    local = at.astimezone(room.zone)
    into = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    return at - into % PERIOD


def plaques_of(tables: Iterable[int], at: datetime) -> dict[int, list[PlaqueVersion]]:
    """The plaques that were posted for these tables until an instant, by table, the newest first; one query."""
    posted = PlaqueVersion.objects.filter(table__in=set(tables), source=PlaySource.FLOOR, effective_at__lte=at)
    by_table = defaultdict(list)
    for plaque in posted.order_by("-effective_at", "-number"):
        by_table[plaque.table_id].append(plaque)
    return by_table


def sittings_of(sessions: Mapping[int, TableSession]) -> dict[int, list[Sitting]]:
    """Every sitting of these sessions, those that have ended among them, by session and seat; one query."""
    by_session = defaultdict(list)
    sittings = Sitting.objects.filter(session__in=sessions, is_import=False).select_related("player")
    for sitting in sittings.order_by("seat", "pk"):
        sitting.session = sessions[sitting.session_id]
        by_session[sitting.session_id].append(sitting)
    return by_session


def settled_in(sessions: Iterable[int]) -> Settled:
    """The half hours of these sessions that were paid or waived, but for what was voided since; one query."""
    standing = TimeCharge.objects.filter(STANDS, session__in=set(sessions))
    return set(standing.values_list("session", "player", "began_at"))


def voids_before(owed: Iterable[Owed]) -> Counter[tuple[int, int, datetime]]:
    """The number of times that each of these half hours was collected and voided before; one query."""
    sessions = {each.sitting.session_id for each in owed}
    voids = TimeCharge.objects.filter(session__in=sessions, outcome=TimeCharge.Outcome.VOIDED)
    return Counter(voids.values_list("session", "player", "began_at"))


def _strokes(room: Room, since: datetime, until: datetime) -> Iterator[datetime]:
    """The half hours of the room's clock that begin from `since` to `until`, both included."""
    period = period_of(room, since)
    while period <= until:
        if period >= since:
            yield period
        period += PERIOD


def _sat(sitting: Sitting, at: datetime) -> bool:
    return sitting.seated_at <= at and (sitting.left_at is None or at < sitting.left_at)
