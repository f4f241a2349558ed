"""Recorded hands: the list of a day or a session, and one hand to be read street by street."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from config.requests.late import late_entries
from config.requests.models import LateEntry
from config.rooms.models import Room
from games.cases import cases
from games.files import played_of
from games.models import Hand, is_newest
from rules.cards.card import UNKNOWN, print_cards
from rules.entry.story import StreetStory, tell
from rules.table.kill_words import played_at


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player of a hand; amounts in minor units, `cards` in file notation where they were shown.

    `held` is what open cases hold of what the player took out.
    """

    seat: int
    name: str
    stack: int | None
    put_in: int
    took_out: int
    cards: str
    is_button: bool
    held: int = 0

    @property
    def net(self) -> int:
        """The chips that the hand brought the player."""
        return self.took_out - self.put_in


@dataclass(frozen=True, slots=True)
class HandPage:
    """A recorded hand with its story, its seats, its other versions, and the cases about it with their rulings."""

    hand: Hand
    streets: list[StreetStory]
    seats: list[SeatRow]
    steps: list[Mapping[str, Any]]
    board: str
    versions: list[Hand]
    cases: Sequence[Any]
    late: LateEntry | None = None

    @property
    def kill(self) -> str:
        """The kill that it was played under, with its limits; nothing where the plaque has none."""
        return played_at(self.hand.plaque.plaque, self.hand.killer_seat, self.hand.room.money)

    @property
    def newest(self) -> Hand:
        """The version that counts."""
        return self.versions[-1]


def hands_of(
    room: Room,
    *,
    day: date | None = None,
    until: date | None = None,
    table: int | None = None,
    session: int | None = None,
    tier: str = "",
    source: str = "",
) -> QuerySet[Hand]:
    """The newest versions of the room's hands, the last first, narrowed by what is given: of one gaming day or, with
    `until`, of all days from it to that one."""
    wanted = {
        "gaming_day": None if until else day,
        "gaming_day__gte": day if until else None,
        "gaming_day__lte": until,
        "session__table": table,
        "session": session,
        "tier": tier or None,
        "session__source": source or None,
    }
    narrowed = {field: value for field, value in wanted.items() if value is not None}
    hands = cases().with_case(Hand.objects.filter(is_newest(), room=room, **narrowed))
    return hands.select_related("session__table", "plaque", "recorded_by").order_by("-recorded_at", "-pk")


def hand_page(hand: Hand) -> HandPage:
    """Everything that the page of a hand shows, in a fixed number of queries."""
    versions = list(
        Hand.objects.filter(session=hand.session_id, number=hand.number)
        .select_related("recorded_by")
        .order_by("version")
    )
    told = cases().told(hand)
    if hand.tier == Hand.Tier.TICK or hand.is_void:
        return HandPage(hand, [], [], [], "", versions, told, late_entries(Hand, [hand.pk]).get(hand.pk))
    held = cases().held(hand)
    rows = list(hand.seats.select_related("player"))
    played = played_of(hand)
    played, streets = tell(
        played.setup, played.actions, {row.seat: row.player.display_name for row in rows}, hand.room.money
    )
    cards: dict[int, str] = {seat: _cards(played.hole[player]) for player, seat in enumerate(played.setup.seats)}
    seats = [
        SeatRow(
            row.seat,
            row.player.display_name,
            row.starting_stack,
            row.put_in,
            row.took_out,
            cards.get(row.seat, ""),
            row.seat == played.setup.button,
            held.get(row.sitting_id, 0),
        )
        for row in rows
    ]
    return HandPage(
        hand, streets, seats, (hand.settlement or {"steps": []})["steps"], print_cards(played.board), versions, told
    )


def _cards(cards: list[int]) -> str:
    """The cards in file notation; nothing where they were never shown."""
    return "" if UNKNOWN in cards else print_cards(cards)
