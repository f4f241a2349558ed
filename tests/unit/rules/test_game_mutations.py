"""Random hands of every game with one entry changed, written as files: refused there, by the right rule."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.check.checker import Checker
from rules.house.house import HOUSES
from rules.house.plaque import Kill
from rules.house.variants import Structure
from rules.phh.export import from_hand
from rules.phh.reader import read_hand
from rules.phh.writer import write_hand
from rules.play.hand import Hand
from rules.table.setup import Setup
from tests.unit.rules.mutations import MUTATIONS, mutants
from tests.unit.rules.strategies import EVERY_GAME, Choose, a_plaque, a_setup, play_out, rolling

HANDS = 4


def require_all_refused(hand: Hand) -> Counter[str]:
    """Every mutant of the hand is refused; how many there were of each kind."""
    checker = Checker()
    phh = read_hand(write_hand(from_hand(hand)))
    counts: Counter[str] = Counter()
    for mutant in mutants(phh, hand):
        mutant.require_refused(checker)
        counts[mutant.name] += 1
    return counts


def a_killed_hand(choose: Choose, size: str) -> Hand:
    """Omaha hi-lo in limit with a kill on; the killer is in a blind or elsewhere."""
    plaque = replace(a_plaque("omaha8", "fixed_limit"), kill=Kill("half" if size == "half" else "full", 2_000))
    stacks = {seat: 400 + 50 * choose(80) for seat in (1, 3, 4, 6, 8)}
    killer = (1, 3, 4, 6, 8)[choose(5)]
    return play_out(Setup.from_table(plaque, HOUSES["live"], 6, stacks, killer=killer), choose)


@pytest.mark.parametrize(("game", "structure"), EVERY_GAME)
def test_a_changed_entry_is_refused_at_its_index_by_its_rule(game: str, structure: Structure) -> None:
    counts: Counter[str] = Counter()
    for seed in range(HANDS):
        choose = rolling(seed)
        counts += require_all_refused(play_out(a_setup(choose, game, structure), choose))
    assert counts.keys() >= {"another player acts", "a card twice", "a street too early", "a bet before the cards"}


@pytest.mark.parametrize("size", ["half", "full"])
def test_a_changed_entry_of_a_killed_hand_is_refused(size: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(2 * HANDS):
        counts += require_all_refused(a_killed_hand(rolling(seed), size))
    assert counts["a unit less than the least"] > HANDS
    assert counts["a raise too many"]


def test_every_mutation_is_tried_in_some_game() -> None:
    counts: Counter[str] = Counter()
    for game in ("stud", "27td", "shortdeck", "holdem_blackjack"):
        structure = next(structure for other, structure in reversed(EVERY_GAME) if other == game)
        for seed in range(3 * HANDS):
            choose = rolling(seed)
            counts += require_all_refused(play_out(a_setup(choose, game, structure), choose))
    assert counts.keys() == MUTATIONS.keys()
