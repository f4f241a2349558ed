"""The list of planted bugs stays true, and the command tells a noticed bug from one that nobody notices."""

import os
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from devkit import mutants
from devkit.paths import PYTHON, ROOT
from devkit.trouble import TroubleError

ENTRY = """
[[bug]]
name = "{name}"
file = "devkit/sizes.py"
old = '''{old}'''
new = '''{new}'''
tests = ["tests/unit/devkit/test_sizes.py"]
"""
NOTICED = ENTRY.format(name="long-functions-pass", old="LONGEST_FUNCTION = 60", new="LONGEST_FUNCTION = 6000")
UNNOTICED = ENTRY.format(name="nothing-happens", old="LONGEST_FUNCTION = 60", new="LONGEST_FUNCTION = 30 + 30")


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of its own, to be written by the test."""
    monkeypatch.setattr(mutants, "PLANTED", tmp_path)
    return tmp_path / "bugs.toml"


def test_each_listed_bug_can_be_planted_and_its_tests_exist() -> None:
    bugs = mutants.listed()
    assert bugs
    for bug in bugs:
        whole = (ROOT / bug.file).read_text(encoding="utf-8")
        assert bug.planted(whole) != whole, bug.name
        assert bug.tests, bug.name


def test_pytest_finds_each_test_that_a_bug_names(request: pytest.FixtureRequest) -> None:
    """To the last case: one that was renamed would let its bug be replayed against nothing. Where a whole file is named
    too, pytest itself says nothing of a name in it that is gone."""
    named = {test for bug in mutants.listed() for test in bug.tests}
    found = collected(request.session) or collected_anew({test.partition("::")[0] for test in named})
    wholes = {part for test in found for part in parts(test)}
    assert named - wholes == set()


def collected(session: pytest.Session) -> list[str]:
    """The cases of this run, where it runs all of them; none where it runs some."""
    config = session.config
    everything = config.args == config.getini("testpaths") and not (config.option.keyword or config.option.markexpr)
    return [item.nodeid for item in session.items] if everything else []


def collected_anew(files: Iterable[str]) -> list[str]:
    """The cases of these files, as a pytest of its own finds them."""
    done = subprocess.run(
        [PYTHON, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *sorted(files)],
        cwd=ROOT, env=mutants.of_its_own(dict(os.environ)), check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == mutants.GREEN
    return [line for line in done.stdout.splitlines() if "::" in line]


def parts(test: str) -> Iterator[str]:
    """A case by its own name, and by those of its test, its class and its file."""
    place, bracket, case = test.partition("[")
    names = place.split("::")
    yield place + bracket + case
    yield from ("::".join(names[: length + 1]) for length in range(len(names)))


def test_the_last_line_counts_noticed_and_unnoticed(planted: Path, capfd: pytest.CaptureFixture[str]) -> None:
    planted.write_text(NOTICED + UNNOTICED)
    assert mutants.mutants([]) == 1
    said = capfd.readouterr().out.splitlines()
    assert [line.split("(")[0].strip() for line in said] == [
        "noticed   long-functions-pass", "UNNOTICED nothing-happens", "1 passed, 1 failed",
    ]  # fmt: skip


def test_only_the_named_bugs_are_planted(planted: Path) -> None:
    planted.write_text(NOTICED + UNNOTICED)
    assert [bug.name for bug in mutants.chosen(mutants.listed(), ["nothing-happens"], None, 0)] == ["nothing-happens"]


def test_a_bug_whose_text_is_gone_is_refused(planted: Path) -> None:
    planted.write_text(ENTRY.format(name="old-text", old="LONGEST_LINE = 1", new="LONGEST_LINE = 2"))
    with pytest.raises(TroubleError, match=r"stands 0 times in devkit/sizes\.py"):
        mutants.mutants([])


def test_two_bugs_of_one_name_and_an_unknown_name_are_refused(planted: Path) -> None:
    planted.write_text(NOTICED)
    with pytest.raises(TroubleError, match="No bug is called gone"):
        mutants.mutants(["gone"])
    planted.write_text(NOTICED * 2)
    with pytest.raises(TroubleError, match="Two bugs are called long-functions-pass"):
        mutants.mutants([])


def test_the_same_seed_draws_the_same_sample() -> None:
    bugs = [mutants.Bug(f"bug-{number}", "", "", "", ()) for number in range(20)]
    drawn = [mutants.chosen(bugs, [], 5, seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(drawn[0]) == 5
