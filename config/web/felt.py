"""The drawn table: where seats, bets, cards and the button lie. Pure geometry; `parts/felt.html` turns it into SVG.

Lengths are units of the drawing. The table is a stadium: two straight sides and two half circles. The dealer sits at
the lower edge; seat 1 is at the dealer's left hand and the numbers run clockwise, as on the floor.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Literal

SeatState = Literal["in", "folded", "mucked", "all-in", "open", "away", "waits", "broke", "held", "barred"]

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
SUIT_PATHS = {
    "c": "M12 2.5A4.4 4.4 0 0 1 15.600 9.400A4.500 4.500 0 1 1 13.200 16.500L14.600 22H9.400L10.800 16.500"
    "A4.500 4.500 0 1 1 8.400 9.400A4.400 4.400 0 0 1 12 2.500Z",
    "d": "M12 1.500 20 12 12 22.500 4 12Z",
    "h": "M12 21.500C9 17.300 2.800 13.500 2.800 8.500A4.900 4.900 0 0 1 12 6.200A4.900 4.900 0 0 1 21.200 8.500"
    "C21.200 13.500 15 17.300 12 21.500Z",
    "s": "M12 2C14.800 6.400 21 9.400 21 14.200A4.600 4.600 0 0 1 13.200 17.600L14.600 22H9.400L10.800 17.600"
    "A4.600 4.600 0 0 1 3 14.200C3 9.400 9.200 6.400 12 2Z",
}
"""One suit sign each, on a square of 24 units."""


@dataclass(frozen=True, slots=True)
class FeltSeat:
    """One seat as the table should show it: texts are ready for people, amounts already formatted.

    `cards` is file notation ("AhKd", "????"). `badge` is what holds here and now ("KILL", "HI", "SHOWS"). `back_text`
    is what of the bet nobody called; it lies apart. Who `waits` sits there and is not dealt in. `over` names the
    absent player whose seat it is. An open seat is `held` for the player that is named, until `stack_text`.
    `won` says of a winner what its bet and its badge stand for ("wins 28 with the low hand").
    `impounded` is what a case holds of the player's chips ("967 held"); a seat whose chips are all held is "held".
    `label` is what a screen reader says; it is made of the other facts where it is empty. With `href` the seat is a
    link.
    """

    number: int
    name: str = ""
    stack_text: str = ""
    bet_text: str = ""
    back_text: str = ""
    state: SeatState = "in"
    is_turn: bool = False
    has_button: bool = False
    cards: str = ""
    badge: str = ""
    over: str = ""
    held: str = ""
    impounded: str = ""
    won: str = ""
    href: str = ""
    label: str = ""

    @property
    def spoken(self) -> str:
        """The seat in words: "Seat 9, Gus, 130, to act, has the button"."""
        if self.label:
            return self.label
        facts = (
            f"Seat {self.number}",
            self.name,
            self.second_line,
            self.impounded,
            self.won or (f"bet {self.bet_text}" if self.bet_text else ""),
            f"{self.back_text} not called" if self.back_text else "",
            "all in" if self.state == "all-in" else "",
            "" if self.won else self.badge.lower(),
            f"plays over {self.over}" if self.over else "",
            "to act" if self.is_turn else "",
            "has the button" if self.has_button else "",
        )
        return ", ".join(fact for fact in facts if fact)

    @property
    def has_long_name(self) -> bool:
        """Whether number and name need smaller letters to fit on the plate."""
        return len(self.name) + len(str(self.number)) > 8

    @property
    def second_line(self) -> str:
        """The text under the name: the stack, or why there is none to play with."""
        if self.held:
            return f"held: {self.held} {self.stack_text}"
        return self.stack_text if self.state in ("in", "all-in", "held") else self.state


@dataclass(frozen=True, slots=True)
class Shape:
    """A stadium round (`x`, `y`): straight sides of twice `half`, ends of `radius`."""

    x: int
    y: int
    half: int
    radius: int

    def at(self, part: float) -> tuple[float, float, float, float]:
        """Point and outward direction after `part` (0 to 1) of the way round, clockwise from the lower middle."""
        bend = pi * self.radius
        way = part * (4 * self.half + 2 * bend)
        if way > self.half + bend + self.half:
            x, y, out_x, out_y = self.at(1 - part)
            return 2 * self.x - x, y, -out_x, out_y
        if way <= self.half:
            return self.x - way, self.y + self.radius, 0.0, 1.0
        if way <= self.half + bend:
            angle = (way - self.half) / self.radius
            out_x, out_y = -sin(angle), cos(angle)
            return self.x - self.half + self.radius * out_x, self.y + self.radius * out_y, out_x, out_y
        return self.x - 2 * self.half - bend + way, float(self.y - self.radius), 0.0, -1.0


@dataclass(frozen=True, slots=True)
class FeltPot:
    """One of several pots: its name, its amount for people, and the seats that may win it ("2 4 8")."""

    name: str
    amount: str
    seats: str

    @property
    def words(self) -> str:
        """The text on it first: "Main 240"."""
        return f"{self.name} {self.amount}"


@dataclass(frozen=True, slots=True)
class DrawnPot:
    """A pot in its place on the cloth, by its upper left corner."""

    pot: FeltPot
    x: int
    y: int
    width: int

    @property
    def middle(self) -> int:
        """The middle of its words, from its left edge."""
        return (self.width + 20) // 2


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card with its upper left corner; `suit` is "" for a back."""

    x: int
    y: int
    rank: str
    suit: str

    @property
    def sign(self) -> str:
        """The path of the suit's sign."""
        return SUIT_PATHS.get(self.suit, "")

    @property
    def spoken(self) -> str:
        """The card in words: "ace of hearts"; "a card" for a back."""
        return f"{RANK_NAMES.get(self.rank, self.rank)} of {SUIT_NAMES[self.suit]}" if self.suit else "a card"


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A seat in its place: centre of its plate, of its bet (with the width of its text) and of the dealer button.

    `outer` is 1 or -1: the edge of the plate, lower or upper, that looks away from the cloth and carries the badges.
    """

    seat: FeltSeat
    x: int
    y: int
    bet_x: int
    bet_y: int
    bet_width: int
    button_x: int
    button_y: int
    cards: tuple[DrawnCard, ...]
    outer: int = 1

    @property
    def tag_y(self) -> int:
        """The height at which badges lie, from the centre of the plate."""
        return self.outer * (PLATE_HEIGHT // 2 + 2)

    @property
    def inner_y(self) -> int:
        """The same on the edge that looks to the cloth."""
        return -self.tag_y

    @property
    def back_width(self) -> int:
        """The width of what nobody called: "154 back"."""
        return 20 + round(7.2 * len(f"{self.seat.back_text} back"))

    @property
    def back_left(self) -> int:
        """Its left edge."""
        return self.bet_x - self.back_width // 2

    @property
    def back_middle(self) -> int:
        """The middle of its words."""
        return self.back_width // 2

    @property
    def back_y(self) -> int:
        """Its middle: where the bet lies, or on the cloth's side of it."""
        return self.bet_y - self.outer * 27 if self.seat.bet_text else self.bet_y

    @property
    def bet_left(self) -> int:
        """The left edge of the bet."""
        return self.bet_x - self.bet_width // 2


