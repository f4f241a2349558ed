"""docs/SECURITY.md: no item of the list is left out, and every test that it names exists."""

import re

import pytest

from devkit.paths import ROOT

ASKED = """
V1.1.1-2 V1.2.1-10 V1.3.3-10 V1.4.2 V1.5.2 V2.1.1-3 V2.2.1-3 V2.3.1-5 V2.4.1
V3.2.1-2 V3.3.1-4 V3.4.1-8 V3.5.1-3 V3.6.1 V3.7.2 V4.1.1-4 V4.2.1 V5.1.1 V5.2.1-5 V5.3.1-3 V5.4.1-2
V6.1.1-3 V6.2.1-12 V6.3.1-5 V6.3.8 V6.4.1-4 V6.4.6 V6.5.1-5 V7.1.1-3 V7.2.1-4 V7.3.1-2 V7.4.1-5 V7.5.1-3 V7.6.2
V8.1.1-2 V8.2.1-4 V8.3.1-2 V8.4.1 V11.3.1-2 V11.4.1-4 V11.5.1 V12.1.1-2 V12.2.1-2 V12.3.1-4
V13.1.1 V13.2.1-5 V13.3.1-2 V13.4.1-5 V14.1.1-2 V14.2.1-4 V14.3.1-3 V15.1.1-3 V15.2.1-3 V15.3.1-7 V15.4.1-4
V16.1.1 V16.2.1-5 V16.3.1-4 V16.4.1-3 V16.5.1-4
"""
"""The items of the ASVS 5.0.0 that this product is held to, the last number of a row after a dash."""
WHOLE_CHAPTERS = {"V4.3", "V4.4", "V6.6", "V6.8", "V9", "V10", "V17"}
TEXT = (ROOT / "docs" / "SECURITY.md").read_text()
ROWS = [row for row in re.findall(r"^\| (.+) \|$", TEXT, re.MULTILINE) if not row.startswith(("item |", "---"))]
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", TEXT)


def items() -> set[str]:
    found = set()
    for asked in ASKED.split():
        chapter, _, last = asked.rpartition(".")
        first, _, until = last.partition("-")
        found |= {f"{chapter}.{number}" for number in range(int(first), int(until or first) + 1)}
    return found


def test_no_item_is_left_out_and_none_stands_twice() -> None:
    told = re.findall(r"\bV\d+(?:\.\d+)*\b", " ".join(row.split(" | ")[0] for row in ROWS))
    assert len(items()) >= 180
    assert len(told) == len(set(told))
    assert set(told) == items() | WHOLE_CHAPTERS


def test_every_row_names_a_test_or_says_what_is_not_met_or_why_it_does_not_apply() -> None:
    silent = [row for row in ROWS if row.count(" | ") == 2 and row.endswith("—")]
    assert [row for row in silent if "not met" not in row] == []


def test_every_test_that_is_named_exists() -> None:
    assert len(NAMED) >= 100
    for file, name in set(NAMED):
        assert (ROOT / file).exists(), file
        assert f"def {name}(" in (ROOT / file).read_text(), f"{file}::{name}"


def test_operations_says_by_when_a_flaw_is_mended() -> None:
    """The graver a flaw the sooner, and how one learns of it."""
    text = (ROOT / "docs" / "OPERATIONS.md").read_text()
    section = text.split("### Flaws in what it is built of\n", 1)[1].split("\n#", 1)[0]
    days = [int(number) for number in re.findall(r"within (\d+)", section)]
    assert len(days) == 4
    assert days == sorted(days)
    assert "dev.py sbom" in section


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_requirement_is_pinned_by_its_hash(name: str) -> None:
    text = (ROOT / name).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(("#", "-"))]
    assert len(lines) >= 30
    assert [line[:60] for line in lines if "==" not in line or "--hash=sha256:" not in line] == []
