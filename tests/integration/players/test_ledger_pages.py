"""The pages of the ledger: read by managers and auditors, in words, and every slip answered with a sentence."""

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.audit.models import AuditEvent
from games.models import Hand
from players.models import Account, AccountKind, Transfer
from players.selectors import ledger, ledger_account
from tests.support.arranged import arranged
from tests.support.desk import open_desk, person
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db
PAGE, FILE = "/ledger/", "/ledger/transfers.csv"


@arranged
def table() -> HandTable:
    """A table at which a hand was ticked, and one was played."""
    table = open_hand_table()
    table.tick(300)
    table.record(table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "f"))
    return table


@pytest.fixture
def auditor(table: HandTable) -> Client:
    return signed_in(person(table.desk.room, "auditor"))


def last(table: HandTable, **of: Any) -> Transfer:
    return Transfer.objects.filter(room=table.desk.room, **of).latest("id")


def addresses(table: HandTable) -> list[str]:
    """Every page of the ledger about something of the room."""
    moved = last(table, hand_id__isnull=False)
    return [
        PAGE,
        FILE,
        reverse("ledger_transfer", args=[moved.pk]),
        reverse("ledger_group", args=[moved.request_key]),
        reverse("ledger_accounts"),
        reverse("ledger_account", args=[moved.source_id]),
        reverse("hand_way", args=[moved.hand_id]),
    ]


# --------------------------------------------------------------------------------------------------- who may come


@pytest.mark.parametrize("role", ["auditor", "manager"])
def test_managers_and_auditors_read_every_page(table: HandTable, role: str) -> None:
    reader = signed_in(person(table.desk.room, role))
    assert {reader.get(address).status_code for address in addresses(table)} == {200}


@pytest.mark.parametrize("role", ["cashier", "floor", "host", "administrator"])
def test_nobody_else_does(table: HandTable, role: str) -> None:
    other = signed_in(person(table.desk.room, role))
    assert {other.get(address).status_code for address in addresses(table)} == {403}


def test_nothing_of_another_room_is_there(table: HandTable) -> None:
    elsewhere = signed_in(person(open_desk().room, "auditor"))
    about_something = [address for address in addresses(table) if address not in (PAGE, FILE, "/ledger/accounts/")]
    assert {elsewhere.get(address).status_code for address in about_something} == {404}
    number = table.session.table.name
    assert not elsewhere.get(PAGE, {"table": number}).context["found"].rows
    assert not elsewhere.get(PAGE, {"hand": 2}).context["found"].rows
    assert not elsewhere.get(PAGE, {"player": table.sittings[1].player_id}).context["found"].rows
    assert str(table.sittings[1].player) not in b"".join(elsewhere.get(FILE).streaming_content).decode()  # type: ignore[attr-defined]


def test_what_is_not_there_is_not_found(auditor: Client) -> None:
    for address in ("transfers/99999999/", "groups/no-such-key/", "accounts/99999999/", f"accounts/{2**70}/"):
        assert auditor.get(f"/ledger/{address}").status_code == 404, address


# ----------------------------------------------------------------------------------------------------- in words


def test_every_row_says_what_moved_from_where_to_where_by_whom_and_in_which_group(
    auditor: Client, table: HandTable
) -> None:
    page = text(auditor.get(PAGE, {"kind": "buy_in", "player": str(table.sittings[1].player)}))
    sitting = table.sittings[1]
    assert f"Buy-in from {sitting.player}’s rack to seat 1 of {table.session.table} ({sitting.player})" in page
    assert f"200 {table.desk.cashier} " in page
    key = last(table, target__sitting=sitting, kind="buy_in").request_key
    assert reverse("ledger_group", args=[key]) in auditor.get(PAGE).content.decode()


