"""Whose turn it is on the console, and the buttons that he has: only what is legal, with amounts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.rules.hand import Hand
from games.rules.legal import Legal
from games.rules.rulebook import RULES
from games.rules.variants import STRUCTURES
from games.sizes import Size, bet_sizes, smallest_is_all_in

Plain = Callable[[int], str]
"""Writes minor units as a form sends them and a file keeps them: "1250", not "1,250"."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A button: the action it enters, its words, and its key on a keyboard."""

    action: str
    label: str
    note: str = ""
    key: str = ""
    is_likely: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Who acts, with what he has and owes, and which actions he may choose. `why_no_raise` is a rule's sentence."""

    seat: int
    name: str
    stack: str
    call: str
    fold: Tap
    check_or_call: Tap
    bet_or_raise: Tap | None
    sizes: tuple[Tap, ...]
    bet_word: str = ""
    amount_from: str = ""
    amount_to: str = ""
    why_no_raise: str = ""
    citation: str = ""


def turn_of(hand: Hand, names: Mapping[int, str], plain: Plain) -> Turn | None:
    """The turn as the console shows it; None where nobody is to act."""
    legal = hand.legal_actions()
    if legal.position is None or legal.seat is None:
        return None
    player = legal.position - 1
    rule = RULES.get(legal.why_no_raise or "") if legal.call < hand.stacks[player] else None
    return Turn(
        seat=legal.seat,
        name=names.get(legal.seat, ""),
        stack=hand.money(hand.stacks[player]),
        call=hand.money(legal.call) if legal.call else "",
        fold=Tap(f"p{legal.position} f", "Fold", key="f"),
        check_or_call=_check_or_call(hand, legal, player),
        bet_or_raise=_bet_or_raise(hand, legal, plain),
        sizes=_sizes(hand, legal, plain),
        bet_word=_bet_word(hand),
        amount_from=hand.money(legal.min_raise_to) if legal.may_raise else "",
        amount_to=hand.money(legal.max_raise_to) if legal.may_raise and legal.max_raise_to else "",
        why_no_raise=rule.sentence if rule else "",
        citation=rule.cite(hand.setup.house.name) if rule else "",
    )


def _check_or_call(hand: Hand, legal: Legal, player: int) -> Tap:
    action = f"p{legal.position} cc"
    if legal.may_check:
        return Tap(action, "Check", key="c", is_likely=True)
    all_in = legal.call == hand.stacks[player]
    note = "all-in" if all_in else f"of {hand.money(hand.stacks[player])}"
    return Tap(action, f"Call {hand.money(legal.call)}", note, key="c", is_likely=True)


def _bet_or_raise(hand: Hand, legal: Legal, plain: Plain) -> Tap | None:
    if not legal.may_raise:
        return None
    label = f"{_bet_word(hand)} {hand.money(legal.min_raise_to)}"
    return Tap(_bet_to(legal, legal.min_raise_to, plain), label, _note(hand), key="r")


def _bet_word(hand: Hand) -> str:
    return "Raise to" if hand.round.price else "Bet"


def _note(hand: Hand) -> str:
    """What the button of the smallest bet says below it: all-in, or which raise it is where raises are counted."""
    if smallest_is_all_in(hand):
        return "all-in"
    structure = hand.setup.plaque.structure
    if structure != "fixed_limit":
        return "the smallest"
    bets, cap = hand.round.bets, hand.structure.raise_cap
    if not bets:
        return STRUCTURES[structure]
    last = " and last" if cap is not None and bets == cap else ""
    return f"{STRUCTURES[structure]} · {_ordinal(bets)}{last} raise"


def _sizes(hand: Hand, legal: Legal, plain: Plain) -> tuple[Tap, ...]:
    """The row of sizes above the buttons; fixed limit has none."""
    if hand.setup.plaque.structure == "fixed_limit":
        return ()
    return tuple(_size(hand, legal, size, plain) for size in bet_sizes(hand))


def _size(hand: Hand, legal: Legal, size: Size, plain: Plain) -> Tap:
    return Tap(_bet_to(legal, size.to, plain), hand.money(size.to), size.why)


def _bet_to(legal: Legal, amount: int, plain: Plain) -> str:
    return f"p{legal.position} cbr {plain(amount)}"


def _ordinal(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")
