"""The kill that a session keeps is the one that its hands leave behind, whatever happens between them (I-16)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from disputes.services import Decision, Direction
from games import services
from games.audit_checks import kept_kills_agree
from games.directed import What
from games.models import Hand
from games.selectors.directives import directives_of
from games.selectors.kill import ABOUT_KILLS, kept_kills, kills_of
from games.selectors.kill_fold import follow, played_hands
from tables.models import TableSession
from tables.services import post_plaque
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.table import O8_KILL

STEPS = 15


@arranged
def kill() -> DisputeTable:
    """Omaha hi-lo 4/8 with a half-kill from 40."""
    return open_dispute_table(plaque=O8_KILL)


def quick_hand(at: DisputeTable, chance: Random) -> None:
    """A scooped pot, or one that two shared; large enough for a kill or not."""
    winners = chance.sample((1, 2, 3, 4), chance.choice((1, 1, 2)))
    at.table.tick(300, pot=chance.choice((20_00, 60_00)), winners=winners)


def full_hand(at: DisputeTable, chance: Random) -> None:
    """Everybody calls two bets before the flop; then a bet is not called."""
    table = at.table
    draft = table.act(table.deal(), "r")
    while table.played(draft).street == 0:
        draft = table.act(draft, "c")
    table.record(table.act(draft, "flop 2c7d9h", "r", "f", "f", "f"))


def correction(at: DisputeTable, chance: Random) -> None:
    """Another seat won one of the quick hands."""
    if tick := one_of(at, chance):
        facts = {"rake_taken": 300, "pot": 60_00, "winners": [chance.randint(1, 4)], "reason": "another seat"}
        services.supersede_tick(tick=tick, key=key(), **facts, **at.by())


def void(at: DisputeTable, chance: Random) -> None:
    """One of the quick hands doesn't count."""
    if tick := one_of(at, chance):
        services.void_hand(hand=tick, reason="a fouled deck", second=at.other, key=key(), **at.by())


def ruling(at: DisputeTable, chance: Random) -> None:
    """A supervisor says who kills the next pot, or that nobody does."""
    direction = Direction(What.KILL, chance.randint(1, 4)) if chance.random() < 0.7 else Direction(What.NO_KILL)
    case = at.open(None, "KILL_ERROR")
    at.rule(case, decision=Decision(outcome="Put right", rule_code=case.sort.rule.code, directions=(direction,)))


def given_up(at: DisputeTable, chance: Random) -> None:
    """A deal that nobody played."""
    draft = at.table.deal()
    services.abandon(draft=draft, version=draft.version, reason="dealt to nobody", **at.by())


def other_game(at: DisputeTable, chance: Random) -> None:
    """A game without a kill for one hand; then the old one is posted again."""
    desk = at.table.desk
    for plaque in (replace(O8_KILL, kill=None), O8_KILL):
        post_plaque(table=desk.session.table, plaque=plaque, by=desk.manager, at=desk.at())
        at.table.tick(300, pot=60_00, winners=[chance.randint(1, 4)])


ACTS: tuple[Callable[[DisputeTable, Random], None], ...] = (
    quick_hand, quick_hand, quick_hand, full_hand, correction, void, ruling, given_up, other_game,
)  # fmt: skip


def one_of(at: DisputeTable, chance: Random) -> Hand | None:
    """A quick hand that counts and had a kill on its plaque."""
    ticks = Hand.objects.filter(session=at.table.session, superseded_by=None, is_void=False, tier=Hand.Tier.TICK)
    ticks = ticks.filter(plaque__plaque_json__kill__size__isnull=False).order_by("number")
    return chance.choice(list(ticks)) if ticks else None


def is_kept(session: TableSession) -> bool:
    """Whether the session keeps a kill that still holds."""
    return kept_kills(session, directives_of([session.pk], *ABOUT_KILLS)[session.pk]) is not None


@pytest.mark.parametrize("seed", range(6))
def test_it_is_what_the_hands_leave_after_any_evening(kill: DisputeTable, seed: int) -> None:
    chance, kept = Random(seed), 0
    quick_hand(kill, chance)
    for _ in range(STEPS):
        chance.choice(ACTS)(kill, chance)
        session = kill.table.session
        assert kills_of(session, O8_KILL) == follow(played_hands([session])[session.pk])
        assert list(kept_kills_agree()) == []
        kept += is_kept(session)
    assert kept >= STEPS // 4  # most of what was compared above was kept


@pytest.mark.parametrize("act", [correction, void, ruling])
def test_an_act_on_what_it_follows_from_ends_it(
    kill: DisputeTable, act: Callable[[DisputeTable, Random], None]
) -> None:
    quick_hand(kill, Random(1))
    assert is_kept(kill.table.session)
    act(kill, Random(1))
    assert not is_kept(kill.table.session)
    quick_hand(kill, Random(2))
    assert is_kept(kill.table.session)


def test_nothing_is_asked_for_the_kill_that_is_kept(kill: DisputeTable, django_assert_num_queries: Any) -> None:
    kill.table.tick(300, pot=60_00, winners=[3])
    session = kill.table.session
    with django_assert_num_queries(0):
        assert kills_of(session, session.posted, directed=()).state.killer == kill.table.sittings[3].player_id


def test_another_one_than_the_hands_leave_is_found(kill: DisputeTable) -> None:
    kill.table.tick(300, pot=60_00, winners=[3])
    session = kill.table.session
    other = kill.table.sittings[1].player_id
    TableSession.objects.filter(pk=session.pk).update(kill_after=session.kill_after | {"killer": other})
    (said,) = kept_kills_agree()
    assert f"it keeps the kill of player {other}, the hands leave the kill of player" in said
