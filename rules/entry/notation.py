"""Words that a supervisor types, read as the actions of a hand: PHH lines, or words as they are said on the floor.

A number before the words is a seat: 3 f, 3 r 225, 4 show AhKd. Without one they are of who is to act.
f, fold · c, call, check, k · r 225, raise 225, bet 225, b 225 (all of it *to* 225) · pot · a, all-in
to 7 (everyone before seat 7 does the least they may) · all check, all call, all fold, all pat (the rest of a round)
 · flop Ah7d2c, turn 9s, river 2h · up Kd (the up card that is due)
bring (stud), complete (to the full bet) · pat, draw 2, draw 7c2d (a draw) · hit, hit 9s, stand (Hold'em Blackjack)
show AhKd, muck (the hand that is shown next), 4 wins (the others that are down are mucked)
 · and any PHH line: p3 cbr 225, d db Ah7d2c, p3 sd 7c, p3 sm AhKd
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.cards.card import UNKNOWN, CardError, parse_cards
from rules.entry.dealing import named, unnamed_board
from rules.entry.sizes import all_in, pot_size
from rules.play.actions import (
    Action,
    MalformedAction,
    bet_or_raise_to,
    bring_in,
    check_or_call,
    deal_board,
    deal_hole,
    fold,
    muck,
    parse_action,
    show,
)
from rules.play.hand import Hand
from rules.play.legal import Betting, Completing, Dealing, Drawing, Legal, Over, Raise
from rules.play.showing import hands_down, showing_order
from rules.table.seats import DEALER, Position, Seat
from rules.text.amounts import major

Amount = Callable[[str], int]
STATED = "amount"
"""The word in the place of an amount that came as a number: whoever reads amounts knows it."""

_FOLD = frozenset({"f", "fold"})
_CALL = frozenset({"c", "call"})
_CHECK = frozenset({"check", "k", "x"})
_RAISE = frozenset({"r", "raise", "b", "bet"})
_ALL_IN = frozenset({"a", "all-in", "allin"})
_POT = frozenset({"pot"})
_BOARD = frozenset({"flop", "turn", "river", "board"})
_UP = frozenset({"up", "door"})
_BRING_IN = frozenset({"bring", "bring-in", "pb"})
_COMPLETE = frozenset({"complete"})
_PAT = frozenset({"pat"})
_DRAW = frozenset({"draw", "discard", "sd"})
_HIT = frozenset({"hit", "h"})
_STAND = frozenset({"stand", "st"})
_SHOW = frozenset({"s", "show"})
_MUCK = frozenset({"m", "muck"})
_WINS = frozenset({"win", "wins"})
_SAYS_ALL = _FOLD | _CALL | _CHECK | _ALL_IN | _POT | _BRING_IN | _PAT | _STAND | _MUCK | _WINS
"""Words that nothing follows: whatever stood there would be lost, a seat most of all."""
_OF_TWO_WORDS = frozenset({("bring", "in"), ("stand", "pat")})


@dataclass(frozen=True, slots=True)
class PassTo:
    """Everyone before this seat folds, or checks where nothing is owed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TheRest:
    """This player and everyone who then owes an answer in this round give the same: they call, or do the least they
    may."""

    position: Position
    calls: bool


@dataclass(frozen=True, slots=True)
class TakesIt:
    """Every hand that is still down at the showdown is mucked, but for the one of this position, if there is one."""

    position: Position = DEALER


Entry = Action | PassTo | TheRest | TakesIt
"""The actions of one entry: one, or the same of several players."""


def read_action(text: str, hand: Hand, amount: Amount) -> Entry:
    """The entry that `text` says at this point of the hand; `amount` reads amounts as they are typed.

    Raises MalformedAction, with a sentence, for what can't be read. Whether it is legal is for the hand to say.
    """
    spoken, typed = _of_a_seat(_spoken_to(hand), hand, text.split())
    words = [word.casefold() for word in typed]
    if not words:
        raise MalformedAction("Nothing was entered: tap an action, or type one such as r 225.")
    reader = next((read for known, read in _READERS if words[0] in known), None)
    if reader is not None:
        _refuse_what_follows(words, spoken, amount)
        return reader(spoken, words[1:], typed[1:], amount)
    action = parse_action(" ".join(typed), amount)
    if action is None:
        raise MalformedAction("Nothing was entered: tap an action, or type one such as r 225.")
    return action


