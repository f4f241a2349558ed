"""A recorded hand dealt anew under another kill keeps what entering players made up, and nothing else twice."""

from dataclasses import asdict
from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.models import Hand
from games.services.superseding import _deal_again
from rules.house.house import HOUSES
from rules.house.plaque import Kill, Plaque
from rules.table.button import Places
from rules.table.kill import NO_KILL, KillState
from rules.table.setup import PostKind, Setup

O8 = Plaque("omaha8", "fixed_limit", (200, 400), 400, 800, kill=Kill("half", 4_000))
PLACES = Places(button=5, sb=1, bb=2)
MADE_UP: tuple[tuple[PostKind, int, int], ...] = (("dead", 4, 200), ("post", 4, 400))


def again(killer: int | None, kill: KillState, **answers: Any) -> set[tuple[str, int, int]]:
    """The posts, by seat, in a hand of five that was killed by `killer` and is dealt anew under `kill`."""
    house = HOUSES["live"].with_answers(**answers)
    setup = Setup.from_table(O8, house, 5, dict.fromkeys(range(1, 6), 20_000), extra=MADE_UP, killer=killer)
    deal = _deal_again(cast("Hand", SimpleNamespace(places=asdict(PLACES))), setup, kill)
    version = SimpleNamespace(plaque=O8, house_rules=SimpleNamespace(house=house))
    dealt = deal.setup(cast("Any", version))
    return {(post.kind, dealt.seat(post.position), post.amount) for post in dealt.posts}


def test_the_dead_blind_of_a_newcomer_stays_in_the_pot() -> None:
    blinds = {("sb", 1, 200), ("bb", 2, 400)}
    assert again(None, NO_KILL) == blinds | set(MADE_UP)
    assert again(5, NO_KILL) == blinds | set(MADE_UP)
    assert again(None, KillState(5)) == {*blinds, *MADE_UP, ("kill", 5, 600)}


@pytest.mark.parametrize("answer", ["replaces", "adds"])
def test_the_blind_of_a_killer_is_posted_once(answer: str) -> None:
    assert again(2, NO_KILL, kill_in_blind=answer) == {("sb", 1, 200), ("bb", 2, 400), *MADE_UP}
