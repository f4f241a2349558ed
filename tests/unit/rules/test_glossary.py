"""The glossary: every term of 004's list of words at its line, each of them leading to something that is there."""

import pytest

from rules.book.citations import sources
from rules.book.glossary import TERMS
from rules.book.term import Term
from rules.disputes.kinds import KINDS
from rules.house.house_rules import HOUSE_RULES
from rules.house.variants import SHEETS
from rules.text.rulebook import RULES
from rules.text.rules_of_floor import FLOOR

OF_004 = (
    *("Action", "All-in", "Ante", "Bet", "Betting round", "Blind bet", "Burn card", "Button", "Call", "Capped"),
    *("Check", "Check-raise", "Common card", "Community card", "Complete the bet", "Cut card", "Dead blind"),
    *("Dead money", "Dead hand", "Deuce", "Draw", "Eight or better", "Fixed limit", "Flexible limit", "Flop", "Fold"),
    *("Forced bet", "Fouled hand", "Half-kill", "High", "High-low split", "Hole card", "Kill", "Low"),
    *("Minimum betting unit", "Muck", "Multi-handed", "Opening bet", "Option", "Pot", "Protected hand", "Raise"),
    *("Rake", "Random card", "Random card concept", "River card", "Round of betting", "Round of play", "Showdown"),
    *("Side pot", "Split limit", "Street", "String bet", "Stub", "Substantial action", "Suit", "Table stakes", "Trey"),
    *("Turn card", "Up-card", "Wheel"),
)
"""The terms of the list that begins at line 222 of 004, in its order: one on every second line."""


def test_every_term_of_004_stands_at_its_line() -> None:
    listed = {f"004:L{line}": name for line, name in zip(range(222, 343, 2), OF_004, strict=True)}
    assert listed == {term.citation: term.name for term in TERMS.values() if term.citation in listed}


def test_words_of_other_places_are_explained_too() -> None:
    others = TERMS.keys() - set(OF_004)
    assert others == {"Tap the table", "Stand pat", "7 Card Charlie", "Hit and stand"}


@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS)
def test_a_term_says_what_it_means_and_leads_on(term: Term) -> None:
    assert term.sentence.endswith(".")
    assert sources(term.citation)
    assert set(term.rules) <= {*RULES, *FLOOR, *(kind.rule.code for kind in KINDS.values())}
    assert set(term.house_rules) <= HOUSE_RULES.keys()
    assert set(term.games) <= SHEETS.keys()
    assert set(term.also) <= TERMS.keys() - {term.name}
    assert term.rules or term.house_rules or term.games or term.also


def test_a_term_that_names_another_in_its_meaning_has_it_among_its_links() -> None:
    for name, other in (("Half-kill", "Kill"), ("Random card concept", "Random card"), ("Check-raise", "Check")):
        assert other in TERMS[name].also


def test_terms_stand_in_the_order_of_the_alphabet() -> None:
    assert list(TERMS) == sorted(TERMS, key=str.casefold)
