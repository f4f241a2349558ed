"""Felts that are not empty at the close of their table: settled by name, by two above what one moves alone, and
investigated as whatever else is short or over (C-2, R28, R29)."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from cage import services as cage
from cage.models import FeltResidual, Investigation
from cage.selectors.day_cash import day_cash
from cage.selectors.explained import named_by
from config.audit.books import Finding, audit
from config.days.selectors import open_items
from config.staff.models import User
from players.models import AccountKind, MoneyAct, Transfer
from players.services.table_money import count_stack
from players.services.whole_table import Goes, Plan, settle_table
from tables.models import TableSession
from tables.residuals import residuals_at
from tables.services import close_table, open_table
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db


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


class TestTheFelt:
    def counted_short(self, table: HandTable) -> None:
        """A stack is counted 40 short of the books, and everybody leaves."""
        desk = table.desk
        desk.seated(200_00, seat=7)
        sitting = desk.session.sittings.get(seat=7)
        count_stack(sitting=sitting, key=key(), **desk.counted(160_00, "recount"))
        for each in desk.session.sittings.filter(left_at=None):
            desk.leave(each)

    def test_the_close_asks_what_it_means_and_books_it_by_name(self, table: HandTable) -> None:
        self.counted_short(table)
        desk, session = table.desk, table.desk.session
        said = refused("felt_not_empty", lambda: close_table(session=session, **table.by()), residual=40_00)
        assert "under your name" in said.message
        assert not FeltResidual.objects.exists()
        yes: dict[str, Any] = {"session": session, "confirmed": ("residual",)}
        said = refused("reason_missing", lambda: close_table(**yes, reason=" . ", **table.by()))
        assert (said.field, said.allowed["confirm"]) == ("close_reason", "residual"), "the page asks again"
        assert not FeltResidual.objects.exists()
        closed = close_table(**yes, reason="seat 7 carried chips off", **table.by())
        residual = FeltResidual.objects.get()
        assert (residual.amount, residual.by, closed.is_open) == (40_00, closed.closed_by, False)
        assert (residual.reason, residual.second) == ("seat 7 carried chips off", None)
        act = MoneyAct.objects.get(act="felt")
        assert (act.amount, act.request_key) == (40_00, residual.request_key)
        assert "seat 7 carried chips off" in Transfer.objects.get(request_key=residual.request_key).reason
        assert desk.held(AccountKind.ABROAD) == 40_00
        assert faults() == []

    def test_it_is_off_by_what_the_last_count_found_whatever_was_ticked_since(self, table: HandTable) -> None:
        session, sitting = table.desk.session, table.desk.session.sittings.get(seat=1)

        def felt() -> tuple[int | None, datetime | None]:
            (found,) = (each for each in residuals_at([session])[session.pk] if each.name == "felt")
            return found.amount, found.at

        table.tick(600)
        assert felt() == (None, None)
        count_stack(sitting=sitting, key=key(), **table.desk.counted(table.desk.stack(sitting) - 6_00, "played"))
        counted_at = table.desk.now
        assert felt() == (0, counted_at), "the stack lacks what was dropped"
        count_stack(sitting=sitting, key=key(), **table.desk.counted(table.desk.stack(sitting) - 40_00, "recount"))
        counted_at = table.desk.now
        assert felt() == (-40_00, counted_at)
        table.tick(600)
        assert felt() == (-40_00, counted_at), "nobody has counted since"

    def test_an_even_felt_closes_without_a_question(self, table: HandTable) -> None:
        for each in table.desk.session.sittings.filter(left_at=None):
            table.desk.leave(each)
        close_table(session=table.desk.session, **table.by())
        assert not FeltResidual.objects.exists()
        assert table.desk.held(AccountKind.ABROAD) == 0

    def test_a_whole_table_asks_likewise(self, table: HandTable) -> None:
        desk = table.desk
        sittings = list(desk.session.sittings.filter(left_at=None))
        booked = {each.pk: desk.stack(each) for each in sittings}
        booked[sittings[0].pk] -= 30_00
        plans = [Plan(sitting=pk, goes=Goes.RACK, counted=count) for pk, count in booked.items()]
        facts = {"session": desk.session, "plans": plans, "key": key(), "reason": "recount", "second": desk.second}
        facts |= {"by": desk.manager, "at": desk.at()}
        refused("felt_not_empty", lambda: settle_table(**facts))
        yes = {"confirmed": ("residual",)} | facts | {"key": key()}
        refused("reason_missing", lambda: settle_table(**yes))
        assert not settle_table(close_reason="a count was wrong", **yes).is_open
        assert FeltResidual.objects.get().amount == 30_00
        assert FeltResidual.objects.get().second == desk.second
        assert faults() == []

    def test_a_table_that_was_closed_before_closes_did_so_is_settled_by_name(
        self, table: HandTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk, room = table.desk, table.desk.room
        self.counted_short(table)
        with monkeypatch.context() as before:
            for steps in ("BEFORE", "AFTER"):
                before.setattr(f"tables.services.sessions.{steps}", [])
            session = close_table(session=desk.session, **table.by())
        assert [finding.check.title for finding in faults()] == ["No felt of a closed table holds or lacks anything"]
        day = room.gaming_day(desk.now)
        assert [item.code for item in open_items(room, day)].count("felt_not_settled") == 1
        facts: dict[str, Any] = {"session": session, "by": desk.manager}
        refused("reason_missing", lambda: cage.settle_felt(reason="", key=key(), at=desk.at(), **facts))
        cage.settle_felt(reason="a count was wrong", key=key(), at=desk.at(), **facts)
        assert FeltResidual.objects.get().amount == 40_00
        codes = [item.code for item in open_items(room, day)]
        assert ("felt_not_settled" not in codes, "variance_open" in codes) == (True, True)
        assert faults() == []

    def test_an_open_table_settles_at_its_close(self, table: HandTable) -> None:
        facts: dict[str, Any] = {"session": table.desk.session, "reason": "left over", "key": key()}
        refused("table_open", lambda: cage.settle_felt(**facts, **table.by()))


class TestTheFeltIsInvestigated:
    """What a table lacked at its close is settled as whatever else was short or over (R28, R29, C-2)."""

    def counted(self, desk: Desk, short: int, session: TableSession, **facts: Any) -> None:
        """A player whose stack is counted `short` of the books leaves; by the manager unless told otherwise."""
        player = desk.player()
        desk.buy_in(player, 200_00, session=session)
        sitting = desk.seat(player, 7, 200_00, session=session)
        count_stack(sitting=sitting, key=key(), **(desk.counted(200_00 - short, "recount") | facts))
        desk.leave(sitting)

    def close(self, desk: Desk, session: TableSession, **facts: Any) -> FeltResidual:
        """A table is closed with whatever its felt holds, by a supervisor unless told otherwise."""
        given: dict[str, Any] = {"confirmed": ("residual",), "reason": "nobody knows", "at": desk.at()}
        close_table(session=session, **({"by": person(desk.room, "floor")} | given | facts))
        return FeltResidual.objects.get(session=session)

    def left(self, desk: Desk, short: int, session: TableSession | None = None, **facts: Any) -> FeltResidual:
        """Both, at the first table unless told otherwise."""
        self.counted(desk, short, session or desk.session)
        return self.close(desk, session or desk.session, **facts)

    def settle(self, felt: FeltResidual, by: User, second: User | None = None, **facts: Any) -> Investigation:
        told: dict[str, Any] = {"outcome": Investigation.State.ACCEPTED, "text": "seen on the recording"}
        told |= {"by": by, "second": second, "at": felt.at + timedelta(minutes=9)} | facts
        return cage.settle_investigation(investigation=felt.investigation, **told)

    def test_above_what_one_moves_alone_a_second_person_confirms_the_close(self, desk: Desk) -> None:
        self.counted(desk, 101_00, desk.session)
        asked = refused("felt_not_empty", lambda: self.close(desk, desk.session, confirmed=()))
        assert "A second person confirms it" in asked.message
        said = refused("second_needed", lambda: self.close(desk, desk.session))
        assert "one person moves 100 a day alone" in said.message
        second = person(desk.room, "floor")
        assert self.close(desk, desk.session, second=second).second == second
        assert faults() == []

    def test_many_small_ones_of_one_person_and_day_are_one_sum(self, desk: Desk) -> None:
        floor = person(desk.room, "floor")
        self.left(desk, 60_00, by=floor)
        refused("second_needed", lambda: self.left(desk, 41_00, desk.open_table(), by=floor))
        assert faults() == []

    def test_up_to_the_notice_nobody_is_asked(self, desk: Desk) -> None:
        assert not hasattr(self.left(desk, 5_00), "investigation")
        assert "variance_open" not in self.open_codes(desk)

    def test_what_one_closes_little_by_little_is_asked_about_together(self, desk: Desk) -> None:
        floor, other = person(desk.room, "floor"), desk.open_table()
        assert not hasattr(self.left(desk, 5_00, by=floor), "investigation")
        two = {"by": person(desk.room, "manager"), "second": person(desk.room, "floor")}
        self.counted(desk, 1_00, other, **two)
        assert self.close(desk, other, by=floor).investigation.felt.size == 1_00

    def test_so_is_what_stacks_that_one_person_counts_leave_on_felts(self, desk: Desk) -> None:
        other = desk.open_table()
        assert not hasattr(self.left(desk, 5_00), "investigation")
        self.counted(desk, 1_00, other, second=person(desk.room, "floor"))
        assert self.close(desk, other).investigation.felt.size == 1_00

    def test_so_is_what_a_table_lacks_whoever_closes_it(self, desk: Desk) -> None:
        assert not hasattr(self.left(desk, 5_00), "investigation")
        again = open_table(table=desk.session.table, by=desk.manager, at=desk.at())
        two = {"by": person(desk.room, "manager"), "second": person(desk.room, "floor")}
        self.counted(desk, 1_00, again, **two)
        assert self.close(desk, again).investigation.felt.size == 1_00

    def test_at_other_tables_of_other_people_it_is_not(self, desk: Desk) -> None:
        assert not hasattr(self.left(desk, 5_00), "investigation")
        other = desk.open_table()
        two = {"by": person(desk.room, "manager"), "second": person(desk.room, "floor")}
        self.counted(desk, 1_00, other, **two)
        assert not hasattr(self.close(desk, other), "investigation")

    def test_the_day_stays_open_until_somebody_above_settles_it(self, desk: Desk) -> None:
        felt = self.left(desk, 40_00)
        assert "variance_open" in self.open_codes(desk)
        assert felt.investigation.due_at is not None
        assert felt.investigation.about == felt
        settled = self.settle(felt, person(desk.room, "manager"))
        assert (settled.state, self.open_codes(desk).count("variance_open")) == ("accepted", 0)
        assert faults() == []

    def test_from_the_investigation_limit_on_two_settle_it_and_the_regulator_is_told(self, desk: Desk) -> None:
        felt = self.left(desk, 60_00)
        above = person(desk.room, "manager")
        refused("second_needed", lambda: self.settle(felt, above))
        refused("not_your_variance", lambda: self.settle(felt, above, felt.by))
        assert self.settle(felt, above, person(desk.room, "cashier")).second
        assert felt.investigation.note_due_at is None
        desk.room.regulator_note_from = 40_00
        desk.room.save()
        assert self.left(desk, 40_00, desk.open_table()).investigation.note_due_at is not None

    def test_nobody_settles_what_they_closed_confirmed_or_counted(self, desk: Desk) -> None:
        closer, confirmer = person(desk.room, "manager"), person(desk.room, "manager")
        felt = self.left(desk, 40_00, by=closer, second=confirmer)
        for named in (closer, confirmer, desk.manager):
            refused("not_your_variance", lambda named=named: self.settle(felt, named))
        assert named_by(felt) >= {desk.second.pk}, "who confirmed the count of a stack"
        self.settle(felt, person(desk.room, "manager"))

    def test_the_row_of_the_count_explains_it(self, desk: Desk) -> None:
        felt = self.left(desk, 40_00)
        row = Transfer.objects.get(kind="count")
        own = Transfer.objects.get(request_key=felt.request_key)
        told: dict[str, Any] = {"outcome": Investigation.State.EXPLAINED, "by": person(desk.room, "manager")}
        refused("transfer_elsewhere", lambda: self.settle(felt, transfers=[own.chain_number], **told))
        assert self.settle(felt, transfers=[row.chain_number], **told).state == "explained"

    def test_the_morning_tells_it_by_who_closed_and_who_counted(self, desk: Desk) -> None:
        felt = self.left(desk, 40_00)
        (line,) = day_cash(desk.room, felt.gaming_day)
        assert (line.words, line.amount, line.alone) == ("Chips that tables lacked at their close", 40_00, 40_00)
        assert line.who == f"closed by {felt.by}; stacks counted by {desk.manager}"
        shown = text(signed_in(person(desk.room, "manager")).get(reverse("variances")))
        assert f"{felt}, closed by {felt.by}" in shown
        assert "Said at the close: nobody knows" in shown

    def test_the_book_keeps_no_residual_that_nobody_answers_for(self, desk: Desk) -> None:
        felt = self.left(desk, 40_00)
        for change, words in (({"reason": " "}, "with a reason"), ({"amount": 41_00}, "who answers for it")):
            copy = FeltResidual.objects.get(pk=felt.pk)
            copy.pk, copy.request_key = None, felt.request_key + ("" if "amount" in change else "x")
            for name, value in change.items():
                setattr(copy, name, value)
            with pytest.raises(IntegrityError, match=words), transaction.atomic():
                copy.save()

    def open_codes(self, desk: Desk) -> list[str]:
        return [item.code for item in open_items(desk.room, desk.room.gaming_day(desk.now))]
