"""The seats of a table: who sits where, with how much."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce, Now

from config.compiled import Blank, compiled
from games.directed import Directed
from games.selectors.directives import standing
from games.selectors.missed_blinds import MissedBlinds, missed_blinds_among, with_missed_blinds
from players.held import Held, held_for, total
from players.models import Account, AccountKind, Player, PlayerId, Sitting, in_play
from players.standing import binding_bans, of_persons
from rules.table.button import Missed
from rules.table.seats import Seat
from rules.text.violation import Money
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player in a seat; `stack` is what their seat account holds, in minor units. `owed` where they are away or owe.

    Where they play over an absent player, `under` is that one, whose chips lie under the cover and aren't in play. Who
    `is_barred` is dealt no more hands (004:L64).
    """

    seat: int
    sitting: Sitting
    stack: int
    owed: MissedBlinds | None = None
    under: "SeatTaken | None" = None
    is_barred: bool = False
    held: tuple[Held, ...] = ()
    """Chips of the player that a case holds until it is ruled."""

    @property
    def player(self) -> Player:
        """The player who sits there."""
        return self.sitting.player

    @property
    def chips(self) -> int:
        """All chips that lie at the seat, those under a cover included."""
        return self.stack + (self.under.stack if self.under else 0)

    @property
    def held_amount(self) -> int:
        """The amount held for the player, minor units."""
        return total(self.held)

    @property
    def is_away(self) -> bool:
        """Whether the player is away from the seat and isn't dealt in."""
        return self.owed is not None and self.owed.is_away

    @property
    def missed(self) -> Missed | None:
        """The blinds that the player owes."""
        return self.owed.missed if self.owed else None


def seats_taken(session: TableSession) -> dict[Seat, SeatTaken]:
    """The taken seats of a session by seat number, in order, each with the player who is in play there.

    Three queries, more where somebody is or was away.
    """
    held: dict[int, list[Held]] = defaultdict(list)
    for each in held_for(session.sittings.filter(left_at=None)):
        held[each.sitting].append(each)
    return seats_in_play(session, standing(session), held)


def seats_in_play(
    session: TableSession, directed: Collection[Directed], held: Mapping[int, Sequence[Held]] = MappingProxyType({})
) -> dict[Seat, SeatTaken]:
    """The taken seats as `seats_taken` has them, where all directives of the session are known; what is `held` by
    sitting is for the pages alone.

    One query, more where somebody is or was away.
    """
    sittings = _there(session.pk, has_blinds=bool(session.posted.blinds))
    for each in sittings:
        each.session = session
    owed_by = missed_blinds_among(session, sittings, directed)
    places = {
        each.pk: SeatTaken(
            each.seat,
            each,
            _stack(each),
            owed_by.get(each.pk),
            is_barred=each.is_barred,
            held=tuple(held.get(each.pk, ())),
        )
        for each in sittings
    }
    covered = {each.pk: places[each.plays_over_id or 0] for each in sittings if each.is_playing_over}
    return {Seat(each.seat): replace(places[each.pk], under=covered.get(each.pk)) for each in in_play(sittings)}


@compiled
def _there(session: Blank, *, has_blinds: bool) -> QuerySet[Any]:
    person = Coalesce(OuterRef("player__same_as_id"), OuterRef("player_id"))
    barred = Exists(binding_bans(Now()).filter(of_persons(person)))
    here = with_missed_blinds(Sitting.objects.filter(session=session, left_at=None), has_blinds=has_blinds)
    return here.annotate(is_barred=barred).select_related("player", "account").order_by("seat")


def stacks_in_play(session: TableSession) -> dict[int, int]:
    """The chips before each player who is in play at a session, by seat in order, minor units; one query."""
    sittings = session.sittings.filter(left_at=None).select_related("account").order_by("seat")
    return {each.seat: _stack(each) for each in in_play(list(sittings))}


def present(taken: Mapping[Seat, SeatTaken]) -> dict[Seat, SeatTaken]:
    """The seats whose players are there to be dealt in, and not barred."""
    return {seat: place for seat, place in taken.items() if not place.is_away and not place.is_barred}


def players_in(taken: Mapping[Seat, SeatTaken], seats: Collection[Seat]) -> dict[Seat, PlayerId]:
    """The players in these seats: player id by seat."""
    return {seat: PlayerId(taken[seat].sitting.player_id) for seat in seats if seat in taken}


def felt_balance(session: TableSession) -> int:
    """The chips that ticks have moved off the table without stacks, in minor units: zero or less until stacks are
    counted."""
    felt = Account.objects.filter(session=session, kind=AccountKind.FELT).first()
    return felt.balance if felt else 0


@dataclass(frozen=True, slots=True)
class TableChips:
    """The chips that belong to a table, in minor units: the stacks as they were last counted, what lies on the felt
    since (`floating`, below zero where ticks took it), and what cases hold for those who sit there."""

    stacks: int
    floating: int
    held: int
    money: Money

    @property
    def total(self) -> int:
        """The one figure that every page of the table gives: what is held is part of it."""
        return self.stacks + self.floating + self.held

    @property
    def words(self) -> str:
        """That figure, and how much of it is held: "795 on the table, 399 of it held"."""
        apart = f", {self.money(self.held)} of it held" if self.held else ""
        return f"{self.money(self.total)} on the table{apart}"

    @property
    def note(self) -> str:
        """The reason why the stacks don't sum to it, in words; empty where they do, but for what is held."""
        if not self.floating:
            return ""
        counted = f"Stacks as last counted: {self.money(self.stacks)}."
        if self.floating < 0:
            return f"{counted} Ticks took {self.money(-self.floating)} since; the next count finds where."
        return f"{counted} {self.money(self.floating)} more was counted off them."


def chips_at(session: TableSession, taken: Mapping[Seat, SeatTaken]) -> TableChips:
    """The chips that belong to a table now; one query."""
    stacks = sum(place.chips for place in taken.values())
    held = sum(each.held_amount for place in taken.values() for each in (place, place.under) if each)
    return TableChips(stacks, felt_balance(session), held, session.room.money)


def _stack(sitting: Sitting) -> int:
    return sitting.account.balance if hasattr(sitting, "account") else 0
