"""The draw for the first button as its page shows it: whose card is next, and who has the button when all have one."""

from collections.abc import Mapping
from dataclasses import dataclass

from config.web.felt import FeltSeat
from games.selectors.seats import SeatTaken
from rules.cards.card import RANKS, SUITS, CardError, parse_cards, print_cards, rank_of
from rules.table.button import draw_for_button
from rules.table.seats import Seat
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class DrawCard:
    """A card that may be dealt next; `dealt` is the whole draw with it, as the address says it, "" where it is out."""

    text: str
    dealt: str


@dataclass(frozen=True, slots=True)
class ButtonDraw:
    """A draw: `cards` by seat in the order in which they were dealt, from the dealer's left.

    `next_seat` is None once everybody has one; then `winner` has the button and `why` says by which card. `back` is
    the draw without its last card. By chance nobody is dealt a card.
    """

    seats: list[FeltSeat]
    places: Mapping[Seat, SeatTaken]
    cards: Mapping[Seat, int]
    rows: tuple[tuple[DrawCard, ...], ...]
    by_chance: bool
    sentence: str
    citation: str

    @property
    def next_seat(self) -> Seat | None:
        """The seat whose card is dealt next."""
        return next((seat for seat in self.places if seat not in self.cards), None)

    @property
    def next_name(self) -> str:
        """The name of the player there."""
        return str(self.places[self.next_seat].player) if self.next_seat else ""

    @property
    def dealt(self) -> str:
        """The cards as the address says them."""
        return print_cards(self.cards.values())

    @property
    def back(self) -> str:
        """The cards without the last one."""
        return self.dealt[:-2]

    @property
    def winner(self) -> Seat | None:
        """The seat that has the button, once everybody has a card."""
        return draw_for_button(self.cards) if self.cards and self.next_seat is None else None

    @property
    def winner_name(self) -> str:
        """The name of the player there."""
        return str(self.places[self.winner].player) if self.winner else ""

    @property
    def winner_card(self) -> str:
        """The winner's card."""
        return print_cards([self.cards[self.winner]]) if self.winner else ""

    @property
    def is_tied(self) -> bool:
        """Whether another has a card of the same rank, so that the suit decided."""
        ranks = [rank_of(card) for card in self.cards.values()]
        return bool(self.cards) and ranks.count(max(ranks)) > 1


def button_draw(session: TableSession, taken: Mapping[Seat, SeatTaken], dealt: str) -> ButtonDraw:
    """The draw of those who are there, as far as it has come; cards that can't be read are left out."""
    house = session.plaque.house_rules.house
    cards = dict(zip(taken, _readable(dealt), strict=False))
    return ButtonDraw(
        seats=_seats(session, taken, cards),
        places=taken,
        cards=cards,
        rows=_rows(print_cards(cards.values())),
        by_chance=house.answers.button_draw == "random_seat",
        sentence=house.explain("button_draw").sentence,
        citation=house.cite("button_draw"),
    )


def _readable(dealt: str) -> tuple[int, ...]:
    try:
        return tuple(card for card in parse_cards(dealt) if card < len(RANKS) * len(SUITS))
    except CardError:
        return ()


def _rows(dealt: str) -> tuple[tuple[DrawCard, ...], ...]:
    out = {dealt[at : at + 2] for at in range(0, len(dealt), 2)}
    texts = ([rank + suit for rank in reversed(RANKS)] for suit in reversed(SUITS))
    return tuple(tuple(DrawCard(text, "" if text in out else dealt + text) for text in row) for row in texts)


def _seats(session: TableSession, taken: Mapping[Seat, SeatTaken], cards: Mapping[Seat, int]) -> list[FeltSeat]:
    count = max(session.posted.seats, *taken, 2)
    return [_seat(session, seat, taken.get(seat), cards.get(seat)) for seat in map(Seat, range(1, count + 1))]


def _seat(session: TableSession, seat: Seat, place: SeatTaken | None, card: int | None) -> FeltSeat:
    if place is None:
        return FeltSeat(seat, state="open", has_button=seat == session.button_seat)
    return FeltSeat(
        seat,
        name=place.player.display_name,
        stack_text=session.room.money(place.stack),
        cards=print_cards([card]) if card is not None else "",
        has_button=seat == session.button_seat,
    )
