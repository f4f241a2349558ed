"""The journal of a locked day: every transfer is in it, it balances, and once exported it stays, byte for byte."""

import csv
import hashlib
import io
from collections import defaultdict
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError

from config.amounts import parse_major
from config.audit.models import AuditEvent
from games.services import void_hand
from players.models import AccountKind
from rake.revenue import audit_checks
from rake.revenue.journal import HEADINGS, Journal, accounts_in_force, by_side, journal_of
from rake.revenue.services import export_journal, exported, locked_day, set_journal_accounts
from rake.revenue_models import DayJournal, JournalAccounts
from tests.support.api import caller
from tests.support.arranged import arranged
from tests.support.books import faults_of
from tests.support.days import end_day, open_drawers
from tests.support.desk import Desk, key, open_desk, person
from tests.support.dispute import DisputeTable
from tests.support.figures import tells
from tests.support.plain_revenue import plain_changes
from tests.support.refusals import refused
from tests.support.revenue import DAY, NEXT, a_day_of_revenue, locked_at_once

pytestmark = pytest.mark.django_db


@arranged
def at() -> DisputeTable:
    """A day of everything that is locked; its drawers are open again on the next morning."""
    at = a_day_of_revenue()
    at.last = at.table.tick(4_00)  # type: ignore[attr-defined]  # what a test voids afterwards
    locked_at_once(at.table.desk)
    open_drawers(at.table.desk)
    return at


@arranged
def desk() -> Desk:
    """A locked day on which a room was opened, and nothing else."""
    desk = open_desk()
    locked_at_once(desk)
    return desk


def export(desk: Desk, **facts: Any) -> DayJournal:
    given = {"room": desk.room, "day": DAY, "key": key(), "by": desk.manager, "at": desk.at()}
    return export_journal(**(given | facts))


def mapped(desk: Desk, **accounts: tuple[str, str]) -> JournalAccounts:
    given = {"room": desk.room, "accounts": accounts, "reason": "the new books", "key": key()}
    return set_journal_accounts(**given, by=desk.manager, at=desk.at())


def net(journal: Journal) -> dict[str, int]:
    """Debits less credits of each kind of place."""
    found: dict[str, int] = defaultdict(int)
    for line in journal.lines:
        found[line.side] += line.debit - line.credit
    return {side: amount for side, amount in found.items() if amount}


class TestLines:
    def test_debits_are_credits_and_nothing_is_left_out(self, at: DisputeTable) -> None:
        """The net of each kind of place is what its accounts of the ledger changed by, transfer by transfer."""
        room = at.table.desk.room
        journal = journal_of(locked_day(room, DAY))
        assert journal.debits == journal.credits > 0
        assert net(journal) == plain_changes(room, DAY)
        assert len({line.entry for line in journal.lines}) >= 15

    def test_each_entry_balances_by_itself(self, at: DisputeTable) -> None:
        for title, _, lines in journal_of(locked_day(at.table.desk.room, DAY)).entries:
            assert sum(line.debit - line.credit for line in lines) == 0, title

    def test_what_was_taken_back_stands_apart(self, at: DisputeTable) -> None:
        """A slip of other cash that was voided on its day."""
        titles = {line.title for line in journal_of(locked_day(at.table.desk.room, DAY)).lines}
        assert {"Paid out and paid in", "Paid out and paid in, taken back"} <= titles


class TestTheLock:
    def test_an_open_day_has_none(self, at: DisputeTable) -> None:
        desk = at.table.desk
        error = refused("day_not_locked", lambda: export(desk, day=NEXT))
        assert "8 March 2025 is not locked yet" in error.message
        refused("no_such_day", lambda: export(desk, day=DAY - timedelta(days=30)))
        assert not DayJournal.objects.exists()

    def test_what_was_not_exported_is_not_there_to_read(self, desk: Desk) -> None:
        refused("journal_not_exported", lambda: exported(desk.room, DAY))
        export(desk)
        assert exported(desk.room, DAY).csv

    def test_another_rooms_lock_locks_nothing_here(self, desk: Desk) -> None:
        other = open_desk()
        refused("day_not_locked", lambda: export(other))


