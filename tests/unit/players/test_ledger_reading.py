"""What the ledger's pages read: rows found by everything that they say, statements that add up, groups that balance."""

import csv
import io
import random
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext

from cage.services import void_buy_in
from config.errors import DomainError
from disputes.services import Decision, Payment, rule_on_appeal
from games.importing import Importer
from players.exports import csv_lines
from players.models import Account, AccountKind, Transfer, TransferKind
from players.selectors import ledger, ledger_account
from players.selectors.ledger import Search, everything, find
from players.selectors.ledger_account import Entry, statement
from players.selectors.ledger_group import group
from players.selectors.ledger_places import JOINED, accounts_of, house_places, places
from players.selectors.ledger_rows import told, with_words
from rules.house.house import LIVE
from rules.phh.files import look_at
from tests.attacks.test_imported_chips import FOUR_DOLLARS
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.dispute import open_dispute_table
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """A table at which a quick hand was recorded, and a hand that seat 1 folded to."""
    table = open_hand_table()
    table.tick(300)
    return table


@pytest.fixture
def room_desk(table: HandTable) -> Desk:
    return table.desk


def numbers(desk: Desk, **asked: object) -> set[int]:
    """The numbers in the chain that a search finds, whichever page they are on."""
    search = Search(**asked)  # type: ignore[arg-type]
    return {row.transfer.chain_number for rows in everything(desk.room, search) for row in rows}


def numbers_of(**filters: object) -> set[int]:
    return set(Transfer.objects.filter(**filters).values_list("chain_number", flat=True))


def name_of(account: Account) -> str:
    known = Account.objects.select_related(*JOINED).get(pk=account.pk)
    return places([known])[known.pk].name


def entries_of(account: Account, **period: object) -> list[Entry]:
    """Every entry of a statement, page by page."""
    found: list[Entry] = []
    page = statement(account, **period)  # type: ignore[arg-type]
    found += page.entries
    while page.next_before:
        page = statement(account, before=page.next_before, **period)  # type: ignore[arg-type]
        found += page.entries
    return found


# ------------------------------------------------------------------------------------------------------- searches


