"""The catalogue and the command that runs it. What the engine doesn't answer yet fails by name."""

import json
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules.book.conformance import Case, kinds, load_cases, run

CATALOGUE = Path(__file__).parents[2] / "conformance"
CASES = load_cases([CATALOGUE])
ANSWERED = [case for case in CASES if case.kind in kinds()]


def conformance(*arguments: object) -> tuple[int, list[str]]:
    """The exit code and the printed lines."""
    out = StringIO()
    try:
        call_command("conformance", *map(str, arguments), stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def write(folder: Path, **changed: str) -> Path:
    case = {"id": "X-1", "kind": "rake", "house": "live", "game": "holdem", "net_pot": "38"} | changed
    head = "\n".join(f'{key} = "{case[key]}"' for key in ("id", "kind", "house", "game"))
    given = 'pot = "40"\nflop_dealt = true\nrake = { percent = "5" }'
    file = folder / "cases.toml"
    file.write_text(f'[[case]]\n{head}\n[case.given]\n{given}\n[case.expect]\nnet_pot = "{case["net_pot"]}"\n')
    return file


@pytest.mark.parametrize("case", ANSWERED, ids=lambda case: case.id)
def test_the_engine_answers_as_worked_by_hand(case: Case) -> None:
    (outcome,) = run([case])
    assert outcome.problems == ()


def test_the_catalogue_is_read_whole() -> None:
    counted = Counter(case.kind for case in CASES)
    assert counted["compare"] >= 52
    assert counted["hand"] >= 93
    assert counted["split"] >= 39
    assert counted["rake"] >= 38
    assert counted["plaque"] >= 28
    assert counted["kill"] >= 29


def test_a_green_run_ends_in_the_sums_and_exit_0(tmp_path: Path) -> None:
    assert conformance(write(tmp_path)) == (0, ["1 passed, 0 failed"])


def test_a_failing_case_says_expected_and_got(tmp_path: Path) -> None:
    file = write(tmp_path, net_pot="37")
    line = f"X-1 (rake, holdem, {file}): net_pot: expected 37, got 38"
    assert conformance(tmp_path) == (1, [line, "0 passed, 1 failed"])


def test_a_kind_that_is_not_answered_fails_by_name(tmp_path: Path) -> None:
    code, lines = conformance(write(tmp_path, kind="bingo"))
    assert code == 1
    assert 'kind not supported yet: "bingo"' in lines[0]


def test_nothing_run_is_no_success(tmp_path: Path) -> None:
    file = write(tmp_path)
    assert conformance(file, "--game", "stud") == (1, ["0 passed, 0 failed"])
    assert conformance(file, "--kind", "hand") == (1, ["0 passed, 0 failed"])
    assert conformance(file, "--kind", "rake", "--game", "holdem") == (0, ["1 passed, 0 failed"])


def test_json_has_one_object_per_case_and_the_sums_last(tmp_path: Path) -> None:
    file = write(tmp_path)
    code, lines = conformance(file, "--json")
    case, sums = map(json.loads, lines)
    assert (code, sums) == (0, {"passed": 1, "failed": 0})
    assert case == {
        "id": "X-1",
        "kind": "rake",
        "house": "live",
        "game": "holdem",
        "file": str(file),
        "passed": True,
        "problems": [],
    }


def test_a_file_that_is_no_catalogue_ends_in_exit_2(tmp_path: Path) -> None:
    (tmp_path / "cases.toml").write_text("[[case]")
    with pytest.raises(CommandError) as refused:
        conformance(tmp_path)
    assert refused.value.returncode == 2
