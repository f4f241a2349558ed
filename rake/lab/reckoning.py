"""Past hands under two schedules, hand by hand, by the engine: the plaque's own, and the one that is tried."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rake.lab.ceiling import Ceiling
from rake.lab.past import NOT_REPLAYED, SMALL, PastHand, Recorded, Terms, judgeable, taken_for
from rake.lab.replaying import replayed
from rake.lab.sums import MOST_CHANGES, Change, Fees, Group, Sums, band_of, count, most_changed
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import House
from rules.house.rake import RakeResult, take
from rules.text.amounts import major
from rules.text.violation import Money


class Outcome(NamedTuple):
    """The fees of a hand now and then, with its called pot; minor units."""

    pot: int
    now: int
    promo_now: int
    then: int
    promo_then: int


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial of past hands: the `other` schedule in place of each plaque's own, under a ceiling; full hands are
    played again under `house` where one is given. `by_group` collects what the search for a best schedule needs."""

    other: FeeSchedule
    terms: Mapping[int, Terms]
    ceiling: Ceiling = field(default_factory=Ceiling)
    house: House | None = None
    by_group: bool = False


@dataclass(slots=True)
class Tally:
    """Hands that are alike in all that a fee follows from: their facts and fees, or why they can't be judged; how many
    there are, and of those whose rake changes the first ones, as many as may be told."""

    facts: PastHand | str
    outcome: Outcome | None
    supposed: tuple[str, ...]
    hands: int = 0
    first: list[int] = field(default_factory=list)

    def note(self, hand: int) -> None:
        """Note one of them that may be among the first."""
        if len(self.first) < MOST_CHANGES or hand < self.first[-1]:
            insort(self.first, hand)
            del self.first[MOST_CHANGES:]


class Bench:
    """Reckons hands for one trial; the fees of hands that are alike are reckoned once."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self._tallies: dict[tuple[object, ...], Tally] = {}
        self._blocks: dict[int, list[int]] = {}

    def reckon(self, hands: Iterable[Recorded]) -> Sums:
        """The sums of these hands and all before them."""
        self.count(hands)
        return self.sums()

    def count(self, hands: Iterable[Recorded]) -> None:
        """Reckon these hands too."""
        tallies, blocks = self._tallies, self._blocks
        for hand in hands:
            alike = hand[2:]
            tally = tallies.get(alike)
            if tally is None:
                tally = tallies[alike] = self._tally(hand)
            tally.hands += 1
            if tally.outcome is not None:
                _, now, _, then, _ = tally.outcome
                if now != then:
                    tally.note(hand[0])
                block = blocks.get(hand[1])
                if block is None:
                    block = blocks[hand[1]] = [0, 0, 0]
                block[0] += 1
                block[1] += now
                block[2] += then

    def sums(self) -> Sums:
        """The sums of all hands so far."""
        sums = Sums(blocks={block: (hands, now, then) for block, (hands, now, then) in self._blocks.items()})
        for tally in self._tallies.values():
            sums.hands += tally.hands
            if isinstance(tally.facts, str):
                sums.left_out[tally.facts] += tally.hands
            elif tally.outcome is not None:
                self._add(sums, tally.facts, tally.outcome, tally)
        sums.changes = most_changed(sums.changes)
        return sums

    def _tally(self, recorded: Recorded) -> Tally:
        """An empty tally for hands like this one."""
        facts = self._judgeable(recorded)
        outcome = None if isinstance(facts, str) else self._outcome(facts)
        return Tally(facts, outcome, tuple(taken_for(recorded)) if outcome else ())

    def _outcome(self, hand: PastHand) -> Outcome:
        now, then = explained(hand, self.trial)
        return Outcome(sum(hand.pots), now.rake, now.promo, then.rake, then.promo)

    def _judgeable(self, recorded: Recorded) -> PastHand | str:
        terms = self.trial.terms[recorded.plaque]
        hand = judgeable(recorded, terms)
        if isinstance(hand, str) or not (self.trial.house and recorded.phh):
            return hand
        return replayed(hand, recorded.phh, self.trial.house) or NOT_REPLAYED

    def _add(self, sums: Sums, hand: PastHand, outcome: Outcome, tally: Tally) -> None:
        """Add hands that are alike."""
        many, is_small = tally.hands, outcome.pot < SMALL * hand.big_bet
        sums.pots += many * outcome.pot
        sums.plaques[hand.plaque] += many
        sums.changed[hand.plaque] += many if outcome.now != outcome.then else 0
        if is_small:
            sums.small_hands += many
            sums.small_pots += many * outcome.pot
        for code in tally.supposed:
            sums.supposed[code] += many
        pot, now, promo_now, then, promo_then = outcome
        small = many if is_small else 0
        sums.now.add(Fees(now * many, promo_now * many, now * small, *self._excess(now, pot, many)))
        sums.then.add(Fees(then * many, promo_then * many, then * small, *self._excess(then, pot, many)))
        count(sums.bands, band_of(hand.players), many, many * outcome.now, many * outcome.then)
        sums.changes.extend(Change(each, outcome.now, outcome.then) for each in tally.first)
        if self.trial.by_group:
            is_flop_game = self.trial.terms[hand.plaque].is_flop_game
            sums.groups[Group(outcome.pot, hand.players, hand.flop, is_flop_game, is_small)] += many

    def _excess(self, rake: int, pot: int, many: int) -> tuple[int, int]:
        """The number of these hands that are beyond the ceiling, and the rake that is."""
        excess = self.trial.ceiling.excess(rake, pot)
        return (many, many * excess) if excess else (0, 0)


def explained(hand: PastHand, trial: Trial, money: Money = major) -> tuple[RakeResult, RakeResult]:
    """The fees of a hand by its plaque's schedule and by the other one, with every step of the engine."""
    terms = trial.terms[hand.plaque]
    now, then = (
        take(
            schedule,
            hand.pots,
            players_dealt=hand.players,
            flop_dealt=hand.flop,
            flop_game=terms.is_flop_game,
            ante_posted=hand.ante,
            money=money,
        )
        for schedule in (terms.fee, trial.other)
    )
    return now, then
