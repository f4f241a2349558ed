"""Why every chip of a settlement goes where it goes: a sentence, a rule and its source for each line.

Most hands are settled and nobody asks why, so the lines are written when somebody does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rules.house.rake import RakeResult
from rules.play.pot_result import pot_result
from rules.play.pots import Award, Pot
from rules.table.kill import KillState, explain_kill
from rules.table.seats import NO_SEAT, Seat
from rules.table.setup import Setup
from rules.text.rulebook import cite
from rules.text.violation import Money


class Step(NamedTuple):
    """One line of the explanation: the sentence, the rulebook's code for the rule, and where it stands."""

    text: str
    rule: str
    citation: str


class Facts(NamedTuple):
    """The subject of the lines, besides the chips: the hand as it ended."""

    setup: Setup
    dead_paid: tuple[int, ...]
    mucked: tuple[int, ...]
    money: Money
    common_card: bool = False
    understated: tuple[tuple[int, int, int], ...] = ()


class Explanation:
    """The lines of a settlement, which `write` makes when they are first read. Equal to another of the same lines."""

    __slots__ = ("_steps", "_write")

    def __init__(self, write: Callable[[], Iterable[Step]]) -> None:
        self._write = write
        self._steps: tuple[Step, ...] | None = None

    @classmethod
    def of(cls, *steps: Step) -> Explanation:
        """An explanation whose lines are there already."""
        return cls(partial(tuple, steps))

    @property
    def steps(self) -> tuple[Step, ...]:
        """All lines."""
        if self._steps is None:
            self._steps = tuple(self._write())
        return self._steps

    def __eq__(self, other: object) -> bool:
        return self.steps == other.steps if isinstance(other, Explanation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.steps)


def explain(
    hand: Facts, returned: Mapping[Seat, int], pots: Sequence[Pot], awards: Sequence[Award], fees: RakeResult
) -> Iterator[Step]:
    """The lines of a settlement in the order in which it is reckoned; `returned` is by seat."""
    yield from _understated(hand)
    yield from _uncalled(hand, returned)
    yield from _pots(hand, pots)
    yield from _mucked(hand)
    for fee in fees.steps:
        yield Step(fee.sentence, "rake", fee.citation)
    for award in awards:
        alone = len(pots[award.pot].eligible) == 1
        goes = f"{hand.money(award.amount)} to seat {award.seat}."
        yield Step(f"{award.why} {goes}", _rule(award, alone), award.citation)
    yield from _readings(hand, awards)
    yield from _kill(hand, pots, awards, fees)


def _understated(hand: Facts) -> Iterator[Step]:
    """The sentence on a fixed raise that the record states at the amount which counted of it."""
    for player, stated, size in hand.understated:
        sentence = f"Seat {hand.setup.seats[player]} made it {hand.money(size)}: {hand.money(stated)} of that counts"
        yield _step(hand, "stated_at_what_counts", f"{sentence}, which is all that the only opponent could put in.")


def _uncalled(hand: Facts, returned: Mapping[Seat, int]) -> Iterator[Step]:
    for seat, amount in returned.items():
        yield _step(hand, "uncalled_bet", f"Nobody called {hand.money(amount)} of seat {seat}'s bet: it goes back.")


def _pots(hand: Facts, pots: Sequence[Pot]) -> Iterator[Step]:
    dead = sum(hand.dead_paid)
    if dead:
        yield _step(hand, "dead_money", f"{hand.money(dead)} of dead money lies in the main pot.")
    for place, pot in enumerate(pots):
        seats = ", ".join(map(str, pot.eligible))
        who = f"for seat{'s' if len(pot.eligible) > 1 else ''} {seats}"
        yield _step(hand, "side_pots", f"{_name(place, len(pots))}: {hand.money(pot.amount)}, {who}.")


def _mucked(hand: Facts) -> Iterator[Step]:
    """Those who gave up unseen; where the house wants every hand shown, that is said too."""
    for player in hand.mucked:
        seat = hand.setup.seats[player]
        yield _step(hand, "mucked_hand", f"Seat {seat} mucked: that hand is dead.")
        if wants_every_hand_shown(hand.setup):
            sentence = f"This house asks for every hand to be shown; seat {seat}'s was not."
            yield Step(sentence, "must_show", _cite_of_house(hand.setup, "showdown_muck", "must_show"))


def wants_every_hand_shown(setup: Setup) -> bool:
    """Whether the players who are left turn their cards over in this game, by the house rule `showdown_muck`."""
    answer = setup.house.answers.showdown_muck
    return answer == "must_show" or (answer == "blackjack_only" and setup.plaque.sheet.high != "blackjack")


def _readings(hand: Facts, awards: Sequence[Award]) -> Iterator[Step]:
    """The house's answers to what the rulebooks leave open, as far as this hand turned on them."""
    house, setup = hand.setup.house, hand.setup
    if hand.common_card:
        sentence = "The deck didn't reach for a last card each: a common card was dealt."
        yield Step(sentence, "common_card", _cite_of_house(setup, "stud_shortage", "common_card"))
    if setup.plaque.sheet.high != "blackjack":
        return
    charlies = Counter(award.pot for award in awards if "Charlie" in award.why)
    if max(charlies.values(), default=0) > 1 and house.answers.charlie_ties == "equal":
        sentence = "Seven-card Charlies are equal in this house, whatever they add up to."
        yield Step(sentence, "best_hand", _cite_of_house(setup, "charlie_ties", "best_hand"))


def _kill(hand: Facts, pots: Sequence[Pot], awards: Sequence[Award], fees: RakeResult) -> Iterator[Step]:
    """The effect of the hand on a kill, where the plaque has one."""
    if hand.setup.plaque.kill is None:
        return
    posted = [post.position for post in hand.setup.posts if post.kind == "kill"]
    setup, result = hand.setup, pot_result(pots, awards, fees.rake)
    nobodys = NO_SEAT if setup.killed else None
    before = KillState(setup.seat(posted[0]) if posted else nobodys)
    for sentence, citation in explain_kill(setup.plaque, setup.house, before, result, hand.money):
        yield Step(sentence, "kill", citation)


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


def cite_in(setup: Setup, rule: str) -> str:
    """The place of the rule for a hand: in the house that deals it, of the game that it is."""
    return cite(rule, setup.house.name, setup.plaque.game)


def _cite_of_house(setup: Setup, house_rule: str, rule: str) -> str:
    """The place of the house's answer that this game was settled by; the rule itself where no line speaks of it."""
    return setup.house.cite(house_rule, setup.plaque.game) or cite_in(setup, rule)


def _step(hand: Facts, rule: str, text: str) -> Step:
    return Step(text, rule, cite_in(hand.setup, rule))
