"""The vault, counted by two who don't know of each other's count, and what it is short or over (R25, R28-R30, R39)."""

from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from cage import services as cage
from cage.counted import Counted
from cage.models import Investigation, VaultCount, VaultLook, VaultSheet, VaultVariance
from cage.selectors.chip_sets import open_alarms
from cage.selectors.drawers import vault
from cage.selectors.regulator_notes import not_told
from cage.selectors.vault_counts import answers_for, count_due, vault_pieces
from config.audit.books import Finding, audit
from config.audit.models import AuditEvent
from config.days.registry import end_of
from config.days.selectors import open_items
from config.rooms.models import Room
from config.staff.models import User
from players.ledger import Move, house_account, post, table_account
from players.models import AccountKind, Transfer, TransferKind
from tests.support.arranged import arranged
from tests.support.boxes import counted, pulled
from tests.support.days import end_day, lock_day, tie_out
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly
from tests.support.refusals import refused
from tests.support.slips import CREDIT, Slips, open_slips_desk
from tests.support.table import HandTable
from tests.support.vault import begun, entered, lying, vault_counted

pytestmark = pytest.mark.django_db
S = VaultCount.State


@arranged
def desk() -> Desk:
    """A room with 900 in chips and 800 in cash in its vault, and one who counts beside the manager."""
    desk = open_desk()
    cage.stock_vault(room=desk.room, chips=900_00, cash=800_00, key=key(), reason="delivery", **desk.at_the_vault())
    assert desk.second
    return desk


def faults() -> list[Finding]:
    connection.check_constraints()
    return [finding for finding in audit() if not finding.holds]


def enter(desk: Desk, count: VaultCount, who: User, *, chips: int = 0, cash: int = 0, **facts: Any) -> VaultCount:
    """What somebody counted: so much more or less than lies there."""
    return entered(count, who, desk.at(), lying(desk.room, chips=chips, cash=cash), **facts)


def recount(desk: Desk) -> VaultCount:
    """A count whose two counts differ."""
    count = enter(desk, begun(desk), desk.manager)
    return enter(desk, count, desk.second, cash=5_00)


def codes(desk: Desk, *wanted: str) -> list[str]:
    day = desk.room.gaming_day(desk.now)
    return [item.code for item in open_items(desk.room, day) if item.code in wanted]


def sentences(desk: Desk, wanted: str) -> list[str]:
    day = desk.room.gaming_day(desk.now)
    return [item.sentence for item in open_items(desk.room, day) if item.code == wanted]


class TestTwoWhoAgree:
    def test_equal_counts_end_it_and_book_nothing_where_the_books_are_right(self, desk: Desk) -> None:
        count = vault_counted(desk, second=desk.second)
        assert (count.state, count.expected_chips, count.expected_cash) == (S.COUNTED, 900_00, 800_00)
        assert not VaultVariance.objects.exists()
        assert [sheet.part for sheet in count.sheets.all()] == ["first", "second"]
        assert faults() == []

    def test_what_is_short_is_a_transfer_of_its_own_against_both_names_chips_and_cash_apart(self, desk: Desk) -> None:
        count = vault_counted(desk, chips=-3_00, cash=1_00, second=desk.second)
        assert vault(desk.room) == (897_00, 801_00)
        assert (desk.held(AccountKind.OVER_SHORT), desk.held(AccountKind.OVER_SHORT_CASH)) == (3_00, -1_00)
        rows = Transfer.objects.filter(request_key=count.variance.request_key).order_by("number")
        assert [(row.kind, row.amount) for row in rows] == [
            (TransferKind.VARIANCE, 3_00),
            (TransferKind.VARIANCE, 1_00),
        ]
        assert {row.reason for row in rows} == {f"{desk.manager} and {desk.second} counted"}
        assert faults() == []

    def test_it_is_no_baseline_and_the_next_count_starts_from_it(self, desk: Desk) -> None:
        vault_counted(desk, chips=-3_00)
        count = vault_counted(desk)
        assert (count.expected_chips, VaultVariance.objects.count()) == (897_00, 1)

    def test_either_may_count_first_in_time(self, desk: Desk) -> None:
        count = enter(desk, begun(desk), desk.second)
        assert (count.state, enter(desk, count, desk.manager).state) == (S.COUNTING, S.COUNTED)

    def test_the_same_request_counts_once(self, desk: Desk) -> None:
        count, same = begun(desk), key()
        sheet = lying(desk.room)
        for _ in range(2):
            entered(count, desk.manager, desk.now, sheet, key=same)
        assert VaultSheet.objects.count() == 1

    def test_the_trail_says_who_counted_and_no_amount_before_both_have(self, desk: Desk) -> None:
        enter(desk, begun(desk), desk.manager)
        assert AuditEvent.objects.get(verb="vault.counted").after == {"counter": desk.manager.pk}


