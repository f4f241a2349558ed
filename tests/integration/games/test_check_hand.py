"""The command `check_hand`: what it prints and what it exits with, without touching a database."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ['d dh p1 AsAd', 'd dh p2 KsKd', 'd dh p3 ????', 'p3 f', 'p1 cc', 'p2 cc', 'd db 2c7h9s', 'p1 cbr 10', 'p2 f']
players = ['Ann', 'Bo', 'Cy']
"""
REFUSED = HAND.replace("p1 cbr 10", "p1 cbr 1")
UNHEARD_OF = HAND.replace("'NT'", "'F9Z'")


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """A folder of hands: two legal ones and something that is none of ours."""
    (tmp_path / "ann.phh").write_text(HAND, encoding="utf-8")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "night.phhs").write_text(f"[7]\n{HAND}", encoding="utf-8")
    (tmp_path / "README.md").write_text("not a hand", encoding="utf-8")
    return tmp_path


def check_hand(*arguments: object) -> tuple[int, str]:
    """Exit status and output of the command."""
    out = io.StringIO()
    try:
        call_command("check_hand", *map(str, arguments), stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue()
    return 0, out.getvalue()


def checked(*arguments: object) -> tuple[int, list[dict[str, object]]]:
    status, output = check_hand(*arguments, "--json")
    return status, [json.loads(line) for line in output.splitlines()]


def write(folder: Path, text: str) -> Path:
    file = folder / "hand.phh"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_folder_is_searched_for_hands(night: Path) -> None:
    status, reports = checked(night)
    assert status == 0
    assert [(report["file"], report["hand"]) for report in reports] == [
        (str(night / "ann.phh"), "1"),
        (str(night / "more" / "night.phhs"), "7"),
    ]
    assert all(report["legal"] for report in reports)


def test_for_people_the_hand_is_told_street_by_street(night: Path) -> None:
    status, output = check_hand(night / "ann.phh")
    assert status == 0
    for words in (
        "NLH 1/2",
        "p2 seat 2 Bo: 200",
        "posts the small blind 1",
        "Flop 2c7h9s · pot 4",
        "bets 10",
        "Settlement",
    ):
        assert words in output
    assert "p1 seat 1: 202 (+2)" in output
    assert output.endswith("\n1 hand: 1 settled\n")


def test_a_refusal_is_explained_and_exits_1(tmp_path: Path) -> None:
    status, output = check_hand(write(tmp_path, REFUSED))
    assert status == 1
    assert "REFUSED “p1 cbr 1” (entry 7 of the file): Seat 1 can't bet 1" in output
    for words in (
        "rule: A bet is at least",
        "WSOP 128",
        "code: below_min_bet",
        "allowed: check or fold, make it 2 up to 198",
    ):
        assert words in output


def test_a_game_that_is_not_played_is_refused_by_name_and_exits_1(tmp_path: Path) -> None:
    status, (report,) = checked(write(tmp_path, UNHEARD_OF))
    assert status == 1
    assert report["violation"]["code"] == "game_not_supported"  # type: ignore[index]  # a table
    assert "F9Z" in check_hand(write(tmp_path, UNHEARD_OF))[1]


def test_stacks_that_differ_from_the_file_are_shown_and_exit_1(tmp_path: Path) -> None:
    file = write(tmp_path, HAND + "finishing_stacks = [201, 198, 200]\n")
    status, output = check_hand(file)
    assert status == 1
    assert "DISAGREES with the file" in output
    assert "p1 (seat 1) finishes with 201 in the file, 202 here" in output
    assert checked(file)[1][0]["agrees"] is False


def test_stacks_that_agree_are_said_to(tmp_path: Path) -> None:
    status, output = check_hand(write(tmp_path, HAND + "finishing_stacks = [202, 198, 200]\n"))
    assert status == 0
    assert "Agrees with the file's finishing stacks." in output


def test_what_can_not_be_read_exits_2_and_the_rest_is_checked(night: Path) -> None:
    (night / "bad.phhs").write_text(f"[1]\nvariant = \n[2]\n{REFUSED}", encoding="utf-8")
    status, reports = checked(night)
    assert status == 2
    assert [report["legal"] for report in reports] == [True, False, False, True]
    assert "not TOML" in str(reports[1]["unreadable"])
    assert "UNREADABLE" in check_hand(night)[1]


def test_an_unfinished_hand_is_legal_and_says_what_is_next(tmp_path: Path) -> None:
    status, output = check_hand(write(tmp_path, HAND.replace(", 'p2 f']", "]")))
    assert status == 0
    assert "Not settled:" in output
    assert "Seat 2 (p2) is next: fold or call 10, make it 20 up to 198" in output


@pytest.mark.parametrize("name", ["gone.phh", "empty"])
def test_a_path_without_hands_exits_2(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    assert check_hand(tmp_path / name)[0] == 2


def test_a_file_that_is_no_text_exits_2(tmp_path: Path) -> None:
    file = tmp_path / "card.phh"
    file.write_bytes(b"\xff\xfe\x00")
    status, output = check_hand(file)
    assert status == 2
    assert "not UTF-8" in output


def test_the_rake_is_the_schedules(night: Path, tmp_path: Path) -> None:
    schedule = tmp_path / "rake.toml"
    schedule.write_text('percent = "10"\nunit = "0.01"\n', encoding="utf-8")
    _, (report,) = checked(night / "ann.phh", "--rake", schedule)
    assert report["settlement"]["rake"] == "0.40"  # type: ignore[index]  # a table


def test_a_collection_is_a_schedule_too(night: Path, tmp_path: Path) -> None:
    schedule = tmp_path / "rake.toml"
    schedule.write_text('mode = "hand"\ncollection = "2"\ncollections_by_players = [[3, "1"]]\n', encoding="utf-8")
    _, (report,) = checked(night / "ann.phh", "--rake", schedule)
    assert report["settlement"]["rake"] == "1"  # type: ignore[index]  # a table
    assert (
        "The collection of a hand with 3 players dealt in is 1" in check_hand(night / "ann.phh", "--rake", schedule)[1]
    )


def test_a_house_and_its_house_rules_can_be_named(night: Path) -> None:
    status, output = check_hand(night / "ann.phh", "--house", "live", "--set", "odd_chip_unit=0.25", "raise_cap=none")
    assert status == 0
    assert "settled" in output


def test_a_path_may_stand_behind_the_house_rules(night: Path) -> None:
    assert check_hand("--set", "odd_chip_unit=0.25", night / "ann.phh")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--set", "moon=full"), "sets no house rule"),
        (("--set", "odd_chip_tie=nobody"), "odd_chip_tie can't be"),
        (("--set", "odd_chip_unit=a dime"), "write an amount such as 0.25"),
        (("--rake", "nowhere.toml"), "no fee schedule"),
        (("--house", "mars"), "invalid choice"),
    ],
)
def test_a_house_rule_or_schedule_that_is_none_is_refused(night: Path, arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("check_hand", str(night), *arguments)


def test_whoever_has_read_enough_may_stop(night: Path) -> None:
    command = [sys.executable, "manage.py", "check_hand", *[str(night)] * 2_000, "--json"]
    with subprocess.Popen(command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""


def test_without_a_path_it_says_what_to_do() -> None:
    with pytest.raises(CommandError, match="Name a file or a folder"):
        call_command("check_hand")
