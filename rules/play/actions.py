"""The acts of a hand, as values: one `Action` per line of a PHH file, amounts in minor units."""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

from rules.cards.card import CardError, print_cards, read_cards
from rules.table.seats import DEALER, Position

Verb: TypeAlias = Literal["db", "dh", "pb", "cbr", "cc", "f", "sd", "sm", "mk", "h", "st", "dead", "clock", "card",
                          "showall", "void"]  # fmt: skip
"""PHH's own words: db deal board, dh deal hole, pb post the bring-in, cbr complete, bet or raise *to*, cc check or
call, f fold, sd stand pat or discard, sm show; and besides them mk muck (PHH: `sm` without cards), h hit, st stand, and
the incidents."""

INCIDENTS: Final[frozenset[Verb]] = frozenset({"dead", "clock", "card", "showall", "void"})
"""Events of a hand besides its actions: a hand is declared dead, the clock runs for a player, a card is exposed,
a hand shown to one is shown to all, the hand is void."""


class Action(NamedTuple):
    """One line of a hand. `position` is 1 for the first player left of the button, 0 for the board.

    `amount` is what a `cbr` raises *to* on this street, in minor units; blinds already posted count. `cards` are the
    cards dealt, discarded or shown; a show without cards turns over what is already recorded. `why` is the code of the
    rule that a standing action breaks, and of an incident why it happened (`irregularities`).
    """

    verb: Verb
    position: Position = DEALER
    amount: int = 0
    cards: tuple[int, ...] = ()
    why: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, [print_action(self, str), self.why]))


def deal_hole(position: Position, cards: tuple[int, ...]) -> Action:
    """`d dh pN AhKh`: the dealer gives these cards to this player."""
    return Action("dh", position, 0, cards)


def deal_board(cards: tuple[int, ...]) -> Action:
    """`d db 7h8d9c`: the dealer turns these cards up in the middle."""
    return Action("db", DEALER, 0, cards)


def fold(position: Position) -> Action:
    """`pN f`."""
    return Action("f", position)


def check_or_call(position: Position) -> Action:
    """`pN cc`: a check when nothing is owed; all-in when the stack is short of the call."""
    return Action("cc", position)


def bet_or_raise_to(position: Position, amount: int) -> Action:
    """`pN cbr X`: makes this player's bet on this street `amount` minor units in all."""
    return Action("cbr", position, amount)


def show(position: Position, cards: tuple[int, ...] = ()) -> Action:
    """`pN sm AhKh`: tables the hand; without cards (`pN sm -`) the ones already recorded."""
    return Action("sm", position, 0, cards)


def bring_in(position: Position) -> Action:
    """`pN pb`: posts the bring-in that opens a stud hand."""
    return Action("pb", position)


def muck(position: Position) -> Action:
    """`pN sm`: gives the hand up unseen; it wins nothing."""
    return Action("mk", position)


def dead(position: Position, why: str) -> Action:
    """`pN dead fouled_hand`: the supervisor declares the hand dead, by the rule of that code."""
    return Action("dead", position, 0, (), why)


def clock(position: Position) -> Action:
    """`pN clock`: the dealer calls the clock on the player whose turn it is."""
    return Action("clock", position, 0, (), "clock")


def card_seen(why: str, cards: tuple[int, ...], position: Position = DEALER) -> Action:
    """`pN card exposed_card Ah`, `d card boxed_card Ah`: what became of a card that nobody was to see."""
    return Action("card", position, 0, cards, why)


def show_all(position: Position, cards: tuple[int, ...] = ()) -> Action:
    """`pN showall AhKd`: the hand was shown to one player, so everybody sees it."""
    return Action("showall", position, 0, cards, "show_one_show_all")


def void(why: str) -> Action:
    """`d void wrong_seat`: the hand ends as if it had never been dealt; `why` is one of `misdeals.VOIDS`."""
    return Action("void", DEALER, 0, (), why)


