"""The schedule lab beside the engine's bare rake function on the same hands, in the same run: what judging a hand under
two schedules costs, with coverage, bands, hours and the largest changes, against one call of `rules.house.rake.take`.

Pots of a floor are whole chips and come again: their fees are reckoned once. Pots to the cent, no two alike, show what
it costs where nothing comes again. Then a million hands by one process and by four, on the clock of the wall.
"""

import random
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial

from _compare import compare

from rake.lab.past import Recorded, Terms
from rake.lab.reckoning import Bench, Trial
from rake.lab.spread import reckon
from rules.house.fee_schedule import FeeSchedule
from rules.house.rake import take

CHIPS, CENTS = 200_000, 20_000
NOW = FeeSchedule(mode="percent", percent_bp=500, cap=500, unit=100)
THEN = FeeSchedule(mode="percent", percent_bp=1000, cap=500, unit=100, caps_by_players=((4, 300),))
TRIAL = Trial(THEN, {1: Terms(NOW, is_flop_game=True, seats=9, ante=False, big_bet=300, killed_big_bet=300)})


def hands(many: int, chip: int) -> Iterator[Recorded]:
    """Hands whose pots are multiples of a chip."""
    draw = random.Random(1)
    for number in range(many):
        pot = draw.randrange(3_00 // chip, 500_00 // chip) * chip
        flop = draw.random() < 0.8
        yield Recorded(number, number // 30, 1, (pot,), draw.randrange(2, 10), 0, flop, is_killed=False)


def judge(played: list[Recorded]) -> None:
    """The hands in the lab."""
    assert Bench(TRIAL).reckon(played).judged == len(played)


def bare(played: list[Recorded]) -> None:
    """One call of the engine for each."""
    for hand in played:
        take(NOW, hand.pots or (), players_dealt=hand.players or 9, flop_dealt=bool(hand.flop))


def spread(many: int) -> bool:
    """Whether a million hands come to the same however many processes reckon them; prints how fast each is."""
    sums = []
    for workers in (1, 4):
        began = time.perf_counter()
        sums.append(reckon(TRIAL, hands(many, 100), workers=workers))
        took = time.perf_counter() - began
        print(f"       {many:,} hands by {workers} process{'es' if workers > 1 else ''}: {many / took:,.0f} a second")
    return sums[0] == sums[1]


def main() -> int:
    """1 where a floor is missed."""
    parser = ArgumentParser()
    parser.add_argument("--many", type=int, default=1_000_000, help="hands that are spread over processes")
    options = parser.parse_args()
    chips, cents = list(hands(CHIPS, 100)), list(hands(CENTS, 1))
    kept = [
        compare(
            "judge hands of whole chips", partial(judge, chips), partial(bare, chips), count=CHIPS, floor=2, goal=4
        ),
        compare("judge hands to the cent", partial(judge, cents), partial(bare, cents), count=CENTS, floor=0.2),
        spread(options.many),
    ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
