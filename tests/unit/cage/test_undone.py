"""Rows that were taken back on the same side of a count explain nothing, however they were undone."""

from typing import Any

import pytest

from cage import services as cage
from cage.day_notes import explanations_taken_back
from cage.models import BoxPull, Investigation
from cage.selectors.explained import told_by
from games import services as games
from games.models import Hand
from players.models import AccountKind, Transfer, TransferKind
from tests.support.arranged import arranged
from tests.support.boxes import counted, pulled
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly, open_exactly
from tests.support.refusals import refused
from tests.support.slips import Slips, open_slips_desk
from tests.support.table import HandTable, open_hand_table
from tests.support.vault import vault_counted

pytestmark = pytest.mark.django_db
A = AccountKind


@arranged
def table() -> HandTable:
    return open_hand_table()


@arranged
def slips() -> Slips:
    return open_slips_desk()


@arranged
def desk() -> Desk:
    return open_desk()


def explain(desk: Desk, investigation: Investigation, rows: list[int], **facts: Any) -> Investigation:
    """The investigation, explained by these rows by two who counted nothing."""
    two = {"by": person(desk.room, "manager"), "second": person(desk.room, "floor"), "at": desk.at()}
    told: dict[str, Any] = {"outcome": Investigation.State.EXPLAINED, "text": "seen on tape", "transfers": rows}
    return cage.settle_investigation(investigation=investigation, **(told | two | facts))


def newest(**which: Any) -> int:
    return Transfer.objects.filter(**which).latest("pk").chain_number


class TestBoxes:
    def void(self, table: HandTable, hand: Hand) -> None:
        games.void_hand(hand=hand, reason="dealt twice", key=key(), second=table.desk.manager, **table.by())

    def report(self, pull: BoxPull) -> Investigation:
        return Investigation.objects.get(box_variance__pull=pull)

    def test_a_hand_that_was_voided_before_the_pull(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(600)
        tick = table.tick(600)
        row = newest(hand_id=tick.pk)
        self.void(table, tick)
        pull = counted(desk, pulled(desk, "P1"), -600)
        refused("transfer_undone", lambda: explain(desk, self.report(pull), [row]))
        refused("transfer_undone", lambda: explain(desk, self.report(pull), [newest(kind=TransferKind.CORRECTION)]))

    def test_a_hand_that_was_voided_after_the_pull_was_in_its_books(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(600)
        row = newest(hand_id=tick.pk)
        pull = counted(desk, pulled(desk, "P1"), -600)
        self.void(table, tick)
        assert explain(desk, self.report(pull), [row]).transfers == [row]

    def test_nor_does_its_void_explain_the_next_box_which_it_touched_with_its_cover(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(600)
        counted(desk, pulled(desk, "P1"))
        table.tick(600)
        self.void(table, tick)
        cover = newest(kind=TransferKind.VARIANCE, target__kind=A.RAKE_BOX)
        pull = counted(desk, pulled(desk, "P2"), -600)
        for row in (newest(kind=TransferKind.CORRECTION), cover):
            refused("transfer_undone", lambda row=row: explain(desk, self.report(pull), [row]))  # type: ignore[misc]

    def test_nor_does_the_pull_of_the_box_before(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(600)
        pulled(desk, "P1")
        row = newest(kind=TransferKind.DROP)
        table.tick(600)
        pull = counted(desk, pulled(desk, "P2"), -600)
        refused("transfer_elsewhere", lambda: explain(desk, self.report(pull), [row]))


class TestVault:
    def test_a_slip_that_went_and_came_back(self, slips: Slips) -> None:
        desk = slips.desk
        slips.end(slips.sent(chips=300_00))
        rows = Transfer.objects.filter(kind=TransferKind.FILL).order_by("-pk")[:2]
        vault_counted(desk, chips=-300_00)
        asked = Investigation.objects.get(vault_variance__isnull=False)
        for row in rows:
            refused("transfer_undone", lambda row=row: explain(desk, asked, [row.chain_number]))  # type: ignore[misc]

    def test_one_that_arrived_explains_it(self, slips: Slips) -> None:
        desk = slips.desk
        slips.received(chips=300_00)
        row = newest(source__kind=A.VAULT_CHIPS)
        vault_counted(desk, chips=300_00)
        asked = Investigation.objects.get(vault_variance__isnull=False)
        assert explain(desk, asked, [row]).transfers == [row]


class TestVoidedSince:
    def test_the_day_of_the_void_names_what_it_had_explained(self, desk: Desk) -> None:
        twice = desk.buy_in(desk.player(), 200_00)
        row = newest(request_key=twice.request_key, source__kind=A.PATRONS)
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at(), cash=-200_00)
        asked = Investigation.objects.get()
        explain(desk, asked, [row])
        day = desk.room.gaming_day(desk.now)
        assert list(explanations_taken_back(desk.room, day)) == []
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        cage.void_buy_in(bought=twice, reason="entered twice", key=key(), second=desk.second, **desk.by())
        (note,) = explanations_taken_back(desk.room, day)
        assert f"Row {row}, which explained {asked.about}, was taken back at" in note.sentence
        assert f"by {desk.cashier}, row {newest(reverses__chain_number=row)}, after it was settled" in note.sentence
        asked.refresh_from_db()
        assert asked.state == Investigation.State.EXPLAINED
        late = desk.buy_in(desk.player(), 100_00)
        cage.void_buy_in(bought=late, reason="entered twice", key=key(), second=desk.second, **desk.by())
        assert len(list(explanations_taken_back(desk.room, day))) == 1, "another void is none of it"

    def test_what_was_voided_before_it_was_settled_is_no_news(self, desk: Desk) -> None:
        twice = desk.buy_in(desk.player(), 200_00)
        row = newest(request_key=twice.request_key, source__kind=A.PATRONS)
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at(), cash=-200_00)
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        cage.void_buy_in(bought=twice, reason="entered twice", key=key(), second=desk.second, **desk.by())
        asked = Investigation.objects.get()
        assert told_by(asked.about, [row]).undone == {}
        explain(desk, asked, [row])
        assert list(explanations_taken_back(desk.room, desk.room.gaming_day(desk.now))) == []
