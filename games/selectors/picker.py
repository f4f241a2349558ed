"""The card picker: which cards are asked for now, which lie somewhere already, and what else may be named."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.cards import RANKS, SUITS, UNKNOWN, parse_cards
from games.rules.hand import Hand

BOARD = "board"
_COUNTED = {1: "one card", 2: "two cards", 3: "three cards", 4: "four cards"}


@dataclass(frozen=True, slots=True)
class PickerCard:
    """A card of the picker; a card that lies somewhere already can't be picked."""

    text: str
    is_taken: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where picked cards may go: the board, or a seat."""

    code: str
    label: str


@dataclass(frozen=True, slots=True)
class Picker:
    """The 52 cards in a row for each suit, how many are asked for, and for whom.

    `others` may be named instead, besides the seats, which are pressed on the felt. `is_asked` where the hand can't go
    on without an answer; then `may_skip` says whether "unknown" is one, and `muck` is the action by which the seat
    gives its hand up instead.
    """

    place: str
    title: str
    hint: str
    count: int
    rows: tuple[tuple[PickerCard, ...], ...]
    others: tuple[Place, ...]
    is_asked: bool = False
    may_skip: bool = False
    muck: str = ""


def pick_cards(hand: Hand, names: Mapping[int, str], wanted: str = "") -> Picker | None:
    """The picker for the place that is `wanted`, or for what the hand asks for now; None where bets go on."""
    places = _places(hand, names)
    codes = {place.code for place in places}
    asked = _asked(hand)
    code = wanted if wanted in codes else asked
    if code is None:
        return None
    title, count = _title(hand, names, code)
    muck = _muck(hand, code)
    return Picker(
        place=code,
        title=title,
        hint=_hint(hand, code, muck),
        count=count,
        rows=_rows(hand),
        others=tuple(place for place in places if place.code == BOARD != code),
        is_asked=asked is not None,
        may_skip=code == BOARD and _board_is_due(hand),
        muck=muck,
    )


def _asked(hand: Hand) -> str | None:
    """The place whose cards the hand waits for: a street, then at the showdown the hands, in turn."""
    if _board_is_due(hand):
        return BOARD
    if not hand.is_complete or hand.contenders < 2 or not hand.missing():
        return None
    if UNKNOWN in hand.board:
        return BOARD
    hidden = (player for player in range(hand.players) if hand.in_hand(player) and UNKNOWN in hand.hole[player])
    return str(hand.setup.seats[next(hidden)])


def _board_is_due(hand: Hand) -> bool:
    return hand.stage == "board"


def _places(hand: Hand, names: Mapping[int, str]) -> tuple[Place, ...]:
    """Everything that may be named now: a board that is due or unknown, and the hands that are still down."""
    board = [Place(BOARD, _street(hand).capitalize())] if _board_is_due(hand) or UNKNOWN in hand.board else []
    hidden = [player for player in range(hand.players) if hand.in_hand(player) and UNKNOWN in hand.hole[player]]
    seats = [hand.setup.seats[player] for player in hidden]
    return (*board, *(Place(str(seat), f"{seat} {names.get(seat, '')}".strip()) for seat in seats))


def _street(hand: Hand) -> str:
    """The street whose cards are named next: the first that was left unknown, or the one that is due."""
    dealt = 0
    for street in hand.sheet.streets:
        cards = hand.board[dealt : dealt + street.board]
        if street.board and (UNKNOWN in cards or len(cards) < street.board):
            return street.name
        dealt += street.board
    return "board"


def _title(hand: Hand, names: Mapping[int, str], code: str) -> tuple[str, int]:
    if code == BOARD:
        street = _street(hand)
        count = next(s.board for s in hand.sheet.streets if s.name == street)
        return f"{street.capitalize()}: {_COUNTED.get(count, f'{count} cards')}", count
    count = hand.sheet.hole_cards
    return f"Seat {code} {names.get(int(code), '')}: {_COUNTED.get(count, f'{count} cards')}", count


def _hint(hand: Hand, code: str, muck: str) -> str:
    if code == BOARD:
        return "Pick them, or go on without: they can be named later." if _board_is_due(hand) else "Pick them."
    return "Pick what he turned over, or let him muck." if muck else "Pick the cards."


def _muck(hand: Hand, code: str) -> str:
    """The action that gives a hand up at the showdown; nothing for the last one."""
    if code == BOARD or not hand.is_complete or hand.contenders < 2:
        return ""
    return f"p{hand.setup.position(int(code))} sm"


def _rows(hand: Hand) -> tuple[tuple[PickerCard, ...], ...]:
    return tuple(
        tuple(PickerCard(rank + suit, bool(hand.seen >> parse_cards(rank + suit)[0] & 1)) for rank in reversed(RANKS))
        for suit in reversed(SUITS)
    )
