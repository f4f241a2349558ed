"""The card picker: which cards are asked for now, which lie somewhere already, and what else may be named."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.cards.card import RANKS, SUITS, UNKNOWN, parse_cards
from rules.entry.dealing import asked_for, cards_asked, is_due, next_unnamed
from rules.entry.irregular_notation import was_shown
from rules.play.hand import Hand
from rules.play.legal import Completing, Drawing
from rules.play.showing import hands_down, noted_down, sharing_a_side_pot, showing
from rules.table.seats import Position, Seat

BOARD, DISCARD, HIT = "board", "discard", "hit"
"""The places of picked cards besides a seat: to the middle, away, or to who completes a hand."""
_COUNTED = ("no card", "one card", "two cards", "three cards", "four cards", "five cards", "six cards", "seven cards")


@dataclass(frozen=True, slots=True)
class PickerCard:
    """A card of the picker; a card that lies somewhere already, or isn't in the deck, can't be picked."""

    text: str
    is_taken: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A place for picked cards: the board, a seat, or what its player does with them."""

    code: str
    label: str


@dataclass(frozen=True, slots=True)
class Picker:
    """The 52 cards in a row for each suit, how many are asked for, and for whom.

    `others` may be named instead, besides the seats, which are pressed on the felt. `is_asked` where the hand can't go
    on without an answer; then `may_skip` says whether "unknown" is one, `muck` is the action by which the seat gives
    its hand up instead, `wins` the one by which all the others do, or all that are down; `shows` is the one by which it
    turns over cards that were noted before. `is_open` where fewer cards than `count` will do as well. At the showdown
    `order` says who shows first and why, `citation` where that stands, by the `rule` of the rulebook.
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
    wins: str = ""
    shows: str = ""
    is_open: bool = False
    order: str = ""
    rule: str = ""
    citation: str = ""


def pick_cards(hand: Hand, names: Mapping[int, str], wanted: str = "", *, asks_noted: bool = True) -> Picker | None:
    """The picker for the place that is `wanted`, or for what the hand asks for now; None where bets go on.

    Who holds cards that were noted before the showdown is asked to show or muck them in turn; not `asks_noted` where
    nothing is missing, so that a hand that was recorded without is corrected in what was wrong alone.
    """
    places = _places(hand, names)
    codes = {place.code for place in places}
    asked = _asked(hand, asks_noted=asks_noted)
    code = wanted if wanted in codes else asked
    if code is None:
        return None
    title, count = _title(hand, names, code)
    muck = _muck(hand, code)
    is_noted = bool(muck) and code in map(str, noted_down(hand))
    return Picker(
        place=code,
        title=f"{title}{' ' if code == DISCARD else ': '}{counted(count)}",
        hint=_NOTED if is_noted else _hint(hand, code, muck),
        count=count,
        rows=_rows(hand, code, count),
        others=tuple(place for place in places if place.code == BOARD != code),
        is_asked=asked is not None,
        may_skip=asked == code and asked_for(hand) is not None,
        muck=muck,
        wins=_wins(hand, code) if muck else "",
        shows=f"{code} show" if is_noted else "",
        is_open=code == DISCARD,
        **(_showing_order(hand) if code.isdecimal() else {}),
    )


def _showing_order(hand: Hand) -> dict[str, str]:
    """Say who shows next and who after that; at first also why, with the rule. Nothing before the showdown."""
    shown = showing(hand) if hand.is_complete else None
    if shown is None:
        return {}
    down = hands_down(hand)
    if not down:
        return {}
    first, *others = down
    after = f", then seat{'s' if len(others) > 1 else ''} {_listed(others)}" if others else ""
    if down != shown.order:
        return {"order": f"Seat {first} shows next{after}."}
    return {"order": f"Seat {first} shows first{after}: {shown.why}.", "rule": shown.rule, "citation": shown.citation}


def _listed(seats: Sequence[Seat]) -> str:
    """ "4, 1 and 2"."""
    *most, last = (str(seat) for seat in seats)
    return " and ".join(filter(None, [", ".join(most), last]))


def counted(cards: int) -> str:
    """The number of cards, in words."""
    return _COUNTED[cards] if cards < len(_COUNTED) else f"{cards} cards"


def _asked(hand: Hand, *, asks_noted: bool) -> str | None:
    """The place whose cards the hand waits for: a street, an up card, then at the showdown the hands, in turn."""
    if due := asked_for(hand):
        return BOARD if due.seat is None else str(due.seat)
    if not hand.is_complete or hand.contenders < 2:
        return None
    missing = hand.missing()
    if missing and UNKNOWN in hand.board:
        return BOARD
    waiting = hands_down(hand) if missing else noted_down(hand) if asks_noted else ()
    return str(waiting[0]) if waiting else None


def _board_is_due(hand: Hand) -> bool:
    due = asked_for(hand)
    return due is not None and due.position is None


def _places(hand: Hand, names: Mapping[int, str]) -> tuple[Place, ...]:
    """Everything that may be named now: a board that is due or unknown, the hands that are still down, and the cards
    that who is to act throws away or takes."""
    legal = hand.legal_actions()
    board = [Place(BOARD, _street(hand).capitalize())] if _board_is_due(hand) or UNKNOWN in hand.board else []
    changed = [Place(DISCARD, "Discards")] if isinstance(legal, Drawing) else []
    taken = [Place(HIT, "Hit")] if isinstance(legal, Completing) and legal.may_hit else []
    hidden = [player for player in range(hand.players) if _may_be_named(hand, player) and _is_hidden(hand, player)]
    seats = [hand.setup.seats[player] for player in hidden]
    return (*board, *changed, *taken, *(Place(str(seat), f"{seat} {names.get(seat, '')}".strip()) for seat in seats))


def _may_be_named(hand: Hand, player: int) -> bool:
    """Whether the player's cards are anybody's business: who is still in, and who showed them before leaving."""
    return hand.in_hand(player) or was_shown(hand, Position(player + 1))


def _is_hidden(hand: Hand, player: int) -> bool:
    """Whether there is something to be said of the player's cards: which they are, or at the end that they show."""
    known = UNKNOWN not in hand.hole[player] and not is_due(hand, Position(player + 1))
    return not known or (hand.is_complete and hand.contenders > 1 and hand.setup.seats[player] in noted_down(hand))