# `parts/felt.html` is drawn on this sheet; its table lies round the centre of SEAT_LINE.
WIDTH, HEIGHT = 780, 488
SEAT_LINE = Shape(x=390, y=254, half=112, radius=196)
PLATE_WIDTH, PLATE_HEIGHT = 114, 54
BOARD_CARD = (46, 64)
HOLE_CARD = (28, 40)
_OUTWARD = 20  # plates at the ends move out so that they hide no cloth
_BET_INWARD = range(88, 400, 2)  # the nearest place that lies clear of the seat's own cards
_INDEX = 18  # what shows of a card that lies under the next one: its rank and its suit

POTS_TOP, POT_HEIGHT, _POTS_IN_ROW = 296, 34, 3

MINI_WIDTH, MINI_HEIGHT = 132, 76
MINI_LINE = Shape(x=66, y=38, half=27, radius=31)
_MINI_INWARD = 13


def parts_of_the_way(seats: int) -> list[float]:
    """Return how far round each of `seats` seats sits, the dealer having a place of their own; two face each other."""
    if seats == 2:
        return [0.25, 0.75]
    return [number / (seats + 1) for number in range(1, seats + 1)]


def draw(seats: Sequence[FeltSeat]) -> list[DrawnSeat]:
    """Every seat in its place on the large table."""
    return [_draw_seat(seat, part) for seat, part in zip(seats, parts_of_the_way(len(seats)), strict=True)]


