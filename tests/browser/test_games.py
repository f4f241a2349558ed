"""The other games on the console, in a supervisor's hands: stud, a draw, Hold'em Blackjack, and a kill."""

from dataclasses import replace

from playwright.sync_api import expect

from games.models import Hand, HandDraft
from rules.house.house import STANDARD
from tests.browser.test_console import console, plate, tap_cards, turn
from tests.support.browser import Drawer, Tablet
from tests.support.games import plaque_of
from tests.support.table import O8_KILL, HandTable, open_hand_table


def at_table(tablets: Drawer, table: HandTable, size: tuple[int, int]) -> Tablet:
    tablet = console(tablets, table, size=size)
    tablet.tap("Deal hand")
    return tablet


def picked(tablet: Tablet, seat: int, *cards: str) -> None:
    """Name cards of a seat, once the picker asks for them."""
    expect(tablet.page.locator("#cards input[name=place]")).to_have_value(str(seat))
    tap_cards(tablet, *cards)


def recorded(tablet: Tablet, number: int = 1) -> Hand:
    """Record the hand with what is owed."""
    tablet.tap(f"Record hand {number}")
    expect(tablet.page.locator("body")).to_contain_text(f"Hand {number} is recorded")
    return Hand.objects.get(number=number)


def test_a_stud_hand(tablets: Drawer, size: tuple[int, int]) -> None:
    table = open_hand_table(plaque_of("stud"), house=STANDARD)
    tablet = at_table(tablets, table, size)
    for seat, card in ((1, "Kd"), (2, "9h"), (3, "2c"), (4, "Js")):
        picked(tablet, seat, card)
    turn(tablet, 3)
    expect(tablet.page.get_by_role("button", name="Fold")).to_have_count(0)
    tablet.look()
    tablet.tap("Bring in 2")
    turn(tablet, 4)
    tablet.tap("Complete to 4")
    turn(tablet, 1)
    tablet.tap("Call 4")
    turn(tablet, 2)
    tablet.tap("Fold")
    turn(tablet, 3)
    tablet.tap("Fold")
    picked(tablet, 1, "Kh")
    picked(tablet, 4, "Ts")
    turn(tablet, 1)
    tablet.tap(tablet.page.get_by_role("button", name="8 open pair"))
    turn(tablet, 4)
    tablet.look()
    tablet.tap("Fold")
    hand = recorded(tablet)
    assert hand.winners == [1]
    assert tablet.taps == 15


def test_a_triple_draw_hand(tablets: Drawer, size: tuple[int, int]) -> None:
    table = open_hand_table(plaque_of("27td"), house=STANDARD)
    tablet = at_table(tablets, table, size)
    turn(tablet, 3)
    tablet.tap(plate(tablet, 1))
    turn(tablet, 1)
    tablet.tap("Call 2")
    turn(tablet, 2)
    tablet.tap("Check")
    for cards in (3, 1):
        turn(tablet, 1)
        tablet.tap(f"Draw {cards}")
        turn(tablet, 2)
        tablet.tap("Pat")
        turn(tablet, 1)
        tablet.tap("Check")
        turn(tablet, 2)
        tablet.tap("Check")
    turn(tablet, 1)
    tablet.look()
    tablet.tap("Which cards")
    expect(tablet.page.locator("#cards input[name=place]")).to_have_value("discard")
    tap_cards(tablet, "Ks")
    tablet.look()
    tablet.tap("Enter")
    turn(tablet, 2)
    tablet.tap("Pat")
    turn(tablet, 1)
    tablet.tap(tablet.page.get_by_role("button", name="Bet 8"))
    turn(tablet, 2)
    tablet.tap("Call 8")
    picked(tablet, 1, "7h", "5d", "4c", "3s", "2h")
    picked(tablet, 2, "8h", "6d", "4s", "3c", "2d")
    hand = recorded(tablet)
    assert hand.winners == [1]
    assert tablet.taps == 29


def test_stud_to_the_showdown_takes_few_taps(tablets: Drawer, size: tuple[int, int]) -> None:
    table = open_hand_table(replace(plaque_of("stud"), seats=8), seats=(1, 2, 3, 4, 5), house=STANDARD)
    tablet = at_table(tablets, table, size)
    for seat, card in ((1, "Kd"), (2, "9h"), (3, "2c"), (4, "Js"), (5, "7d")):
        picked(tablet, seat, card)
    turn(tablet, 3)
    tablet.tap("Bring in 2")
    turn(tablet, 4)
    tablet.tap("Complete to 4")
    turn(tablet, 5)
    tablet.tap(plate(tablet, 1))
    turn(tablet, 1)
    tablet.tap("Call 4")
    turn(tablet, 2)
    tablet.tap("All fold")
    for bet, first, second in ((4, "Qh", "3s"), (8, "4h", "5s"), (8, "8c", "Th")):
        picked(tablet, 1, first)
        picked(tablet, 4, second)
        turn(tablet, 1)
        tablet.tap(f"Bet {bet}")
        turn(tablet, 4)
        tablet.tap(f"Call {bet}")
    turn(tablet, 1)
    tablet.look()
    tablet.tap("All check")
    expect(tablet.page.locator("#cards input[name=place]")).to_have_value("1")
    tablet.look()
    tablet.tap("Wins, others muck")
    hand = recorded(tablet)
    assert hand.winners == [1]
    assert "Kd" in hand.phh
    assert tablet.taps <= 26