def test_a_search_is_kept_over_pages_and_in_the_file(
    auditor: Client, table: HandTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "PAGE", 3)
    answer = auditor.get(PAGE, {"kind": "buy_in"})
    shown = answer.content.decode()
    before = answer.context["found"].next_before
    assert f'href="?kind=buy_in&amp;before={before}"' in shown
    assert f'href="{FILE}?kind=buy_in"' in shown
    older = auditor.get(PAGE, {"kind": "buy_in", "before": before}).context["found"]
    assert (len(older.rows), older.next_before) == (1, None)


def test_the_file_is_the_search_and_its_taking_is_noted(auditor: Client, table: HandTable) -> None:
    answer = auditor.get(FILE, {"kind": "buy_in", "least": "200", "before": "1"})
    assert answer["Content-Disposition"] == 'attachment; filename="ledger.csv"'
    lines = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))  # type: ignore[attr-defined]
    assert [line["Amount"] for line in lines] == ["200"] * 4
    assert {line["Hand"] for line in lines} == {""}
    noted = AuditEvent.objects.get(verb="ledger.exported")
    assert noted.after == {"kind": "buy_in", "least": "200", "before": "1"}
    assert "took a search of the ledger as a file" in auditor.get("/audit/").content.decode()


def test_a_transfer_shows_its_places_its_hand_its_group_and_the_trail(auditor: Client, table: HandTable) -> None:
    moved = last(table, hand_id__isnull=False, target__kind=AccountKind.SEAT)
    answer = auditor.get(reverse("ledger_transfer", args=[moved.pk]))
    page, shown = text(answer), answer.content.decode()
    assert f"hand 2 of {table.session.table}" in page
    assert "recorded a hand" in page
    for address in (
        reverse("ledger_account", args=[moved.source_id]),
        reverse("ledger_account", args=[moved.target_id]),
        reverse("ledger_group", args=[moved.request_key]),
        reverse("hand", args=[moved.hand_id]),
        reverse("hand_way", args=[moved.hand_id]),
        reverse("table", args=[table.session.table_id]),
        f"/audit/?subject_kind=hand&amp;subject_id={moved.hand_id}",
    ):
        assert f'href="{address}"' in shown, address
    assert moved.hash in page


def test_a_group_shows_each_place_and_that_it_balances(auditor: Client, table: HandTable) -> None:
    moved = last(table, hand_id__isnull=False)
    page = text(auditor.get(reverse("ledger_group", args=[moved.request_key])))
    total = sum(Transfer.objects.filter(request_key=moved.request_key).values_list("amount", flat=True)) // 100
    assert "balanced" in page
    assert f"Together {total} {total} 0" in page


def test_a_key_with_slashes_and_signs_has_its_group(auditor: Client, table: HandTable) -> None:
    key = "api:1:a/b?c=d #e%2F"
    table.desk.buy_in(table.desk.player(), 100_00, key=key)
    assert auditor.get(reverse("ledger_group", args=[key])).status_code == 200


def test_an_account_shows_its_balance_after_every_row(
    auditor: Client, table: HandTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_account, "PAGE", 2)
    seat = Account.objects.get(sitting=table.sittings[1])
    address = reverse("ledger_account", args=[seat.pk])
    answer = auditor.get(address)
    assert f"Seat 1 of {table.session.table} ({table.sittings[1].player})" in text(answer)
    entries = answer.context["statement"].entries
    assert entries[0].balance == seat.balance
    day = table.session.gaming_day.isoformat()
    older = auditor.get(address, {"since": day, "until": day})
    before = older.context["statement"].next_before
    assert before is None or f"since={day}&amp;until={day}&amp;before={before}" in older.content.decode()
    assert "Nothing moved here" in text(auditor.get(address, {"since": "2030-01-01"}))


def test_a_balance_that_its_rows_do_not_make_is_said(auditor: Client, table: HandTable) -> None:
    rack = Account.objects.get(player=table.sittings[1].player)
    address = reverse("ledger_account", args=[rack.pk])
    assert "have the books audited" not in text(auditor.get(address))
    Account.objects.filter(pk=rack.pk).update(balance=1_00)
    assert "The rows come to 0, the books say 1: have the books audited." in text(auditor.get(address))


