"""The turn on the console, and the buttons of the player whose turn it is: only what is legal, with amounts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.selectors.picker import DISCARD, HIT
from rules.entry.sizes import Size, bet_sizes, smallest_is_all_in
from rules.house.variants import STRUCTURES
from rules.play.hand import Hand
from rules.play.legal import Acting, Betting, Completing, Dealing, Drawing, Over
from rules.text.rulebook import RULES

Plain = Callable[[int], str]
"""Writes minor units as a form sends them and a file keeps them: "1250", not "1,250"."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A button: the action it enters, its words, and its key on a keyboard. One without an action can't be pressed."""

    action: str
    label: str
    note: str = ""
    key: str = ""
    is_likely: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """The player who acts, with what they have and owe, and which actions they may choose. `why_no_raise` is the
    sentence of a `rule`.

    `taps` are the large buttons, `sizes` the bets above them, `rest` what all who are still to act may do alike.
    `is_fixed` where only the amounts at the ends of the range may be bet. Where the player changes or takes cards
    `pick` is the place of the picker that names them, and `pick_label` its button. `passes` is what those before a
    seat that is pressed do.
    """

    seat: int
    name: str
    stack: str
    taps: tuple[Tap, ...]
    does: str = "to act"
    call: str = ""
    sizes: tuple[Tap, ...] = ()
    rest: tuple[Tap, ...] = ()
    bet_word: str = ""
    amount_from: str = ""
    amount_to: str = ""
    is_fixed: bool = False
    why_no_raise: str = ""
    rule: str = ""
    citation: str = ""
    pick: str = ""
    pick_label: str = ""
    passes: str = ""

    @property
    def has_keypad(self) -> bool:
        """Whether any amount between two may be bet, so that one may be typed on the keypad."""
        return bool(self.sizes) and not self.is_fixed


def turn_of(hand: Hand, names: Mapping[int, str], plain: Plain) -> Turn | None:
    """The turn as the console shows it; None where nobody is to act."""
    match hand.legal_actions():
        case Betting() as legal:
            return _bet(hand, legal, _who(hand, legal, names), plain)
        case Drawing() as legal:
            return _draw(hand, legal, _who(hand, legal, names))
        case Completing() as legal:
            return _completion(hand, legal, _who(hand, legal, names))
        case Dealing() | Over():
            return None


def _who(hand: Hand, legal: Acting, names: Mapping[int, str]) -> tuple[int, str, str]:
    """The player who is to act: seat, name and stack."""
    return legal.seat, names.get(legal.seat, ""), hand.money(hand.stacks[legal.position - 1])


# ----------------------------------------------------------------------------------------------------------- with cards


def _draw(hand: Hand, legal: Drawing, who: tuple[int, str, str]) -> Turn:
    """Offer how many cards the player changes; which ones they are may be picked instead."""
    least, most = legal.least_discards, legal.most_discards
    pat = [] if least else [Tap(f"{legal.seat} pat", "Pat", key="p", is_likely=True)]
    word = "Throw" if least else "Draw"
    numbers = range(max(least, 1), most + 1)
    counted = [Tap(f"{legal.seat} draw {n}", f"{word} {n}", is_likely=n == least) for n in numbers]
    return Turn(
        *who,
        taps=(*pat, *counted),
        does="to throw away" if least else f"to draw · {hand.street_name}",
        pick=DISCARD,
        pick_label="Which cards",
        rest=_rest(hand, Tap(f"{legal.seat} all pat", "All stand pat", key="x")) if not least else (),
        passes="stands pat",
    )


def _completion(hand: Hand, legal: Completing, who: tuple[int, str, str]) -> Turn:
    """Whether the player takes one more card; which one it is may be picked instead."""
    hit = Tap(f"{legal.seat} hit", "Hit", key="h") if legal.may_hit else Tap("", "No card")
    taps = (Tap(f"{legal.seat} stand", "Stand", key="s", is_likely=True), hit)
    pick = (HIT, "Which card") if legal.may_hit else ("", "")
    rest = _rest(hand, Tap(f"{legal.seat} all stand", "All stand", key="x"))
    does = "to complete the hand"
    return Turn(*who, taps=taps, does=does, pick=pick[0], pick_label=pick[1], rest=rest, passes="stands")


# ----------------------------------------------------------------------------------------------------------- with chips