def test_stud_with_cards_that_nobody_named_asks_only_who_opens(tablets: Drawer, size: tuple[int, int]) -> None:
    table = open_hand_table(replace(plaque_of("stud"), seats=8), seats=(1, 2, 3, 4, 5), house=STANDARD)
    tablet = at_table(tablets, table, size)
    tablet.tap("Without cards")
    expect(tablet.page.locator(".console-turn")).to_contain_text("Who opens?")
    tablet.look()
    tablet.tap(plate(tablet, 3))
    turn(tablet, 3)
    tablet.tap("Bring in 2")
    turn(tablet, 4)
    tablet.tap("All call")
    tablet.tap("Without cards")
    expect(tablet.page.locator(".console-turn")).to_contain_text("Who opens?")
    tablet.tap(plate(tablet, 2))
    turn(tablet, 2)
    tablet.tap("All check")
    expect(tablet.page.locator(".console-log")).to_contain_text("Fourth street")
    expect(tablet.page.locator("#cards input[name=place]")).to_have_value("1")
    assert HandDraft.objects.get().actions[-5:] == ["p2 cc", "p3 cc", "p4 cc", "p5 cc", "p1 cc"]


def test_a_triple_draw_hand_of_four_to_the_showdown_takes_few_taps(tablets: Drawer, size: tuple[int, int]) -> None:
    table = open_hand_table(plaque_of("27td"), house=STANDARD)
    tablet = at_table(tablets, table, size)
    turn(tablet, 3)
    tablet.tap("All call")
    for _ in range(3):
        for seat, change in ((1, "Draw 3"), (2, "Draw 2"), (3, "Pat"), (4, "Draw 1")):
            turn(tablet, seat)
            tablet.tap(change)
        turn(tablet, 1)
        tablet.tap("All check")
    picked(tablet, 1, "7h", "5d", "4c", "3s", "2h")
    expect(tablet.page.locator("#cards input[name=place]")).to_have_value("2")
    tablet.look()
    tablet.tap("All muck")
    hand = recorded(tablet)
    assert hand.winners == [1]
    assert tablet.taps <= 24


def test_a_blackjack_hand(tablets: Drawer, size: tuple[int, int]) -> None:
    table = open_hand_table(plaque_of("holdem_blackjack"), house=STANDARD)
    tablet = at_table(tablets, table, size)
    turn(tablet, 3)
    tablet.tap(plate(tablet, 1))
    turn(tablet, 1)
    tablet.tap("Call 2")
    turn(tablet, 2)
    tablet.tap("Check")
    for seat in (1, 2):
        turn(tablet, seat)
        tablet.tap("Check")
    expect(tablet.page.locator(".console-turn")).to_contain_text("to complete the hand")
    tablet.look()
    tablet.tap("Hit")
    expect(tablet.page.locator(".console-log")).to_contain_text("takes a card")
    tablet.tap(tablet.page.get_by_role("button", name="Stand", exact=True))
    turn(tablet, 2)
    tablet.tap(tablet.page.get_by_role("button", name="Stand", exact=True))
    turn(tablet, 1)
    tablet.tap("Check")
    turn(tablet, 2)
    tablet.tap("Check")
    picked(tablet, 1, "Kh", "6d", "5c")
    picked(tablet, 2, "Kd", "Qd")
    expect(tablet.page.locator("#console")).to_contain_text("The hand is over")
    tablet.look()
    assert recorded(tablet).winners == [1]
    assert tablet.taps == 17


def test_a_kill_pot(tablets: Drawer, size: tuple[int, int]) -> None:
    table = open_hand_table(O8_KILL, house=STANDARD)
    table.tick(300, pot=60_00, winners=[3])
    tablet = console(tablets, table, size=size)
    expect(tablet.page.locator("#console")).to_contain_text("HALF-KILL 6/12, seat 3")
    tablet.look()
    tablet.tap("Deal hand 2")
    expect(tablet.page.locator(".console-head .chip.kill")).to_contain_text("HALF-KILL 6/12, seat 3 posts 6")
    expect(plate(tablet, 3).locator("xpath=../..")).to_contain_text("KILL")
    tablet.look()
    first = table.played(HandDraft.objects.get()).legal_actions().seat
    tablet.tap("Raise to 12")
    expect(tablet.page.locator("#console")).to_contain_text("raises to 12")
    for left in (3, 2, 1):
        expect(tablet.page.locator(".console-felt .seat.folded")).to_have_count(3 - left)
        tablet.tap("Fold")
    hand = recorded(tablet, 2)
    assert (hand.killer_seat, hand.winners) == (3, [first])
    assert tablet.taps == 6
    tablet.go("/floor/")
    tablet.look()
    tablet.go(f"/tables/{table.session.table_id}/plaque/1/kill/")
    tablet.look()


def test_a_table_with_a_kill_is_ticked_with_pot_and_winner(tablets: Drawer, size: tuple[int, int]) -> None:
    table = open_hand_table(O8_KILL, house=STANDARD)
    tablet = tablets.take(table.floor, size=size)
    tablet.go(f"/tables/{table.session.table_id}/")
    tablet.page.locator("#id_pot").fill("60")
    tablet.page.locator("#tick input[name=winners][value='3']").check()
    tablet.tap("Tick hand 1")
    expect(tablet.page.locator("#tick")).to_contain_text("HALF-KILL 6/12, seat 3")
    expect(tablet.page.locator("#tick")).to_contain_text("Tied, nobody had a low")
    tablet.look()
