"""The console over HTTP: one part answers every tap; what is refused says why; nothing is lost."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Hand, HandDraft
from games.services.bookings import NEVER_OWED
from players.services import bar_player
from tables.services import post_plaque
from tests.support.console import Tablet
from tests.support.desk import NLH, key, person
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table

Counting = Callable[[int], AbstractContextManager[object]]


@pytest.fixture
def console(tablet: Client, table: HandTable) -> Tablet:
    return Tablet(tablet, table)


def test_one_press_deals_the_hand_as_it_usually_is(console: Tablet) -> None:
    assert "Deal hand 1" in console.text
    assert console.deal().status_code == 200
    assert "to act" in console.text
    assert len(console.draft.sittings) == 4


def test_an_action_answers_with_the_part_and_nothing_around_it(console: Tablet) -> None:
    console.deal()
    console.act("f")
    assert console.html.strip().startswith('<div id="console"')
    assert "<html" not in console.html


def test_only_what_is_legal_is_offered_with_amounts(console: Tablet) -> None:
    console.deal()
    for words in ("Fold", "Call 3", "Raise to 6", "all-in", "200"):
        assert words in console.text
    console.act("all-in", "all-in")
    assert "No raise" in console.text or "all-in" in console.text


@pytest.mark.parametrize(
    ("action", "said", "cited"),
    [
        ("r 4", "can't raise to 4", "WSOP 171"),
        ("r 500", "500", "004:L52"),
        ("r 7.50", "7.50", "004:L290"),
        ("flop Ah7d2c", "act first", "WSOP 104"),
        ("1 f", "to act", "WSOP 132"),
    ],
)
def test_a_refusal_says_the_sentence_the_citation_and_what_is_allowed(
    console: Tablet, action: str, said: str, cited: str
) -> None:
    console.deal()
    before = console.draft.version
    answer = console.press("act", action=action)
    assert answer.status_code == 422
    refusal = re.search(r'<div class="refusal".*?</details>', console.html, re.DOTALL)
    assert refusal, console.text
    assert cited in refusal[0], refusal[0]
    assert "<dl" in refusal[0]
    assert console.draft.version == before
    assert "Fold" in console.text


def test_what_can_not_be_read_is_refused_in_words(console: Tablet) -> None:
    console.deal()
    assert console.press("act", action="deal me in").status_code == 422
    assert "no action" in console.text
    assert console.press("act", action="r", amount="1e3").status_code == 422
    assert "plain digits" in console.text


def test_an_amount_from_the_keypad_is_a_bet_or_raise_to_it(console: Tablet) -> None:
    console.deal()
    assert console.press("act", action="r", amount="17").status_code == 200
    assert console.draft.actions[-1] == "p3 cbr 17"


def test_the_slower_of_two_tablets_is_shown_the_hand_as_it_now_stands(console: Tablet, table: HandTable) -> None:
    console.deal()
    other = Tablet(signed_in(person(table.desk.room, "floor")), table)
    other.act("r 9")
    answer = console.press("act", action="3 f")
    assert answer.status_code == 422
    assert "faster" in console.text
    assert "raises to 9" in console.text
    assert console.press("act", action="f").status_code == 200


def test_a_number_on_the_console_is_a_seat_and_never_a_position(db: None) -> None:
    table = open_hand_table(seats=(2, 5, 7, 9))
    console = Tablet(signed_in(table.floor), table)
    console.deal()
    assert console.draft.setup["seats"] == [2, 5, 7, 9]
    assert console.press("act", action="p3 f").status_code == 422
    assert "p3 sits in seat 7" in console.text
    assert "the seat on turn folds by f alone" in console.text
    assert console.press("act", action="d db Ah7d2c").status_code == 422
    assert console.press("act", action="5 f").status_code == 422
    assert console.press("act", action="3 f").status_code == 422
    assert "Seat 3 was not dealt in" in console.text
    console.act("7 f")
    assert console.draft.actions[-1] == "p3 f"
    console.act("'p4 cc',")
    assert "Read as a line of a file: p4 is seat 9." in console.text
    assert console.draft.actions[-1] == "p4 cc"


@pytest.mark.parametrize(
    ("typed", "instead"),
    [
        ("1 sm AhKd", "Type 1 show AhKd."),
        ("1 sm", "Type 1 muck, or 1 show AhKd."),
        ("1 cbr 12", "Type 1 r 12."),
        ("1 cc", "Type 1 c."),
        ("1 dh AhKd", "Type 1 AhKd."),
        ("1 db Ah7d2c", "Type flop Ah7d2c, turn 9s, or the cards alone."),
    ],
)
def test_a_word_of_the_file_after_a_seat_says_what_may_be_typed_instead(
    console: Tablet, typed: str, instead: str
) -> None:
    console.deal()
    assert console.press("act", action=typed).status_code == 422
    assert "is a word of the file" in console.text
    assert instead in console.text


def test_cards_are_cards_wherever_they_are_typed(console: Tablet) -> None:
    console.deal()
    console.press("act", action="ah 10d", place="3")
    assert "d dh p3 AhTd" in console.draft.actions
    console.act("4 9c9d")
    assert "d dh p4 9c9d" in console.draft.actions
    console.act("all call")
    console.press("act", action="Ad7d2c", place="board")
    assert console.draft.actions[-1] == "d db Ad7d2c"


def test_a_second_tab_is_told_that_it_was_oneself(console: Tablet, table: HandTable, tablet: Client) -> None:
    console.deal()
    second = Tablet(tablet, table)
    console.act("f")
    assert second.press("act", action="3 f").status_code == 422
    assert "Entered already, on another tab by you" in second.text
    assert console.draft.version == 2


def test_a_dead_tablet_loses_nothing(console: Tablet, table: HandTable) -> None:
    console.deal()
    console.act("r 9", "c")
    spare = Tablet(signed_in(person(table.desk.room, "floor")), table)
    assert "raises to 9" in spare.text
    spare.act("f", "f")
    assert "Flop: three cards" in spare.text


def test_cards_are_asked_for_in_time_and_may_be_left_out(console: Tablet) -> None:
    console.deal()
    console.act("c", "c", "c", "c")
    assert "Flop: three cards" in console.text
    assert console.press("cards", place="board").status_code == 200
    assert "to act" in console.text
    assert "d db ??????" in console.draft.actions
    console.act("c", "c", "c", "c")
    assert "d db ??" in console.draft.actions
    assert "Turn" in console.text


def test_cards_keep_the_order_in_which_they_were_tapped(console: Tablet) -> None:
    console.deal()
    console.act("c", "c", "c", "c")
    console.press("cards", place="board", card=["Ah", "7d", "2c"], picked="2cAh7d")
    assert "d db 2cAh7d" in console.draft.actions


def test_a_card_on_the_table_can_not_be_picked_again(console: Tablet) -> None:
    console.deal()
    console.act("c", "c", "c", "c", "flop Ah7d2c", "c", "c", "c", "c")
    assert re.search(r'value="Ah" disabled', console.html)
    assert console.press("cards", place="board", card=["Ah"]).status_code == 422
    assert "ace of hearts" in console.text


def test_the_showdown_asks_seat_by_seat_and_ends_in_the_settlement(console: Tablet, table: HandTable) -> None:
    console.deal()
    console.act("r 20", "c", "f", "f", "flop Ah7d2c", "c", "c", "turn 9s", "c", "c", "river 3h", "c", "c")
    seats = table.played(console.draft).setup.seats
    assert f"Seat {seats[2]}" in console.text
    console.press("cards", place=str(seats[2]), card=["As", "Ad"])
    console.press("cards", place=str(seats[3]), card=["Ks", "Kd"])
    assert "The hand is over" in console.text
    assert "wins 42" in console.text
    assert "5% of the called 44 is 2" in console.text
    assert "WSOP 139" in console.html
    answer = console.press("record", rake_taken="2", promo_taken="", key=console.key)
    assert answer.status_code == 200
    assert "Hand 1 is recorded: pot 44, rake 2" in console.text
    assert "Deal hand 2" in console.text
    assert Hand.objects.get().rake_taken == 200


def test_the_showdown_asks_first_for_the_hand_that_shows_first_and_says_why(console: Tablet, table: HandTable) -> None:
    console.deal()
    console.act("r 20", "c", "f", "f", "flop Ah7d2c", "c", "c", "turn 9s", "c", "c", "river 3h", "c", "r 40", "c")
    seats = table.played(console.draft).setup.seats
    first, then = seats[3], seats[2]
    assert f"Seat {first} shows first, then seat {then}: this seat made the last bet or raise." in console.text
    assert re.search(rf'name="place" value="{first}"', console.html)
    console.act("muck")
    assert re.search(rf'class="seat mucked[^"]*"[^>]*aria-label="Seat {first}, [^"]*mucked', console.html)
    assert "The hand is over" in console.text
    assert console.draft.actions[-1] == "p4 sm"
    console.press("undo")
    console.press("cards", place=str(first), card=["As", "Ad"])
    assert re.search(rf'name="place" value="{then}"', console.html)
    assert f"Seat {then} shows next." in console.text
    console.act("show KsKd")
    assert console.draft.actions[-1] == "p3 sm KsKd"


def test_recording_twice_by_the_same_press_records_once(console: Tablet) -> None:
    console.deal()
    console.act("f", "f", "f")
    fields = {"rake_taken": "0", "promo_taken": "0", "key": console.key, "version": console.version}
    assert console.press("record", **fields).status_code == 200
    assert console.press("record", **fields).status_code == 200
    assert "Hand 1 is recorded" in console.text
    assert Hand.objects.count() == 1


def test_an_abandoned_hand_is_gone_and_the_other_tablet_is_told(console: Tablet, table: HandTable) -> None:
    console.deal()
    other = Tablet(signed_in(person(table.desk.room, "floor")), table)
    console.press("abandon", reason="other table")
    assert "Deal hand 1" in console.text
    assert other.press("act", action="f").status_code == 422
    assert "deal the next one" in other.text.lower()
    assert HandDraft.objects.count() == 0


def test_the_deal_may_leave_a_seat_out_and_let_another_one_post(console: Tablet, table: HandTable) -> None:
    fields = console.filled_in()
    del fields["in_3"]
    console.press("deal", **fields | {"post_1": "both", "button": "1", "key": key()})
    setup = table.played(console.draft).setup
    assert setup.seats == (2, 4, 1)
    assert {("dead", 3, 100), ("post", 3, 300)} <= set(setup.posts)


def test_a_deal_with_one_player_is_refused_with_what_to_do(console: Tablet) -> None:
    fields = {name: value for name, value in console.filled_in().items() if name not in ("in_1", "in_2", "in_3")}
    assert console.press("deal", **fields | {"key": key()}).status_code == 422
    assert "A hand needs two players" in console.text


def test_an_empty_table_says_what_to_do_first(db: None) -> None:
    table = open_hand_table(seats=(1,))
    console = Tablet(signed_in(table.floor), table)
    assert "A hand needs two players with chips" in console.text


def test_a_tick_beside_the_console_counts_a_hand(console: Tablet) -> None:
    answer = console.press("tick", rake_taken="3", promo_taken="", key=key())
    assert answer.status_code == 200
    assert "Hand 1 is ticked, rake 3." in console.text
    assert "Deal hand 2" in console.text
    console.press("tick", rake_taken="3", promo_taken="1", confirm=NEVER_OWED, key=key())
    assert "Hand 2 is ticked, rake 3, promo 1." in console.text
    assert console.press("tick", rake_taken="1.50", key=key()).status_code == 422
    assert "multiple of 1" in console.text


def test_everything_works_without_a_script(tablet: Client, table: HandTable) -> None:
    console = Tablet(tablet, table, htmx=False)
    assert "<html" in console.html
    answer = console.deal()
    assert (answer.status_code, answer["Location"]) == (303, console.address)
    console.show()
    for action in ("f", "f", "f"):
        assert console.press("act", action=action).status_code == 303
        console.show()
    assert console.press("record", rake_taken="0", promo_taken="", key=console.key).status_code == 303
    console.show()
    assert "Hand 1 is recorded" in console.text
    for verb in ("act", "deal", "undo", "cards", "record", "abandon", "tick"):
        assert tablet.get(f"{console.address}{verb}/").status_code == 302


def test_a_seat_without_a_script_is_a_link_to_a_button(tablet: Client, table: HandTable) -> None:
    console = Tablet(tablet, table)
    console.deal()
    console.show("?to=2")
    assert "Everyone before seat 2 folds" in console.text


def test_the_part_stays_small_and_its_queries_few(db: None, django_assert_max_num_queries: Counting) -> None:
    table = open_hand_table(seats=tuple(range(1, 10)))
    console = Tablet(signed_in(table.floor), table)
    console.deal()
    assert console.size < 14_000
    for street in ("flop Ah7d2c", "turn 9s", "river 3h"):
        while "Fold" in console.text:
            with django_assert_max_num_queries(20):
                console.act("c")
        assert console.size < 14_000
        console.act(street)
    while "Fold" in console.text:
        console.act("c")
    assert "Seat" in console.text
    assert console.size < 14_000


def test_alarms_of_the_table_stand_before_the_deal(db: None) -> None:
    table = open_hand_table(seats=(1, 2, 3))
    console = Tablet(signed_in(table.floor), table)
    barred = table.sittings[2].player
    bar_player(room=table.desk.room, player=barred, kind="barred", reason="threw cards", **table.by())
    console.show()
    assert re.findall(r"Player \w+ in seat[^:]*", console.text) == [f"{barred} in seat 2 is barred by the house"]
    assert f"2 {barred} barred" in console.text
    assert re.search(r"Deal hand 1\s+2 players", console.text)


def test_a_closed_table_has_no_console(db: None) -> None:
    table = open_hand_table(seats=(1,))
    table.desk.leave(table.sittings[1])
    client = signed_in(table.floor)
    address = f"/tables/{table.session.table_id}/hand/"
    assert client.post(f"/tables/{table.session.table_id}/close/").status_code == 303
    answer = client.get(address)
    assert answer.status_code == 422
    assert b"is not open" in answer.content


def test_a_straddle_is_posted_where_the_plaque_offers_it(db: None) -> None:
    table = open_hand_table(replace(NLH, straddle="utg"))
    console = Tablet(signed_in(table.floor), table)
    assert "posts a straddle" in console.text
    straddler = int(re.search(r"Seat (\d) posts a straddle", console.text)[1])  # type: ignore[index]  # asserted above
    console.deal(straddle="on")
    hand = table.played(console.draft)
    assert ("straddle", hand.setup.position(straddler), 600) in hand.setup.posts
    assert hand.legal_actions().seat == hand.setup.seat(4)
    assert "STRADDLE" in console.html


def test_a_plaque_without_a_straddle_offers_none(console: Tablet) -> None:
    assert "straddle" not in console.text.lower()
    console.deal(straddle="on")
    assert all("straddle" not in post for post in console.draft.setup["posts"])


def test_the_deal_may_be_changed_until_somebody_acts(console: Tablet, table: HandTable) -> None:
    console.deal()
    assert "Change the deal" in console.text
    console.show("?deal=1")
    assert "Deal again" in console.text
    console.deal(stack_2="150", button="2", count_reason="miscounted")
    setup = table.played(console.draft).setup
    assert (setup.button, setup.stacks[setup.position(2) - 1]) == (2, 150_00)
    console.act("f")
    assert "Change the deal" not in console.text


def test_a_counted_stack_without_a_reason_keeps_what_was_typed_and_names_both_figures(
    console: Tablet, table: HandTable
) -> None:
    assert console.deal(stack_2="195", post_3="post").status_code == 422
    for words in (f"Seat 2, {table.sittings[2].player}: 200 by the books, 195 counted",):
        assert words in console.text
    assert "004:L52" in console.html  # the name of its mark
    assert console.filled_in()["stack_2"] == "195"
    assert re.search(r'name="post_3".*?value="post" selected', console.html, re.DOTALL)
    assert '<details class="drop" open' in console.html
    assert console.deal(count_reason="other").status_code == 422
    assert "Say what it was" in console.text
    assert console.deal(count_reason="left_lying", count_words="under the rail").status_code == 200
    assert console.draft.count_reason == "a chip fell, or was left on the table: under the rail"


def test_after_a_tick_the_reason_is_asked_and_says_what_ticks_explain(console: Tablet) -> None:
    console.press("tick", rake_taken="5", promo_taken="", key=key())
    assert "count_reason" not in console.filled_in()
    assert "Ticks since the last count explain 5 less on the table" in console.text
    assert console.deal(stack_2="195").status_code == 422
    assert console.deal(stack_2="194", count_reason="ticks").status_code == 422
    assert "Give another reason" in console.text
    assert console.deal(stack_2="195", count_reason="ticks").status_code == 200
    assert console.draft.count_reason == "counted after ticks"


def test_a_large_count_at_the_deal_is_confirmed_on_the_same_tablet(console: Tablet, table: HandTable) -> None:
    counted = {"stack_2": "90", "count_reason": "left_lying"}
    assert console.deal(**counted).status_code == 422
    second = person(table.desk.room, "floor")
    second.set_pin("4711")
    second.save()
    assert 'name="pin"' in console.html
    assert console.deal(**counted, badge=second.badge_number, pin="4712").status_code == 422
    assert console.deal(**counted, badge=second.badge_number, pin="4711").status_code == 200
    assert console.draft.count_second == second


def test_an_old_deal_comes_back_with_the_new_figures_and_what_still_holds(console: Tablet, table: HandTable) -> None:
    old = console.filled_in()
    del old["in_4"]
    add_on_to(table, 3, 50_00)
    changes = {"stack_2": "195", "stack_3": "190", "count_reason": "miscounted", "button": "2"}
    assert console.press("deal", **old | changes | {"key": key()}).status_code == 422
    assert f"{table.sittings[3].player} in seat 3 has 250, not 200" in console.text
    again = console.filled_in()
    assert again == old | {"stack_2": "195", "stack_3": "250", "count_reason": "miscounted", "button": "2"} | {
        "seen": again["seen"]
    }
    assert again["seen"] != old["seen"]
    assert console.press("deal", **again | {"key": console.key}).status_code == 200
    assert sorted(console.draft.setup["stacks"]) == [195_00, 200_00, 250_00]


def test_after_another_hand_the_deal_starts_afresh(console: Tablet, table: HandTable) -> None:
    old = console.filled_in()
    table.tick(0)
    suggested = Tablet(console.client, table).filled_in()
    assert console.press("deal", **old | {"button": "2", "post_3": "post", "key": key()}).status_code == 422
    assert "hand 1 was recorded" in console.text
    assert console.filled_in() == suggested
    assert "Deal hand 2" in console.text


def test_a_deal_that_does_not_say_what_it_was_made_from_is_refused(console: Tablet) -> None:
    assert console.deal(seen="").status_code == 422
    assert console.deal(seen="1 2:x").status_code == 422
    assert "Reload" in console.text
    assert not HandDraft.objects.exists()


def add_on_to(table: HandTable, seat: int, amount: int) -> None:
    table.desk.buy_in(table.sittings[seat].player, amount)


def test_a_stack_that_is_no_amount_is_refused_beside_its_seat(console: Tablet) -> None:
    assert console.deal(stack_2="1e3").status_code == 422
    assert "is not an amount" in console.text


def _post_25(table: HandTable) -> None:
    plaque = replace(NLH, blinds=(200, 500), buy_in_min=200_00, buy_in_max=500_00)
    post_plaque(table=table.session.table, plaque=plaque, by=table.desk.manager, at=timezone.now())


def test_the_deal_is_shown_under_the_plaque_that_it_begins(console: Tablet, table: HandTable) -> None:
    """Under a new 2/5 the page once still showed blinds of 1 and 3, and let a newcomer post 3."""
    _post_25(table)
    console.show()
    assert re.search(r" 200 2 2 Player \w+ 200 5 3 Player", console.text)
    assert console.deal().status_code == 200
    assert table.played(console.draft).setup.plaque.blinds == (200, 500)


def test_a_deal_from_before_a_new_plaque_is_refused_with_what_changed(console: Tablet, table: HandTable) -> None:
    old = console.filled_in()
    _post_25(table)
    assert console.press("deal", **old, key=key()).status_code == 422
    assert "plaque 2 was posted: NLH 2/5" in console.text
    assert not HandDraft.objects.exists()
    again = console.filled_in()
    assert console.press("deal", **again, key=console.key).status_code == 200


def test_the_float_is_said_where_the_stacks_are_shown(console: Tablet, table: HandTable) -> None:
    table.tick(5_00)
    words = "Stacks as last counted: 800. Ticks took 5 since; the next count finds where."
    console.show()
    assert f"795 on the table. {words}" in console.text
    page = console.client.get(reverse("table", args=[table.session.table_id])).content.decode()
    assert words in page
    assert "795 on the table · 1 hand<" in page


def test_a_slip_of_the_rake_is_one_more_tap(console: Tablet, table: HandTable) -> None:
    taken = {"rake_taken": "44", "promo_taken": "", "key": key()}
    assert console.press("tick", **taken).status_code == 422
    assert "The plaque never takes more than 5 of a hand, not 44." in console.text
    assert 'name="confirm" value=" takings_never_owed"' in console.html
    assert console.press("tick", **taken, confirm=" takings_never_owed").status_code == 200
    assert table.session.hands_recorded == 1
    assert re.search(r'name="rake_taken" value="5"|value="5"[^>]*name="rake_taken"', console.html)


def test_what_waits_for_the_hand_in_play_leads_to_it(console: Tablet, table: HandTable) -> None:
    recorded = table.tick(300)
    link = f'href="{reverse("console", args=[recorded.session.table_id])}">Open the hand in play</a>'
    console.show()
    console.deal()
    for address in (reverse("correct_hand", args=[recorded.pk]), reverse("void_hand", args=[recorded.pk])):
        shown = console.client.get(address)
        assert "A hand is being entered at this table already" in shown.content.decode()
        assert link in shown.content.decode()
    sent = {"reason": "a chip too many", "rake_taken": "2", "key": key()}
    assert link in console.client.post(reverse("correct_hand", args=[recorded.pk]), sent).content.decode()


def test_a_hand_put_right_keeps_what_had_dropped_of_it(console: Tablet) -> None:
    """2 was owed and 1 fell into the box: other cards change neither, and the sheet of the box still agrees."""
    console.deal()
    console.act("r 20", "c", "f", "f", "flop Ah7d2c", "c", "c", "turn 9s", "c", "c", "river 3h", "c", "c", "muck")
    console.press("record", rake_taken="1", promo_taken="", key=console.key)
    recorded = Hand.objects.get()
    assert recorded.rake_taken == 100
    console.client.post(reverse("correct_hand", args=[recorded.pk]), {"reason": "the other cards", "key": key()})
    console.show()
    assert "owed: 2" in console.text
    assert re.search(
        r'<input[^>]*name="rake_taken"[^>]*value="1"|<input[^>]*value="1"[^>]*name="rake_taken"', console.html
    )