class TestWho:
    def test_one_person_alone_counts_once(self, desk: Desk) -> None:
        count = enter(desk, begun(desk), desk.manager)
        refused("same_person", lambda: enter(desk, count, desk.manager))
        refused("same_person", lambda: enter(desk, count, desk.second, second=desk.manager))

    def test_a_third_doesn_t_take_the_place_of_the_second(self, desk: Desk) -> None:
        count = enter(desk, begun(desk), desk.second)
        refused("same_person", lambda: enter(desk, count, person(desk.room, "floor")))

    def test_one_of_the_two_is_a_supervisor(self, desk: Desk) -> None:
        count = begun(desk, by=desk.cashier)
        enter(desk, count, desk.cashier)
        refused("supervisor_needed", lambda: enter(desk, count, person(desk.room, "cashier")))
        assert enter(desk, count, desk.second).state == S.COUNTED

    def test_who_counts_no_drawers_counts_no_vault(self, desk: Desk) -> None:
        host = person(desk.room, "host")
        refused("counter_may_not", lambda: begun(desk, by=host))
        refused("counter_may_not", lambda: enter(desk, begun(desk), host))

    def test_who_has_seen_what_must_be_there_isn_t_the_second(self, desk: Desk) -> None:
        cage.note_vault_look(room=desk.room, by=desk.second, at=desk.at())
        count = begun(desk)
        refused("has_seen_expected", lambda: enter(desk, count, desk.second))
        assert enter(desk, count, person(desk.room, "floor")).state == S.COUNTING

    def test_who_has_seen_it_may_begin_and_count_first(self, desk: Desk) -> None:
        cage.note_vault_look(room=desk.room, by=desk.manager, at=desk.at())
        assert vault_counted(desk).state == S.COUNTED

    def test_a_look_is_over_with_the_next_count(self, desk: Desk) -> None:
        for _ in range(2):
            cage.note_vault_look(room=desk.room, by=desk.second, at=desk.at())
        assert VaultLook.objects.count() == 1
        vault_counted(desk)
        assert vault_counted(desk, second=desk.second).state == S.COUNTED

    def test_sums_that_hold_the_vault_are_a_look_too(self, desk: Desk) -> None:
        cage.note_looks(room=desk.room, by=desk.second, at=desk.at())
        refused("has_seen_expected", lambda: enter(desk, begun(desk), desk.second))


