"""Newcomers to a game that is going: the big blind is posted or waited for, and nobody comes in before the small
one."""

from dataclasses import replace

import pytest

from games.selectors.deals import straddle_seats
from games.selectors.missed_blinds import missed_blinds_of
from games.selectors.seats import present, seats_taken
from players.models import Sitting
from players.services import bar_player, move_player
from tests.support.arranged import arranged
from tests.support.desk import NLH, key
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.turns import betting

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """Four players in odd seats at no-limit hold'em with blinds of 1 and 3; the button is in seat 7, then in 1."""
    table = open_hand_table(seats=(1, 3, 5, 7))
    table.tick()
    return table


def _sits(table: HandTable, seat: int) -> Sitting:
    return table.desk.seated(200_00, seat=seat)


def test_the_first_hand_of_a_game_is_owed_by_nobody() -> None:
    table = open_hand_table(seats=(1, 2, 3))
    assert missed_blinds_of(table.session) == {}
    assert table.suggested().posts == ()


def test_a_newcomer_posts_the_big_blind(table: HandTable) -> None:
    _sits(table, 6)
    deal = table.suggested()
    assert deal.places is not None
    assert (deal.places.button, deal.places.sb, deal.places.bb) == (1, 3, 5)
    assert deal.posts == (("post", 6, 300),)
    played = table.played(table.deal(deal))
    assert {played.setup.seat(post.position): post.kind for post in played.setup.posts} == {3: "sb", 5: "bb", 6: "post"}


def test_a_newcomer_who_straddles_has_the_straddle_alone_before_them() -> None:
    table = open_hand_table(replace(NLH, straddle="utg"), seats=(1, 3, 5, 7))
    table.tick()
    _sits(table, 6)
    deal = table.suggested()
    assert (deal.posts, straddle_seats(table.session.posted, deal)) == ((("post", 6, 300),), {6: "straddle"})
    draft = table.deal(replace(deal, straddle_seat=6))
    played = table.played(draft)
    assert (played.bets, played.round.price) == ([100, 300, 600, 0, 0], 600)
    assert (betting(played).call, betting(played).raising.least) == (600, 900)


def test_the_big_blind_posts_nothing_besides(table: HandTable) -> None:
    deal = table.suggested()
    assert deal.places is not None
    said = refused("blind_not_owed", lambda: table.deal(replace(deal, posts=(("dead", deal.places.bb, 100),))))
    assert said.message == "Seat 5 owes no blind besides what it posts: leave the 1 out."
    twice = replace(deal, posts=(("post", deal.places.bb, 300),))
    assert sorted(table.played(table.deal(twice)).bets) == [0, 0, 100, 300]


def test_between_button_and_small_blind_they_wait_until_it_passed(table: HandTable) -> None:
    _sits(table, 2)
    deal = table.suggested()
    assert set(deal.stacks) == {1, 3, 5, 7}
    waiting = replace(deal, stacks={**deal.stacks, 2: 200_00})
    said = refused("between_button_and_blind", lambda: table.deal(waiting))
    assert "Seat 2" in said.message
    draft = table.deal(deal)
    assert [table.played(draft).setup.seat(post.position) for post in table.played(draft).setup.posts] == [3, 5]
    table.record(table.act(draft, "f", "f", "f"))
    assert table.suggested().posts == (("post", 2, 300),)


def test_on_the_big_blind_they_post_that_alone(table: HandTable) -> None:
    newcomer = _sits(table, 4)
    deal = table.suggested()
    assert deal.places is not None
    assert (deal.places.bb, deal.posts) == (4, ())
    assert 4 in deal.stacks
    table.record(table.act(table.deal(deal), "f", "f", "f", "f"))
    assert newcomer.pk not in missed_blinds_of(table.session)


def test_a_tick_counts_as_a_hand_that_they_play(table: HandTable) -> None:
    newcomer = _sits(table, 6)
    assert missed_blinds_of(table.session)[newcomer.pk].missed == "big"
    table.tick()
    assert missed_blinds_of(table.session) == {}


def test_who_is_moved_by_the_house_posts_nothing(table: HandTable) -> None:
    player, elsewhere = table.desk.player(), table.desk.open_table()
    table.desk.buy_in(player, 200_00, session=elsewhere)
    sitting = table.desk.seat(player, 1, 200_00, session=elsewhere)
    moved = move_player(sitting=sitting, session=table.session, seat=6, key=key(), **table.by())
    assert moved.pk not in missed_blinds_of(table.session)
    assert table.suggested().posts == ()


def test_two_alone_post_their_blinds_and_nothing_else() -> None:
    table = open_hand_table(seats=(1, 2))
    table.tick()
    table.desk.leave(table.sittings[2])
    _sits(table, 5)
    deal = table.suggested()
    assert (set(deal.stacks), deal.posts) == ({1, 5}, ())


def test_a_barred_player_is_dealt_no_more_hands(table: HandTable) -> None:
    deal = table.suggested()
    barred = table.sittings[5].player
    bar_player(room=table.desk.room, player=barred, kind="barred", reason="threw cards", **table.by())
    assert 5 not in table.suggested().stacks
    assert 5 not in present(seats_taken(table.session))
    said = refused("player_barred", lambda: table.deal(deal))
    assert "leave seat 5 out" in said.message
