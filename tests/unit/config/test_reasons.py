"""The rule for reasons in own words, and that acts which ask for one go by it."""

import re
from pathlib import Path

import pytest

from config.reasons import is_reason

PROJECT = Path(__file__).resolve().parents[3]
APPS = ("config", "tables", "players", "games", "disputes", "cage", "rake")
ASKED = re.compile(r"\n( +)if ([^\n]+):\n(?:\1    [^\n]*\n){0,5}?\1    raise DomainError\(\s*\"reason_missing\"")


@pytest.mark.parametrize("text", ["", " ", "x", "xX", "...", "-", "1", "\u200b", "\u2014", "aaaa", "?!"])
def test_what_says_nothing_is_no_reason(text: str) -> None:
    assert not is_reason(text)


@pytest.mark.parametrize("text", ["ill", "no", "\u75c5\u4e86", "slip 4711", "47", "\u043d\u0435\u0442", "they left"])
def test_words_are(text: str) -> None:
    assert is_reason(text)


def test_every_act_that_asks_for_a_reason_goes_by_the_rule() -> None:
    files = [path for app in APPS for path in (PROJECT / app).rglob("*.py")]
    asked = {(path.name, found[1]) for path in files for found in ASKED.findall(path.read_text(encoding="utf-8"))}
    assert len(asked) >= 30
    assert [each for each in sorted(asked) if "is_reason(" not in each[1]] == []
