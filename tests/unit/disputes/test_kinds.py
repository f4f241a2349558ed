"""The kinds of disputes as data: all of them, each with its rule, its remedies and what it needs to know."""

import re
import tomllib
from pathlib import Path

import pytest

from rules.disputes.kinds import GROUPS, KINDS, LIKELY, Kind
from rules.house.house import HOUSES
from rules.text.rulebook import RULES

TABLE = Path(__file__).parents[2] / "data" / "disputes.toml"
"""Every code with its class of reversal in the words of the domain's table."""


def classes(words: str) -> set[str]:
    """The letters of a class in words: "H (D if found at once)"; what is put right with the next hand is adjusted."""
    return set(re.findall(r"\b[HDAN]\b", words)) | ({"A"} if "next hand" in words else set())


def test_every_dispute_of_the_table_is_here_with_its_class_and_no_other() -> None:
    table = {code: classes(words) for code, words in tomllib.loads(TABLE.read_text()).items()}
    assert {code: set(kind.reversal) for code, kind in KINDS.items()} == table
    assert len(table) == 42
    assert all(table.values())


def test_each_is_grouped_once() -> None:
    assert sum(map(len, GROUPS.values())) == len(KINDS)


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
