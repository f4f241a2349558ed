"""The floor board, the table's page and the lists of hands: what they show, and that they don't grow slow."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client

from config.staff.models import User
from config.staff.roles import ROLES, Permission
from games import services
from games.models import Hand
from games.selectors.floor import floor_board
from games.selectors.floor_state import floor_state
from games.selectors.tables import table_page
from games.views.floor import mini_seats
from players.services import go_away, seat_player
from rules.house.house import STANDARD
from tables.alarms import KINDS
from tables.services import add_table, link_feeder, post_plaque, put_in, raise_alarm, register_dealer, start_shift
from tables.services.sessions import place_button
from tests.support.desk import NLH, key, person
from tests.support.games import plaque_of
from tests.support.lists import O8, O8_LIST, Lists
from tests.support.people import a_room, signed_in
from tests.support.table import O8_KILL, HandTable, open_hand_table

LEADS_ON = r'href="(/(?:tables/\d+/seats|disputes|alarms|cage|players|hands)/[^"]*)"'
Counting = Callable[[int], AbstractContextManager[object]]


def manager(table: HandTable) -> User:
    return person(table.desk.room, "manager")


def test_a_tile_shows_plaque_seats_chips_hands_and_alarms(table: HandTable) -> None:
    table.tick(300)
    table.record(table.act(table.deal(), "f", "f", "f"))
    raise_alarm(session=table.session, kind="test", subject="", text="dealer missing", at=table.later())
    (tile,) = floor_board(table.desk.room, table.later()).tiles
    assert tile.plaque is not None
    assert (tile.plaque.short_name, sorted(tile.seats_taken)) == ("NLH 1/3", [1, 2, 3, 4])
    assert (tile.chips.total, tile.chips.is_counted, tile.average) == (800_00 - 300, False, 199_00)
    assert tile.hands_last_hour == 2
    assert [alarm.text for alarm in tile.alarms] == ["dealer missing"]
    assert floor_board(table.desk.room, table.later(90)).tiles[0].hands_last_hour == 0


def test_nobody_is_led_to_a_page_that_their_role_does_not_open(table: HandTable) -> None:
    """Alarms of every kind and seats lead on whoever may go there, and are read by the others."""
    for kind in KINDS:
        raise_alarm(session=table.session, kind=kind, subject="1", text=f"see {kind}", at=table.later())
    led = set()
    for role in ROLES:
        if not ROLES[role].permissions >= {Permission.FLOOR_VIEW}:
            continue
        client = signed_in(person(table.desk.room, role))
        page = client.get(f"/tables/{table.session.table_id}/").content.decode()
        assert "see kept_apart" in page
        main = page.partition("<main")[2]
        for address in set(re.findall(LEADS_ON, main)):
            led.add(address)
            if not address.startswith(("/players/1/", "/disputes/1/")):  # of the alarms, of nobody
                assert client.get(address).status_code == 200, (role, address)
            else:
                assert client.get(address).status_code in (200, 404), (role, address)
    assert {"/disputes/1/", "/cage/slips/", "/cage/held/"} <= led
    assert any("/seats/" in address for address in led)


def test_a_tile_says_who_deals_and_since_when(table: HandTable) -> None:
    dealer = register_dealer(room=table.desk.room, badge_number="D1", display_name="Kim", **table.by())
    start_shift(dealer=dealer, **table.by())
    at = table.later()
    put_in(session=table.session, dealer=dealer, by=None, at=at)
    (tile,) = floor_board(table.desk.room, at + timedelta(minutes=31)).tiles
    assert tile.dealing is not None
    assert (tile.dealing.dealer, tile.dealing.minutes, tile.dealing.push_is_due) == (dealer, 31, True)


def test_the_board_says_who_moves_and_how_long_the_list_is(table: HandTable) -> None:
    desk = table.desk
    feeder = link_feeder(feeder=desk.open_table(), main=table.session, **table.by())
    before = floor_state(desk.room, desk.now).version
    Lists(desk).join()
    assert floor_state(desk.room, desk.now).version != before
    player = desk.player("Ann")
    desk.buy_in(player, 200_00, session=feeder)
    facts = {"amount": 200_00, "key": key(), "past_list": "asked first"} | table.by()
    sitting = seat_player(session=feeder, player=player, seat=7, **facts)
    board = floor_board(desk.room, table.later())
    assert [(move.sitting, move.main, move.seat) for move in board.due_moves] == [(sitting, table.session, 5)]
    assert [tile.waiting for tile in board.tiles if tile.session == table.session] == [1]
    assert board.advice == []


def test_a_tile_shows_the_most_urgent_alarms_and_how_many_more(tablet: Client, table: HandTable) -> None:
    for number in range(5):
        facts = {"session": table.session, "subject": str(number), "at": table.later(number)}
        raise_alarm(kind="test", text=f"alarm {number}", **facts)
    raise_alarm(session=table.session, kind="absence_limit", subject="", text="3 away", at=table.later(9))
    (tile,) = floor_board(table.desk.room, table.later()).tiles
    assert [alarm.text for alarm in tile.shown_alarms] == ["3 away"]
    assert tile.more_alarms == 5
    page = tablet.get("/floor/").content.decode()
    assert "+5 more" in page
    assert "alarm 0" not in page


def test_alarms_come_first_then_what_is_to_be_done(tablet: Client, table: HandTable) -> None:
    shut = add_table(room=table.desk.room, name="Shut", seats=9, **table.by())
    waited, alarmed = table.desk.open_table(O8), table.desk.open_table(NLH)
    Lists(table.desk).join(game=O8_LIST)
    raise_alarm(session=alarmed, kind="test", subject="", text="x", at=table.later())
    page = tablet.get("/floor/?closed=1").content.decode()
    named = [str(each) for each in (alarmed.table, waited.table, table.session.table, shut)]
    assert sorted(named, key=lambda name: page.index(f">{name}</a>")) == named


def test_two_alarms_have_room_on_a_tile(table: HandTable) -> None:
    for number in range(2):
        raise_alarm(session=table.session, kind="test", subject=str(number), text="x", at=table.later())
    (tile,) = floor_board(table.desk.room, table.later()).tiles
    assert (len(tile.shown_alarms), tile.more_alarms) == (2, 0)


def test_counted_stacks_are_shown_from_the_shortest_to_the_largest(tablet: Client, table: HandTable) -> None:
    table.desk.seated(50_00 + 50_00, seat=6)
    table.desk.leave(table.sittings[4])
    (tile,) = floor_board(table.desk.room, table.later()).tiles
    assert (tile.chips.shortest, tile.chips.largest, tile.chips.is_counted) == (100_00, 200_00, True)
    assert tile.average == 175_00
    assert "stacks 100–200, 175 on average" in tablet.get("/floor/").content.decode()
    table.tick(300)
    page = tablet.get("/floor/").content.decode()
    assert "174 on average" in page
    assert "stacks" not in page.split("<main", 1)[1]


def test_who_is_away_is_seen_on_the_tile(tablet: Client, table: HandTable) -> None:
    go_away(sitting=table.sittings[2], **table.by())
    (tile,) = floor_board(table.desk.room, table.later()).tiles
    assert tile.away == {2}
    assert [seat.state for seat in mini_seats(tile)][:3] == ["in", "away", "in"]
    page = tablet.get("/floor/").content.decode()
    assert "4 of 9 seats taken, away: 2" in page
    assert "1 away" in page


@pytest.mark.parametrize(("stud_button", "shown"), [("none", []), ("moves", [2])])
def test_a_stud_table_shows_no_button_unless_the_house_moves_one(db: None, stud_button: str, shown: list[int]) -> None:
    """Its session keeps the seat for the next game that has one."""
    table = open_hand_table(plaque_of("stud"), house=STANDARD.with_answers(stud_button=stud_button))
    place_button(session=table.session, seat=2)
    (tile,) = floor_board(table.desk.room, table.later()).tiles
    page = table_page(table.session.table, table.later())
    for seats in (mini_seats(tile), page.seats):
        assert [seat.number for seat in seats if seat.has_button] == shown


def test_a_must_move_game_names_its_main_game(tablet: Client, table: HandTable) -> None:
    link_feeder(feeder=table.desk.open_table(), main=table.session, **table.by())
    assert f"must-move to {table.session.table}" in tablet.get("/floor/").content.decode()


def test_the_board_takes_the_same_queries_for_many_tables(
    table: HandTable, django_assert_num_queries: Counting
) -> None:
    with django_assert_num_queries(15):
        floor_board(table.desk.room, table.later())
    for _ in range(9):
        session = table.desk.open_table()
        services.record_tick(session=session, rake_taken=0, key=key(), **table.by())
        raise_alarm(session=session, kind="takings_off", subject="", text="Rake is off", at=table.later())
    with django_assert_num_queries(15):
        assert len(floor_board(table.desk.room, table.later()).tiles) == 10


def test_a_poll_is_answered_with_nothing_until_something_changes(tablet: Client, table: HandTable) -> None:
    page = tablet.get("/floor/")
    seen = page.context["version"]
    poll = {"HX-Request": "true", "HX-Target": "board"}
    assert tablet.get(f"/floor/?seen={seen}", headers=poll).status_code in (204, 200)
    seen = tablet.get("/floor/").context["version"]
    assert tablet.get(f"/floor/?seen={seen}", headers=poll).status_code == 204
    table.tick(300)
    answer = tablet.get(f"/floor/?seen={seen}", headers=poll)
    assert answer.status_code == 200
    assert answer.content.decode().strip().startswith('<div class="stack" id="board"')


@pytest.mark.parametrize("change", ["seat", "deal", "tick", "plaque", "table", "leave", "away", "alarm", "list"])
def test_the_version_changes_with_everything_that_is_shown(table: HandTable, change: str) -> None:
    at = table.later()
    before = floor_state(table.desk.room, at).version
    acts = {
        "seat": lambda: table.desk.seated(seat=7),
        "deal": table.deal,
        "tick": table.tick,
        "plaque": lambda: post_plaque(table=table.session.table, plaque=replace(NLH, buy_in_max=500_00), **table.by()),
        "table": lambda: add_table(room=table.desk.room, name="Another", seats=9, **table.by()),
        "leave": lambda: table.desk.leave(table.sittings[1]),
        "away": lambda: go_away(sitting=table.sittings[1], **table.by()),
        "alarm": lambda: raise_alarm(session=table.session, kind="test", subject="", text="x", at=at),
        "list": lambda: Lists(table.desk).join(),
    }
    acts[change]()
    assert floor_state(table.desk.room, at).version != before


def test_a_supervisor_opens_a_table_from_its_tile(tablet: Client, table: HandTable) -> None:
    closed = add_table(room=table.desk.room, name="Table Z", seats=9, **table.by())
    assert "No plaque yet" in tablet.get("/floor/?closed=1").content.decode()
    answer = tablet.post(f"/tables/{closed.pk}/open/")
    assert answer.status_code == 422
    assert "a manager posts one before it opens" in answer.content.decode()
    post_plaque(table=closed, plaque=NLH, **table.by())
    assert "Open Table Z" in tablet.get("/floor/?closed=1").content.decode()
    assert tablet.post(f"/tables/{closed.pk}/open/").status_code == 303
    assert "Nobody sits here yet" in tablet.get(f"/tables/{closed.pk}/").content.decode()


def test_closed_tables_are_one_line_until_they_are_asked_for(
    tablet: Client, table: HandTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = [add_table(room=table.desk.room, name=f"Table Z{number}", seats=9, **table.by()) for number in range(3)]
    page = tablet.get("/floor/").content.decode()
    assert [each for each in closed if f">{each}</a>" in page] == closed, "as long as a screen shows them all"
    monkeypatch.setattr("games.views.floor.ON_ONE_SCREEN", 3)
    page = tablet.get("/floor/").content.decode()
    assert f">{table.session.table}</a>" in page
    assert '<a href="/floor/?closed=1">3 closed tables</a>' in page
    assert not [each for each in closed if f">{each}</a>" in page]
    page = tablet.get("/floor/?closed=1").content.decode()
    assert [each for each in closed if f">{each}</a>" in page] == closed
    assert "&amp;closed=1" in page.split('hx-get="')[1].split('"')[0], "what polls goes on showing them"
    assert "1 closed table<" not in page


def test_where_no_table_is_open_all_are_shown(tablet: Client, table: HandTable) -> None:
    room = a_room()
    add_table(room=room, name="Alone", seats=9, by=None, at=table.later())
    page = signed_in(person(room, "floor")).get("/floor/").content.decode()
    assert ">Alone</a>" in page
    assert "closed table" not in page


def test_an_empty_floor_says_what_to_do_first(table: HandTable) -> None:
    table.session.table.__class__.objects.update(is_retired=True)
    assert "puts the first table on the floor" in signed_in(table.floor).get("/floor/").content.decode()
    assert "Add a table" in signed_in(manager(table)).get("/floor/").content.decode()


def test_a_table_is_closed_only_when_nobody_sits_there(tablet: Client, table: HandTable) -> None:
    address = f"/tables/{table.session.table_id}/"
    answer = tablet.post(f"{address}close/")
    assert answer.status_code == 422
    assert "still seated" in answer.content.decode()
    for sitting in table.sittings.values():
        table.desk.leave(sitting)
    assert "Close the table" in tablet.get(address).content.decode()
    assert tablet.post(f"{address}close/").status_code == 303
    assert not table.session.is_open


def test_two_taps_tick_a_hand_and_the_list_is_told(tablet: Client, table: HandTable) -> None:
    address = f"/tables/{table.session.table_id}/ticks/"
    part = {"HX-Request": "true", "HX-Target": "tick"}
    answer = tablet.post(address, {"rake_taken": "3", "key": key()}, headers=part)
    assert answer.status_code == 200
    assert "hand-recorded" in answer["HX-Trigger"]
    assert "Hand 1 is ticked, rake 3" in answer.content.decode()
    assert '<span id="next-number" hx-swap-oob="true">2</span>' in answer.content.decode()
    page = tablet.get(f"/tables/{table.session.table_id}/").content.decode()
    assert page.count('Enter hand <span id="next-number">2</span>') == page.count('id="next-number"') == 1
    assert tablet.post(address, {"rake_taken": "3", "key": key()}).status_code == 303
    assert tablet.post(address, {"rake_taken": "x", "key": key()}, headers=part).status_code == 422
    assert [hand.number for hand in Hand.objects.order_by("number")] == [1, 2]


def test_a_tick_under_a_kill_asks_for_pot_and_winners(db: None) -> None:
    table = open_hand_table(O8_KILL)
    tablet = signed_in(table.floor)
    address = f"/tables/{table.session.table_id}/ticks/"
    assert "a half-kill starts at 40" in tablet.get(address).content.decode()
    answer = tablet.post(address, {"rake_taken": "3", "key": key()})
    assert answer.status_code == 422
    assert "A kill may start here" in answer.content.decode()
    fields = {"rake_taken": "3", "pot": "50", "winners": ["2", "3"], "key": key()}
    table.desk.leave(table.sittings[4])
    for page in (address, f"/tables/{table.session.table_id}/"):
        assert re.findall(r'name="winners" value="(\d+)"', tablet.get(page).content.decode()) == ["1", "2", "3"], page
    assert tablet.post(address, fields).status_code == 303
    assert Hand.objects.get().winners == [2, 3]


def test_the_table_page_takes_the_same_queries_with_more_hands(
    tablet: Client, table: HandTable, django_assert_max_num_queries: Counting
) -> None:
    address = f"/tables/{table.session.table_id}/"
    tablet.get(address)
    for _ in range(8):
        table.tick(100)
    with django_assert_max_num_queries(33):
        assert tablet.get(address).status_code == 200


def test_the_list_of_hands_takes_the_same_queries_for_5_as_for_50(
    tablet: Client, table: HandTable, django_assert_max_num_queries: Counting
) -> None:
    address = f"/hands/?session={table.session.pk}"
    for _ in range(5):
        table.tick(100)
    tablet.get(address)
    with django_assert_max_num_queries(14) as few:
        tablet.get(address)
    for _ in range(45):
        table.tick(100)
    with django_assert_max_num_queries(14) as many:
        answer = tablet.get(address)
    assert len(few) == len(many)  # type: ignore[arg-type]  # they count queries
    assert answer.content.decode().count("<tr>") == 51


def test_hands_are_listed_by_day_table_session_and_tier(tablet: Client, table: HandTable) -> None:
    table.tick(100)
    table.record(table.act(table.deal(), "f", "f", "f"))
    day = table.desk.room.gaming_day(table.desk.now).isoformat()
    for query, count in (
        (f"day={day}", 2),
        ("day=2020-01-01", 0),
        (f"session={table.session.pk}&tier=full", 1),
        (f"table={table.session.table_id}&tier=tick", 1),
        ("session=999999", 0),
    ):
        assert tablet.get(f"/hands/?{query}").context["page"].paginator.count == count, query


def test_a_hand_of_another_room_is_not_there(tablet: Client, table: HandTable) -> None:
    other = open_hand_table()
    hand = other.tick(100)
    assert tablet.get(f"/hands/{hand.pk}/").status_code == 404
    assert tablet.get(f"/hands/{hand.pk}.phh").status_code == 404
    assert tablet.get(f"/tables/{other.session.table_id}/").status_code == 404
    assert tablet.get(f"/hands/sessions/{other.session.pk}.phhs").status_code == 404
