"""The dispute desk as the rulebook tells it: what each kind rests on, until when it is put right, what is done."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.directed import DIRECTS
from rules.book.chapters import name_of
from rules.disputes.kind import RECORD_ERROR, Kind, WhatIf
from rules.disputes.kinds import KINDS
from rules.text.rulebook import RULES

KIND_OF_RULE: Final[Mapping[str, Kind]] = {kind.rule.code: kind for kind in KINDS.values()}
"""The kind of dispute of each rule that is mostly disputed, by the rule's code."""

_HOUSE_RULES: Final[Mapping[str, str]] = {
    "UNDERBET_OVERBET": "raise_cap spread_raise_min",
    "SHORT_STACK_ALLIN": "short_allin_limit",
    "MID_HAND_ADD": "addon_between_hands",
    "BUTTON_BLIND": "button_rule small_blind",
    "STUD_ORDER": "bring_in stud_tie_first",
    "KILL_ERROR": "kill kill_persist kill_act",
    "MISDEAL": "substantial_action",
    "SUBSTANTIAL_ACTION": "substantial_action",
    "BURN_ERROR": "burn_cards",
    "DRAW_ERROR": "burn_before_draw",
    "EARLY_MUCK": "showdown_muck",
    "MISAWARDED_POT": "odd_chip_hilo odd_chip_tie odd_chip_unit",
    "WRONG_RAKE": "rake_percent rake_cap no_flop_no_drop rake_allocation",
    "TIME_CHARGE": "rake_mode",
    "SHORT_BUY": "buyin_min rebuy_min",
    "GOING_SOUTH": "return_window_minutes incidentals_allowed incidentals_a_sitting incidentals_a_day",
    "LANGUAGE": "language",
}
"""The questions on which houses differ and that such a dispute turns on."""

_ASKS: Final[Mapping[WhatIf, str]] = {
    "act": "The replay plays the hand on with another act in its place and shows what every seat would have had.",
    "cards": "The replay reads the hand again with other cards and shows what every seat would have had.",
    "dead": "The replay shows what every seat would have had with that hand dead.",
    "void": "The replay shows the hand void: every chip back where it came from, nothing raked.",
    "house": "The replay settles the hand under another house’s rules, or another answer to one question.",
    "owed": "The replay settles the hand with the rake that its plaque asks for.",
    "": "",
}


@dataclass(frozen=True, slots=True)
class DisputeKind:
    """A kind of dispute on the page of its rule; `also` are the codes of engine rules that bear on it."""

    code: str
    term: str
    until: str
    remedies: tuple[str, ...]
    facts: tuple[str, ...]
    also: tuple[str, ...]


def rule_name(code: str) -> str:
    """The name of the rule that a ruling was made by: the engine's, or that of a kind of dispute."""
    return name_of(code) if code in RULES or code not in KIND_OF_RULE else KIND_OF_RULE[code].term


def dispute_kind(code: str) -> DisputeKind | None:
    """The kind of dispute whose rule has that code; None where none has."""
    kind = KIND_OF_RULE.get(code)
    return DisputeKind(kind.code, kind.term, kind.until, kind.remedies, kind.facts, kind.also) if kind else None


def kinds_about(code: str) -> list[Kind]:
    """The kinds of dispute on which the engine's rule `code` bears, its own apart."""
    return [kind for kind in KINDS.values() if code in kind.also and kind.rule.code != code]


def house_rules_of_kind(kind: Kind) -> list[str]:
    """The questions that such a dispute turns on, and until when it may be asked where a deadline counts."""
    return [*_HOUSE_RULES.get(kind.code, "").split(), *(["ruling_deadline"] if "D" in kind.reversal else [])]


def done_about(kind: Kind) -> Iterator[str]:
    """Say what the product does in such a case, a sentence each."""
    yield _chips_of(kind)
    if "A" in kind.reversal:
        yield "Chips of the house go back at any time; a second person confirms it."
    if kind.code in DIRECTS:
        yield "The ruling may direct the next hand: what it says is what the console deals by, and why."
    if _ASKS[kind.what_if]:
        yield _ASKS[kind.what_if]
    yield "The ruling names its rule, who ruled and who confirmed. It is kept as it is: an appeal adds another."


def _chips_of(kind: Kind) -> str:
    """Until when chips move between players, as the desk holds a ruling to it."""
    if kind.code == RECORD_ERROR:
        return (
            "While the table is open the hand is corrected, which books the difference to everybody who played it. "
            "Once it is closed, a ruling of two people moves the chips between players."
        )
    if "D" in kind.reversal:
        return "Chips move between players until the next deal begins, and not after it."
    if "H" in kind.reversal:
        return "Chips move between players where it was reported while the hand was still being played."
    return "No chips move between players."