class MalformedAction(ValueError):  # noqa: N818 - what a reader says of the text, and named so
    """The text is no line of a hand; the message says what is wrong with it."""


def parse_action(text: str, amount: Callable[[str], int]) -> Action | None:
    """The action that a PHH line writes; None for an empty line or a comment.

    `amount` reads an amount as the file writes it and returns minor units. A card that is there twice is for the hand
    to refuse, by its rule. Raises MalformedAction.
    """
    position = _DEALT_TO.get(text[:8])
    if position and (deal := _usual_deal(position, text[8:])):
        return deal
    words = (text.partition("#")[0] if "#" in text else text).split()
    if not words:
        return None
    try:
        return _parse_dealing(words) if words[0] == "d" else _parse_playing(words, amount)
    except (ValueError, IndexError) as error:
        raise MalformedAction(f"“{text.strip()}” is no action: {str(error) or 'a word is missing'}.") from error


def _parse_dealing(words: list[str]) -> Action:
    if words[1] == "db" and len(words) == 3:
        return Action("db", DEALER, 0, read_cards(words[2]))
    if words[1] == "dh" and len(words) == 4:
        return Action("dh", _position(words[2]), 0, read_cards(words[3]))
    raise ValueError("the dealer deals by “d db CARDS” or “d dh pN CARDS”")


def _parse_playing(words: list[str], amount: Callable[[str], int]) -> Action:
    position, verb, rest = _position(words[0]), words[1], words[2:]
    if verb == "cbr" and len(rest) == 1:
        return Action("cbr", position, amount(rest[0]))
    if verb in _WITHOUT_CARDS and not rest:
        return Action(_WITHOUT_CARDS[verb], position)
    if verb in _WITH_CARDS and len(rest) == 1:
        return Action(_WITH_CARDS[verb], position, 0, () if rest == ["-"] else read_cards(rest[0]))
    raise ValueError("a player may f, cc, cbr AMOUNT, pb, sd [CARDS], sm [CARDS|-], h CARD or st")


_WITHOUT_CARDS: dict[str, Verb] = {"f": "f", "cc": "cc", "pb": "pb", "sd": "sd", "sm": "mk", "st": "st"}
_WITH_CARDS: dict[str, Verb] = {"sd": "sd", "sm": "sm", "h": "h"}


_PLAYERS: dict[str, Position] = {f"p{place}": Position(place) for place in range(1, 100)}


_DEALT_TO: Final = {f"d dh p{place} ": Position(place) for place in range(1, 10)}


def _usual_deal(position: Position, written: str) -> Action | None:
    """The deal that a line such as "d dh p1 AhKd" writes, without taking it apart word by word: most lines that nobody
    has read before are such. None where something else than cards stands behind the player."""
    try:
        cards = read_cards(written)
    except CardError:
        return None
    return Action("dh", position, 0, cards) if cards else None


def _position(word: str) -> Position:
    if word in _PLAYERS:
        return _PLAYERS[word]
    digits = word[1:]
    if not word.startswith("p") or not digits.isascii() or not digits.isdigit() or not 1 <= int(digits) <= 99:
        raise ValueError(f"“{word}” names no player")
    return Position(int(digits))


def print_action(action: Action, amount: Callable[[int], str]) -> str:
    """The PHH line of an action; `amount` writes minor units as the file should show them.

    Why it stands is no part of it, and an incident has none: `incident_lines` writes them.
    """
    verb, position, money, cards, _ = action
    if verb == "db":
        return f"d db {print_cards(cards)}"
    if verb == "dh":
        return f"d dh p{position} {print_cards(cards)}"
    if verb == "cbr":
        return f"p{position} cbr {amount(money)}"
    if verb == "sm":
        return f"p{position} sm {print_cards(cards) or '-'}"
    word = "sm" if verb == "mk" else verb
    return f"p{position} {word} {print_cards(cards)}".rstrip()
