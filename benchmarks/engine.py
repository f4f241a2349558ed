"""The rules engine beside PokerKit: reading, validating and settling the same files; the same seven-card hands; what
importing costs.

Each reading begins as a fresh process does, without lines remembered from the one before.
"""

import gc
import os
import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper, partial
from pathlib import Path

from _compare import compare, cpu_seconds
from pokerkit import HandHistory, StandardHighHand

from games.rules.check import Checker
from games.rules.evaluate.high import high
from games.rules.phh_reader import read_each

ROOT = Path(__file__).resolve().parent.parent
HANDS = Path(os.environ.get("CARDROOM_HANDS", ROOT.parent / "shared" / "hands"))
FILES = {
    "cash hands of no-limit hold'em": ("handhq/*.phhs", 5, 10),
    "WSOP hands of mixed games": ("wsop-*/*.phh", 5, 10),
    "hands of Pluribus": ("pluribus/30.phhs", 3, 10),
}
"""The benchmark's folders: pattern, floor and goal."""
SHOWDOWNS = 2_000
IMPORT_GOAL = 0.3
"""Seconds of processor time that importing the engine may take, on a machine of today."""
_SAME = 20  # ours is too fast to be timed once


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
        if isinstance(memory, _lru_cache_wrapper) and memory.__module__.startswith("games.rules.phh_"):
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
    """How many hands there are."""
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
    """What it costs to import the engine in a fresh process, beside importing PokerKit; both start the interpreter."""
    engine, other = _importing("games.rules.check, games.rules.phh_reader"), _importing("pokerkit")
    print(f"       importing the engine takes {cpu_seconds(engine):.2f} s of processor time (goal {IMPORT_GOAL} s)")
    return compare("importing the engine", engine, other, count=1, floor=1)


def _importing(modules: str) -> Callable[[], object]:
    return partial(subprocess.run, [sys.executable, "-c", f"import {modules}"], cwd=ROOT, check=True)


def main() -> int:
    """0 where every floor was reached."""
    warnings.simplefilter("ignore")
    return 0 if all([*files(), evaluation(), imports()]) else 1


if __name__ == "__main__":
    sys.exit(main())