class TestAgain:
    def test_a_later_correction_is_in_the_journal_of_its_own_day(self, at: DisputeTable) -> None:
        desk = at.table.desk
        before = export(desk)
        lines = journal_of(before.lock).lines
        facts = {"second": person(desk.room, "floor"), "key": key()}
        void_hand(hand=at.last, reason="entered twice", **facts, **at.table.by())  # type: ignore[attr-defined]
        again = export(desk, key=key())
        assert (again.pk, again.csv, again.lines) == (before.pk, before.csv, before.lines)
        assert journal_of(locked_day(desk.room, DAY)).lines == lines
        end_day(desk)
        locked_at_once(desk, NEXT)
        late = journal_of(locked_day(desk.room, NEXT))
        assert net(late) == plain_changes(desk.room, NEXT)
        rake = [(line.entry, line.credit) for line in late.lines if line.side == "rake_box" and line.credit]
        assert sum(amount for _, amount in rake) == 4_00

    def test_other_accounts_change_what_is_exported_from_then_on(self, at: DisputeTable) -> None:
        desk = at.table.desk
        before = export(desk)
        text, lines = before.csv, journal_of(before.lock).lines
        mapped(desk, vault_cash=("1010", "Cash in the vault"), drawer_cash=("1020", "Cash at the windows"))
        again = export(desk)
        assert again.csv == text == DayJournal.objects.get().csv
        assert not tells(text, "1010")
        assert journal_of(locked_day(desk.room, DAY)).lines == lines
        end_day(desk)
        locked_at_once(desk, NEXT)
        rows = list(csv.DictReader(io.StringIO(export(desk, day=NEXT).csv)))
        assert {(row["Account"], row["Account name"]) for row in rows if row["Place"] == "drawer, cash"} <= {
            ("1020", "Cash at the windows")
        }

    def test_the_accounts_of_the_first_export_are_those_of_then(self, desk: Desk) -> None:
        version = mapped(desk, bank=("1001", "First bank"))
        kept = export(desk)
        assert kept.accounts == version
        assert "1001,First bank,bank" in kept.csv

    def test_the_same_key_answers_the_same(self, desk: Desk) -> None:
        same = key()
        assert export(desk, key=same) == export(desk, key=same)
        assert AuditEvent.objects.filter(verb="journal.exported").count() == 1

    def test_it_is_on_record_once_who_exported_it(self, desk: Desk) -> None:
        kept = export(desk)
        export(desk, by=person(desk.room, "manager"))
        event = AuditEvent.objects.get(verb="journal.exported")
        assert (event.by, event.after["digest"]) == (desk.manager, kept.digest)
        assert kept.exported_by == desk.manager

    def test_nobody_changes_it(self, desk: Desk) -> None:
        kept = export(desk)
        with pytest.raises(DatabaseError):
            DayJournal.objects.filter(pk=kept.pk).update(csv="")


class TestFile:
    def test_it_has_a_line_for_each_line_and_balances(self, at: DisputeTable) -> None:
        desk = at.table.desk
        kept = export(desk)
        rows = list(csv.reader(io.StringIO(kept.csv)))
        lines = journal_of(kept.lock).lines
        assert tuple(rows[0]) == HEADINGS
        assert len(rows) == len(lines) + 1
        assert [int(row[1]) for row in rows[1:]] == list(range(1, len(lines) + 1))
        sums = [sum(parse_major(row[n], exponent=2) for row in rows[1:] if row[n]) for n in (6, 7)]
        assert sums == [sum(line.debit for line in lines), sum(line.credit for line in lines)]
        assert {(row[0], row[8]) for row in rows[1:]} == {(DAY.isoformat(), desk.room.currency)}

    def test_its_digest_is_that_of_its_bytes(self, desk: Desk) -> None:
        kept = export(desk)
        assert hashlib.sha256(kept.csv.encode()).hexdigest() == kept.digest

    def test_no_spreadsheet_takes_a_name_for_a_formula(self, desk: Desk) -> None:
        mapped(desk, bank=("=1+1", "@bank"))
        assert "'=1+1,'@bank" in export(desk).csv


