"""A table as its page shows it, and the amounts that a tick is likely to be."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.urls import reverse

from config.web.felt import FeltSeat, SeatState
from config.web.text import how_many
from games.cases import cases
from games.models import Hand, HandDraft
from games.selectors.deals import Deal
from games.selectors.drafts import draft_of, open_session
from games.selectors.notes import with_late
from games.selectors.seats import SeatTaken, TableChips, chips_at, seats_taken
from players.held import Held, held_for
from players.selectors.free_seats import live_calls
from players.selectors.time_charged import charges_time
from players.selectors.time_due import SeatDue, time_due_at
from rules.house.fee_schedule import NO_FEE
from rules.house.possible_fees import likely_rakes, never_owed
from rules.table.floor import why_not_pick_up
from rules.table.seats import Seat
from tables.models import PlaqueVersion, Table, TableSession
from tables.selectors.alarms import AlarmLine, alarms_at
from tables.services import newest_plaque

LAST_HANDS = 12
QUICK_AMOUNTS = 5


@dataclass(slots=True)
class TablePage:
    """One table: its plaque, its session if it is open, who sits where, and what was played last."""

    table: Table
    plaque: PlaqueVersion | None
    session: TableSession | None
    seats: list[FeltSeat]
    taken: dict[Seat, SeatTaken] = field(default_factory=dict)
    draft: HandDraft | None = None
    hands: list[Hand] = field(default_factory=list)
    alarms: list[AlarmLine] = field(default_factory=list)
    chips: TableChips | None = None
    held: list[Held] = field(default_factory=list)
    time_due: list[SeatDue] = field(default_factory=list)

    @property
    def pot_text(self) -> str:
        """The number of those who sit there, for the middle of the felt."""
        if self.session is None:
            return ""
        return f"{len(self.taken)} of {self.session.posted.seats} seated"

    @property
    def note(self) -> str:
        """Say what belongs to the table, how much of it cases hold, and how many hands were played."""
        if self.session is None or self.chips is None:
            return ""
        return f"{self.chips.words} · {how_many(self.session.hands_recorded, 'hand')}"

    @property
    def time_owed(self) -> int:
        """The amount that is due for time at the table, minor units."""
        return sum(due.amount for due in self.time_due)

    @property
    def away_and_due(self) -> str:
        """The names of those who are away from their seats and owe for time; "" for none."""
        away = {place.sitting.pk for place in self.taken.values() if place.is_away}
        return ", ".join(str(due.sitting.player) for due in self.time_due if due.sitting.pk in away)

    @property
    def charges_time(self) -> bool:
        """Whether players pay for time at the table by the plaque in force."""
        return self.session is not None and charges_time(self.session)

    @property
    def next_plaque(self) -> PlaqueVersion | None:
        """The plaque that comes into force with the next hand, if another one was posted since."""
        in_force = self.session.plaque if self.session else None
        return self.plaque if in_force and self.plaque and self.plaque.pk != in_force.pk else None


@dataclass(frozen=True, slots=True)
class TickAmounts:
    """Rake amounts that may be ticked by one tap, in minor units: the likely one, the common ones, and the promo."""

    likely: int
    quick: tuple[int, ...]
    promo: int


def table_page(table: Table, at: datetime) -> TablePage:
    """The page of a table, in a fixed number of queries; three more where its plaque charges time."""
    session = open_session(table.pk, table.room_id)
    plaque = newest_plaque(table, at)
    posted = session.plaque if session else plaque
    count = posted.plaque.seats if posted else table.seats
    if session is None:
        return TablePage(table, plaque, None, [FeltSeat(seat, state="open") for seat in range(1, max(count, 2) + 1)])
    taken = seats_taken(session)
    hands = cases().with_case(Hand.objects.filter(session=session, superseded_by=None)).select_related("recorded_by")
    return TablePage(
        table,
        plaque,
        session,
        _felt_seats(session, taken, count, held_seats(session, at)),
        taken,
        draft_of(session),
        with_late(hands.order_by("-number")[:LAST_HANDS]),
        [*alarms_at([session], at).get(session.pk, []), *pick_ups_due(session, taken, at)],
        chips_at(session, taken),
        held_for(session.sittings.all()),
        time_due_at(session, at),
    )


def deal_seats(session: TableSession, taken: Mapping[Seat, SeatTaken], deal: Deal | None) -> list[FeltSeat]:
    """The seats before the deal: who is dealt in, where the button goes, and who posts which blind."""
    seats = _felt_seats(session, taken, session.posted.seats)
    if deal is None:
        return seats
    posts = _posted(session, deal)
    return [
        replace(
            seat,
            href="",
            has_button=deal.places is not None and seat.number == deal.places.button,
            bet_text=posts.get(seat.number, ""),
            state="waits" if seat.state == "in" and seat.number not in deal.stacks else seat.state,
        )
        for seat in seats
    ]


def _posted(session: TableSession, deal: Deal) -> dict[int, str]:
    """The post of each seat before the cards, for people."""
    setup = deal.setup(session.plaque)
    amounts: dict[int, int] = {}
    for post in setup.posts:
        seat = setup.seat(post.position)
        amounts[seat] = amounts.get(seat, 0) + post.amount
    return {seat: session.room.money(amount) for seat, amount in amounts.items()}


def tick_amounts(session: TableSession) -> TickAmounts:
    """The amounts that a hand at this table is likely to drop: what its plaque may take, and of that what was taken
    last.

    What no hand under the plaque owes is never filled in, whatever was taken before.
    """
    fee = session.posted.fee or NO_FEE
    quick = likely_rakes(fee, chip=session.room.smallest_chip, count=QUICK_AMOUNTS)
    recent = Hand.objects.filter(session=session, plaque=session.plaque, is_void=False).order_by("-number", "-version")
    at_first = quick[-1] if fee.cap or fee.collection else 0
    rake, promo = recent.values_list("rake_taken", "promo_taken").first() or (at_first, fee.promo)
    likely = quick[-1] if never_owed(fee, rake=rake, promo=0) else rake
    return TickAmounts(likely, quick, min(promo, fee.promo))


def held_seats(session: TableSession, at: datetime) -> dict[int, tuple[str, str]]:
    """For whom seats are kept, and until when: "Yuki" and "21:06", by seat; one query."""
    calls = live_calls(session, at).select_related("player")
    zone = session.room.zone
    return {
        call.called_seat: (call.player.display_name, f"{call.called_until.astimezone(zone):%H:%M}")
        for call in calls
        if call.called_seat and call.called_until
    }


def pick_ups_due(session: TableSession, taken: Mapping[Seat, SeatTaken], at: datetime) -> list[AlarmLine]:
    """The absent players whose chips may be picked up by now (WSOP 73); no query."""
    places = (each for place in taken.values() for each in (place, place.under) if each)
    return [line for place in places if (line := _pick_up_due(session, place, at))]


def _pick_up_due(session: TableSession, place: SeatTaken, at: datetime) -> AlarmLine | None:
    """The alarm of one absent player, None where their chips stay."""
    absence = place.owed.absence if place.owed and place.owed.is_away else None
    if place.owed is None or absence is None:
        return None
    minutes, house = int((at - absence.started_at).total_seconds()) // 60, session.plaque.house_rules.house
    if why_not_pick_up(house, rounds_missed=place.owed.rounds, minutes_away=minutes):
        return None
    since = absence.started_at.astimezone(session.room.zone)
    text = f"{place.player} in seat {place.seat} is away since {since:%H:%M}: their chips may be picked up."
    return AlarmLine(text, reverse("pick_up", args=[place.sitting.pk]), "pick_up_due")


def _felt_seats(
    session: TableSession,
    taken: Mapping[Seat, SeatTaken],
    count: int,
    held: Mapping[int, tuple[str, str]] | None = None,
) -> list[FeltSeat]:
    seats = map(Seat, range(1, max(count, *taken, 2) + 1))
    return [_felt_seat(session, seat, taken.get(seat), (held or {}).get(seat, ("", ""))) for seat in seats]


def _state_of(place: SeatTaken) -> SeatState:
    """The state of a player who sits there between hands; whoever lacks chips because a case holds them is not
    broke."""
    if place.is_away:
        return "away"
    if place.is_barred:
        return "barred"
    if place.stack:
        return "in"
    return "held" if place.held else "broke"


def _felt_seat(session: TableSession, seat: int, place: SeatTaken | None, held: tuple[str, str]) -> FeltSeat:
    href = f"/tables/{session.table_id}/seats/{seat}/"
    has_button = seat == session.button_shown
    if place is None:
        return FeltSeat(seat, state="open", href=href, has_button=has_button, held=held[0], stack_text=held[1])
    return FeltSeat(
        seat,
        name=place.player.display_name,
        stack_text=session.room.money(place.stack),
        state=_state_of(place),
        impounded=f"{session.room.money(place.held_amount)} held" if place.held else "",
        over=place.under.player.display_name if place.under else "",
        href=href,
        has_button=has_button,
    )
