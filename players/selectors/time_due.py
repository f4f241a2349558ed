"""The time that players owe: for each half hour of the room's clock, who sat at a table that charges for it.

The rule (004:L48): whoever holds a seat at the stroke of the half hour owes what the plaque of that instant says, away
from the seat or not; who is played over owes nothing meanwhile, who plays over does. A newcomer who sits down later
owes by the rule of the room (`players.selectors.late_comers`), usually nothing until the next half hour. What was
neither collected nor waived stays due: nobody takes chips off the table before (`refuse_owing`), and who goes with less
than half an hour's charge owes it at the next table that charges for time (`players.selectors.time_arrears`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from config.errors import DomainError
from players.models import Absence, PlayerId, Sitting
from players.selectors.late_comers import late_comers
from players.selectors.time_arrears import arrears
from players.selectors.time_charged import (
    MOMENT,
    Charged,
    Owed,
    charged,
    has_charged,
    may_have_charged,
    plaques_of,
    settled_in,
    sittings_of,
)
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class SeatDue:
    """A seated player and the half hours that they owe, the oldest first."""

    sitting: Sitting
    owed: tuple[Owed, ...]

    @property
    def amount(self) -> int:
        """All that the player owes, minor units."""
        return sum(owed.amount for owed in self.owed)

    @property
    def arrears(self) -> tuple[Owed, ...]:
        """The half hours brought along from other tables, or from an earlier session of this one."""
        return tuple(owed for owed in self.owed if owed.sitting.session_id != self.sitting.session_id)

    @property
    def amount_of_arrears(self) -> int:
        """The sum of what was brought along, minor units."""
        return sum(owed.amount for owed in self.arrears)

    @property
    def tables_of_arrears(self) -> list[str]:
        """The names of the tables that it was brought along from."""
        return list(dict.fromkeys(owed.sitting.session.table.name for owed in self.arrears))

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
    """The players of these tables who owe for time at an instant, by session and in the order of their seats: what they
    owe there, and what they brought along from elsewhere. Who sat down since then is not among them.

    A session at which nobody does is not named. One query for each room, and three; none where no table can have
    charged for time.
    """
    asked = {session.pk: session for session in sessions if may_have_charged(session)}
    if not asked:
        return {}
    plaques = plaques_of([session.table_id for session in asked.values()], at)
    asked = {pk: session for pk, session in asked.items() if has_charged(session, plaques[session.table_id])}
    if not asked:
        return {}
    settled, sittings = settled_in(asked), sittings_of(asked)
    seated = [each for those in sittings.values() for each in those if each.left_at is None and each.seated_at <= at]
    owing = _arrears_of(seated, at)
    playing = {(each.session_id, each.player_id): each.pk for each in seated}
    newcomers = [each for those in sittings.values() for each in those if (each.session_id, each.player_id) in playing]
    for late in late_comers([each for each in newcomers if each.seated_at <= at], plaques, settled):
        owing.setdefault(playing[late.sitting.session_id, late.sitting.player_id], []).append(late)
    costs: dict[int, Charged] = {}
    for pk, those in sittings.items():
        costs[pk] = charged(asked[pk], those, plaques[asked[pk].table_id], at)
    for sitting in seated:
        all_of_it = costs[sitting.session_id].get(PlayerId(sitting.player_id), ())
        owing.setdefault(sitting.pk, []).extend(each for each in all_of_it if not each.is_in(settled))
    due: dict[int, list[SeatDue]] = {}
    for sitting in seated:
        if owed := owing[sitting.pk]:
            oldest_first = sorted(owed, key=lambda each: (each.period, each.sitting.pk))
            due.setdefault(sitting.session_id, []).append(SeatDue(sitting, tuple(oldest_first)))
    return due


def time_due_at(session: TableSession, at: datetime) -> list[SeatDue]:
    """The players of one table who owe for time."""
    return time_due([session], at).get(session.pk, [])


def due_in_words(session: TableSession, due: Iterable[SeatDue]) -> str:
    """The sentence for whoever enters a hand at a table where time is due, which is collected before the first hand of
    its half hour (R14); "" where none is. It is told and holds nobody up. No query: `due` is that of the session."""
    owing = list(due)
    if not owing:
        return ""
    since = min(each.owed[0].period for each in owing).astimezone(session.room.zone)
    seats = "1 seat" if len(owing) == 1 else f"{len(owing)} seats"
    amount = session.room.money(sum(each.amount for each in owing))
    return f"Time was due at {since:%H:%M} from {seats}, {amount} in all: collect it before the next hand."


def due_of(sitting: Sitting, at: datetime) -> SeatDue | None:
    """The half hours owed by a player who leaves at an instant; None for none. Whoever leaves at the stroke of a half
    hour does not owe it."""
    return next((each for each in time_due_at(sitting.session, at - MOMENT) if each.sitting.pk == sitting.pk), None)


def away_since(due: Iterable[SeatDue]) -> dict[int, datetime]:
    """Since when those of them are away who are, by sitting: a held seat pays as any other does (004:L48), and whoever
    collects it is told. One query."""
    sittings = [each.sitting.pk for each in due]
    away = Absence.objects.filter(sitting__in=sittings, ended_at=None)
    return dict(away.values_list("sitting", "started_at"))


def refuse_owing(sitting: Sitting, stack: int, at: datetime) -> None:
    """Refuse (`time_owed`) that a player takes a stack, minor units, off a table where they owe for time, if it pays
    even one half hour. Queries as `time_due`."""
    session, due = sitting.session, due_of(sitting, at)
    if due is None or not due.covered_by(stack):
        return
    money = session.room.money
    message = (
        f"{sitting.player} owes {money(due.amount)} for time at {session.table}: collect it on the table’s page for "
        "time, or waive it there with a reason, and let them go then."
    )
    raise DomainError("time_owed", message, allowed={"owed": due.amount, "session": session.pk})


def _arrears_of(seated: Iterable[Sitting], at: datetime) -> dict[int, list[Owed]]:
    """The half hours that everybody who sits brought along, by sitting."""
    by_room: dict[int, list[Sitting]] = {}
    for sitting in seated:
        by_room.setdefault(sitting.session.room_id, []).append(sitting)
    owed: dict[int, list[Owed]] = {}
    for those in by_room.values():
        owed |= arrears(those[0].session.room, those, at)
    return owed
