"""Irregularities of a hand, in words: a line of its settlement for each, with the rule and its source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.cards.card import UNKNOWN, print_cards
from rules.play.actions import Action, Verb
from rules.play.explanation import Step, cite_in
from rules.play.misdeals import VOIDS, VoidCause
from rules.play.refusal_parts import who
from rules.play.state import State
from rules.text.rulebook import RULES

CARDS_SEEN: Final[Mapping[str, str]] = {
    "exposed_card": "The dealer exposed {card}{of}: it is replaced, and lies on the table as the burn card",
    "flashed_card": "{who} showed {card}: it plays",
    "boxed_card": "{card} lay face up in the deck: it is out of play, the next one takes its place",
    "burn_card": "{card} was burned and seen: it stays out of play",
    "premature_card": "{card} was dealt too early: it goes back, the stub is shuffled, no other card is burned",
}
"""The fate of a card that nobody was to see, by the rule of its code."""
REPLACED: Final = frozenset({"exposed_card", "boxed_card", "premature_card"})
"""Irregularities in which a random card takes the place of another (004:L308-310)."""


def void_cause(state: State) -> VoidCause:
    """Why a void hand is void."""
    return VOIDS[state.voided].cause


def steps(state: State) -> Iterator[Step]:
    """A line of the settlement for each thing that went wrong, in order."""
    irregular = [action for action in state.actions if action.why]
    for action in irregular:
        yield from _TOLD.get(action.verb, _told_standing)(state, action)
    if any(action.why in REPLACED for action in irregular):
        yield _step(state, "random_card", "A random card took the place of another: nobody is the worse for it.")


def _told_standing(state: State, action: Action) -> Iterator[Step]:
    rule, what = RULES[action.why], _stood(state, action)
    yield _step(state, action.why, f"{what} stands, because it was acted on. The rule: {rule.sentence}")


def _stood(state: State, action: Action) -> str:
    """The act that stood, as the subject of a sentence."""
    if action.verb in ("db", "dh"):
        return f"The {print_cards(action.cards)} that was dealt before the betting round was over"
    act = {"cc": "check or call", "pb": "bring-in"}.get(action.verb, f"bet to {state.money(action.amount)}")
    return f"{who(state, action)}'s {act}"


def _told_dead(state: State, action: Action) -> Iterator[Step]:
    yield _step(state, action.why, f"{who(state, action)}'s hand is dead: what it put in stays.")


def _told_card(state: State, action: Action) -> Iterator[Step]:
    yield _step(state, action.why, f"{card_words(state, action)}.")


def incident_words(state: State, action: Action) -> str:
    """An incident of a player, or of the hand, in the words of a story: "has a dead hand (fouled hand)"."""
    match action.verb:
        case "dead":
            why = f" ({action.why.replace('_', ' ')})" if action.why != "dead_hand" else ""
            return f"has a dead hand{why}"
        case "clock":
            return "is put on the clock"
        case "showall":
            return "showed one, so everybody sees"
        case "card":
            return _SEEN_WORDS[action.why]
        case _:
            return f"{VOIDS[action.why].term.capitalize()}: {VOIDS[action.why].words}"


_SEEN_WORDS: Final[Mapping[str, str]] = {
    "exposed_card": "has a card exposed by the dealer, replaced",
    "flashed_card": "showed a card, it plays",
    "boxed_card": "A boxed card, replaced",
    "burn_card": "A burn card was seen",
    "premature_card": "Dealt too early, it went back",
}


def card_words(state: State, action: Action) -> str:
    """The fate of a card that was seen, as a sentence without its full stop."""
    seat = who(state, action) if action.position else ""
    card = f"The {print_cards(action.cards)}" if UNKNOWN not in action.cards else "A card"
    words = CARDS_SEEN[action.why].format(card=card, who=seat, of=f" of {seat.lower()}" if seat else "")
    return words.replace(" The ", " the ").replace(" A card", " a card")


def _told_clock(state: State, action: Action) -> Iterator[Step]:
    yield _step(state, "clock", f"The clock was called on {who(state, action).lower()}.")


def _told_show_all(state: State, action: Action) -> Iterator[Step]:
    first = next(each for each in state.actions if (each.verb, each.position) == (action.verb, action.position))
    if action is first:
        yield _step(state, action.why, f"{who(state, action)}'s hand was shown to one player, so it was shown to all.")


def _told_void(state: State, action: Action) -> Iterator[Step]:
    kind = VOIDS[action.why]
    if kind.code != kind.cause:
        yield Step(f"{kind.term.capitalize()}: {kind.words}.", kind.cause, kind.citation)


_TOLD: Final[Mapping[Verb, Callable[[State, Action], Iterator[Step]]]] = {
    "dead": _told_dead,
    "card": _told_card,
    "clock": _told_clock,
    "showall": _told_show_all,
    "void": _told_void,
}


def _step(state: State, code: str, text: str) -> Step:
    return Step(text, code, cite_in(state.setup, code))
