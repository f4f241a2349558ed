"""A stack of the whole table for one seat: who may not count can't, who may leaves a trace, and nobody else pays."""

from copy import copy
from dataclasses import replace

import pytest

from cage import services as cage
from config.staff.models import User
from games import services
from players.checks.books import covered_beyond_lack
from players.models import AccountKind, MoneyAct, Sitting
from players.services.shortfall import TABLE_SHORT, cover_shortfall, table_lacks
from players.services.table_money import count_stack
from tables.models import SessionAlarm
from tests.support.arranged import arranged
from tests.support.corrections import faults
from tests.support.desk import key, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table

WHOLE = 800_00


@arranged
def table() -> HandTable:
    return open_hand_table()


@pytest.fixture
def host(table: HandTable) -> User:
    return person(table.desk.room, "host")


def claimed(table: HandTable) -> Sitting:
    """The friend in seat 1, who has what they brought; a tick of 3 was played."""
    table.tick(3_00)
    return table.sittings[1]


def leave(table: HandTable, seat: int, counted: int | None = None, **facts: object) -> Sitting:
    given = {"counted": counted} | facts if counted is not None else facts
    return table.desk.leave(table.sittings[seat], **given)


@pytest.mark.parametrize("reason", ["", "ticks", "played", "my friend won it"])
def test_a_host_counts_nothing(table: HandTable, host: User, reason: str) -> None:
    friend, facts = claimed(table), {"counted": WHOLE, "reason": reason, "by": host}
    refused("count_not_yours", lambda: table.desk.leave(friend, **facts))
    refused("count_not_yours", lambda: count_stack(sitting=friend, key=key(), **(table.by() | facts)))
    assert (table.stack(1), faults()) == (200_00, [])


def test_a_supervisor_alone_counts_no_more_than_the_limit_and_not_by_ticks(table: HandTable) -> None:
    friend, by = claimed(table), {"by": table.floor}
    refused("count_reason_missing", lambda: table.desk.leave(friend, counted=WHOLE - 3_00, **by))
    refused("count_above_ticks", lambda: table.desk.leave(friend, counted=WHOLE - 3_00, reason="ticks", **by))
    refused("second_needed", lambda: table.desk.leave(friend, counted=WHOLE - 3_00, reason="played", **by))
    assert (table.stack(1), SessionAlarm.objects.filter(kind="counted_off").count()) == (200_00, 0)


class TestTwoOfThem:
    """Two supervisors do it all the same, for 100: it is an alarm and a line of the books, and the house bears it."""

    @pytest.fixture
    def robbed(self, table: HandTable) -> HandTable:
        claimed(table)
        second = person(table.desk.room, "floor")
        leave(table, 1, 300_00, reason="played", by=table.floor, second=second)
        cage.stock_vault(
            room=table.desk.room, chips=500_00, cash=0, key=key(), reason="delivery", **table.desk.at_the_vault()
        )
        return table

    def cover(self, table: HandTable, amount: int = 100_00, **facts: object) -> None:
        given = {"session": table.session, "amount": amount, "reason": "seat 1 was counted 100 too high", "key": key()}
        cover_shortfall(**(given | table.desk.by_two() | facts))  # type: ignore[arg-type]

    def test_it_stands_as_an_alarm_and_as_their_act(self, robbed: HandTable) -> None:
        assert SessionAlarm.objects.get(kind="counted_off").cleared_at is None
        act = MoneyAct.objects.get(act="count")
        assert (act.amount, act.by, bool(act.second)) == (100_00, robbed.floor, True)
        assert faults() == []

    def test_the_last_one_is_paid_what_was_counted(self, robbed: HandTable) -> None:
        leave(robbed, 2, 197_00, reason="ticks", by=robbed.floor)
        leave(robbed, 3)
        refused("table_short", lambda: leave(robbed, 4))
        assert table_lacks(robbed.session) == 100_00
        self.cover(robbed)
        last = leave(robbed, 4)
        assert (last.left_with, robbed.desk.rack(last.player)) == (200_00, 200_00)
        assert robbed.desk.held(AccountKind.FELT) == 0
        assert SessionAlarm.objects.get(kind=TABLE_SHORT).cleared_at is None
        assert faults() == []

    def test_nobody_covers_it_alone_or_without_a_reason_or_more_than_it_is(self, robbed: HandTable) -> None:
        said = refused("nothing_short", lambda: self.cover(robbed), most=0)
        assert "3 players sit" in said.message
        for seat in (2, 3):
            leave(robbed, seat)
        refused("second_needed", lambda: self.cover(robbed, second=None))
        refused("reason_missing", lambda: self.cover(robbed, reason=" "))
        refused("above_shortfall", lambda: self.cover(robbed, 104_00), most=103_00)
        self.cover(robbed, 103_00)
        refused("nothing_short", lambda: self.cover(robbed, 3_00), most=0)
        assert (robbed.desk.held(AccountKind.VAULT_CHIPS), faults()) == (397_00, [])

    def test_not_out_of_an_empty_vault(self, table: HandTable) -> None:
        claimed(table)
        for seat in (2, 3, 4):
            leave(table, seat)
        refused("vault_short", lambda: self.cover(table, 3_00))


def test_what_was_covered_beyond_the_lack_is_named(table: HandTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.services.shortfall.shortfall_of", lambda session, felt: 50_00)
    cage.stock_vault(
        room=table.desk.room, chips=500_00, cash=0, key=key(), reason="delivery", **table.desk.at_the_vault()
    )
    TestTwoOfThem().cover(table, 50_00)
    named = [fault.partition(" covered ")[2] for fault in covered_beyond_lack()]
    assert named == [f"5000 at session {table.session.pk}: 5000 more than it lacked"]


def test_counts_at_many_deals_are_one_persons_day(table: HandTable) -> None:
    """One supervisor counts 90 at each of two deals, which are booked with their hands: the second waits for another
    person, and goes on once the first is abandoned."""
    deal = table.suggested()
    draft = table.deal(replace(deal, stacks={**deal.stacks, 3: 110_00}, count_reason="left_lying"))
    there = second_table(table)
    deal = there.suggested()
    counted = replace(deal, stacks={**deal.stacks, 2: 110_00}, count_reason="left_lying")
    refused("second_needed", lambda: there.deal(counted))
    services.abandon(draft=draft, version=draft.version, reason="a player left", **table.by())
    there.deal(counted)


def second_table(table: HandTable) -> HandTable:
    """Another table of the room, worked by the same supervisor."""
    desk = copy(table.desk)
    desk.session = desk.open_table()
    there = HandTable(desk, {seat: desk.seated(200_00, seat=seat) for seat in (1, 2, 3, 4)})
    there.floor = table.floor
    return there
