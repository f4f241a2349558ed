"""docs/FAULTS.md: no fault of the programme is left out, and every test and every planted bug that it names exists."""

import re
import tomllib

from devkit.paths import ROOT

TEXT = (ROOT / "docs" / "FAULTS.md").read_text()
TABLE = TEXT.partition("## Figures")[0]
ROWS = {row.split(" | ")[0].strip("| "): row for row in re.findall(r"^\| F\d+ .+$", TABLE, re.MULTILINE)}
NAMED = set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", TEXT))
FAULTS = [f"F{number}" for number in range(1, 36)]


def test_no_fault_is_left_out_and_each_has_its_six_answers() -> None:
    assert list(ROWS) == FAULTS
    assert {name: row.count(" | ") for name, row in ROWS.items() if row.count(" | ") != 5} == {}


def test_every_fault_names_a_test_or_says_what_is_not_met() -> None:
    silent = {name for name, row in ROWS.items() if not re.search(r"`tests/", row)}
    assert {name for name in silent if "not met" not in ROWS[name].lower()} == set()
    assert len(FAULTS) - len(silent) >= 30


def test_every_test_that_is_named_exists() -> None:
    assert len(NAMED) >= 40
    missing = [
        f"{file}::{name}"
        for file, name in sorted(NAMED)
        if not (ROOT / file).exists() or f"def {name}(" not in (ROOT / file).read_text()
    ]
    assert missing == []


def test_every_planted_bug_that_is_named_exists() -> None:
    planted = {
        bug["name"]
        for file in (ROOT / "tests" / "planted").glob("*.toml")
        for bug in tomllib.loads(file.read_text())["bug"]
    }
    named = set(re.findall(r"planted: `([\w-]+)`", TEXT))
    assert named
    assert named - planted == set()


def test_every_test_of_a_fault_says_so_here() -> None:
    """A test of tests/faults that is called after a fault stands in its row."""
    named = {name for _, name in NAMED}
    written = {
        name
        for file in (ROOT / "tests" / "faults").glob("*.py")
        for name in re.findall(r"def (test_f\d+\w*)\(", file.read_text())
    }
    assert len(written) >= 20
    assert written - named == set()