def test_house_accounts_show_what_each_holds(auditor: Client, table: HandTable) -> None:
    page = text(auditor.get(reverse("ledger_accounts")))
    assert "the chip issue −50,000" in page
    assert f"Window 1, chips {table.desk.room.money(table.desk.held(AccountKind.DRAWER_CHIPS))}" in page


# ----------------------------------------------------------------------------------------------------- the way


def test_the_way_of_a_hand_leads_from_the_window_to_the_box(auditor: Client, table: HandTable) -> None:
    hand = Hand.objects.get(session=table.session, number=2)
    page = text(auditor.get(reverse("hand_way", args=[hand.pk])))
    for sitting in table.sittings.values():
        assert f"Seat {sitting.seat}, {sitting.player} Taken to the table before the hand: 200" in page
    assert page.count("Chips sold from Window 1, chips to") == 4
    assert page.count("Buy-in from") == 4
    assert "As first recorded" in page
    assert f"rake box of {table.session.table} {table.desk.room.money(hand.rake_taken)} " in page
    assert "nobody entered who was dealt in" not in page


def test_the_way_of_a_quick_hand_says_who_sat_there(auditor: Client, table: HandTable) -> None:
    hand = Hand.objects.get(session=table.session, number=1)
    page = text(auditor.get(reverse("hand_way", args=[hand.pk])))
    assert "nobody entered who was dealt in: these players sat at the table" in page
    assert page.count("Taken to the table before the hand: 200") == 4
    assert f"rake box of {table.session.table} 3 " in page


# --------------------------------------------------------------------------------------------- where links lead


def test_other_pages_lead_here_for_those_who_may_follow(auditor: Client, table: HandTable) -> None:
    sale = table.desk.buy_in(table.desk.player(), 100_00)
    hand = Hand.objects.filter(session=table.session).latest("pk")
    links = {
        reverse("hand", args=[hand.pk]): reverse("hand_way", args=[hand.pk]),
        reverse("player", args=[sale.player_id]): f"{PAGE}?player={sale.player_id}",
        reverse("buy_in_receipt", args=[sale.pk]): reverse("ledger_group", args=[sale.request_key]),
        reverse("tokes"): reverse("ledger_accounts"),
        reverse("audit"): PAGE,
    }
    others = {role: signed_in(person(table.desk.room, role)) for role in ("floor", "cashier", "administrator")}
    for address, link in links.items():
        assert f'href="{link}"' in auditor.get(address).content.decode(), address
        for other in others.values():
            assert f'href="{link}"' not in other.get(address).content.decode(), address


# --------------------------------------------------------------------------------------------- what can't be read


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"amount": "1,000"}, "is not an amount"),
        ({"least": "-5"}, "is not an amount"),
        ({"most": "1e9"}, "is not an amount"),
        ({"least": "9" * 30}, "larger than any this room can hold"),
        ({"least": "20", "most": "10"}, "This is less than the least: swap them."),
        ({"amount": "20", "most": "10"}, "Enter the exact amount or from and to, not both."),
        ({"since": "yesterday"}, "Enter a valid date"),
        ({"until": "9999-12-31"}, "Write a day before 3000."),
        ({"since": "2025-03-08", "until": "2025-03-07"}, "This is before the first day: swap them."),
        ({"from_time": "18:00"}, "Enter a valid date/time"),
        ({"from_time": "2025-03-07T18:00", "to_time": "2025-03-07T17:00"}, "This is before the first time: swap them."),
        ({"before": "0"}, "This page of the list can’t be found: search again from the first."),
        ({"before": "x"}, "This page of the list can’t be found: search again from the first."),
        ({"before": "9" * 25}, "This page of the list can’t be found: search again from the first."),
        ({"hand": "1.5"}, "Enter a whole number"),
        ({"kind": "gift"}, "Select a valid choice"),
        ({"player": "x" * 61}, "at most 60 characters"),
        ({"by": "a\tb"}, "Take out the characters that can’t be seen"),
    ],
)
def test_a_search_that_cannot_be_read_is_refused_with_a_sentence(
    auditor: Client, asked: dict[str, str], said: str
) -> None:
    for address in (PAGE, FILE):
        answer = auditor.get(address, asked)
        assert answer.status_code == 422, asked
        assert said in text(answer).replace("&#x27;", "’").replace("'", "’")
    assert not AuditEvent.objects.filter(verb="ledger.exported").exists()