def _refuse_what_follows(words: list[str], spoken: "_Spoken", amount: Amount) -> None:
    """Refuse words after one that says all; a call may name the amount that is owed."""
    word, rest = words[0], words[1:]
    if not rest or word not in _SAYS_ALL or (word, *rest) in _OF_TWO_WORDS:
        return
    if word in _CALL and spoken.owed and len(rest) == 1 and _reads(rest[0], spoken.owed, amount):
        return
    if len(rest) == 1 and rest[0] in _SEATS and word not in _CALL | _ALL_IN | _POT:
        raise MalformedAction(f"A seat is named before the word: type {rest[0]} {word}, or {word} by itself.")
    raise MalformedAction(f"Nothing follows {word}: type {word} by itself, or a bet as in r 225.")


def _reads(text: str, value: int, amount: Amount) -> bool:
    try:
        return amount(text) == value
    except ValueError:
        return False


class _Spoken(NamedTuple):
    """The moment at which words are typed: the hand, what is legal, the position that acts (None where nobody does),
    and the positions that may show, those first that are shown first."""

    hand: Hand
    legal: Legal
    position: Position | None
    may_show: Sequence[Position]

    @property
    def turn(self) -> Position:
        """The position that acts."""
        if self.position is None:
            raise MalformedAction("Nobody is to act now: deal the cards that are due, or turn over the hands.")
        return self.position

    @property
    def first_to_show(self) -> Position:
        """The position that shows next."""
        if not self.may_show:
            raise MalformedAction("No hand is turned over yet.")
        return self.may_show[0]

    @property
    def owed(self) -> int:
        """The chips that the player adds to stay in."""
        return self.legal.call if isinstance(self.legal, Betting) else 0

    @property
    def raising(self) -> Raise:
        """The range in which the player may raise; none where no bets are made."""
        return self.legal.raising if isinstance(self.legal, Betting) else Raise(refusal="round_complete")


def _of_a_seat(spoken: _Spoken, hand: Hand, words: list[str]) -> tuple[_Spoken, list[str]]:
    """The moment as the seat before the words has it, whether its turn it is or not, and the words without the seat."""
    if not words or words[0] not in _SEATS:
        return spoken, words
    seat = Seat(int(words[0]))
    if seat not in hand.setup.seats:
        raise MalformedAction(f"Seat {seat} was not dealt in: name a seat that was.")
    position = hand.setup.position(seat)
    turn = None if spoken.position is None else position
    return _Spoken(hand, spoken.legal, turn, (position,) * bool(spoken.may_show)), words[1:]


def _spoken_to(hand: Hand) -> _Spoken:
    """The moment at which words are typed, the hands that are still down before those that lie open already."""
    legal, order, down = hand.legal_actions(), showing_order(hand), hands_down(hand)

    def rank(position: Position) -> tuple[bool, int]:
        seat = hand.setup.seat(position)
        return seat not in down, order.index(seat)

    return _Spoken(hand, legal, legal.position, sorted(legal.may_show, key=rank) if order else legal.may_show)


def dealt_already(text: str, hand: Hand) -> Action | None:
    """The deal of hole cards that a PHH line states, where the player has been dealt such cards unknown; else None."""
    words = text.split()
    if words[:2] != ["d", "dh"]:
        return None
    try:
        action = parse_action(text, int)
    except MalformedAction:
        return None
    if action is None or not 1 <= action.position <= hand.players or hand.can(action):
        return None
    return action if UNKNOWN in hand.hole[action.position - 1] else None


def board_named(text: str, hand: Hand) -> tuple[int, Action] | None:
    """The deal to the board that lies there unknown and is named now, with its index; None where cards are due."""
    first = "".join(text.casefold().split()[:1])
    if first not in _BOARD and not text.startswith("d db "):
        return None
    street = first if first in {each.name for each in hand.sheet.streets} else ""
    index = unnamed_board(hand, street)
    if index is None or isinstance(hand.legal_actions(), Dealing):
        return None
    try:
        return index, deal_board(_cards([word for word in text.split()[1:] if word != "db"]))
    except MalformedAction:
        return None


def names_its_player(text: str) -> bool:
    """Whether the text says who acts: by a seat before the words, or as a line of a file."""
    words = text.casefold().split()
    return bool(words) and (words[0] in _SEATS or (words[0].startswith("p") and words[0][1:].isdigit()))


