"""The command that checks hand files: `python -m rules check PATH…`, which `manage.py check_hand` runs as well."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rules.check.checker import Checker, CheckReport
from rules.check.text import describe, summary
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES, STANDARD, House
from rules.house.house_rules import HOUSE_RULES, Value
from rules.phh.bounds import LARGEST_HAND
from rules.phh.reader import in_bunches, read_each
from rules.phh.values import PhhHand, Unreadable
from rules.text.amounts import is_amount, minor

LEGAL, REFUSED, UNREADABLE = 0, 1, 2
"""The command's exit code: the worst that it met."""
ABOUT = (
    "Check hand histories (.phh, .phhs, or folders of them): is every action legal, and what does the hand settle "
    "to? Needs no database. Exit 0: all legal; 1: some refused, or settled otherwise than the file says; "
    "2: some can't be read."
)


class CheckError(Exception):
    """The command can't do what it was asked: the message says why. It exits with UNREADABLE."""


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of the command: files, house, house rules, fees, and how to print."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a file, or a folder that is searched for them")
    parser.add_argument(
        "--house",
        choices=list(HOUSES),
        help="whose rules hold: the standard rules unless the file names its own house",
    )
    parser.add_argument(
        "--set",
        action="extend",
        nargs="+",
        default=[],
        metavar="RULE=VALUE",
        dest="answers",
        help="other answers to house rules, amounts in major units",
    )
    parser.add_argument("--rake", type=Path, metavar="FILE.toml", help="a fee schedule; no rake without one")
    parser.add_argument("--json", action="store_true", help="one JSON object per hand on a line")


def main(arguments: Sequence[str]) -> int:
    """Check what the arguments name and print it; the exit status. A message for a wrong call goes to stderr."""
    parser = ArgumentParser(prog="python -m rules check", description=ABOUT)
    add_arguments(parser)
    try:
        return run(parser.parse_args(arguments), sys.stdout.write)
    except CheckError as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command talks to the terminal
        return UNREADABLE


def run(asked: Namespace, write: Callable[[str], object]) -> int:
    """Check the files one hand at a time, write each as soon as it is checked, for people a tally; the exit status.

    Raises CheckError where nothing is named, or a house rule or a schedule can't be read.
    """
    paths, answers = _paths_and_answers(asked.paths, asked.answers)
    checker = Checker(_house(asked.house, answers), _fee(asked.rake))
    worst = LEGAL
    counted = Counter[str]()
    for checked in _checked(paths, checker):
        worst = max(worst, _severity(checked))
        if asked.json:
            write(_as_json(checked) + "\n")
        else:
            counted[_outcome(checked)] += 1
            write(_as_text(checked) + "\n")
    if not asked.json:
        tally = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counted.items()))
        write(f"{_hands(counted.total())}: {tally}\n")
    return worst


def _paths_and_answers(paths: list[str], answers: list[str]) -> tuple[list[Path], list[str]]:
    """Paths and answers apart: a path that stands behind `--set rule=value` was read as one more answer."""
    behind = [answer for answer in answers if "=" not in answer]
    if not paths and not behind:
        raise CheckError("Name a file or a folder of hand histories.")
    return [Path(path) for path in (*paths, *behind)], [answer for answer in answers if "=" in answer]


def _house(name: str | None, answers: list[str]) -> House | None:
    """The house that was asked for; None when nothing was, so that a file may name its own."""
    if name is None and not answers:
        return None
    house = HOUSES[name] if name else STANDARD
    try:
        return house.with_answers(**dict(map(_house_rule, answers)))
    except ValueError as problem:
        raise CheckError(str(problem)) from problem


def _house_rule(written: str) -> tuple[str, Value]:
    """Name and value of a `--set rule=value`. Raises ValueError for what is no house rule or no answer to it."""
    name, _, text = written.partition("=")
    if name not in HOUSE_RULES:
        raise ValueError(f"“{written}” sets no house rule: write rule=value with one of {', '.join(HOUSE_RULES)}.")
    house_rule = HOUSE_RULES[name]
    if house_rule.measure != "minor units" or text in ("none", "null"):
        return name, house_rule.read(text)
    if not is_amount(text):
        raise ValueError(f"{name} can't be “{text}”: write an amount such as 0.25, or none.")
    return name, minor(text)


def _fee(path: Path | None) -> FeeSchedule | None:
    if path is None:
        return None
    import tomllib  # noqa: PLC0415 - only where a schedule is named, and it takes long to import

    from rules.house.fee_written import read_schedule  # noqa: PLC0415 - likewise

    try:
        return read_schedule(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError) as problem:
        raise CheckError(f"{path} is no fee schedule: {problem}") from problem


def _checked(paths: Iterable[Path], checker: Checker) -> Iterator[CheckReport | Unreadable]:
    for path in paths:
        files = _files(path)
        if not files:
            yield Unreadable("there is no .phh or .phhs file here", file=str(path))
        for file in files:
            yield from _checked_file(file, checker)


def _files(path: Path) -> list[Path]:
    """The file itself, whatever its name, or the hand histories below a folder."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix in (".phh", ".phhs") and file.is_file())


def _checked_file(file: Path, checker: Checker) -> Iterator[CheckReport | Unreadable]:
    for hand in in_bunches(_hands_of(file)):
        yield hand if isinstance(hand, Unreadable) else _checked_hand(hand, checker)


def _hands_of(file: Path) -> Iterator[PhhHand | Unreadable]:
    try:
        with file.open(encoding="utf-8", newline="\n") as text:
            lines = iter(partial(text.readline, LARGEST_HAND + 1), "")
            yield from read_each(lines, str(file))
    except OSError as problem:
        yield Unreadable(f"it can't be opened: {problem.strerror}", file=str(file))


def _checked_hand(phh: PhhHand, checker: Checker) -> CheckReport | Unreadable:
    try:
        return checker.check(phh)
    except Unreadable as problem:
        return problem


def _severity(checked: CheckReport | Unreadable) -> int:
    if isinstance(checked, Unreadable):
        return UNREADABLE
    return LEGAL if checked.legal and checked.agrees else REFUSED


def _outcome(checked: CheckReport | Unreadable) -> str:
    return "unreadable" if isinstance(checked, Unreadable) else summary(checked)


def _hands(count: int) -> str:
    return "1 hand" if count == 1 else f"{count} hands"


def _as_text(checked: CheckReport | Unreadable) -> str:
    lines = [f"UNREADABLE {checked}"] if isinstance(checked, Unreadable) else describe(checked)
    return "\n".join([*lines, ""])


def _as_json(checked: CheckReport | Unreadable) -> str:
    """One line. What can't be read has the same keys as a hand, and says so under "unreadable"."""
    if isinstance(checked, CheckReport):
        return _in_json(checked.to_json())
    nothing = dict.fromkeys(("variant", "violation", "settlement", "next"))
    why = {"reason": checked.reason, "line": checked.line or None}
    place = {"file": checked.file, "hand": checked.key or "1", "legal": False, "complete": False, "missing": []}
    return _in_json({**place, **nothing, "unreadable": why})


_in_json: Final = json.JSONEncoder(check_circular=False).encode  # a report holds itself nowhere
