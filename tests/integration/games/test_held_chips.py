"""Chips that a case holds are shown wherever the player's chips are: as held, by which case, and for whom."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.test import Client

from games.models import Hand
from games.selectors.floor import floor_board
from games.selectors.seats import seats_taken
from games.selectors.tables import deal_seats, table_page
from games.views.floor import mini_seats, seats_in_words
from tests.support.arranged import arranged
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.figures import tells
from tests.support.people import signed_in

Counting = Callable[[int], AbstractContextManager[object]]


@arranged
def desk() -> DisputeTable:
    return open_dispute_table()


@pytest.fixture
def tablet(desk: DisputeTable) -> Client:
    return signed_in(desk.table.floor)


def all_in(desk: DisputeTable) -> Hand:
    """Two players put in all their 200; whoever wins has nothing else."""
    table = desk.table
    draft = table.act(table.deal(), "r 200", "c", "f", "f", "flop Ah7d2c", "turn 9s", "river 3h")
    desk.winner, desk.loser = (table.played(draft).setup.seat(position) for position in (3, 4))
    draft = table.name(table.name(draft, str(desk.winner), "AcAd"), str(desk.loser), "KcKd")
    return table.record(draft)


def seen(tablet: Client, address: str) -> str:
    return " ".join(tablet.get(address).content.decode().split())


def test_the_felt_shows_a_winner_whose_chips_are_all_held_as_held(desk: DisputeTable) -> None:
    desk.open(all_in(desk), hold="whole")
    session = desk.table.session
    page = table_page(session.table, desk.table.later())
    seat = page.seats[desk.winner - 1]
    assert (seat.state, seat.stack_text, seat.impounded) == ("held", "0", "399 held")
    assert "399 held" in seat.spoken
    assert page.note == "795 on the table, 399 of it held · 1 hand"
    taken = seats_taken(session)
    states = {each.number: each.state for each in deal_seats(session, taken, desk.table.suggested())}
    assert states[desk.winner] == "held"


def test_a_winner_who_has_more_is_in_with_what_is_held_beside_it(desk: DisputeTable) -> None:
    desk.open(desk.showdown(), hold="part", hold_amount=24_00)
    page = table_page(desk.table.session.table, desk.table.later())
    seat = page.seats[desk.winner - 1]
    assert (seat.state, seat.stack_text, seat.impounded) == ("in", "235", "24 held")


def test_the_tile_counts_it_and_says_for_whom(desk: DisputeTable, tablet: Client) -> None:
    desk.open(all_in(desk), hold="whole")
    (tile,) = floor_board(desk.table.desk.room, desk.table.later()).tiles
    assert (tile.chips.total, tile.chips.held) == (795_00, 399_00)
    assert f"chips held: {desk.winner}" in seats_in_words(mini_seats(tile))
    name = desk.sitting(desk.winner).player.display_name
    board = seen(tablet, "/floor/")
    assert "399 held" in board
    assert f"for {desk.winner} {name}" in board


@pytest.mark.parametrize(
    "address",
    ["/tables/{table}/", "/tables/{table}/seats/{seat}/", "/players/{player}/", "/cage/players/{player}/"],
)
def test_pages_say_how_much_is_held_by_which_case(desk: DisputeTable, tablet: Client, address: str) -> None:
    case = desk.open(all_in(desk), hold="whole")
    player = desk.sitting(desk.winner).player
    session = desk.table.session
    tablet = signed_in(desk.manager) if "cage" in address else tablet
    page = seen(tablet, address.format(table=session.table_id, seat=desk.winner, player=player.pk))
    assert f"<b>399</b> held for {player}" in page
    assert f'href="/disputes/{case.pk}/">case {case.pk}</a>' in page


def test_every_page_of_the_table_gives_one_figure(desk: DisputeTable, tablet: Client) -> None:
    """After a tick the note beside the felt once left out what the case holds, and said another sum."""
    desk.open(all_in(desk), hold="whole")
    desk.table.tick(5_00)
    session = desk.table.session
    told = seen(tablet, f"/tables/{session.table_id}/")
    assert "790 on the table, 399 of it held · 2 hands" in told
    assert "Stacks as last counted: 396. Ticks took 5 since; the next count finds where." in told
    assert "790 on the table, 399 of it held. Stacks as" in seen(tablet, f"/tables/{session.table_id}/hand/")
    (tile,) = floor_board(desk.table.desk.room, desk.table.later()).tiles
    assert (tile.chips.total, tile.chips.held) == (790_00, 399_00)
    assert not tells(told, "391")


def test_what_was_ruled_is_held_no_more(desk: DisputeTable, tablet: Client) -> None:
    desk.rule(desk.open(all_in(desk), hold="whole"))
    page = table_page(desk.table.session.table, desk.table.later())
    assert (page.held, page.seats[desk.winner - 1].impounded) == ([], "")
    assert page.note == "795 on the table · 1 hand"


def test_chips_of_a_player_who_left_are_no_longer_the_tables(desk: DisputeTable, tablet: Client) -> None:
    hand = desk.showdown()
    desk.table.desk.leave(desk.sitting(desk.winner))
    desk.open(hand, hold="whole")
    page = table_page(desk.table.session.table, desk.table.later())
    assert page.note.startswith("536 on the table ·")
    (tile,) = floor_board(desk.table.desk.room, desk.table.later()).tiles
    assert (tile.chips.total, tile.held) == (536_00, [])
    assert "who left, until" in seen(tablet, f"/tables/{desk.table.session.table_id}/")


def test_the_board_asks_as_often_for_many_cases(desk: DisputeTable, django_assert_num_queries: Counting) -> None:
    hand = desk.showdown()
    for _ in range(3):
        desk.open(hand, hold="part", hold_amount=10_00)
    with django_assert_num_queries(15):
        floor_board(desk.table.desk.room, desk.table.later())


def test_the_average_counts_no_chips_that_a_case_holds(desk: DisputeTable) -> None:
    desk.open(all_in(desk), hold="whole")
    (tile,) = floor_board(desk.table.desk.room, desk.table.later()).tiles
    assert (tile.average, len(tile.sittings)) == (396_00 // 4, 4)


def test_the_ruling_says_beside_the_stack_what_is_held(desk: DisputeTable, tablet: Client) -> None:
    case = desk.open(all_in(desk), hold="whole")
    winner, loser = (desk.sitting(seat).player for seat in (desk.winner, desk.loser))
    page = seen(tablet, f"/disputes/{case.pk}/rule/")
    assert f"seat {desk.winner} {winner}, 0 on the table, 399 held<" in page
    assert f"seat {desk.loser} {loser}, 0 on the table<" in page


def test_the_list_says_since_when_a_case_waits_and_what_was_taken_down(desk: DisputeTable, tablet: Client) -> None:
    case = desk.open(desk.showdown(), facts="The river card was exposed.")
    since = f"since {case.reported_at.astimezone(case.room.zone):%-d %b %H:%M}"
    assert since in seen(tablet, "/disputes/")
    assert "The river card was exposed." in seen(tablet, "/disputes/")
    desk.rule(case)
    assert since not in seen(tablet, "/disputes/")