class TestAccounts:
    def test_places_that_nobody_named_keep_their_plain_names(self, desk: Desk) -> None:
        mapped(desk, bank=("1001", "Bank"))
        accounts = by_side(accounts_in_force(desk.room))
        assert accounts["bank"] == ("1001", "Bank")
        assert accounts["vault_cash"] == ("vault_cash", "Vault, cash")
        assert set(accounts) == set(AccountKind)

    def test_versions_follow_each_other(self, desk: Desk) -> None:
        first, second = mapped(desk, bank=("1", "A")), mapped(desk, patrons=("2", "B"))
        assert (first.number, second.number) == (1, 2)
        accounts = by_side(accounts_in_force(desk.room))
        assert (accounts["bank"], accounts["patrons"]) == (("1", "A"), ("2", "B"))
        event = AuditEvent.objects.filter(verb="journal.accounts").latest("pk")
        assert event.after["journal_accounts"] == {"patrons": "2 B"}

    def test_several_places_may_be_one_account(self, desk: Desk) -> None:
        mapped(desk, rack=("2000", "Chips in use"), seat=("2000", "Chips in use"))
        mapped(desk, pot=("2000", "Chips in use"))

    @pytest.mark.parametrize(
        ("code", "accounts"),
        [
            ("account_two_names", {"rack": ("2000", "Chips"), "seat": ("2000", "Seats")}),
            ("account_missing", {"rack": ("", "Chips")}),
            ("account_missing", {"rack": ("2000", "  ")}),
            ("account_missing", {"rack": ("1" * 21, "Chips")}),
            ("account_missing", {"cellar": ("1", "Cellar")}),
        ],
    )
    def test_nonsense_is_refused(self, desk: Desk, code: str, accounts: dict[str, tuple[str, str]]) -> None:
        refused(code, lambda: mapped(desk, **accounts))
        assert not JournalAccounts.objects.exists()

    def test_the_same_accounts_are_no_version(self, desk: Desk) -> None:
        mapped(desk, rake_box=("1010", "Rake boxes"))
        refused("nothing_changed", lambda: mapped(desk, rake_box=("1010", "Rake boxes")))
        assert JournalAccounts.objects.count() == 1

    def test_why_is_asked(self, desk: Desk) -> None:
        facts = {"room": desk.room, "accounts": {}, "reason": "", "key": key(), "by": desk.manager, "at": desk.at()}
        refused("reason_missing", lambda: set_journal_accounts(**facts))


class TestAudit:
    def test_a_journal_holds(self, at: DisputeTable) -> None:
        export(at.table.desk)
        assert [fault for fault in faults_of("I-18") if "journal" in fault] == []

    def test_one_that_was_changed_is_found(self, at: DisputeTable) -> None:
        kept = export(at.table.desk)
        changed = kept.lines.replace('"debit":400', '"debit":500', 1)
        assert changed != kept.lines
        kept.lines, kept.csv = changed, kept.csv.replace("Hands", "Hints", 1)
        found = list(audit_checks.faults_of(kept))
        said = " ".join(found)
        assert "doesn’t balance" in said
        assert "is not what the ledger says" in said
        assert "another digest" in said


class TestApi:
    def test_it_is_exported_and_read(self, at: DisputeTable) -> None:
        desk = at.table.desk
        manager, path = caller(desk.manager), f"journals/{DAY}/"
        assert manager.get(path).json()["code"] == "journal_not_exported"
        made = manager.post(path)
        assert made.status_code == 201, made.content
        read = caller(person(desk.room, "auditor")).get(path)
        assert read.status_code == 200
        assert read.json() == made.json()
        lines = read.json()["lines"]
        assert sum(line["debit"] for line in lines) == sum(line["credit"] for line in lines) > 0
        assert read.json()["digest"] == exported(desk.room, DAY).digest
        assert manager.post(path).json() == made.json()

    def test_an_open_day_is_refused(self, at: DisputeTable) -> None:
        answer = caller(at.table.desk.manager).post(f"journals/{NEXT}/")
        assert (answer.status_code, answer.json()["code"]) == (409, "day_not_locked")

    def test_who_may_not_build_reports_exports_none(self, at: DisputeTable) -> None:
        assert caller(person(at.table.desk.room, "auditor")).post(f"journals/{DAY}/").status_code == 403
        assert not DayJournal.objects.exists()

    def test_a_body_with_fields_is_refused(self, at: DisputeTable) -> None:
        assert caller(at.table.desk.manager).post(f"journals/{DAY}/", {"day": "2025-03-07"}).status_code == 400