class TestSearch:
    def test_without_terms_finds_everything_of_the_room_newest_first(self, table: HandTable) -> None:
        open_hand_table()
        rows = [row for rows in everything(table.desk.room, Search()) for row in rows]
        found = [row.transfer.pk for row in rows]
        assert found == list(Transfer.objects.filter(room=table.desk.room).order_by("-pk").values_list("pk", flat=True))
        assert len(found) > 10

    def test_by_person_as_badge_or_part_of_the_name(self, table: HandTable) -> None:
        desk = table.desk
        theirs = numbers_of(room=desk.room, by=table.floor)
        assert theirs
        type(table.floor).objects.filter(pk=table.floor.pk).update(badge_number="F7")
        assert numbers(desk, by="f7") == theirs
        assert numbers(desk, by=table.floor.display_name.upper()) == theirs
        assert numbers(desk, by="nobody of that name") == set()

    def test_by_player_on_either_side_of_rack_and_seat(self, table: HandTable) -> None:
        sitting = table.sittings[2]
        table.desk.leave(sitting, **table.desk.counted(197_00, "ticks"))
        theirs = accounts_of(table.desk.room, [sitting.player_id])
        assert theirs.count() == 2
        wanted = numbers_of(source__in=theirs) | numbers_of(target__in=theirs)
        assert len(wanted) == 4  # bought, taken to the table, counted, taken off it
        assert numbers(table.desk, players=(sitting.player_id,)) == wanted

    def test_by_no_player_at_all_finds_nothing(self, room_desk: Desk) -> None:
        assert numbers(room_desk, players=()) == set()

    def test_a_table_is_found_by_its_whole_name_before_parts_of_others(self, table: HandTable) -> None:
        other = table.desk.open_table()
        type(other.table).objects.filter(pk=other.table_id).update(name=f"{table.session.table.name}0")
        player = table.desk.player()
        table.desk.buy_in(player, 200_00, session=other)
        table.desk.seat(player, 1, 200_00, session=other)
        first = numbers(table.desk, table=table.session.table.name.lower())
        assert first == numbers_of(source__session=table.session) | numbers_of(target__session=table.session)
        assert numbers(table.desk, table=table.session.table.name[:-1]) > first

    def test_by_hand_number_kind_and_amount(self, table: HandTable) -> None:
        desk, second = table.desk, table.tick(200)
        assert numbers(desk, hand=2) == numbers_of(hand_id=second.pk) != set()
        assert numbers(desk, hand=3) == set()
        assert numbers(desk, kind=TransferKind.BUY_IN) == numbers_of(room=desk.room, kind="buy_in")
        assert numbers(desk, exactly=200_00) == numbers_of(room=desk.room, amount=200_00)
        assert numbers(desk, least=200, most=300) == numbers_of(room=desk.room, hand_id__isnull=False)
        assert numbers(desk, least=201, most=300) == numbers_of(room=desk.room, amount=300)

    def test_by_gaming_day_and_by_time(self, table: HandTable) -> None:
        desk = table.desk
        desk.now += timedelta(days=1)
        table.tick(200)
        day = desk.room.gaming_day(desk.now)
        late = numbers_of(room=desk.room, gaming_day=day)
        assert late
        assert numbers(desk, since=day) == late
        assert numbers(desk, until=day - timedelta(days=1)) == numbers_of(room=desk.room) - late
        at = Transfer.objects.filter(room=desk.room).latest("id").at
        assert numbers(desk, from_time=at, to_time=at + timedelta(seconds=1)) == numbers_of(room=desk.room, at=at)
        assert numbers(desk, from_time=at + timedelta(microseconds=1)) == set()
        assert numbers(desk, from_time=at, to_time=at) == set()

    def test_pages_follow_each_other_without_gap_while_rows_are_added(
        self, table: HandTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ledger, "PAGE", 5)
        wanted = list(numbers_of(room=table.desk.room))
        seen, search = [], Search()
        while True:
            page = find(table.desk.room, search)
            seen += [row.transfer.chain_number for row in page.rows]
            table.tick(100)
            if page.next_before is None:
                break
            search = replace(search, before=page.next_before)
        assert seen == sorted(wanted, reverse=True)

    def test_costs_the_same_for_many_rows_as_for_few(self, table: HandTable) -> None:
        def cost() -> int:
            with CaptureQueriesContext(connection) as asked:
                find(table.desk.room, Search(table=table.session.table.name, by=table.desk.cashier.badge_number))
            return len(asked)

        few = cost()
        for seat in range(5, 10):
            table.desk.seated(100_00, seat=seat)
        assert cost() == few <= 6


# ----------------------------------------------------------------------------------------------------- in words


class TestPlaces:
    def test_every_place_has_its_name(self, table: HandTable) -> None:
        at, sitting = table.session.table, table.sittings[1]
        assert name_of(sitting.account) == f"seat 1 of {at} ({sitting.player})"
        rack = Account.objects.get(player=sitting.player)
        assert name_of(rack) == f"{sitting.player}’s rack"
        named = {place.name for place in house_places(table.desk.room)}
        assert named == {
            "Window 1, cash", "Window 1, chips", "the bank", "the chip issue", "the patrons’ cash", "the vault, cash",
            "the vault, chips",
        }  # fmt: skip
        box = Account.objects.get(session=table.session, kind=AccountKind.RAKE_BOX)
        assert name_of(box) == f"rake box of {at}"

    def test_what_cases_and_corrected_hands_hold_is_named_after_them(self, table: HandTable) -> None:
        hand = table.tick(100)
        of = {"room": table.desk.room, "balance": 0}
        debt = Account.objects.create(kind=AccountKind.RECEIVABLE, hand_id=hand.pk, **of)
        held = Account.objects.create(kind=AccountKind.IMPOUND, case_id=7, **of)
        owed = Account.objects.create(kind=AccountKind.RECEIVABLE, case_id=7, **of)
        assert name_of(debt) == f"what is owed to hand 2 of {table.session.table}"
        assert name_of(held) == "chips held by case 7"
        assert name_of(owed) == "what is owed to case 7"

    def test_all_kinds_have_a_name_and_cost_two_queries(self, table: HandTable) -> None:
        known = list(Account.objects.filter(room=table.desk.room).select_related(*JOINED))
        assert len(known) > 12
        with CaptureQueriesContext(connection) as asked:
            names = [place.name for place in places(known).values()]
        assert len(asked) <= 2
        assert len(set(names)) == len(names)


