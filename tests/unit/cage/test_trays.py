"""Trays counted by two who sign, and felts that are settled by name at the close of their table (C-2, C-8, R25-R28)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

import cage as cage_app
from cage import services as cage
from cage.alarms import TRAY_UNCOUNTED
from cage.counted import Counted
from cage.models import Investigation, TransitSlip, TrayCount
from cage.selectors.regulator_notes import not_told
from cage.selectors.trays import TRAY_OFF, trays_not_opened
from config.audit.books import Finding, audit
from config.audit.models import AuditEvent
from config.days.registry import end_of
from config.days.selectors import open_items
from config.staff.models import User
from games.services import record_tick
from players.models import AccountKind, Transfer
from players.selectors.ledger import Search, find
from tables.models import SessionAlarm, TableSession
from tables.residuals import residuals_at
from tables.selectors.alarms import alarms_at
from tables.services import (
    add_table,
    close_table,
    open_table,
    put_away_alarm,
    put_in,
    raise_alarm,
    register_dealer,
    start_shift,
)
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import counted
from tests.support.figures import tells
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.slips import CREDIT, Slips, open_slips_desk
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db
P = TrayCount.Part


@arranged
def slips() -> Slips:
    """A table whose tray holds 500."""
    slips = open_slips_desk()
    slips.received(chips=500_00, table=slips.table)
    return slips


@arranged
def table() -> HandTable:
    """Four players at a table."""
    return open_hand_table()


@arranged
def desk() -> Desk:
    """A room with an open table at which nobody sits."""
    return open_desk()


def faults() -> list[Finding]:
    connection.check_constraints()
    return [finding for finding in audit() if not finding.holds]


def codes_open(slips: Slips) -> list[str]:
    """The open items of the day about slips, trays and felts."""
    room = slips.desk.room
    day = room.gaming_day(slips.desk.now)
    found = [item.code for item in open_items(room, day)]
    return [code for code in found if code in ("slip_open", "tray_not_counted", "tray_off", "felt_not_settled")]


class TestCounts:
    def test_an_equal_count_moves_nothing(self, slips: Slips) -> None:
        count = slips.count(500_00)
        assert (count.variance, count.counted_by, count.verified_by) == (0, slips.dealer, slips.floor)
        assert not Transfer.objects.filter(kind="variance").exists()
        assert faults() == []

    @pytest.mark.parametrize("off", [-25_00, 10_00])
    def test_another_count_is_booked_with_both_names_and_is_no_baseline(self, slips: Slips, off: int) -> None:
        count = slips.count(500_00 + off, P.SHIFT)
        assert (count.variance, slips.in_tray) == (off, 500_00 + off)
        assert slips.desk.held(AccountKind.OVER_SHORT) == -off
        row = Transfer.objects.get(kind="variance")
        assert row.reason == f"{slips.dealer} counted, {slips.floor} verified"
        assert slips.count(500_00 + off, P.CLOSING).variance == 0
        assert faults() == []

    def test_who_signed_in_may_be_either_of_the_two(self, slips: Slips) -> None:
        count = slips.count(500_00, by=slips.dealer, second=slips.floor)
        assert (count.counted_by, count.verified_by) == (slips.dealer, slips.floor)

    def test_two_sign_and_one_is_a_supervisor(self, slips: Slips) -> None:
        refused("second_needed", lambda: slips.count(500_00, second=None))
        refused("same_person", lambda: slips.count(500_00, second=slips.floor))
        refused("slip_may_not", lambda: slips.count(500_00, second=slips.desk.cashier))
        other = person(slips.desk.room, "host")
        refused("supervisor_needed", lambda: slips.count(500_00, by=slips.dealer, second=other))

    def test_who_deals_is_named(self, slips: Slips) -> None:
        facts = slips.desk.by()
        dora = register_dealer(room=slips.desk.room, badge_number="D7", display_name="Dora", **facts)
        start_shift(dealer=dora, **facts)
        put_in(session=slips.desk.session, dealer=dora, **facts)
        assert slips.count(500_00).dealer == dora

    def test_a_tray_is_a_table_s_own_and_holds_chips(self, slips: Slips) -> None:
        other = slips.desk.open_table().table
        refused("no_tray", lambda: slips.count(500_00, table=other))
        refused("cash_in_tray", lambda: slips.count(0, counted=Counted({}, {100_00: 1})))
        refused("denomination_unknown", lambda: slips.count(0, counted=Counted({77: 1}, {})))

    def test_a_retry_counts_once(self, slips: Slips) -> None:
        same = key()
        assert slips.count(450_00, P.SHIFT, key=same) == slips.count(450_00, P.SHIFT, key=same)
        assert slips.desk.held(AccountKind.OVER_SHORT) == 50_00

    def test_a_tray_that_holds_chips_stays(self, slips: Slips) -> None:
        def away() -> object:
            return cage.set_tray(table=slips.table, imprest=None, by=slips.desk.manager, at=slips.desk.at())

        refused("tray_not_empty", away)
        credit = slips.sent(CREDIT, 500_00, table=slips.table)
        refused("tray_not_empty", away)
        slips.receive(credit)
        away()
        refused("no_tray", lambda: slips.ask(table=slips.table))


@arranged
def dealt() -> HandTable:
    """Four players at a table with a tray, which is empty, where a quick hand was recorded."""
    table = open_hand_table()
    cage.set_tray(table=table.session.table, imprest=500_00, by=table.desk.manager, at=table.desk.at())
    table.tick()
    return table


class TestDealtUncounted:
    """R27: a tray is counted when its table opens; a table that is dealt without it says so until it is counted."""

    def count(self, table: HandTable, chips: int = 0, part: TrayCount.Part = P.OPENING) -> TrayCount:
        room = table.desk.room
        facts = {"counted": counted(room, chips), "by": table.floor, "second": person(room, "host")}
        return cage.count_tray(table=table.session.table, part=part, key=key(), at=table.desk.at(), **facts)

    def alarms(self, table: HandTable) -> list[str]:
        found = alarms_at([table.session], table.desk.at()).get(table.session.pk, [])
        return [line.href for line in found if line.kind == TRAY_UNCOUNTED]

    def test_it_leads_to_the_count_and_goes_with_it(self, dealt: HandTable) -> None:
        assert self.alarms(dealt) == [f"/tables/{dealt.session.table_id}/tray/"]
        self.count(dealt)
        assert self.alarms(dealt) == []

    def test_a_full_hand_is_dealt_too_and_a_voided_one_was(self) -> None:
        table = open_hand_table()
        cage.set_tray(table=table.session.table, imprest=500_00, by=table.desk.manager, at=table.desk.at())
        assert self.alarms(table) == [], "nothing is dealt yet"
        table.record(table.act(table.deal(), "f", "f", "f"))
        assert len(self.alarms(table)) == 1

    def test_a_first_count_that_differs_is_none(self, dealt: HandTable) -> None:
        assert self.count(dealt, 10_00).is_first
        assert len(self.alarms(dealt)) == 1
        self.count(dealt, 10_00)
        assert self.alarms(dealt) == []

    def test_a_table_without_a_tray_has_none_to_count(self) -> None:
        table = open_hand_table()
        table.tick()
        assert self.alarms(table) == []

    def test_a_table_that_plays_through_is_counted_for_the_new_day(self, dealt: HandTable) -> None:
        self.count(dealt)
        room = dealt.desk.room
        dealt.desk.now = end_of(room, room.gaming_day(dealt.desk.now))
        assert self.alarms(dealt) == [], "nothing is dealt in the new day yet"
        dealt.tick()
        assert len(self.alarms(dealt)) == 1
        self.count(dealt, part=P.DROPPED)
        assert self.alarms(dealt) == []

    def test_a_tray_may_be_counted_before_its_table_is_opened(self) -> None:
        dealt = open_hand_table()
        table = dealt.session.table
        cage.set_tray(table=table, imprest=500_00, by=dealt.desk.manager, at=dealt.desk.at())
        self.count(dealt, part=P.CLOSING)
        for sitting in dealt.sittings.values():
            dealt.desk.leave(sitting)
        close_table(session=dealt.session, by=dealt.desk.manager, at=dealt.desk.at())
        for is_counted in (False, True, False):
            if is_counted:
                self.count(dealt)
            again = open_table(table=table, by=dealt.desk.manager, at=dealt.desk.at())
            assert again.pk != dealt.desk.session.pk
            record_tick(session=again, rake_taken=0, key=key(), by=dealt.floor, at=dealt.desk.at())
            found = alarms_at([again], dealt.desk.at()).get(again.pk, [])
            assert (TRAY_UNCOUNTED in [line.kind for line in found]) != is_counted
            close_table(session=again, by=dealt.desk.manager, at=dealt.desk.at())

    def test_many_tables_take_no_more_queries(self, dealt: HandTable) -> None:
        other = dealt.desk.open_table()
        cage.set_tray(table=other.table, imprest=500_00, by=dealt.desk.manager, at=dealt.desk.at())
        sessions = list(TableSession.objects.select_related("table", "room").filter(closed_at=None))
        assert len(sessions) == 2
        for some in (sessions[:1], sessions):
            with CaptureQueriesContext(connection) as taken:
                trays_not_opened(some, dealt.desk.now)
            assert len(taken) == 3


class TestWhatIsOff:
    def settle(self, slips: Slips, by: User | None = None, second: User | None = None, **facts: Any) -> Investigation:
        investigation = Investigation.objects.latest("pk")
        given = {"outcome": Investigation.State.ACCEPTED, "text": "a chip lay under the tray", "at": slips.desk.at()}
        people = {"by": by or slips.desk.manager, "second": second}
        return cage.settle_investigation(investigation=investigation, **(given | people | facts))

    def test_beyond_the_notice_somebody_who_did_not_count_settles_it_before_the_day_is_locked(
        self, slips: Slips
    ) -> None:
        count = slips.count(494_00, P.SHIFT)
        investigation, alarm = Investigation.objects.get(), SessionAlarm.objects.get(kind=TRAY_OFF)
        assert (investigation.tray, str(investigation.about)) == (count, f"{slips.table}’s tray at the shift")
        assert investigation.due_at == count.at + timedelta(days=3)
        assert not tells(alarm.text, "494"), "it is counted blind again"
        assert "tray_off" in codes_open(slips)
        looked: dict[str, Any] = {"seen": 1, "reason": "looked", "by": slips.desk.manager, "at": count.at}
        refused("alarm_stays", lambda: put_away_alarm(alarm=alarm, **looked))
        for named in (slips.floor, slips.dealer):
            refused("not_your_variance", lambda named=named: self.settle(slips, named))  # type: ignore[misc]
        self.settle(slips)
        assert "tray_off" not in codes_open(slips)
        alarm.refresh_from_db()
        assert alarm.cleared_by == slips.desk.manager

    def test_from_the_room_s_amount_on_two_people_settle_it_of_whom_it_names_none(self, slips: Slips) -> None:
        slips.count(450_00, P.SHIFT)
        refused("second_needed", lambda: self.settle(slips))
        refused("not_your_variance", lambda: self.settle(slips, second=slips.floor))
        assert self.settle(slips, second=slips.other_floor).second == slips.other_floor

    def test_rows_of_the_tray_since_its_count_before_explain_it(self, slips: Slips) -> None:
        """A fill that was booked and never came."""
        early = Transfer.objects.filter(target__kind=AccountKind.TRAY).latest("chain_number").chain_number
        slips.count(500_00)
        slips.received(chips=40_00, table=slips.table)
        fill = Transfer.objects.filter(target__kind=AccountKind.TRAY).latest("chain_number").chain_number
        slips.count(500_00, P.SHIFT)
        explained: dict[str, Any] = {"outcome": Investigation.State.EXPLAINED, "second": slips.other_floor}
        refused("transfer_elsewhere", lambda: self.settle(slips, transfers=[early], **explained))
        assert self.settle(slips, transfers=[fill], **explained).transfers == [fill]

    def test_where_nobody_ever_played_it_is_investigated_too(self, slips: Slips) -> None:
        table = add_table(room=slips.desk.room, name="Table 99", seats=9, by=slips.desk.manager, at=slips.desk.at())
        cage.set_tray(table=table, imprest=500_00, by=slips.desk.manager, at=slips.desk.at())
        slips.count(10_00, P.CLOSING, table=table)
        assert Investigation.objects.get().tray is not None
        assert not SessionAlarm.objects.filter(kind=TRAY_OFF).exists()
        assert "tray_off" in codes_open(slips)

    def test_the_regulator_is_told_of_what_is_large(self, slips: Slips) -> None:
        slips.count(300_00, P.SHIFT)
        (waiting,) = not_told(slips.desk.room)
        day = slips.desk.room.gaming_day(slips.desk.now)
        codes = [item.code for item in open_items(slips.desk.room, day)]
        assert "regulator_not_told" in codes
        facts: dict[str, Any] = {"investigation": waiting, "text": "Report 17", "at": slips.desk.at()}
        refused("not_your_variance", lambda: cage.note_regulator(**facts, key=key(), by=slips.floor))
        cage.note_regulator(**facts, key=key(), by=slips.desk.manager)
        assert not_told(slips.desk.room) == []

    def test_its_page_tells_it_and_settles_it(self, slips: Slips) -> None:
        slips.count(494_00, P.SHIFT)
        manager, investigation = signed_in(slips.desk.manager), Investigation.objects.get()
        shown = text(manager.get("/cage/variances/"))
        assert f"{slips.table}’s tray at the shift, counted by {slips.dealer}, verified by {slips.floor}" in shown
        sent = {"outcome": "accepted", "text": "not found", "transfers": "", "stays": ""}
        assert manager.post(f"/cage/investigations/{investigation.pk}/", sent).status_code == 303
        shown = text(manager.get("/cage/variances/"))
        assert f"accepted by {slips.desk.manager}: not found" in shown
        assert "Nothing was short or over" not in shown

    def test_alarms_of_before_are_investigations_since(self, slips: Slips, monkeypatch: pytest.MonkeyPatch) -> None:
        """What stood as an alarm alone when the release was installed is asked by an investigation."""
        monkeypatch.setattr("cage.services.tray_alarms.investigate", lambda _, **facts: None)
        count = slips.count(494_00, P.SHIFT)
        raise_alarm(session=slips.desk.session, kind=TRAY_OFF, subject=str(count.pk), text="off", at=count.at)
        assert codes_open(slips) == ["tray_not_counted"]
        with connection.cursor() as cursor:
            cursor.execute((Path(cage_app.__file__).parent / "sql" / "trays_investigated.sql").read_text())
        investigation = Investigation.objects.get()
        assert (investigation.tray, investigation.due_at, investigation.note_due_at) == (count, None, None)
        assert "tray_off" in codes_open(slips)

    def test_its_alarm_leads_whoever_reads_the_ledger_to_the_rows(self, slips: Slips) -> None:
        count = slips.count(494_00, P.SHIFT)
        alarm = SessionAlarm.objects.get(kind=TRAY_OFF)
        shown = signed_in(slips.desk.manager).get(f"/alarms/{alarm.pk}/").content.decode()
        row = Transfer.objects.get(request_key=count.request_key)
        address = f"/ledger/accounts/{row.source_id}/"
        assert row.source.kind == AccountKind.TRAY
        assert f'href="{address}"' in shown
        assert signed_in(slips.desk.manager).get(address).status_code == 200
        host = person(slips.desk.room, "host")
        assert address not in signed_in(host).get(f"/alarms/{alarm.pk}/").content.decode()

    def test_what_goes_little_by_little_adds_up(self, slips: Slips) -> None:
        slips.count(496_00, P.SHIFT)
        slips.count(496_00, P.SHIFT)
        assert not SessionAlarm.objects.filter(kind=TRAY_OFF).exists()
        slips.count(492_00, P.CLOSING)
        assert (SessionAlarm.objects.filter(kind=TRAY_OFF).count(), Investigation.objects.count()) == (1, 1)


class TestTheOpening:
    """A tray that is opened with a difference is counted again before it is booked (C-8)."""

    def test_a_first_difference_books_nothing(self, slips: Slips) -> None:
        first = slips.count(475_00)
        assert (first.is_first, slips.in_tray, slips.desk.held(AccountKind.OVER_SHORT)) == (True, 500_00, 0)
        assert AuditEvent.objects.filter(verb="tray.counted_first").count() == 1
        assert faults() == []

    def test_a_second_count_that_finds_the_same_is_booked_with_its_names(self, slips: Slips) -> None:
        slips.count(475_00)
        other = person(slips.desk.room, "host")
        count = slips.count(475_00, by=slips.other_floor, second=other)
        assert (count.is_first, count.variance, slips.in_tray) == (False, -25_00, 475_00)
        assert Transfer.objects.get(kind="variance").reason == f"{other} counted, {slips.other_floor} verified"
        assert faults() == []

    def test_the_same_two_may_count_again(self, slips: Slips) -> None:
        slips.count(475_00)
        assert slips.count(475_00).variance == -25_00

    def test_a_second_count_as_the_books_say_books_nothing(self, slips: Slips) -> None:
        slips.count(475_00)
        assert not slips.count(500_00).is_first
        assert (slips.in_tray, slips.desk.held(AccountKind.OVER_SHORT)) == (500_00, 0)
        assert slips.count(490_00).is_first, "the opening stands: another difference is a first one"

    def test_counts_that_differ_go_on_until_two_find_the_same(self, slips: Slips) -> None:
        assert [slips.count(amount).is_first for amount in (475_00, 480_00, 475_00)] == [True, True, False]
        assert slips.in_tray == 475_00
        assert faults() == []

    def test_what_came_between_is_no_difference(self, slips: Slips) -> None:
        slips.count(475_00)
        slips.received(chips=100_00, table=slips.table)
        assert slips.count(575_00).variance == -25_00
        assert slips.in_tray == 575_00

    def test_no_other_count_books_it_unseen(self, slips: Slips) -> None:
        slips.count(475_00)
        for part in (P.SHIFT, P.DROPPED, P.CLOSING):
            refused("tray_recount_due", lambda part=part: slips.count(475_00, part))
        slips.count(475_00)
        assert slips.count(475_00, P.CLOSING).variance == 0

    def test_another_session_begins_anew(self, slips: Slips) -> None:
        slips.count(475_00)
        close_table(session=slips.desk.session, by=slips.floor, at=slips.desk.at())
        assert slips.count(475_00, P.CLOSING).variance == -25_00

    def test_the_database_books_no_difference_that_was_found_once(self, slips: Slips) -> None:
        first = slips.count(475_00)
        first.pk, first.is_first, first.request_key = None, False, key()
        first.chips, first.chips_amount = {"10000": 4}, 400_00
        with pytest.raises(IntegrityError, match="not counted again"), transaction.atomic():
            first.save(force_insert=True)


class TestTheDay:
    def test_a_tray_without_a_count_keeps_the_day_open(self, slips: Slips) -> None:
        assert codes_open(slips) == ["tray_not_counted"]
        slips.count(500_00)
        assert codes_open(slips) == ["tray_not_counted"], "the opening count is none at the close"
        slips.count(500_00, P.CLOSING)
        assert codes_open(slips) == ["tray_not_counted"], "the table plays on: it is dropped open after the cut-off"

    def test_a_table_that_plays_on_is_dropped_open(self, slips: Slips) -> None:
        room, desk = slips.desk.room, slips.desk
        day = room.gaming_day(desk.now)
        desk.now = end_of(room, day)
        slips.count(500_00, P.DROPPED)
        assert [item.code for item in open_items(room, day) if item.code == "tray_not_counted"] == []

    def test_a_closed_table_is_counted_at_its_close(self, slips: Slips) -> None:
        slips.count(500_00, P.CLOSING)
        close_table(session=slips.desk.session, by=slips.floor, at=slips.desk.at())
        assert codes_open(slips) == []

    def test_a_count_after_the_close_is_one_too(self, slips: Slips) -> None:
        close_table(session=slips.desk.session, by=slips.floor, at=slips.desk.at())
        assert codes_open(slips) == ["tray_not_counted"]
        slips.count(500_00, P.CLOSING)
        assert codes_open(slips) == []

    def test_a_slip_that_moves_there_after_it_is_counted_again(self, slips: Slips) -> None:
        count = slips.count(500_00, P.CLOSING)
        close_table(session=slips.desk.session, by=slips.floor, at=slips.desk.at())
        slip = slips.authorise(slips.ask(CREDIT, chips=100_00, table=slips.table))
        assert codes_open(slips) == ["slip_open"], "nothing has moved yet"
        slips.receive(slips.send(slip))
        assert codes_open(slips) == ["tray_not_counted"]
        room = slips.desk.room
        (item,) = (
            item for item in open_items(room, room.gaming_day(slips.desk.now)) if item.code == "tray_not_counted"
        )
        assert item.sentence == (
            f"The tray of {slips.table} was counted at {count.at.astimezone(room.zone):%H:%M}, and a fill or a credit "
            "moved there since: whoever deals counts it again before a supervisor."
        )
        slips.count(400_00, P.CLOSING)
        assert codes_open(slips) == []

    def test_a_slip_of_the_next_day_is_of_that_day_although_nobody_plays_there(self, slips: Slips) -> None:
        slips.count(500_00, P.CLOSING)
        close_table(session=slips.desk.session, by=slips.floor, at=slips.desk.at())
        room, desk = slips.desk.room, slips.desk
        day = room.gaming_day(desk.now)
        desk.now = end_of(room, day)
        assert codes_open(slips) == []
        slips.received(CREDIT, chips=100_00, table=slips.table)
        assert codes_open(slips) == ["tray_not_counted"]
        assert [item.code for item in open_items(room, day) if item.code == "tray_not_counted"] == []

    def test_an_open_slip_keeps_the_day_open(self, slips: Slips) -> None:
        slips.count(500_00, P.CLOSING)
        close_table(session=slips.desk.session, by=slips.floor, at=slips.desk.at())
        slip = slips.ask()
        assert codes_open(slips) == ["slip_open"]
        slips.end(slip)
        assert codes_open(slips) == []


class TestTheTable:
    def test_it_does_not_close_while_a_slip_is_open(self, slips: Slips) -> None:
        slip = slips.sent(table=slips.table)
        facts = {"session": slips.desk.session, "by": slips.floor}
        refused("slip_on_its_way", lambda: close_table(at=slips.desk.at(), **facts), slip=slip.pk)
        other = slips.desk.open_table()
        close_table(session=other, by=slips.floor, at=slips.desk.at())
        slips.receive(slip)
        assert not close_table(at=slips.desk.at(), **facts).is_open

    def test_a_slip_that_is_open_for_too_long_is_an_alarm(self, slips: Slips) -> None:
        slip, session = slips.ask(table=slips.table), slips.desk.session
        soon, late = slip.at.replace(minute=slip.at.minute), slip.at + 16 * slips.desk.step
        assert alarms_at([session], soon) == {}
        (line,) = alarms_at([session], late)[session.pk]
        assert (line.kind, f"{slip} is asked for for too long") == ("slip_late", line.text)
        slips.end(slip)
        assert alarms_at([session], late) == {}

    def test_what_it_is_off_stands_each_by_itself(self, slips: Slips) -> None:
        session = slips.desk.session
        shown = {each.name: (each.amount, each.at) for each in residuals_at([session])[session.pk]}
        assert shown == {"tray": (None, None), "felt": (None, None), "box": (None, None)}
        slips.count(480_00)
        assert residuals_at([session])[session.pk][0].amount is None, "nothing stands yet"
        count = slips.count(480_00)
        tray = residuals_at([session])[session.pk][0]
        assert (tray.name, tray.amount, tray.at) == ("tray", -20_00, count.at)

    def test_the_ledger_finds_its_slips_by_the_table(self, slips: Slips) -> None:
        other = slips.desk.open_table().table
        slips.received(chips=100_00)  # the drawer's
        slips.count(480_00)
        slips.count(480_00)
        rows = lambda table: find(slips.desk.room, Search(table=table.name)).rows  # noqa: E731
        assert [row.transfer.amount for row in rows(slips.table)] == [20_00, 500_00, 500_00], "short, received, sent"
        assert list(rows(other)) == []

    def test_a_table_without_a_tray_has_no_tray_that_could_be_off(self, slips: Slips) -> None:
        other = slips.desk.open_table()
        assert [each.name for each in residuals_at([other])[other.pk]] == ["felt", "box"]


def test_the_states_of_slips_that_are_open_are_three() -> None:
    assert {*TransitSlip.OPEN} == {"requested", "authorised", "sent"}