def test_a_field_that_came_twice_is_refused(auditor: Client) -> None:
    answer = auditor.get(f"{PAGE}?least=1&least=2")
    assert answer.status_code == 422
    assert "more than once" in text(answer)


@pytest.mark.parametrize("asked", [{"before": "x"}, {"since": "soon"}, {"since": "2025-03-08", "until": "2025-03-07"}])
def test_a_period_that_cannot_be_read_is_refused(auditor: Client, table: HandTable, asked: dict[str, str]) -> None:
    assert auditor.get(reverse("ledger_account", args=[last(table).target_id]), asked).status_code == 422


def test_too_many_players_are_asked_about(auditor: Client, table: HandTable) -> None:
    for number in range(20):
        table.desk.player(f"Player Extra {number}")
    answer = auditor.get(PAGE, {"player": "Player"})
    assert answer.status_code == 422
    assert "More than 20 players are found by that" in text(answer)


def test_a_player_goes_by_name_or_number(auditor: Client, table: HandTable) -> None:
    someone = table.sittings[1].player
    table.desk.buy_in(table.desk.player(f"Nr {someone.pk}"), 100_00)
    wanted = auditor.get(PAGE, {"player": str(someone)}).context["found"].rows
    assert wanted
    assert auditor.get(PAGE, {"player": someone.pk}).context["found"].rows == wanted
    assert not auditor.get(PAGE, {"player": "Nobody Known"}).context["found"].rows


def test_times_are_those_of_the_room_s_clock_to_the_second(db: None) -> None:
    desk = open_desk(time_zone="America/Los_Angeles")
    auditor = signed_in(person(desk.room, "auditor"))
    sale = desk.buy_in(desk.player(), 100_00, at=desk.now.replace(microsecond=400_000))
    shown = sale.at.astimezone(desk.room.zone).strftime("%Y-%m-%dT%H:%M:%S")
    found = auditor.get(PAGE, {"from_time": shown, "to_time": shown, "kind": "chip_sale"}).context["found"]
    assert {row.transfer.request_key for row in found.rows} == {sale.request_key}


# --------------------------------------------------------------------------------------------------- what it costs


def cost(reader: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert reader.get(address).status_code == 200
    return len(asked)


def test_pages_cost_the_same_for_many_rows_as_for_few(auditor: Client, table: HandTable) -> None:
    hand = Hand.objects.get(session=table.session, number=2)
    drawer = Account.objects.get(room=table.desk.room, kind=AccountKind.DRAWER_CHIPS)
    pages = [PAGE, reverse("ledger_account", args=[drawer.pk]), reverse("hand_way", args=[hand.pk])]
    for page in pages:
        auditor.get(page)  # the first look at a drawer is written down
    few = [cost(auditor, page) for page in pages]
    for seat in range(5, 10):
        table.desk.seated(200_00, seat=seat)
    table.tick(100)
    late = table.record(table.act(table.deal(), *["f"] * 8), rake=1_00)
    pages[2] = reverse("hand_way", args=[late.pk])
    assert [cost(auditor, page) for page in pages] == few
    assert max(few[:2]) <= 19  # one more than before the vault had counts: whether who looks has looked
    assert few[2] <= 23  # with the pulls of its boxes, what covers them, and whether who looks has looked