def test_imported_chips_are_marked(tmp_path: Path) -> None:
    desk, path = open_desk(), tmp_path / "hands.phh"
    path.write_text(FOUR_DOLLARS)
    with Importer(desk.session.table) as importer:
        list(importer.record(look_at(path)))
    rows = [row for rows in everything(desk.room, Search()) for row in rows]
    imported = [row for row in rows if row.is_import]
    assert {row.transfer.pk for row in imported} == {
        *Transfer.objects.filter(source__is_import=True).values_list("pk", flat=True),
        *Transfer.objects.filter(target__is_import=True).values_list("pk", flat=True),
    }
    assert 0 < len(imported) < len(rows)
    assert "the chip issue of imported sessions" in {row.source.name for row in imported}


# --------------------------------------------------------------------------------------------------- statements


def evening(seed: int) -> HandTable:
    """A random evening: hands, quick hands, chips bought at the table, people who leave."""
    chance, table = random.Random(seed), open_hand_table(amount=100_00)
    for _ in range(12):
        what = chance.choice(["tick", "hand", "buy", "leave"])
        sitting = table.sittings[chance.choice(list(table.sittings))]
        if what == "tick":
            table.tick(chance.choice([100, 200, 300]))
        elif what == "hand":
            table.record(table.act(table.deal(), *["f"] * (len(table.sittings) - 1)))
        elif what == "leave" and len(table.sittings) > 3:
            table.desk.leave(table.sittings.pop(sitting.seat), **table.desk.counted(table.desk.stack(sitting)))
        elif what == "buy":
            with suppress(DomainError):  # above the table's maximum
                table.desk.buy_in(sitting.player, 100_00)
    return table


class TestStatements:
    @pytest.mark.parametrize("seed", range(3))
    def test_the_last_running_balance_is_the_accounts_balance(self, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ledger_account, "PAGE", 4)
        table = evening(seed)
        accounts = Account.objects.filter(room=table.desk.room)
        assert len(accounts) > 12
        for account in accounts:
            entries = entries_of(account)
            assert len(entries) == account.transfers_posted
            assert [entry.balance for entry in entries[:1]] in ([account.balance], [])
            running = 0
            for entry in reversed(entries):
                running += entry.moved
                assert entry.balance == running
                assert abs(entry.moved) == entry.row.transfer.amount
            told_in_all = statement(account)
            assert told_in_all.closing == told_in_all.of_all_rows == account.balance == running

    def test_a_period_begins_with_what_was_there_and_ends_with_what_is(self, table: HandTable) -> None:
        desk = table.desk
        desk.now += timedelta(days=1)
        table.tick(200)
        desk.now += timedelta(days=1)
        table.tick(100)
        felt = Account.objects.get(session=table.session, kind=AccountKind.FELT)
        day = desk.room.gaming_day(desk.now) - timedelta(days=1)
        told_of_day = statement(felt, since=day, until=day)
        assert (told_of_day.opening, told_of_day.came, told_of_day.went, told_of_day.closing) == (-300, 0, 200, -500)
        assert [(entry.moved, entry.balance) for entry in told_of_day.entries] == [(-200, -500)]
        assert statement(felt, until=day).opening == 0
        assert statement(felt, since=day).closing == felt.balance == -600

    def test_costs_the_same_for_many_rows_as_for_few(self, room_desk: Desk) -> None:
        cash = Account.objects.get(room=room_desk.room, kind=AccountKind.DRAWER_CASH)

        def cost() -> int:
            with CaptureQueriesContext(connection) as asked:
                statement(cash)
            return len(asked)

        few = cost()
        for _ in range(5):
            room_desk.buy_in(room_desk.player(), 100_00)
        assert cost() == few == 6


# ------------------------------------------------------------------------------------------------------- groups


