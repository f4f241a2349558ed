"""The kinds of disputes as data: all of them, each with its rule, its remedies and what it needs to know."""

import pytest

from games.disputes.kinds import GROUPS, KINDS, LIKELY, Kind
from games.rules.house import HOUSES
from games.rules.rulebook import RULES

EVERY = {
    "STRING_BET",
    "OUT_OF_TURN",
    "UNDERBET_OVERBET",
    "VERBAL",
    "GROSS_MISUNDERSTANDING",
    "MISDEAL",
    "SUBSTANTIAL_ACTION",
    "EXPOSED_CARD",
    "PREMATURE_CARD",
    "BURN_ERROR",
    "BOXED_CARD",
    "FOULED_DECK",
    "FOULED_HAND",
    "DEAD_HAND",
    "UNPROTECTED_HAND",
    "CARD_OFF_TABLE",
    "MISREAD_HAND",
    "MISAWARDED_POT",
    "EARLY_MUCK",
    "SHOW_ONE_SHOW_ALL",
    "WRONG_RAKE",
    "TIME_CHARGE",
    "KILL_ERROR",
    "BUTTON_BLIND",
    "STUD_ORDER",
    "DRAW_ERROR",
    "SHORT_STACK_ALLIN",
    "CONCEALED_CHIPS",
    "SPLASH_POT",
    "SHORT_BUY",
    "GOING_SOUTH",
    "MID_HAND_ADD",
    "SEATING",
    "ONE_PLAYER",
    "SOFT_PLAY",
    "LANGUAGE",
    "CONDUCT",
    "PEEKING",
    "SLOW_PLAY",
    "INSURANCE_DEAL",
    "UNATTENDED_CHIPS",
    "RECORD_ERROR",
}


def test_every_dispute_of_the_floor_is_known_and_grouped_once() -> None:
    assert set(KINDS) == EVERY
    assert sum(map(len, GROUPS.values())) == len(EVERY) == 42


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.code)
def test_each_says_its_rule_its_remedies_and_its_facts(kind: Kind) -> None:
    assert kind.rule.sentence.endswith(".")
    assert kind.remedies
    assert kind.facts
    assert kind.until
    assert set(kind.also) <= set(RULES)
    for house in HOUSES:
        assert kind.rule.cite(house)


def test_a_rule_is_cited_as_the_house_has_it() -> None:
    rule = KINDS["SHORT_STACK_ALLIN"].rule
    assert rule.cite("live") == "004:L26, L224 · WSOP 129, 171-173"
    assert rule.cite("cardroom_a") == "002:L106-124 · WSOP 129, 171-173"
    assert rule.cite("columbus") == "002:L106-124 · 004:L26, L224 · WSOP 129, 171-173"


def test_the_likely_ones_are_kinds() -> None:
    assert all(code in KINDS for codes in LIKELY.values() for code in codes)
