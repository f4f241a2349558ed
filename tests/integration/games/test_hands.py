"""A recorded hand: read street by street, handed out as a file that says the same, corrected, audited."""

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from config.audit.checks import CHECKS
from config.staff.services import set_own_pin
from disputes.services import Payment
from games.models import Hand
from rules.check.checker import check
from rules.phh.reader import read_hands
from rules.table.kill_words import played_at
from tests.support.console import Tablet
from tests.support.desk import key, person
from tests.support.dispute import open_dispute_table
from tests.support.people import signed_in
from tests.support.table import O8_KILL, HandTable, open_hand_table
from tests.support.words import text


def showdown(table: HandTable) -> Hand:
    draft = table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "c")
    draft = table.act(draft, "turn 9s", "c", "c", "river 3h", "c", "c", "p3 sm AcAd", "p4 sm KcKd")
    return table.record(draft)


def faults() -> list[str]:
    """The faults that the checks of hands find."""
    of_hands = {"games.audit_checks", "disputes.hand_checks"}
    ours = [check for check in CHECKS.values() if check.faults.__module__ in of_hands]
    assert len(ours) >= 5
    return [fault for check in ours for fault in check.faults()]


def test_a_hand_is_read_street_by_street_with_its_reasons(tablet: Client, table: HandTable) -> None:
    hand = showdown(table)
    page = tablet.get(f"/hands/{hand.pk}/").content.decode()
    for words in ("Before the flop", "raises to 20", "Flop", "bets 40", "Showdown", "shows", "WSOP 139", "Rake owed"):
        assert words in page, words


def test_a_hand_says_under_which_kill_it_was_played(db: None) -> None:
    table = open_hand_table(O8_KILL)
    tablet = signed_in(table.floor)
    first = table.tick(100, pot=60_00, winners=[1])
    killed = table.record(table.act(table.deal(), "f", "f", "f"))
    assert "no kill, limits 4/8" in tablet.get(f"/hands/{first.pk}/").content.decode()
    page = tablet.get(f"/hands/{killed.pk}/").content.decode()
    assert page.count("half-kill 6/12 of seat 1") == 2, "in the head, and among the facts"


@pytest.mark.parametrize(
    ("seat", "words"),
    [(None, "no kill, limits 4/8"), (0, "half-kill 6/12 that nobody posted"), (3, "half-kill 6/12 of seat 3")],
)
def test_the_kill_of_a_hand_in_words(seat: int | None, words: str) -> None:
    assert played_at(O8_KILL, seat) == words


def test_a_hand_without_a_kill_on_its_plaque_says_nothing_of_one(tablet: Client, table: HandTable) -> None:
    assert "kill" not in tablet.get(f"/hands/{table.tick().pk}/").content.decode().split("<main", 1)[1].lower()


def test_a_file_of_a_hand_settles_to_what_was_booked(tablet: Client, table: HandTable) -> None:
    hand = showdown(table)
    answer = tablet.get(f"/hands/{hand.pk}.phh")
    assert answer["Content-Disposition"] == f'attachment; filename="hand-{hand.pk}.phh"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    (phh,) = read_hands(answer.content.decode())
    report = check(phh)
    assert report.legal
    assert report.agrees, report.disagreements
    assert phh.finishing_stacks == tuple(table.stack(seat.seat) for seat in hand.seats.order_by("position"))
    assert phh.players is not None


def test_a_session_is_one_file_of_all_its_full_hands(tablet: Client, table: HandTable) -> None:
    showdown(table)
    table.tick(100)
    table.record(table.act(table.deal(), "f", "f", "f"))
    answer = tablet.get(f"/hands/sessions/{table.session.pk}.phhs")
    text = b"".join(answer.streaming_content).decode()
    assert [hand.hand for hand in read_hands(text)] == [1, 3]


def test_a_tick_has_no_file_and_says_why(tablet: Client, table: HandTable) -> None:
    answer = tablet.get(f"/hands/{table.tick().pk}.phh")
    assert answer.status_code == 422
    assert "no actions or cards" in answer.content.decode()


def test_a_full_hand_is_corrected_on_the_console(other_tablet: Client, table: HandTable) -> None:
    hand, tablet = showdown(table), other_tablet
    assert tablet.post(f"/hands/{hand.pk}/correct/", {"reason": "", "key": key()}).status_code == 422
    answer = tablet.post(f"/hands/{hand.pk}/correct/", {"reason": "kings won", "key": key()})
    assert answer["Location"] == f"/tables/{table.session.table_id}/hand/"
    console = Tablet(tablet, table)
    assert "corrects version 1" in console.text
    console.press("undo")
    console.press("undo")
    console.act('"p3 sm QcQd"', '"p4 sm KcKd"')
    dropped = {"rake_taken": "5", "promo_taken": ""}
    console.press("record", **dropped, key=console.key)
    assert "119 moves: one person moves 100 a day alone" in console.text
    console.press("record", **dropped, **badge_and_pin(table), key=console.key)
    again = Hand.objects.get(version=2)
    assert again.winners == [again.seats.get(position=4).seat]
    page = tablet.get(f"/hands/{hand.pk}/").content.decode()
    assert "superseded by version 2" in page
    assert "kings won" in page
    assert faults() == []