def _street(hand: Hand) -> str:
    """The street whose cards are named next: the first that was left unknown, or the one that is due."""
    dealt = 0
    for street in hand.sheet.streets:
        cards = hand.board[dealt : dealt + street.board]
        if street.board and (UNKNOWN in cards or len(cards) < street.board):
            return street.name
        dealt += street.board
    return hand.sheet.streets[-1].name


def _title(hand: Hand, names: Mapping[int, str], code: str) -> tuple[str, int]:
    """The title of what is named, and how many cards of it."""
    legal = hand.legal_actions()
    if code == BOARD:
        return _street(hand).capitalize(), _board_cards(hand)
    if code in (DISCARD, HIT):
        who = f"Seat {legal.seat} {names.get(legal.seat or 0, '')}"
        return (f"{who} throws away up to", legal.most_discards) if isinstance(legal, Drawing) else (f"{who} takes", 1)
    who, position = f"Seat {code} {names.get(int(code), '')}".strip(), hand.setup.position(Seat(int(code)))
    due = asked_for(hand)
    if due and is_due(hand, position):
        return f"{who}, face up", cards_asked(hand, due)
    return who, _hidden_cards(hand, position) or len(hand.hole[position - 1])


def _board_cards(hand: Hand) -> int:
    """The number of cards of the board that are named at once: a street that is due, else one that was left unknown."""
    due = asked_for(hand)
    if due and due.position is None:
        return due.cards
    return next(len(action.cards) for action in hand.actions if action.verb == "db" and UNKNOWN in action.cards)


def _hidden_cards(hand: Hand, position: Position) -> int:
    """The number of cards of a seat that are named at once: all that are unknown at the showdown, before it those of
    one deal."""
    unnamed = next_unnamed(hand, position)
    if position in hand.legal_actions().may_show or unnamed is None:
        return hand.hole[position - 1].count(UNKNOWN)
    return unnamed[1].cards.count(UNKNOWN)


def _hint(hand: Hand, code: str, muck: str) -> str:
    if code == BOARD:
        return "Pick them, or go on without: they can be named later." if _board_is_due(hand) else "Pick them."
    if code == DISCARD:
        return "Pick the cards, then Enter."
    if muck:
        return "Pick what was turned over, or muck."
    if asked_for(hand):
        return "It says who opens. Tap a seat to name that one's card first; those before it stay unknown."
    return "Pick the cards."


_NOTED = "The cards are there already: shows, or mucks."


def _muck(hand: Hand, code: str) -> str:
    """The action that gives a hand up at the showdown; nothing for the last one."""
    if not code.isdecimal() or not hand.is_complete or hand.contenders < 2:
        return ""
    if not hand.in_hand(hand.setup.position(Seat(int(code))) - 1):
        return ""
    return f"{code} muck"


def _wins(hand: Hand, code: str) -> str:
    """The action by which every other hand that is down is given up, where none was shown; where one was shown and
    several are down, the one by which all of those are. Nothing where a side pot lies between those."""
    down = hands_down(hand)
    if len(down) == hand.contenders:
        return "" if sharing_a_side_pot(hand, hands_down(hand, but=Seat(int(code)))) else f"{code} wins"
    return "all muck" if len(down) > 1 and not sharing_a_side_pot(hand, down) else ""


def _rows(hand: Hand, code: str, count: int) -> tuple[tuple[PickerCard, ...], ...]:
    free = _free(hand, code, count)
    return tuple(
        tuple(PickerCard(rank + suit, not free >> parse_cards(rank + suit)[0] & 1) for rank in reversed(RANKS))
        for suit in reversed(SUITS)
    )


def _free(hand: Hand, code: str, count: int) -> int:
    """The cards that may be picked, a bit each: of the deck what nobody has seen, of discards what the player holds."""
    every = (1 << 52) - 1 & ~((1 << 4 * hand.sheet.lowest_rank) - 1)
    unseen = every & ~hand.seen
    if code == DISCARD:
        held = hand.hole[(hand.legal_actions().position or 1) - 1]
        mine = _bits(held)
        return mine | unseen if UNKNOWN in held else mine
    if not code.isdecimal():
        return unseen
    held = hand.hole[hand.setup.position(Seat(int(code))) - 1]
    noted = 0 if UNKNOWN in held else _bits(held)  # to be tapped as they lie there, or in part: the others were wrong
    return unseen | noted | _bits(hand.may_come_again(count))


def _bits(cards: Collection[int]) -> int:
    return sum(1 << card for card in cards if card != UNKNOWN)