def _bet(hand: Hand, legal: Betting, who: tuple[int, str, str], plain: Plain) -> Turn:
    stack = hand.stacks[legal.position - 1]
    rule = RULES.get(legal.raising.refusal or "") if legal.call < stack else None
    fold = (Tap(f"{legal.seat} f", "Fold", key="f"),) if legal.may_fold else ()
    return Turn(
        *who,
        taps=(*fold, _stay(hand, legal, stack), _bet_or_raise(hand, legal, plain)),
        call=hand.money(legal.call) if legal.call else "",
        sizes=_sizes(hand, legal, plain),
        rest=_rest_of_bets(hand, legal),
        bet_word=_bet_word(hand),
        amount_from=hand.money(legal.raising.least) if legal.may_raise else "",
        amount_to=hand.money(legal.raising.most) if legal.may_raise and legal.raising.most else "",
        is_fixed=hand.setup.plaque.structure == "fixed_limit",
        why_no_raise=rule.sentence if rule else "",
        rule=rule.code if rule else "",
        citation=rule.cite(hand.setup.house.name, hand.setup.plaque.game) if rule else "",
        passes="folds" if legal.call or legal.bring_in else "checks",
    )


def _rest_of_bets(hand: Hand, legal: Betting) -> tuple[Tap, ...]:
    """The taps by which everyone who still owes an answer does the same."""
    if not legal.may_fold or legal.bring_in:
        return ()
    if legal.may_check:
        return _rest(hand, Tap(f"{legal.seat} all check", "All check", key="x"))
    return _rest(
        hand, Tap(f"{legal.seat} all call", "All call", key="x"), Tap(f"{legal.seat} all fold", "All fold", key="z")
    )


def _rest(hand: Hand, *taps: Tap) -> tuple[Tap, ...]:
    """These taps, where they are of more than one player."""
    if hand.stage == "draw":
        return taps if len(hand.draw_due) > 1 else ()
    owing = (
        answered < hand.round.price and not folded and stack
        for answered, folded, stack in zip(hand.round.answered, hand.folded, hand.stacks, strict=True)
    )
    return taps if sum(map(bool, owing)) > 1 else ()


def _stay(hand: Hand, legal: Betting, stack: int) -> Tap:
    """The button in the middle: what it takes to stay in, or to open stud."""
    if legal.bring_in:
        note = "all-in" if legal.bring_in == stack else f"of {hand.money(stack)}"
        return Tap(f"{legal.seat} bring", f"Bring in {hand.money(legal.bring_in)}", note, key="b", is_likely=True)
    action = f"{legal.seat} call"
    if legal.may_check:
        return Tap(action, "Check", key="c", is_likely=True)
    note = "all-in" if legal.call == stack else f"of {hand.money(stack)}"
    return Tap(action, f"Call {hand.money(legal.call)}", note, key="c", is_likely=True)


def _bet_or_raise(hand: Hand, legal: Betting, plain: Plain) -> Tap:
    if not legal.may_raise:
        return Tap("", "No raise")
    label = f"{_bet_word(hand)} {hand.money(legal.raising.least)}"
    return Tap(_bet_to(legal, legal.raising.least, plain), label, _note(hand, legal), key="r")


def _bet_word(hand: Hand) -> str:
    """The name of a bet: in stud the bring-in is completed to the first full one (WSOP 216-217)."""
    if hand.bring_in_due or (hand.round.price and not hand.round.bets):
        return "Complete to"
    return "Raise to" if hand.round.price else "Bet"


def _note(hand: Hand, legal: Betting) -> str:
    """The words below the button of the smallest bet: all-in, or which raise it is where raises are counted."""
    if smallest_is_all_in(hand):
        return "all-in"
    structure = hand.setup.plaque.structure
    if structure != "fixed_limit":
        return "the only amount" if legal.raising.least == legal.raising.most else "the smallest"
    bets, cap = hand.round.bets, hand.structure.raise_cap
    if not bets:
        return STRUCTURES[structure]
    last = " and last" if cap is not None and bets == cap else ""
    return f"{STRUCTURES[structure]} · {_ordinal(bets)}{last} raise"


def _sizes(hand: Hand, legal: Betting, plain: Plain) -> tuple[Tap, ...]:
    """The row of sizes above the buttons; fixed limit has none but the big bet that an open pair offers."""
    if hand.setup.plaque.structure != "fixed_limit":
        return tuple(_size(hand, legal, size, plain) for size in bet_sizes(hand))
    if not legal.may_raise or legal.raising.most in (None, legal.raising.least):
        return ()
    return (_size(hand, legal, Size(legal.raising.most or 0, "open pair"), plain),)


def _size(hand: Hand, legal: Betting, size: Size, plain: Plain) -> Tap:
    return Tap(_bet_to(legal, size.to, plain), hand.money(size.to), size.why)


def _bet_to(legal: Betting, amount: int, plain: Plain) -> str:
    return f"{legal.seat} r {plain(amount)}"


def _ordinal(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")