def test_a_correction_says_at_its_start_what_it_demands(db: None) -> None:
    """A ruling has moved chips of the hand: that a second person confirms was once said at Record alone."""
    desk = open_dispute_table()
    hand = desk.showdown()
    desk.rule(desk.open(hand), Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 10_00))
    tablet = signed_in(desk.other)
    words = "Chips of this hand were moved by the ruling on case"
    assert words in tablet.get(f"/hands/{hand.pk}/correct/").content.decode()
    tablet.post(f"/hands/{hand.pk}/correct/", {"reason": "kings won", "key": key()})
    console = Tablet(tablet, desk.table)
    assert f"{words} {desk.table.session.disputes.get().pk}: 10. A second person confirms" in console.text
    console.press("undo")
    assert words in console.text


def test_a_correction_that_can_not_be_is_refused_before_it_is_typed(other_tablet: Client, table: HandTable) -> None:
    hand = showdown(table)
    assert [other_tablet.get(f"/hands/{hand.pk}/{what}/").status_code for what in ("correct", "void")] == [200, 200]
    table.deal()
    for what in ("correct", "void"):
        answer = other_tablet.get(f"/hands/{hand.pk}/{what}/")
        assert answer.status_code == 422
        assert "A hand is being entered at this table already" in answer.content.decode()


def test_a_tick_is_corrected_by_its_amounts(other_tablet: Client, table: HandTable) -> None:
    tick, tablet = table.tick(300), other_tablet
    fields = {"rake_taken": "5", "promo_taken": "", "pot": "", "reason": "misread", "key": key()}
    assert tablet.post(f"/hands/{tick.pk}/correct/", fields).status_code == 303
    assert table.boxes() == (500, 0)
    start = tablet.get(f"/hands/{Hand.objects.get(version=2).pk}/correct/").content.decode()
    assert "You have moved 2 alone today: above 98 moved by this correction, a second person confirms" in start
    assert tablet.post(f"/hands/{tick.pk}/correct/", fields | {"key": key()}).status_code == 422
    assert faults() == []


def test_a_hand_is_voided_by_two_people_and_its_page_says_so(tablet: Client, table: HandTable) -> None:
    hand = showdown(table)
    assert f"/hands/{hand.pk}/void/" in tablet.get(f"/hands/{hand.pk}/").content.decode()
    assert "Everything that the hand moved goes back" in tablet.get(f"/hands/{hand.pk}/void/").content.decode()
    assert "badge optional" not in text(tablet.get(f"/hands/{hand.pk}/void/"))
    fields = {"reason": "a fouled deck", "key": key(), "badge": "", "pin": ""}
    answer = tablet.post(f"/hands/{hand.pk}/void/", fields)
    assert (answer.status_code, Hand.objects.count()) == (422, 1)
    assert "A second person confirms this" in answer.content.decode()
    answer = tablet.post(f"/hands/{hand.pk}/void/", fields | badge_and_pin(table) | {"key": key()})
    voided = Hand.objects.get(is_void=True)
    for address in (f"/hands/{voided.pk}/", f"/hands/{voided.pk}/rating/"):
        page = text(tablet.get(address))
        assert "A void hand owes no rake." in page
        assert "rake 0" not in page.lower()
    assert answer["Location"] == f"/hands/{voided.pk}/"
    row = text(tablet.get(f"/hands/?session={table.session.pk}")).partition("version 2")[2]
    assert " void " in row
    before = text(tablet.get(f"/hands/{hand.pk}/"))
    assert ("void, by version 2" in before, "superseded by" in before) == (True, False)
    page = tablet.get(f"/hands/{voided.pk}/").content.decode()
    assert "A void hand" in page
    assert "A tick without a pot" not in page
    assert "a fouled deck" in page
    assert "Correct it</a>" not in page
    assert tablet.get(f"/hands/{voided.pk}.phh").status_code == 422
    assert b"".join(tablet.get(f"/hands/sessions/{table.session.pk}.phhs").streaming_content) == b""
    assert table.stacks() == dict.fromkeys((1, 2, 3, 4), 200_00)
    assert faults() == []


def badge_and_pin(table: HandTable) -> dict[str, str]:
    """Another supervisor, who enters badge and PIN."""
    other = person(table.desk.room, "floor")
    set_own_pin(person=other, pin="4711", at=timezone.now())
    return {"badge": other.badge_number, "pin": "4711"}


# ------------------------------------------------------------------------------------------------------------- audit


def test_the_books_of_hands_agree(table: HandTable) -> None:
    showdown(table)
    table.tick(300)
    table.record(table.act(table.deal(), "f", "f", "f"))
    assert faults() == []


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("update games_hand set rake_taken = rake_taken + 100 where tier = 'full'", "otherwise"),
        ("update games_hand set number = 7 where tier = 'tick'", "the last is 7"),
        ("update games_handseat set took_out = took_out + 100 where took_out > 0", "put in"),
        ("update games_hand set phh = replace(phh, 'AcAd', 'QcQd') where tier = 'full'", "otherwise"),
        ("update games_hand set phh = 'x' where tier = 'full'", "hand 1"),
        ("update players_account set balance = 5 where kind = 'pot'", "The pot"),
        ("update players_transfer set hand_id = null where hand_id is not null", "the hand says"),
    ],
)
def test_what_an_owner_changes_is_found(committed_db: str, statement: str, said: str) -> None:
    table = open_hand_table()
    showdown(table)
    table.tick(300)
    assert faults() == []
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"alter table {statement.split()[1]} disable trigger user")
        cursor.execute(statement)
    found = faults()
    assert any(said in fault for fault in found), found
