"""The runner of the catalogue: it compares exactly, and what it doesn't know is a failure."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.book import conformance
from rules.book.conformance import Case, CatalogueError, load_cases, run

CASE = """
[[case]]
id = "X-1"
kind = "echo"
house = "live"
game = "holdem"
source = "a test"
[case.given]
amount = "2.50"
[case.expect]
amount = "2.5"
"""


@pytest.fixture(autouse=True)
def echo() -> Iterator[None]:
    """A kind that answers what it is given, for the time of one test."""
    conformance.kinds()
    conformance.kind("echo", given={"amount", "error"}, expect={"amount", "left"}, unstated={"left": {}})(
        lambda case: dict(case.given)
    )
    yield
    del conformance._kinds["echo"]


def problems(given: dict[str, Any], expect: dict[str, Any], kind: str = "echo") -> tuple[str, ...]:
    (outcome,) = run([Case("X-1", kind, "live", "holdem", given, expect)])
    assert outcome.passed is not bool(outcome.problems)
    return outcome.problems


def write(folder: Path, text: str, name: str = "cases.toml") -> Path:
    file = folder / name
    file.write_text(text)
    return file


def test_amounts_are_compared_by_value_and_not_by_spelling() -> None:
    assert problems({"amount": "2.50"}, {"amount": "2.5"}) == ()
    assert problems({"amount": {"p1": "3"}}, {"amount": {"p1": "3.00"}}) == ()


def test_a_difference_says_expected_and_got() -> None:
    assert problems({"amount": ["2", "p3"]}, {"amount": ["2", "p4"]}) == ("amount: expected [2, p4], got [2, p3]",)


def test_true_is_not_one() -> None:
    assert problems({"amount": 1}, {"amount": True}) == ("amount: expected true, got 1",)


def test_what_a_case_leaves_out_means_what_the_kind_says() -> None:
    assert problems({"amount": "1"}, {}) == ()
    assert problems({"amount": "1"}, {"left": {"p1": "5"}}) == ("left: expected {p1 = 5}, got {}",)


def test_an_error_that_no_case_expects_fails() -> None:
    assert problems({"error": "wrong_card_count"}, {}) == ("error: expected None, got wrong_card_count",)


def test_an_unknown_kind_fails_by_name() -> None:
    assert problems({}, {}, kind="bingo") == ('kind not supported yet: "bingo"',)


def test_unknown_keys_fail_by_name() -> None:
    assert problems({"amont": "1"}, {"lft": {}}) == ("keys that the runner doesn't know: amont, lft",)


def test_a_case_that_breaks_the_engine_is_one_failure() -> None:
    conformance._kinds["echo"] = conformance.Kind(
        "echo", lambda case: {"amount": case.given["amount"]}, frozenset(), frozenset(), {}
    )
    assert problems({}, {}) == ("the engine broke: KeyError: 'amount'",)


def test_a_kind_is_answered_once() -> None:
    with pytest.raises(ValueError, match="answered twice"):
        conformance.kind("echo", given=(), expect=())(lambda case: {})


def test_folders_and_files_are_read_once_each(tmp_path: Path) -> None:
    file = write(tmp_path, CASE)
    (case,) = load_cases([tmp_path, file])
    assert (case.id, case.kind, case.notes, case.file) == ("X-1", "echo", {"source": "a test"}, str(file))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[case]", "cases.toml"),
        ("[case]", "entries and nothing else"),
        ("case = [1]", "case 1: a case is a table"),
        (CASE.replace('game = "holdem"', ""), "game is missing"),
        (CASE.replace("source", "sauce"), "sauce is not part of a case"),
        (CASE[: CASE.index("[case.expect]")], "expect is missing"),
        (CASE[: CASE.index("[case.given]")] + "given = 1\nexpect = {}", "are tables"),
        (CASE + CASE, 'id "X-1" is used already'),
    ],
)
def test_what_is_no_catalogue_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    write(tmp_path, text)
    with pytest.raises(CatalogueError, match=complaint):
        load_cases([tmp_path])
