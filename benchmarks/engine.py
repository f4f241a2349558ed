"""The rules engine beside PokerKit: reading, validating and settling the same files, also with the whole report of the
command; the same seven-card hands; what importing and starting cost.

Each reading begins as a fresh process does, without lines remembered from the one before.

Where the time goes, of a cash hand: three tenths to reading its lines (half of that to the few of each hand that
nobody has read before: its actions, stacks, number and time), three tenths to its outcome (two fifths of that to the
one hand in thirteen whose deciding cards nobody saw), a fifth to its actions, a tenth to the posts and the first
street, the rest to setup and report. With the whole report as JSON the hand is nearly three fifths of it, the
possibilities of those that can't be settled are a ninth, the settlement with its lines as much, and the text of the
JSON a twentieth.
"""

import gc
import os
import random
import subprocess
import sys
import warnings
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper, partial
from io import StringIO
from pathlib import Path

from _compare import compare, cpu_seconds
from pokerkit import HandHistory, StandardHighHand

from rules.cards.evaluate.high import high
from rules.check import command
from rules.check.checker import Checker
from rules.phh.reader import read_each
from rules.phh.values import Unreadable

ROOT = Path(__file__).resolve().parent.parent
HANDS = Path(os.environ.get("CARDROOM_HANDS", ROOT.parent / "shared" / "hands"))
FILES = {
    "cash hands of no-limit hold'em": ("handhq/*.phhs", 6.8, 10),
    "WSOP hands of mixed games": ("wsop-*/*.phh", 8.7, 10),
    "hands of Pluribus": ("pluribus/30.phhs", 6.0, 10),
}
"""The benchmark's folders: pattern, floor and goal."""
SHOWDOWNS = 2_000
IMPORT_GOAL = 0.3
"""Seconds of processor time that importing the engine may take, on a machine of today."""
START_GOAL = 0.2
"""The same for the whole command with one small file."""
_SAME = 20  # ours is too fast to be timed once
_SMALL = 4096


def ours(texts: list[str]) -> None:
    """Read, validate and settle."""
    checker = Checker()
    for text in texts:
        for hand in read_each(text):
            checker.check(hand)


def pokerkit(texts: list[str]) -> None:
    """The same with PokerKit: parse, then play every action."""
    for text in texts:
        histories = HandHistory.loads_all(text) if text.lstrip().startswith("[") else [HandHistory.loads(text)]
        for history in histories:
            for _ in history:
                pass


def forget() -> None:
    """Empty every memory of lines, actions and amounts that were read before."""
    for memory in gc.get_objects():
        if isinstance(memory, _lru_cache_wrapper) and memory.__module__.startswith("rules.phh."):
            memory.cache_clear()


def texts(pattern: str) -> list[str]:
    """The files that PokerKit can play; how many it can't is said."""
    found = [path.read_text() for path in sorted(HANDS.glob(pattern))]
    playable = [text for text in found if _is_playable(text)]
    if len(playable) < len(found):
        print(f"{len(found) - len(playable)} of {len(found)} files of {pattern} are left out: PokerKit can't play them")
    return playable


def _is_playable(text: str) -> bool:
    try:
        pokerkit([text])
    except (ValueError, KeyError, TypeError):
        return False
    return True


def count(texts: list[str]) -> int:
    """The number of hands."""
    return sum(line.startswith("variant") for text in texts for line in text.splitlines())


def files() -> Iterator[bool]:
    """Whether each folder's floor was reached; folders that are missing are named."""
    for name, (pattern, floor, goal) in FILES.items():
        played = texts(pattern)
        if not played:
            print(f"skipped {name}: no {pattern} in {HANDS}; CARDROOM_HANDS names the folder")
            continue
        yield compare(
            f"read, validate, settle {name}",
            partial(ours, played),
            partial(pokerkit, played),
            count=count(played),
            floor=floor,
            goal=goal,
            before=forget,
        )


