"""A kill from hand to hand: it follows from hands and ticks alone, binds the next hand, and moves with corrections."""

from dataclasses import replace

import pytest

from games import services
from games.audit_checks import kills_follow
from games.models import Hand, HandDraft
from games.selectors.deals import Deal, straddle_seats
from games.selectors.kill import kills_of
from games.selectors.kill_notes import kill_note
from players.services import come_back, go_away
from rules.house.house import LIVE
from rules.table.kill import NO_KILL, KillState
from rules.table.setup import Post
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.refusals import refused
from tests.support.table import O8_KILL, HandTable, open_hand_table


@arranged
def table() -> HandTable:
    """Omaha hi-lo 4/8 with a half-kill from 40, four players with 200 each in seats 1 to 4."""
    return open_hand_table(O8_KILL)


def scoop(table: HandTable, seat: int, pot: int = 60_00) -> Hand:
    return table.tick(300, pot=pot, winners=[seat])


def due(table: HandTable) -> KillState:
    return table.suggested().kill


def limits(table: HandTable, draft: HandDraft) -> tuple[int | None, int | None]:
    in_force = table.played(draft).setup.in_force
    return in_force.small_bet, in_force.big_bet


def kill_posts(table: HandTable, draft: HandDraft) -> list[tuple[int, int]]:
    """Seat and amount of each kill post."""
    setup = table.played(draft).setup
    return [(setup.seat(post.position), post.amount) for post in setup.posts if post.kind == "kill"]


def broken() -> list[str]:
    """The faults that audit_books finds in the kills."""
    return list(kills_follow())


def test_a_scooped_pot_that_qualifies_doubles_nothing_until_the_next_hand(table: HandTable) -> None:
    tick = scoop(table, 3)
    assert tick.killer_seat is None
    draft = table.deal()
    assert limits(table, draft) == (6_00, 12_00)
    assert kill_posts(table, draft) == [(3, 6_00)]


@pytest.mark.parametrize(
    ("pot", "winners", "no_low"),
    [(42_00, [3], False), (60_00, [1, 3], False), (60_00, [1, 3], True)],
    ids=["too small, less the rake", "high and low split", "tied before any kill"],
)
def test_other_pots_start_none(table: HandTable, pot: int, winners: list[int], no_low: bool) -> None:
    table.tick(300, pot=pot, winners=winners, has_low=False if no_low else None)
    assert due(table) == NO_KILL


def test_a_kill_goes_on_over_ticks_and_hands_and_ends_with_a_split(table: HandTable) -> None:
    killers = [scoop(table, 3).killer_seat, scoop(table, 2).killer_seat]
    tied = table.tick(300, pot=60_00, winners=[1, 4], has_low=False)
    split = table.tick(300, pot=60_00, winners=[1, 4])
    assert [*killers, tied.killer_seat, split.killer_seat, due(table).killer] == [None, 3, 2, 2, None]
    assert broken() == []


def test_a_full_hand_starts_a_kill_and_the_next_one_is_recorded_under_it(table: HandTable) -> None:
    hand = table.record(scooped(table, table.deal()))
    winner = (hand.winners or [0])[0]
    again = table.record(scooped(table, table.deal()))
    assert (hand.killer_seat, again.killer_seat) == (None, winner)
    assert (again.pot or 0) > (hand.pot or 0)
    assert "_killed = true" in again.phh
    assert broken() == []


def scooped(table: HandTable, draft: HandDraft) -> HandDraft:
    """Everybody calls two bets before the flop and one after; then the last bet is not called."""
    draft = table.act(draft, "r")
    while table.played(draft).street == 0:
        draft = table.act(draft, "c")
    return table.act(draft, "flop 2c7d9h", "r", "c", "c", "c", "turn Jc", "r", "f", "f", "f")


def test_the_killer_in_the_blinds_posts_the_kill_in_the_place_of_their_blind(table: HandTable) -> None:
    first = table.suggested().places
    assert first
    scoop(table, 1)
    places = table.suggested().places
    assert places
    table.desk.leave(table.sittings[next(s for s in (1, 2, 3, 4) if s not in (places.bb, places.sb, 1))])
    for _ in range(3):
        if (places := table.suggested().places) and places.bb == 1:
            break
        scoop(table, 1)
    setup = table.suggested().setup(table.session.plaque)
    mine = [post for post in setup.posts if setup.seat(post.position) == 1]
    assert mine == [Post("kill", setup.position(1), 6_00)]


def test_a_deal_at_the_wrong_limits_is_refused_with_the_right_ones(table: HandTable) -> None:
    before = table.suggested()
    scoop(table, 3)
    error = refused("wrong_kill_limits", lambda: table.deal(replace(table.suggested(), kill=NO_KILL)))
    assert "6/12" in error.message
    assert error.rule
    assert error.citation
    refused("wrong_killer", lambda: table.deal(replace(table.suggested(), kill=KillState(2))))
    refused("wrong_kill_limits", lambda: table.deal(replace(before, seen=None)))
    assert not table.session.hand_open


def test_a_tick_under_another_kill_than_the_tablet_showed_is_refused(table: HandTable) -> None:
    scoop(table, 3)
    facts = {"pot": 60_00, "winners": [1]}
    error = refused("wrong_kill_limits", lambda: table.tick(300, **facts, killer_seat=0))
    assert "half-kill of seat 3" in error.message
    refused("wrong_killer", lambda: table.tick(300, **facts, killer_seat=2))
    assert table.tick(300, **facts, killer_seat=3).killer_seat == 3