def is_about_cards(text: str) -> bool:
    """Whether the words deal cards or turn a hand over, rather than act in a betting round."""
    words = text.casefold().split()
    spoken = words[1:] if words[:1] and words[0] in _SEATS else words
    cards = spoken[:1] and (spoken[0] in _BOARD | _UP | _SHOW | _MUCK | _WINS | {"d"} or spoken[1:2] == ["sm"])
    return bool(cards) or spoken == ["all", "muck"]


def example(legal: Legal, words: Sequence[str]) -> str:
    """A line that could be typed now, of the `words` that may be (`suggestions`); "" where nothing may."""
    if isinstance(legal, Drawing):
        return f"draw {legal.least_discards}" if legal.least_discards else "draw 2, or pat"
    if isinstance(legal, Completing) and legal.may_hit:
        return "hit, or stand"
    raising = (word for word in words if word.startswith(("raise", "complete")))
    return next(raising, words[0] if words else "").strip()


def suggestions(hand: Hand, money: Callable[[int], str] = major) -> Iterator[str]:
    """The words that may be typed now, for completion: only what is legal."""
    match hand.legal_actions():
        case Betting() as legal:
            yield from _bets(legal, hand, money)
        case Drawing() as legal:
            yield from _exchanges(legal)
        case Completing(may_hit=may_hit):
            yield from ("hit", "hit ", "stand") if may_hit else ("stand",)
        case Dealing(due=due):
            street = due.street if hand.sheet.board_cards else "board"
            yield f"{street} " if due.kind == "board" else "up "
        case Over(may_show=may_show):
            yield from ("show ", "muck") if may_show and hand.contenders > 1 else ()


def _bets(legal: Betting, hand: Hand, money: Callable[[int], str]) -> Iterator[str]:
    if legal.bring_in:
        yield "bring"
    else:
        yield "check" if legal.may_check else "call"
    if legal.may_fold:
        yield "fold"
    if legal.may_raise:
        yield f"{'complete' if legal.bring_in else 'raise'} {money(legal.raising.least)}"
        if legal.raising.most in (None, all_in(hand, legal.position - 1)):
            yield "all-in"
        elif hand.setup.plaque.structure == "pot_limit":
            yield "pot"


def _exchanges(legal: Drawing) -> Iterator[str]:
    if not legal.least_discards:
        yield "pat"
    yield from (f"draw {number}" for number in range(max(legal.least_discards, 1), legal.most_discards + 1))
    yield "draw "


