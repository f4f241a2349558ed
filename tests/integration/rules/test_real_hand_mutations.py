"""Mixed-game hands that were really played, with one entry changed: refused there, by the right rule."""

from collections import Counter

import pytest

from rules.check.checker import Checker
from tests.integration.rules.test_real_hands import hands, pytestmark  # noqa: F401 - skips this file as well
from tests.unit.rules.mutations import mutants

VARIANTS = {"F7S": 8, "F7S/8": 7, "FR": 5, "FB": 1, "F2L3D": 5, "N2L1D": 4, "FT": 11, "PO": 5, "FO/8": 8, "NS": 2}
"""The number of hands of each variant."""
OF_THE_GAME = {
    "F7S": "the bring-in left out",
    "F7S/8": "the bring-in twice",
    "FR": "the bring-in unpaid",
    "FB": "a draw beyond the hand",
    "F2L3D": "a draw too many",
    "N2L1D": "a draw before the bets",
    "FT": "another street",
    "PO": "a unit more than the most",
    "FO/8": "a unit less than the least",
    "NS": "a card of no deck",
}
"""A mutation that hands of the variant must have."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_changed_entry_of_a_real_hand_is_refused_at_its_index_by_its_rule(variant: str) -> None:
    checker = Checker()
    counts: Counter[str] = Counter()
    reports = [checker.check(phh) for phh in hands() if phh.variant == variant]
    legal = [report for report in reports if report.complete and report.hand]
    for report in legal:
        assert report.hand
        for mutant in mutants(report.phh, report.hand):
            mutant.require_refused(checker)
            counts[mutant.name] += 1
    assert len(legal) == VARIANTS[variant]
    assert counts[OF_THE_GAME[variant]] > 0, counts