def test_a_corrected_hand_changes_the_kill_of_the_next_one(table: HandTable) -> None:
    tick = scoop(table, 3)
    facts = {"rake_taken": 300, "pot": 60_00, "reason": "the other seat"}
    services.supersede_tick(tick=tick, winners=[1], key=key(), **facts, **table.by())
    assert due(table) == KillState(1)


def test_hands_played_since_are_named_until_they_are_corrected_too(table: HandTable) -> None:
    tick, since = scoop(table, 3), scoop(table, 2)
    facts = {"rake_taken": 300, "pot": 60_00, "reason": "a split pot"}
    services.supersede_tick(tick=tick, winners=[1, 3], key=key(), **facts, **table.by())
    (said,) = broken()
    assert "hand 2: played under the kill of seat 3, no kill was on" in said
    again = services.supersede_tick(tick=since, winners=[2], key=key(), **facts, **table.by())
    assert (since.killer_seat, again.killer_seat) == (3, None)
    assert broken() == []


def test_a_reopened_hand_is_dealt_anew_under_the_kill_that_now_holds(table: HandTable) -> None:
    tick = scoop(table, 3)
    hand = table.record(scooped(table, table.deal()))
    facts = {"rake_taken": 300, "pot": 60_00, "winners": [1], "reason": "the other seat"}
    services.supersede_tick(tick=tick, key=key(), **facts, **table.by())
    draft = services.reopen_hand(hand=hand, reason="another killer", key=key(), **table.by())
    assert kill_posts(table, draft) == [(1, 6_00)]
    assert draft.steps == []
    assert table.record(scooped(table, draft)).killer_seat == 1
    assert broken() == []


def test_a_correction_that_changes_no_kill_reopens_everything_as_it_was(table: HandTable) -> None:
    scoop(table, 3)
    hand = table.record(scooped(table, table.deal()))
    draft = services.reopen_hand(hand=hand, reason="the rake", key=key(), **table.by())
    assert not table.played(draft).missing()
    assert table.record(draft).killer_seat == 3


def test_a_killer_who_left_owes_their_kill_and_posts_it_when_they_play_again(table: HandTable) -> None:
    player = table.sittings[3].player
    scoop(table, 3)
    table.desk.leave(table.sittings[3])
    draft = table.deal()
    assert (limits(table, draft), kill_posts(table, draft)) == ((6_00, 12_00), [])
    assert player.display_name in kill_note(table.session).owing
    hand = table.record(table.act(draft, "f", "f"))
    assert hand.killer_seat == 0
    assert due(table) == NO_KILL
    table.sittings[4] = table.desk.seat(player, 3, 200_00)
    assert set(table.suggested().stacks) == {1, 2, 4}, "the button has to pass the killer first"
    table.record(table.act(table.deal(), "f", "f"))
    assert table.suggested().posts == (), "the kill stands for the big blind of a newcomer"
    assert kill_posts(table, table.deal()) == [(3, 6_00)]
    assert broken() == []


def test_where_the_house_says_so_the_hand_is_played_without_the_kill_of_who_left(db: None) -> None:
    table = open_hand_table(O8_KILL, house=LIVE.with_answers(kill_unposted="ends"))
    scoop(table, 3)
    table.desk.leave(table.sittings[3])
    assert due(table) == NO_KILL
    assert limits(table, table.deal()) == (4_00, 8_00)


def test_a_correction_gives_the_kill_to_who_sat_there_then(table: HandTable) -> None:
    hand, player = scoop(table, 3), table.sittings[3].player
    table.desk.leave(table.sittings[3])
    table.desk.seated(100_00, seat=3)
    facts = {"rake_taken": 300, "pot": 50_00, "winners": [3], "reason": "mis-keyed", "key": key()}
    services.supersede_tick(tick=hand, **facts, **table.by())
    assert kills_of(table.session, O8_KILL).state.killer == player.pk


def test_another_player_in_the_seat_owes_nothing(table: HandTable) -> None:
    scoop(table, 3)
    table.desk.leave(table.sittings[3])
    table.desk.seated(100_00, seat=3)
    assert kill_posts(table, table.deal()) == []


def test_who_owes_a_kill_waits_while_another_one_is_on(table: HandTable) -> None:
    player = table.sittings[3].player
    scoop(table, 3)
    table.desk.leave(table.sittings[3])
    scoop(table, 1)
    table.desk.seat(player, 3, 200_00)
    suggested = table.suggested()
    assert (suggested.kill.killer, set(suggested.stacks)) == (1, {1, 2, 4})
    everybody = Deal(suggested.places, {**suggested.stacks, 3: 200_00}, kill=suggested.kill)
    refused("kill_owed", lambda: table.deal(everybody))


def test_a_kill_belongs_to_its_game(table: HandTable) -> None:
    scoop(table, 3)
    higher = replace(O8_KILL, blinds=(4_00, 8_00), small_bet=8_00, big_bet=16_00)
    session = table.session
    assert kills_of(session, O8_KILL).due(higher, LIVE, {3: table.sittings[3].player_id}) == NO_KILL


def test_nobody_straddles_in_a_kill(db: None) -> None:
    table = open_hand_table(replace(O8_KILL, straddle="utg"))
    assert straddle_seats(table.session.posted, table.suggested())
    scoop(table, 3)
    assert straddle_seats(table.session.posted, table.suggested()) == {}


def test_a_kill_that_nobody_posts_while_its_player_is_away_is_no_fault(table: HandTable) -> None:
    """Who scooped walks off, and is back for the hand after the next: each quick hand says under whose kill it was."""
    sitting = table.sittings[3]
    scoop(table, 3)
    go_away(sitting=sitting, **table.by())
    assert table.tick(100, pot=20_00, winners=[1]).killer_seat == 0
    come_back(sitting=sitting, **table.by())
    scoop(table, 2)
    assert broken() == []
