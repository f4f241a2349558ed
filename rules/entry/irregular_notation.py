"""Irregularities at the table, as a supervisor types it; the console's drawer sends the same words.

dead 4 fouled, dead 4 unprotected, dead 4 turn, dead 4 clock, dead 4 debt, dead 4 · clock
exposed 4 Ah, flashed 4 Ks, boxed Ah, burn Ts, early AhKd7c (without cards: nobody could read it) · showall 4 AhKd
misdeal seat, misdeal two exposed, misdeal · fouled deck alike, fouled deck
and after any action that broke a rule and was acted on, stands: r 7 stands, 5 check stands, flop AhKd7c stands
"""

from collections.abc import Mapping
from typing import Final

from rules.cards.card import UNKNOWN, CardError, parse_cards
from rules.entry.notation import Amount, Entry, read_action
from rules.play.actions import (
    Action,
    MalformedAction,
    bet_or_raise_to,
    bring_in,
    card_seen,
    check_or_call,
    clock,
    dead,
    show_all,
    void,
)
from rules.play.hand import Hand
from rules.play.incident_lines import parse_line
from rules.play.irregularities import MAY_STAND
from rules.play.misdeals import VOIDS
from rules.play.rulings import DEAD_CAUSES
from rules.table.seats import DEALER, Position, Seat

STANDS: Final = "stands"
CAUSES: Final[Mapping[str, str]] = {
    "": "dead_hand",
    "fouled": "fouled_hand",
    "unprotected": "unprotected_hand",
    "turn": "out_of_turn",
    "clock": "clock",
    "debt": "hand_of_debtor",
}
"""Why a hand is dead, by the word that is typed."""
SEEN: Final[Mapping[str, str]] = {
    "exposed": "exposed_card",
    "flashed": "flashed_card",
    "boxed": "boxed_card",
    "burn": "burn_card",
    "early": "premature_card",
}
"""The fate of a card, by the word that is typed."""
_OF_A_SEAT: Final = frozenset({"exposed", "flashed"})
_BY_WORD: Final = frozenset({"dead", "clock", "showall", "misdeal", "fouled", "void", *SEEN})


def is_incident(text: str) -> bool:
    """Whether the words are about something that went wrong beside the actions."""
    words = text.casefold().split()
    return bool(words) and (words[0] in _BY_WORD or bool({"dead", "clock", "card", "showall", "void"} & {*words[1:2]}))


def read_entry(text: str, hand: Hand, amount: Amount) -> Entry:
    """The entry that `text` says at this point of the hand, irregularities included; as `notation.read_action`."""
    words = text.split()
    said = [word.casefold() for word in words]
    if said and said[0] in _BY_WORD:
        return _INCIDENTS.get(said[0], _read_card)(hand, said, words)
    if said[-1:] == [STANDS]:
        return _let_stand(hand, _read_seat(words[:-1], hand, amount) or read_action(" ".join(words[:-1]), hand, amount))
    if is_incident(text) or STANDS in said:
        return parse_line(text, amount) or read_action(text, hand, amount)
    return read_action(text, hand, amount)


def _let_stand(hand: Hand, read: Entry) -> Action:
    """The action with the rule that it breaks; where it breaks none, the hand says so."""
    if not isinstance(read, Action):
        raise MalformedAction("Say what one player did that stands, as in r 7 stands.")
    refused = hand.refusal(read)
    broken = refused.code if refused and refused.code in MAY_STAND.get(read.verb, ()) else "irregularity_stands"
    return read if refused and broken == "irregularity_stands" else read._replace(why=broken)