def readers() -> Iterator[bool]:
    """Whether the direct reader earns its place beside the same files, where a comment in each hand asks for TOML."""
    for name, (pattern, _, _) in FILES.items():
        if not (direct := [path.read_text() for path in sorted(HANDS.glob(pattern))]):
            continue
        general = [text.replace("\nantes = ", "\n# in another form\nantes = ") for text in direct]
        assert count(general) == sum(text.count("# in another") for text in general), name
        yield compare(
            f"read {name} without a TOML parser",
            partial(_read, direct),
            partial(_read, general),
            count=count(direct),
            floor=2,
            before=forget,
        )


def _read(texts: list[str]) -> None:
    for text in texts:
        for hand in read_each(text):
            assert not isinstance(hand, Unreadable), hand


def reports() -> Iterator[bool]:
    """Whether `check_hand --json`, its start taken off, reached its floor on cash hands; as `files`."""
    name = "cash hands of no-limit hold'em"
    paths = [path for path in sorted(HANDS.glob(FILES[name][0])) if _is_playable(path.read_text())]
    if not paths:
        return
    texts = [path.read_text() for path in paths]
    yield compare(
        f"check_hand --json on {name}",
        partial(_report, paths),
        partial(pokerkit, texts),
        count=count(texts),
        floor=3.7,
        goal=8,
        before=forget,
    )


def _report(paths: list[Path]) -> None:
    parser = ArgumentParser()
    command.add_arguments(parser)
    command.run(parser.parse_args(["--json", *map(str, paths)]), StringIO().write)


def sevens() -> list[tuple[int, ...]]:
    """Random seven-card hands, the same in every run."""
    chance = random.Random(7)
    return [tuple(chance.sample(range(52), 7)) for _ in range(SHOWDOWNS)]


def evaluation() -> bool:
    """Seven-card evaluation beside PokerKit's, our tables warm, as they are after the first minutes of a night."""
    hands = sevens()
    written = ["".join("23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in cards) for cards in hands]
    ours = [high(cards) for cards in hands]
    return compare(
        "seven-card evaluation",
        lambda: [high(cards) for cards in hands for _ in range(_SAME)],
        lambda: [StandardHighHand.from_game(text) for text in written],
        count=len(ours),
        floor=200,
        ours_repeats=_SAME,
    )


def imports() -> bool:
    """Measure what it costs to import the engine in a fresh process, beside importing PokerKit; both start the
    interpreter."""
    engine, other = _importing("rules.check.checker, rules.phh.reader"), _importing("pokerkit")
    print(f"       importing the engine takes {cpu_seconds(engine):.2f} s of processor time (goal {IMPORT_GOAL} s)")
    return compare("importing the engine", engine, other, count=1, floor=1)


def starts() -> Iterator[bool]:
    """The cost of one run of `python -m rules check` on a small file, beside PokerKit that plays the same one."""
    files = [path for path in sorted(HANDS.glob(FILES["cash hands of no-limit hold'em"][0])) if _is_small(path)]
    if not files:
        return
    small = str(files[0])
    ours = partial(_quietly, "-m", "rules", "check", small)
    playing = f"from pokerkit import HandHistory; [[*h] for h in HandHistory.loads_all(open({small!r}).read())]"
    print(f"       python -m rules check takes {cpu_seconds(ours):.2f} s of processor time (goal {START_GOAL} s)")
    yield compare("starting the command", ours, partial(_quietly, "-W", "ignore", "-c", playing), count=1, floor=1)


def _is_small(path: Path) -> bool:
    return path.stat().st_size < _SMALL and _is_playable(path.read_text())


def _quietly(*words: str) -> None:
    # 1: some hands of the file are settled otherwise than it says
    done = subprocess.run([sys.executable, *words], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    assert done.returncode in (0, 1), done


def _importing(modules: str) -> Callable[[], object]:
    return partial(subprocess.run, [sys.executable, "-c", f"import {modules}"], cwd=ROOT, check=True)


def main() -> int:
    """0 where every floor was reached."""
    warnings.simplefilter("ignore")
    return 0 if all([*files(), *readers(), *reports(), evaluation(), imports(), *starts()]) else 1


if __name__ == "__main__":
    sys.exit(main())
