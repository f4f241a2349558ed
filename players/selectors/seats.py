"""A seat as its page shows it: who could sit down with what, who sits there, and where else they could."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from players.held import Held, held_for, total
from players.models import Account, AccountKind, ListEntry, Player, Sitting, in_play
from players.selectors.lists import names_for
from players.selectors.people import PersonRow, chosen, found, rows
from players.selectors.plaque_rules import Allowance, incidentals_allowed, seat_allowance, sit_down_limits
from players.selectors.stacks import chips_in_rack, stack_of
from players.tills import tills
from tables.models import TableSession
from tables.selectors.sessions import playing

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who could sit down: the chips they have off the table, and what the plaque lets them bring; minor
    units."""

    person: PersonRow
    least: int
    most: int

    @property
    def player(self) -> Player:
        """The person."""
        return self.person.player

    @property
    def likely(self) -> int | None:
        """The amount that they most likely sit down with: all that they have and may bring; None where it is too
        little."""
        return self.most if self.most >= self.least else None


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seated player's chips on the table and off it, what is held, and what they may still buy, or take off for
    incidentals; minor units."""

    stack: int
    rack: int
    allowed: Allowance
    held: tuple[Held, ...] = ()
    incidentals: int = 0

    @property
    def held_amount(self) -> int:
        """The amount held for the player, minor units."""
        return total(self.held)


def sitter(session: TableSession, seat: int) -> Sitting | None:
    """The player in a seat of an open session: whoever plays over its absent player, where somebody does."""
    sittings = Sitting.objects.select_related(
        "player", "plays_over__player", "session__table", "session__room", "session__plaque__house_rules"
    )
    return next(iter(in_play(sittings.filter(session=session, seat=seat, left_at=None))), None)


def taken(sitting: Sitting, at: datetime) -> SeatFacts:
    """The chips of a seated player; a handful of queries."""
    session = sitting.session
    allowed = seat_allowance(session, sitting)
    held = tuple(held_for(Sitting.objects.filter(pk=sitting.pk)))
    rack, incidentals = chips_in_rack(session.room, sitting.player), incidentals_allowed(sitting, at=at)
    return SeatFacts(stack_of(sitting), rack, allowed, held, incidentals)


def candidates(session: TableSession, search: str, at: datetime) -> list[PersonRow]:
    """The people who could sit down: whom the list calls here or next, then those with chips off the table who sit
    nowhere; or whoever the search finds."""
    if search:
        return _bought_first(session, rows(list(found(search, session.room)[:SHOWN]), session.room, at))
    listed = [entry.player for entry in names_for(session, at)]
    racks = Account.objects.filter(room=session.room, kind=AccountKind.RACK, balance__gt=0)
    people = (
        Player.objects.filter(pk__in=racks.values("player"))
        .exclude(sittings__in=Sitting.objects.filter(left_at=None, is_import=False))
        .exclude(pk__in=[player.pk for player in listed])
    )
    others = rows(list(people[:SHOWN]), session.room, at)
    return rows(listed, session.room, at) + _bought_first(session, others)


def _bought_first(session: TableSession, people: list[PersonRow]) -> list[PersonRow]:
    bought = tills().bought_for(session)
    return sorted(people, key=lambda person: person.player.pk not in bought)


def candidate(session: TableSession, wanted: object, at: datetime) -> Candidate | None:
    """The player who was chosen, with what they may sit down with; None where nobody was."""
    person = chosen(wanted, session.room, at)
    if person is None:
        return None
    limits, _ = sit_down_limits(session, person.player, at=at)
    return Candidate(person, limits.least, person.rack if limits.most is None else min(person.rack, limits.most))


@dataclass(frozen=True, slots=True)
class FreeSeats:
    """An open table with the seats that a player could move to."""

    session: TableSession
    seats: list[int]


def free_seats(sitting: Sitting, at: datetime) -> tuple[FreeSeats, list[FreeSeats]]:
    """The free seats of a player's own table, and those of every other open table in the floor's order; three
    queries."""
    sessions = list(playing(sitting.session.room).select_related("table", "plaque").order_by("table__position", "pk"))
    taken: dict[int, set[int | None]] = defaultdict(set)
    for session, seat in Sitting.objects.filter(session__in=sessions, left_at=None).values_list("session", "seat"):
        taken[session].add(seat)
    called = ListEntry.objects.filter(called_session__in=sessions, state=ListEntry.State.CALLED, called_until__gt=at)
    for kept, kept_seat in called.exclude(player=sitting.player).values_list("called_session", "called_seat"):
        taken[kept or 0].add(kept_seat)
    free = {
        session.pk: FreeSeats(
            session, [seat for seat in range(1, session.posted.seats + 1) if seat not in taken[session.pk]]
        )
        for session in sessions
    }
    own = free.pop(sitting.session_id, FreeSeats(sitting.session, []))
    return own, list(free.values())