def draw_mini(seats: Sequence[FeltSeat]) -> list[DrawnSeat]:
    """Every seat as a dot round the small table; the button lies on the cloth before it."""
    drawn = []
    for seat, part in zip(seats, parts_of_the_way(len(seats)), strict=True):
        x, y, out_x, out_y = MINI_LINE.at(part)
        inside = round(x - _MINI_INWARD * out_x), round(y - _MINI_INWARD * out_y)
        drawn.append(DrawnSeat(seat, round(x), round(y), 0, 0, 0, *inside, cards=()))
    return drawn


def draw_board(notation: str, places: int) -> tuple[list[DrawnCard], list[DrawnCard]]:
    """The board's cards and the empty places after them, centred; `places` is 0 for a game without a board."""
    count = max(places, len(notation) // 2)
    pitch = BOARD_CARD[0] + 7
    left = SEAT_LINE.x - (count * pitch - 7) // 2
    spots = [(left + pitch * index, SEAT_LINE.y - 60) for index in range(count)]
    known = [DrawnCard(x, y, *_read(card)) for (x, y), card in zip(spots, _pairs(notation), strict=False)]
    return known, [DrawnCard(x, y, "", "") for x, y in spots[len(known) :]]


def draw_pots(pots: Sequence[FeltPot]) -> list[DrawnPot]:
    """Several pots in rows of three below the sum of them; one alone needs no chip of its own."""
    drawn: list[DrawnPot] = []
    for row, start in enumerate(range(0, len(pots) if len(pots) > 1 else 0, _POTS_IN_ROW)):
        together = pots[start : start + _POTS_IN_ROW]
        widths = [42 + round(max(9.2 * len(pot.words), 7.2 * len(f"seats {pot.seats}"))) for pot in together]
        left = SEAT_LINE.x - (sum(widths) + 8 * (len(widths) - 1)) // 2
        for pot, width in zip(together, widths, strict=True):
            drawn.append(DrawnPot(pot, left, POTS_TOP + row * (POT_HEIGHT + 4), width))
            left += width + 8
    return drawn


def _draw_seat(seat: FeltSeat, part: float) -> DrawnSeat:
    x, y, out_x, out_y = SEAT_LINE.at(part)
    plate_x, plate_y = round(x + _OUTWARD * out_x), round(y)
    outer = -1 if plate_y < SEAT_LINE.y else 1
    aside = 1 if plate_x <= SEAT_LINE.x else -1
    cards = _hole_cards(seat, plate_x, plate_y, outer)
    width = 37 + round(9.2 * len(seat.bet_text))
    spots = ((round(x - inward * out_x), round(y - inward * out_y)) for inward in _BET_INWARD)
    bet_x, bet_y = next(spot for spot in spots if not _covers(spot, width, cards))
    return DrawnSeat(
        seat=seat,
        x=plate_x,
        y=plate_y,
        bet_x=bet_x,
        bet_y=bet_y,
        bet_width=width,
        button_x=plate_x + aside * (PLATE_WIDTH // 2 - 2),
        button_y=plate_y + outer * (PLATE_HEIGHT // 2 - 6),
        cards=cards,
        outer=outer,
    )


def _covers(spot: tuple[int, int], width: int, cards: Sequence[DrawnCard]) -> bool:
    """Whether a bet of this width, laid there, would lie on one of the cards."""
    (x, y), reach = spot, width // 2 + 2
    return any(
        x - reach < card.x + HOLE_CARD[0] and card.x < x + reach and y - 15 < card.y + HOLE_CARD[1] and card.y < y + 15
        for card in cards
    )


def _hole_cards(seat: FeltSeat, x: int, y: int, outer: int) -> tuple[DrawnCard, ...]:
    """The seat's cards on the cloth's side of its plate, clear of it; of each the corner shows rank and suit."""
    pairs = _pairs(seat.cards)
    if not pairs:
        return ()
    width, height = HOLE_CARD
    pitch = width + 2 if len(pairs) <= 2 else _INDEX
    spread = pitch * (len(pairs) - 1) + width
    left = min(max(x - spread // 2, 2), WIDTH - spread - 2)
    top = y - PLATE_HEIGHT // 2 - height - 2 if outer > 0 else y + PLATE_HEIGHT // 2 + 2
    return tuple(DrawnCard(left + pitch * index, top, *_read(pair)) for index, pair in enumerate(pairs))


def _pairs(notation: str) -> list[str]:
    return [notation[index : index + 2] for index in range(0, len(notation), 2)]


def _read(pair: str) -> tuple[str, str]:
    """Rank and suit of one card; both empty where it is unknown."""
    known = pair[1:] in SUIT_NAMES
    return (pair[0], pair[1]) if known else ("", "")