def _read_seat(words: list[str], hand: Hand, amount: Amount) -> Action | None:
    """The act of a seat whose turn it may not have been: 5 check, 5 r 12, 5 bring; None where no seat is named."""
    if len(words) < 2 or not words[0].isdecimal():
        return None
    position, verb = _position(hand, words[0]), words[1].casefold()
    if verb in ("check", "call", "c", "k"):
        return check_or_call(position)
    if verb in ("bring", "bring-in"):
        return bring_in(position)
    if verb in ("r", "raise", "b", "bet") and len(words) > 2:
        try:
            return bet_or_raise_to(position, amount(words[-1]))
        except ValueError as error:
            raise MalformedAction(f"{error}: type plain digits, as in 5 r 12 stands.") from error
    raise MalformedAction("Say what the seat did: 5 check stands, 5 r 12 stands.")


def _read_dead(hand: Hand, said: list[str], words: list[str]) -> Action:
    if len(said) < 2:
        raise MalformedAction("Say whose hand is dead, and why: dead 4 fouled.")
    word = "".join(said[2:3])
    cause = CAUSES.get(word, word)
    if cause not in DEAD_CAUSES:
        raise MalformedAction(f"Say why the hand is dead: {', '.join(filter(None, CAUSES))}.")
    return dead(_position(hand, said[1]), cause)


def _read_clock(hand: Hand, said: list[str], words: list[str]) -> Action:
    position = _position(hand, said[1]) if len(said) > 1 else hand.legal_actions().position
    if position is None:
        raise MalformedAction("Nobody is to act now: the clock runs for who is.")
    return clock(position)


def _read_card(hand: Hand, said: list[str], words: list[str]) -> Action:
    """A card that was seen: whose it is where that matters, and which one."""
    rest = words[1:]
    has_seat = bool(rest) and rest[0].isdecimal()
    if said[0] in _OF_A_SEAT and not has_seat:
        raise MalformedAction(f"Say whose card it is: {said[0]} 4 Ah.")
    position = _position(hand, rest[0]) if has_seat else DEALER
    return card_seen(SEEN[said[0]], _cards(rest[has_seat:]) or (UNKNOWN,), position)


def _read_show_all(hand: Hand, said: list[str], words: list[str]) -> Action:
    if len(said) < 2:
        raise MalformedAction("Say whose hand was shown: showall 4 AhKd.")
    position = _position(hand, said[1])
    if was_shown(hand, position) and not words[2:]:
        raise MalformedAction("That hand was shown to all already: name its cards, or go on.")
    return show_all(position, _cards(words[2:]))


def was_shown(hand: Hand, position: Position) -> bool:
    """Whether the hand at a position was shown to all because one player saw it."""
    return any((action.verb, action.position) == ("showall", position) for action in hand.actions)


def _read_void(hand: Hand, said: list[str], words: list[str]) -> Action:
    """A misdeal or a fouled deck, of the kind whose code the words belong to: misdeal two boxed, fouled alike."""
    cause = "fouled_deck" if said[0] == "fouled" else "misdeal"
    wanted = {word for part in said[1:] for word in part.split("_")} - {"deck", "misdeal", "fouled"}
    if not wanted:
        return void(cause)
    known = {"misdeal", "fouled_deck"} if said[0] == "void" else {cause}
    for kind in VOIDS.values():
        if kind.cause in known and wanted <= {*kind.code.split("_")}:
            return void(kind.code)
    kinds = ", ".join(kind.code.replace("_", " ") for kind in VOIDS.values() if kind.cause in known)
    raise MalformedAction(f"Say what kind it is: {kinds}.")


_INCIDENTS: Final = {
    "dead": _read_dead,
    "clock": _read_clock,
    "showall": _read_show_all,
    "misdeal": _read_void,
    "fouled": _read_void,
    "void": _read_void,
}


def _position(hand: Hand, seat: str) -> Position:
    if not seat.isdecimal() or int(seat) not in hand.setup.seats:
        raise MalformedAction(f"Seat {seat[:8]} was not dealt in: name a seat that was.")
    return hand.setup.position(Seat(int(seat)))


def _cards(words: list[str]) -> tuple[int, ...]:
    try:
        return parse_cards("".join(words))
    except CardError as error:
        raise MalformedAction(str(error)) from error