class TestGroups:
    def test_holds_all_of_a_key_and_comes_to_nothing_for_chips_and_for_cash(self, room_desk: Desk) -> None:
        sale = room_desk.buy_in(room_desk.player(), 150_00)
        found = group(room_desk.room, sale.request_key)
        assert found is not None
        assert [row.transfer.number for row in found.rows] == [1, 2]
        assert [(half.title, half.came, half.went, half.net) for half in found.balances] == [
            ("Chips", 150_00, 150_00, 0),
            ("Cash", 150_00, 150_00, 0),
        ]
        assert [event.event.verb for event in found.events] == ["buy_in.taken"]
        assert found.asked == "buy in"
        assert found.acts == []

    def test_a_hand_nets_each_place(self, table: HandTable) -> None:
        hand = table.record(table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "f"))
        found = group(table.desk.room, hand.request_key)
        assert found is not None
        (chips,) = found.balances
        for line in chips.lines:
            rows = Transfer.objects.filter(request_key=hand.request_key)
            came = rows.filter(target=line.place.account).aggregate(sum=Sum("amount", default=0))["sum"]
            went = rows.filter(source=line.place.account).aggregate(sum=Sum("amount", default=0))["sum"]
            assert (line.came, line.went, line.net) == (came, went, came - went)
        assert next(line.net for line in chips.lines if line.place.account.kind == AccountKind.POT) == 0

    def test_the_second_person_of_an_act_stands_with_it(self, table: HandTable) -> None:
        desk = table.desk
        desk.leave(table.sittings[1], **desk.counted(150_00, "a wrong hand"))
        counted = Transfer.objects.filter(room=desk.room, kind=TransferKind.COUNT).latest("id")
        found = group(desk.room, counted.request_key)
        assert found is not None
        assert [(act.done.amount, act.done.second) for act in found.acts] == [(50_00, desk.second)]

    def test_is_none_in_another_room(self, room_desk: Desk) -> None:
        sale = room_desk.buy_in(room_desk.player(), 150_00)
        assert group(open_desk().room, sale.request_key) is None


def test_a_ruling_taken_back_names_both_sides() -> None:
    at = open_dispute_table(house=LIVE.with_answers(appeal="manager"))
    case = at.open(at.showdown())
    at.rule(case, Payment(at.sitting(at.winner), at.sitting(at.loser), 10_00))
    at.appeal(case)
    decision = Decision(outcome="Award stands", rule_code="best_hand", payments=())
    rule_on_appeal(dispute=case, decision=decision, takes_back=True, key=key(), **at.by(at.manager))
    rows = told(with_words(Transfer.objects.filter(room=at.table.desk.room)))
    back = [(row.took_back.pk, row.transfer.pk) for row in rows if row.took_back]
    assert back
    assert sorted(back) == sorted((row.transfer.pk, row.taken_back_by.pk) for row in rows if row.taken_back_by)


# ------------------------------------------------------------------------------------------------------- a file


def test_the_file_has_the_figures_of_the_search(table: HandTable) -> None:
    room = table.desk.room
    type(table.sittings[1].player).objects.filter(pk=table.sittings[1].player_id).update(display_name="=1+1")
    lines = list(csv.DictReader(io.StringIO("".join(csv_lines(room, everything(room, Search(kind="buy_in")))))))
    rows = Transfer.objects.filter(room=room, kind="buy_in").order_by("-pk")
    assert [(int(line["Number"]), line["Amount"], line["Kind"]) for line in lines] == [
        (row.chain_number, "200", "buy-in") for row in rows
    ]
    assert {line["From"] for line in lines} >= {"'=1+1’s rack"}
    assert {line["Badge"] for line in lines} == {table.desk.cashier.badge_number}


def test_the_file_says_what_was_taken_back_by_what_and_when_by_the_rooms_clock() -> None:
    desk = open_desk(time_zone="America/Los_Angeles")
    sale = desk.buy_in(desk.player(), 100_00)
    void_buy_in(bought=sale, reason="typed twice", key=key(), second=desk.second, **desk.by())
    lines = list(csv.DictReader(io.StringIO("".join(csv_lines(desk.room, everything(desk.room, Search()))))))
    backs = Transfer.objects.filter(room=desk.room, reverses__isnull=False).select_related("reverses")
    by_number = {line["Number"]: line for line in lines}
    assert len(backs) == 2
    for back in backs:
        taken, taking = str(back.reverses.chain_number), str(back.chain_number)
        assert (by_number[taking]["Takes back"], by_number[taking]["Taken back by"]) == (taken, "")
        assert (by_number[taken]["Takes back"], by_number[taken]["Taken back by"]) == ("", taking)
        assert by_number[taking]["When"] == f"{back.at.astimezone(desk.room.zone):%Y-%m-%d %H:%M:%S} -0800"
