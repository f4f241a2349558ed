"""Why every chip of a settlement goes where it goes: a sentence, a rule and its source for each line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.rules.pots import Award, Pot
from games.rules.rake import RakeResult
from games.rules.rulebook import RULES
from games.rules.state import State


class Step(NamedTuple):
    """One line of the explanation: the sentence, the rulebook's code for the rule, and where it stands."""

    text: str
    rule: str
    citation: str


def explain(
    state: State, returned: Mapping[int, int], pots: Sequence[Pot], awards: Sequence[Award], fees: RakeResult
) -> Iterator[Step]:
    """The lines of a settlement in the order in which it is reckoned; `returned` is by seat."""
    yield from _uncalled(state, returned)
    yield from _pots(state, pots)
    yield from _mucked(state)
    for fee in fees.steps:
        yield Step(fee.sentence, "rake", fee.citation)
    for award in awards:
        alone = len(pots[award.pot].eligible) == 1
        yield Step(
            f"{award.why} {state.money(award.amount)} to seat {award.seat}.", _rule(award, alone), award.citation
        )


def _uncalled(state: State, returned: Mapping[int, int]) -> Iterator[Step]:
    for seat, amount in returned.items():
        yield _step(state, "uncalled_bet", f"Nobody called {state.money(amount)} of seat {seat}'s bet: it goes back.")


def _pots(state: State, pots: Sequence[Pot]) -> Iterator[Step]:
    dead = sum(state.dead_paid)
    if dead:
        yield _step(state, "dead_money", f"{state.money(dead)} of dead money lies in the main pot.")
    for place, pot in enumerate(pots):
        seats = ", ".join(map(str, pot.eligible))
        who = f"for seat{'s' if len(pot.eligible) > 1 else ''} {seats}"
        yield _step(state, "side_pots", f"{_name(place, len(pots))}: {state.money(pot.amount)}, {who}.")


def _mucked(state: State) -> Iterator[Step]:
    """Who gave up unseen; where the house wants every hand shown, that is said too."""
    for player in state.mucked:
        seat = state.setup.seats[player]
        yield _step(state, "mucked_hand", f"Seat {seat} mucked: that hand is dead.")
        if state.setup.house.value("showdown_muck") == "must_show":
            sentence = f"This house asks for every hand to be shown; seat {seat}'s was not."
            yield Step(sentence, "must_show", state.setup.house.cite("showdown_muck"))


def _rule(award: Award, alone: bool) -> str:
    if alone:
        return "uncontested"
    if award.odd_chip:
        return "odd_chip"
    return "low_half" if award.half == "low" else "best_hand"


def _name(place: int, count: int) -> str:
    if place == 0:
        return "The pot" if count == 1 else "The main pot"
    return "The side pot" if count == 2 else f"Side pot {place}"


def _step(state: State, rule: str, text: str) -> Step:
    return Step(text, rule, RULES[rule].cite(state.setup.house.name))