class TestWhileItIsCounted:
    def test_nothing_enters_it_or_leaves_it(self, desk: Desk) -> None:
        begun(desk)
        two, room = desk.at_the_vault(), desk.room
        refused("vault_counting", lambda: begun(desk))
        stock = {"room": room, "chips": 0, "cash": 5_00, "key": key(), "reason": "delivery"}
        refused("vault_counting", lambda: cage.stock_vault(**stock, **two))
        bank = {"room": room, "key": key(), "reason": "slip 12"}
        for amount in (5_00, 5_000_00):
            refused("vault_counting", lambda amount=amount: cage.bank_cash(amount=amount, **bank, **two))
        fill = {"drawer": desk.drawer, "chips": 5_00, "cash": 0, "key": key()}
        refused("vault_counting", lambda: cage.fund_drawer(**fill, **two))

    def test_slips_wait_at_either_end(self) -> None:
        slips = open_slips_desk()
        asked = slips.authorise(slips.ask())
        sent = slips.send(slips.authorise(slips.ask(table=slips.table)))
        begun(slips.desk)
        refused("vault_counting", lambda: slips.send(asked))
        assert slips.receive(sent).state == "received"  # what was on its way when it began is in no vault

    def test_what_apps_below_the_cage_move_there_waits_too(self, desk: Desk) -> None:
        begun(desk)
        chips, felt = house_account(desk.room, AccountKind.VAULT_CHIPS), table_account(desk.session, AccountKind.FELT)
        moves = [Move(chips, felt, 1_00, TransferKind.SHORTFALL)]
        refused("vault_counting", lambda: post(room=desk.room, key=key(), moves=moves, **desk.by()))

    def test_the_database_refuses_it_too(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        begun(desk)
        monkeypatch.setattr("players.ledger.posting._refuse_counted_vault", lambda moves, room: None)
        stock = {"room": desk.room, "chips": 0, "cash": 5_00, "key": key(), "reason": "delivery"}
        with pytest.raises(IntegrityError, match="takes and gives nothing"), transaction.atomic():
            cage.stock_vault(**stock, **desk.at_the_vault())

    def test_a_refusal_never_says_what_lies_there(self, desk: Desk) -> None:
        two, bank = desk.at_the_vault(), {"room": desk.room, "key": key(), "reason": "slip 12"}
        fill = {"drawer": desk.drawer, "chips": 999_00, "cash": 0, "key": key()}
        for act in (lambda: cage.fund_drawer(**fill, **two), lambda: cage.bank_cash(amount=999_00, **bank, **two)):
            refusal = refused("vault_short", act)
            assert ("900" in refusal.message, "800" in refusal.message, refusal.allowed) == (False, False, {})


class TestTogether:
    def test_three_end_it_and_all_three_sheets_stay(self, desk: Desk) -> None:
        count, third = recount(desk), person(desk.room, "floor")
        assert count.state == S.RECOUNT
        refused("vault_recount", lambda: enter(desk, count, third))
        facts = {"count": count, "counted": lying(desk.room, cash=5_00), "by": desk.manager, "second": desk.second}
        ended = cage.count_vault_together(**facts, third=third, key=key(), at=desk.at())
        assert (ended.state, ended.sheets.count(), ended.variance.cash) == (S.COUNTED, 3, 5_00)
        assert faults() == []

    def test_both_who_counted_are_among_them(self, desk: Desk) -> None:
        count = recount(desk)
        facts: dict[str, Any] = {"count": count, "counted": lying(desk.room), "key": key(), "at": desk.at()}
        two = {"second": desk.second, "third": desk.cashier}
        refused("counter_missing", lambda: cage.count_vault_together(**facts, by=person(desk.room, "floor"), **two))
        refused("third_needed", lambda: cage.count_vault_together(**facts, by=desk.manager, second=desk.second))

    def test_who_has_looked_since_doesn_t_count_on(self, desk: Desk) -> None:
        count = recount(desk)
        cage.note_vault_look(room=desk.room, by=desk.second, at=desk.at())
        facts: dict[str, Any] = {"count": count, "counted": lying(desk.room), "by": desk.manager, "second": desk.second}
        facts |= {"third": desk.cashier, "key": key(), "at": desk.at()}
        refused("has_seen_expected", lambda: cage.count_vault_together(**facts))


class TestGivenUp:
    def test_one_button_gives_it_up_before_two_counts_differ(self, desk: Desk) -> None:
        count = enter(desk, begun(desk), desk.manager)
        cage.give_up_vault_count(count=count, by=desk.second, at=desk.at())
        assert vault_counted(desk).state == S.COUNTED
        assert VaultCount.objects.filter(state=S.GIVEN_UP).count() == 1
        refused("vault_count_given_up", lambda: enter(desk, count, desk.second))

    def test_two_that_differ_are_given_up_before_a_supervisor_who_made_neither(self, desk: Desk) -> None:
        count = recount(desk)
        facts: dict[str, Any] = {"count": count, "by": desk.manager, "at": desk.at()}
        refused("reason_missing", lambda: cage.give_up_vault_count(**facts, second=person(desk.room, "floor")))
        refused("second_needed", lambda: cage.give_up_vault_count(**facts, reason="an alarm rang"))
        for code, second in (("same_person", desk.second), ("not_a_supervisor", desk.cashier)):
            given = {"second": second, "reason": "an alarm rang"}
            refused(code, lambda given=given: cage.give_up_vault_count(**facts, **given))
        floor = person(desk.room, "floor")
        assert cage.give_up_vault_count(**facts, second=floor, reason="an alarm rang").second == floor
        assert faults() == []

    def test_what_has_ended_is_not_given_up(self, desk: Desk) -> None:
        count = vault_counted(desk)
        refused("vault_counted", lambda: cage.give_up_vault_count(count=count, by=desk.manager, at=desk.at()))


class TestAnsweredFor:
    def test_beyond_the_notice_it_is_investigated_and_from_200_the_regulator_told(self, desk: Desk) -> None:
        vault_counted(desk, cash=-5_00)
        assert not Investigation.objects.exists()
        vault_counted(desk, cash=-200_00)
        asked = Investigation.objects.get()
        assert (asked.about, asked.due_at is not None) == (VaultVariance.objects.first(), True)
        assert not_told(desk.room) == [asked]
        assert codes(desk, "variance_open", "regulator_not_told") == ["variance_open", "regulator_not_told"]

    def test_nobody_who_counted_settles_it(self, desk: Desk) -> None:
        vault_counted(desk, cash=-20_00)
        asked, outcome = Investigation.objects.get(), Investigation.State.ACCEPTED
        settle = lambda by: cage.settle_investigation(  # noqa: E731
            investigation=asked, outcome=outcome, text="not found", by=by, at=desk.at()
        )
        refused("not_your_variance", lambda: settle(desk.manager))
        assert settle(person(desk.room, "manager")).state == outcome

    def test_rows_that_moved_something_at_the_vault_since_its_last_count_explain_it(self, desk: Desk) -> None:
        before = Transfer.objects.latest("chain_number").chain_number
        vault_counted(desk)
        two = desk.at_the_vault()
        cage.stock_vault(room=desk.room, chips=0, cash=20_00, key=key(), reason="delivery", **two)
        brought = Transfer.objects.latest("chain_number").chain_number
        vault_counted(desk, cash=-20_00)
        facts: dict[str, Any] = {"investigation": Investigation.objects.get(), "text": "it never came"}
        facts |= {"outcome": Investigation.State.EXPLAINED, "by": person(desk.room, "manager"), "at": desk.at()}
        refused("transfer_elsewhere", lambda: cage.settle_investigation(transfers=[before], **facts))
        assert cage.settle_investigation(transfers=[brought], **facts).transfers == [brought]

    def test_little_by_little_adds_up_by_person(self, desk: Desk) -> None:
        vault_counted(desk, cash=-4_00, second=desk.second)
        close_exactly(desk.drawer, by=desk.cashier, second=person(desk.room, "floor"), at=desk.at(), cash=-4_00)
        assert not Investigation.objects.exists()
        vault_counted(desk, cash=-2_00, second=desk.second)
        assert Investigation.objects.get().vault_variance == VaultVariance.objects.first()

    def test_what_a_drawer_lacks_adds_to_what_its_cashier_counted_short_in_the_vault(self, desk: Desk) -> None:
        count = begun(desk, by=desk.cashier)
        for who in (desk.cashier, desk.second):
            count = enter(desk, count, who, cash=0 if count.state == S.COUNTED else -4_00)
        close_exactly(desk.drawer, by=desk.cashier, second=person(desk.room, "floor"), at=desk.at(), cash=-4_00)
        assert Investigation.objects.get().variance is not None


class TestPieces:
    def test_chips_that_nobody_issued_raise_an_alarm(self, desk: Desk) -> None:
        vault_counted(desk, chips=2 * 50_900_00)
        assert open_alarms(desk.room)

    def test_a_value_that_the_room_doesn_t_count_in_is_refused(self, desk: Desk) -> None:
        refused("denomination_unknown", lambda: entered(begun(desk), desk.manager, desk.at(), Counted({3: 1}, {})))


class TestDue:
    def test_a_day_waits_for_its_count(self, desk: Desk) -> None:
        assert codes(desk, "vault_not_counted") == ["vault_not_counted"]
        vault_counted(desk)
        assert codes(desk, "vault_not_counted") == []

    def test_what_people_move_after_it_is_counted_again(self, desk: Desk) -> None:
        day, at = desk.room.gaming_day(desk.now), vault_counted(desk).ended_at
        assert at
        moves = (
            lambda: cage.bank_cash(amount=1_00, reason="slip 12", **self.moved(desk)),
            lambda: cage.stock_vault(chips=0, cash=1_00, reason="delivery", **self.moved(desk)),
            lambda: cage.stock_vault(chips=100_00, cash=0, reason="delivery", **self.moved(desk)),
            lambda: cage.fund_drawer(drawer=desk.drawer, chips=100_00, cash=0, key=key(), **desk.at_the_vault()),
        )
        for move in moves:
            move()
            assert codes(desk, "vault_not_counted") == ["vault_not_counted"]
            vault_counted(desk)
            assert codes(desk, "vault_not_counted") == []
        desk.now = end_of(desk.room, day)
        moves[0]()
        assert count_due(desk.room, day, desk.now) is None, "the next day’s count answers for it"

    def test_the_item_says_when_it_was_counted_and_what_moved_since(self, desk: Desk) -> None:
        counted_at = vault_counted(desk).ended_at
        assert counted_at
        moves = [desk.now + timedelta(minutes=30 + number) for number in range(4)]
        for number, at in enumerate(moves):
            desk.now = at
            cage.bank_cash(amount=1_00, reason=f"slip {number}", **self.moved(desk))
        rows = list(Transfer.objects.filter(kind=TransferKind.FUNDING).order_by("-pk")[:4])[::-1]
        zone, (sentence,) = desk.room.zone, sentences(desk, "vault_not_counted")
        named = ", ".join(f"cash brought or banked at {row.at.astimezone(zone):%H:%M} by {row.by}" for row in rows[:3])
        assert sentence == (
            f"The vault was counted at {counted_at.astimezone(zone):%H:%M}, and moves followed ({named}, 1 more): two "
            "people count it again, one of them a supervisor."
        )

    def test_boxes_that_are_counted_in_after_it_are_none(self, desk: Desk) -> None:
        table = HandTable(desk, {seat: desk.seated(200_00, seat=seat) for seat in (1, 2, 3)})
        table.tick(300)
        vault_counted(desk)
        pull = counted(desk, pulled(desk, "P1"))
        assert Transfer.objects.filter(request_key=pull.counted_key, target__kind=AccountKind.VAULT_CHIPS).exists()
        assert codes(desk, "vault_not_counted") == []

    def test_a_slip_that_is_sent_or_comes_after_it_is_one(self) -> None:
        slips = open_slips_desk()
        desk = slips.desk
        vault_counted(desk)
        fill = slips.sent(chips=300_00)
        assert codes(desk, "vault_not_counted") == ["vault_not_counted"]
        vault_counted(desk)
        slips.receive(fill)
        credit = slips.sent(CREDIT, chips=100_00)
        assert codes(desk, "vault_not_counted") == [], "it moved at the drawer"
        slips.receive(credit)
        assert codes(desk, "vault_not_counted") == ["vault_not_counted"]

    def moved(self, desk: Desk) -> dict[str, Any]:
        return {"room": desk.room, "key": key()} | desk.at_the_vault()

    def test_a_count_that_is_given_up_or_half_done_is_none(self, desk: Desk) -> None:
        count = enter(desk, begun(desk), desk.manager)
        assert codes(desk, "vault_not_counted") == ["vault_not_counted"]
        cage.give_up_vault_count(count=count, by=desk.manager, at=desk.at())
        assert codes(desk, "vault_not_counted") == ["vault_not_counted"]
        vault_counted(desk)
        cage.give_up_vault_count(count=begun(desk), by=desk.manager, at=desk.at())
        assert codes(desk, "vault_not_counted") == [], "nor does it undo the one before"

    def test_a_late_count_answers_for_the_day_that_waits_and_not_for_the_next_too(self, desk: Desk) -> None:
        day = end_day(desk)
        assert answers_for(desk.room, desk.now) == end_of(desk.room, day)
        vault_counted(desk)
        assert count_due(desk.room, day, desk.now) is None
        assert count_due(desk.room, day + timedelta(days=1), desk.now) == end_of(desk.room, day + timedelta(days=1))

    def test_a_day_after_a_locked_one_has_its_count_at_once(self, desk: Desk) -> None:
        day = end_day(desk)
        tie_out(desk, day)
        lock_day(desk, day)
        assert answers_for(desk.room, desk.now) == end_of(desk.room, day + timedelta(days=1))

    def test_a_vault_that_holds_nothing_and_had_no_move_has_nothing_to_count(self, desk: Desk) -> None:
        day = desk.room.gaming_day(desk.now)
        empty = Room.objects.create(name="Empty", slug="empty")
        assert count_due(empty, day, desk.now) is None
        later = day + timedelta(days=3)
        assert count_due(desk.room, later, desk.now) is not None  # it still holds something
        bank: dict[str, Any] = {"room": desk.room, "key": key(), "reason": "slip 12"}
        cage.bank_cash(amount=800_00, **bank, **desk.at_the_vault())
        cage.fund_drawer(drawer=desk.drawer, chips=900_00, cash=0, key=key(), **desk.at_the_vault())
        assert count_due(desk.room, day, desk.now) is not None  # it moved on that day
        assert count_due(desk.room, later, desk.now) is None

    def test_in_shifts_each_end_waits_for_a_count(self, desk: Desk) -> None:
        room = desk.room
        room.vault_counted, room.shift_starts = Room.VaultCounted.EACH_SHIFT, ["06:00", "14:00", "22:00"]
        room.save()
        day, zone = room.gaming_day(desk.now), room.zone
        last, shift = end_of(room, day), datetime.combine(desk.now.date(), time(22), zone)
        desk.now = shift + timedelta(minutes=30)
        assert count_due(room, day, desk.now) == shift
        assert codes(desk, "vault_not_counted") == ["vault_not_counted"]
        assert vault_counted(desk).until == shift
        assert count_due(room, day, desk.now) == datetime.combine(last.astimezone(zone).date(), time(6), zone)
        assert vault_counted(desk).until == datetime.combine(last.astimezone(zone).date(), time(6), zone)
        assert count_due(room, day, desk.now) is None


class TestSlipsDesk:
    def test_a_fill_on_its_way_is_in_no_count(self) -> None:
        slips: Slips = open_slips_desk()
        before = vault(slips.desk.room)
        slips.send(slips.authorise(slips.ask(chips=300_00)))
        assert vault_counted(slips.desk).expected_chips == before[0] - 300_00


def test_pieces_of_the_vault_go_out_with_what_leaves_it(desk: Desk) -> None:
    vault_counted(desk)
    lay = vault_pieces(desk.room)["the vault"]
    largest = max(lay)
    cage.fund_drawer(drawer=desk.drawer, chips=largest, cash=0, key=key(), **desk.at_the_vault())
    assert vault_pieces(desk.room)["the vault"].get(largest, 0) == lay[largest] - 1
    assert sum(value * number for value, number in lay.items()) == 900_00