def _read_fold(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    return fold(spoken.turn)


def _read_call(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    return check_or_call(spoken.turn)


def _read_check(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    position = spoken.turn
    if spoken.owed:
        raise MalformedAction("There is a bet to call, so the seat can't check: type call, or fold.")
    return check_or_call(position)


def _read_raise(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    numbers = [word for word in words if word not in ("to", "it")]
    position, raising = spoken.turn, spoken.raising
    if not numbers and raising.refusal is None and raising.least == raising.most:
        return bet_or_raise_to(position, raising.least)
    if len(numbers) != 1:
        raise MalformedAction("Say how much the bet is made in all: r 225.")
    try:
        return bet_or_raise_to(position, amount(numbers[0]))
    except ValueError as error:
        raise MalformedAction(f"{error}: type plain digits, as in r 225.") from error


def _read_all_in(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    position, raising = spoken.turn, spoken.raising
    if raising.refusal is not None:
        return check_or_call(position)
    if raising.most is None:
        raise MalformedAction("The stack is unknown: type the amount, as in r 225.")
    whole = all_in(spoken.hand, position - 1)
    if raising.most < whole and position == spoken.legal.position:
        most = spoken.hand.money(raising.most)
        raise MalformedAction(f"The limit ends a bet at {most} here, before the last chip: type r {most}.")
    return bet_or_raise_to(position, whole)


def _read_pot(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    position, to = spoken.turn, pot_size(spoken.hand)
    if to is None:
        raise MalformedAction("The pot is not what a bet goes by here: type the amount, as in r 225.")
    return bet_or_raise_to(position, to)


def _read_complete(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    position = spoken.turn
    return _read_raise(spoken, words, typed, amount) if words else bet_or_raise_to(position, spoken.raising.least)


def _read_bring_in(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    return bring_in(spoken.turn)


def _read_pat(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    return Action("sd", spoken.turn)


def _read_draw(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    """The change of so many cards, or of these: draw 2, draw 7c2d."""
    if not words:
        raise MalformedAction("Say how many cards are changed, or which ones: draw 2, or draw 7c2d.")
    number = int(words[0]) if len(words) == 1 and words[0] in _DIGITS else None
    cards = _cards(typed) if number is None else (UNKNOWN,) * number
    return Action("sd", spoken.turn, 0, cards)


def _read_hit(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    return Action("h", spoken.turn, 0, _cards(typed) if typed else (UNKNOWN,))


def _read_stand(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    return Action("sd" if isinstance(spoken.legal, Drawing) else "st", spoken.turn)


def _read_up(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    due = spoken.legal.due if isinstance(spoken.legal, Dealing) else None
    if due is None or due.position is None:
        raise MalformedAction("No up card is due now.")
    cards = _cards(typed)
    return deal_hole(due.position, (*(UNKNOWN,) * (due.cards - len(cards)), *cards))


def _read_board(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    return deal_board(_cards(typed))


def _read_show(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    position = spoken.first_to_show
    return show(position, _with_known(spoken.hand.hole[position - 1], _cards(typed)) if typed else ())


def _with_known(held: Sequence[int], cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that are shown, with those that are known of the hand, such as up cards, where the others are named."""
    return named(held, cards) if len(cards) == held.count(UNKNOWN) else cards


def _read_muck(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> Action:
    return muck(spoken.first_to_show)


def _read_pass(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> PassTo:
    if len(words) != 1 or not (words[0].isascii() and words[0].isdigit()):
        raise MalformedAction("Name the seat that acts next: to 7.")
    return PassTo(Seat(int(words[0])))


def _read_rest(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> TheRest | TakesIt:
    does = " ".join(words)
    if does in _MUCK:
        return TakesIt()
    position = spoken.turn
    fits = _fits_the_rest(spoken)
    if does not in frozenset().union(*fits.values()):
        raise MalformedAction(_said_of_the_rest(spoken, does, list(fits)))
    return TheRest(position, calls=does in _CALL)


def _fits_the_rest(spoken: _Spoken) -> dict[str, frozenset[str]]:
    """The acts that all who are still to act may do alike now, by how they are typed; none where everybody throws cards
    away."""
    match spoken.legal:
        case Drawing(least_discards=least):
            return {} if least else {"all pat": _PAT | _STAND | {"stand pat"}}
        case Completing():
            return {"all stand": _STAND}
        case Betting(call=owed, bring_in=bring_in) if owed or bring_in:
            return {"all call": _CALL, "all fold": _FOLD}
    return {"all check": _CHECK | _CALL}


def _said_of_the_rest(spoken: _Spoken, does: str, fits: Sequence[str]) -> str:
    """The refusal of what the others can't do now, or of what can't be read: what is done instead."""
    if not fits:
        return "Everybody throws cards away here: type each seat's, as in draw 1."
    instead = f"type {' or '.join(fits)}."
    if does in _PAT | _STAND:
        return f"No cards are {'changed' if does in _PAT else 'taken'} now: {instead}"
    if does in _CALL | _CHECK | _FOLD:
        if isinstance(spoken.legal, Betting):
            return f"{'A bet is owed' if does in _CHECK else 'Nothing is owed'}: {instead}"
        return f"Nobody bets now, cards are {'changed' if isinstance(spoken.legal, Drawing) else 'taken'}: {instead}"
    return f"Say what the others do: {instead}"


def _read_wins(spoken: _Spoken, words: list[str], typed: list[str], amount: Amount) -> TakesIt:
    return TakesIt(spoken.first_to_show)


def _cards(words: list[str]) -> tuple[int, ...]:
    try:
        return parse_cards("".join(words))
    except CardError as error:
        raise MalformedAction(str(error)) from error


_DIGITS = frozenset("0123456789")
_SEATS = frozenset(str(seat) for seat in range(1, 100))
_READERS = (
    (_BRING_IN, _read_bring_in),
    (_COMPLETE, _read_complete),
    (_PAT, _read_pat),
    (_DRAW, _read_draw),
    (_HIT, _read_hit),
    (_STAND, _read_stand),
    (_UP, _read_up),
    (_FOLD, _read_fold),
    (_CALL, _read_call),
    (_CHECK, _read_check),
    (_RAISE, _read_raise),
    (_ALL_IN, _read_all_in),
    (_POT, _read_pot),
    (_BOARD, _read_board),
    (_SHOW, _read_show),
    (_MUCK, _read_muck),
    (frozenset({"to"}), _read_pass),
    (frozenset({"all"}), _read_rest),
    (_WINS, _read_wins),
)
