"""The rules engine beside PokerKit: reading, validating and settling the same files; the same seven-card hands."""

import os
import random
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from _compare import compare
from pokerkit import HandHistory, StandardHighHand

from games.rules.check import Checker
from games.rules.evaluate.high import high
from games.rules.phh_reader import read_each

ROOT = Path(__file__).resolve().parent.parent
HANDS = Path(os.environ.get("CARDROOM_HANDS", ROOT.parent / "shared" / "hands"))
SHOWDOWNS = 2_000
_SAME = 20  # ours is too fast to be timed once


def ours(text: str) -> None:
    """Read, validate and settle."""
    checker = Checker()
    for hand in read_each(text):
        checker.check(hand)


def pokerkit(text: str) -> None:
    """The same with PokerKit: parse, then play every action."""
    for history in HandHistory.loads_all(text):
        for _ in history:
            pass


def texts() -> Iterator[tuple[str, str]]:
    """The benchmark files: name and text; those that are missing are named."""
    for name in ("handhq/ABS-1000NLH-1a.phhs", "pluribus/30.phhs"):
        path = HANDS / name
        if path.exists():
            yield name, path.read_text()
        else:
            print(f"skipped {name}: not in {HANDS}; CARDROOM_HANDS names the folder")


def count(text: str) -> int:
    """How many hands the file holds."""
    return sum(1 for line in text.splitlines() if line.startswith("variant"))


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


def main() -> int:
    """0 where every floor was reached."""
    warnings.simplefilter("ignore")
    passed = [
        compare(
            f"read, validate, settle {name}", partial(ours, text), partial(pokerkit, text), count=count(text), floor=3
        )
        for name, text in texts()
    ]
    return 0 if all([*passed, evaluation()]) else 1


if __name__ == "__main__":
    sys.exit(main())
