"""`close_day --check`: each thing that keeps a day open is named by its code, alone, and the command exits 1."""

import ast
import io
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import call_command

from cage.models import Investigation, TransitSlip, TrayCount
from cage.services import count_tray, request_slip, set_tray, settle_investigation
from config.days.registry import SOURCES
from config.jobs.services import enqueue
from config.rooms.models import Room
from demo.simulation.parts import PARTS
from players.models import TransferKind
from players.services.table_money import count_stack
from rake.services import rebuild_day
from tables.services import add_table, close_table
from tests.support.arranged import arranged
from tests.support.awards import a_pool, declared, feed, seeded, stocked
from tests.support.banks import pooled_tokes
from tests.support.boxes import chips, counted, drop_everything, pulled
from tests.support.corrections import turned
from tests.support.days import case_that_holds, end_day, look_at_alarms, shift_of, tie_out, time_table
from tests.support.desk import Desk, key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.drawers import close_exactly
from tests.support.house import a_chip_alarm, a_finding, a_key, a_linked_day
from tests.support.jobs import run_jobs
from tests.support.source import PACKAGES, ROOT
from tests.support.window import a_hold, book

pytestmark = pytest.mark.django_db


@arranged
def at() -> DisputeTable:
    """A table in play, with a hand that was recorded on the day."""
    table = open_dispute_table()
    table.showdown()
    return table


def close_short(at: DisputeTable) -> None:
    desk = at.table.desk
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at(), cash=-60_00)


def close_very_short(at: DisputeTable) -> None:
    """The variance is accepted, and nobody has told the regulator of it."""
    desk = at.table.desk
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at(), cash=-250_00)
    settled = {"outcome": Investigation.State.ACCEPTED, "text": "nothing was found", **desk.by_two()}
    settle_investigation(investigation=Investigation.objects.latest("pk"), **settled)


def hand_of_yesterday(**facts: Any) -> Callable[[Desk, DisputeTable], None]:
    def record(desk: Desk, at: DisputeTable) -> None:
        desk.now -= timedelta(hours=4)
        at.table.tick(3_00, **facts)
        drop_everything(desk)

    return record


def alarm_of_yesterday(desk: Desk, at: DisputeTable) -> None:
    desk.now -= timedelta(hours=4)
    a_chip_alarm(desk)


def a_linked_day_of_yesterday(desk: Desk, at: DisputeTable) -> None:
    desk.now -= timedelta(hours=4)
    a_linked_day(desk)


def a_felt_of_before(desk: Desk, at: DisputeTable) -> None:
    """A stack is counted short and the table closed, before a close settled its felt."""
    desk.now -= timedelta(hours=4)
    first, *others = desk.session.sittings.filter(left_at=None)
    count_stack(sitting=first, key=key(), **desk.counted(desk.stack(first) - 10_00, "recount"))
    for sitting in (first, *others):
        desk.leave(sitting)
    with patch("tables.services.sessions.BEFORE", []), patch("tables.services.sessions.AFTER", []):
        close_table(session=desk.session, by=desk.manager, at=desk.at())
    look_at_alarms(desk)


def build_too_early(desk: Desk, at: DisputeTable) -> None:
    """The report is built anew as of four hours before, when the table was open still."""
    room = desk.room
    rebuild_day(room=room, gaming_day=room.gaming_day(desk.now) - timedelta(days=1), at=desk.now - timedelta(hours=4))


def ask_for_the_report(desk: Desk, at: DisputeTable) -> None:
    day = desk.room.gaming_day(desk.now) - timedelta(days=1)
    enqueue("rake.rebuild_day", room=desk.room, room_id=desk.room.pk, gaming_day=day.isoformat())


def a_pulled_box(at: DisputeTable, *, is_counted: bool) -> None:
    """A box with 6 in it by the books was pulled; it is counted as empty, or not at all."""
    at.table.tick(6_00)
    pull = pulled(at.table.desk, "R1")
    if is_counted:
        counted(at.table.desk, pull, -pull.expected)


def takings_off(at: DisputeTable) -> None:
    """Of a pot of 70 that owes 3, 5 are taken, and nobody looks at the alarm."""
    at.table.tick(5_00, pot=70_00, winners=[1])
    run_jobs("rake.rate_hand")


def counts_off(at: DisputeTable) -> None:
    """A stack is counted 10 less than the books say, no quick hand explains it, and nobody looks at the alarm."""
    sitting = at.table.sittings[2]
    held = at.table.desk.stack(sitting)
    count_stack(sitting=sitting, key=key(), **at.table.desk.counted(held - 10_00, "left_lying"))


def a_tray(at: DisputeTable) -> None:
    desk = at.table.desk
    set_tray(table=desk.session.table, imprest=500_00, by=desk.manager, at=desk.at())


def a_tray_off(at: DisputeTable) -> None:
    """A tray that is empty by the books is counted with 10 in it."""
    a_tray(at)
    desk = at.table.desk
    floor, manager = (person(desk.room, role) for role in ("floor", "manager"))
    facts = {"part": TrayCount.Part.SHIFT, "counted": chips(desk.room, 10_00), "by": floor, "second": manager}
    count_tray(table=desk.session.table, key=key(), at=desk.at(), **facts)


def a_slip_of_a_tray(at: DisputeTable) -> None:
    """A fill is asked for at a table with a tray where nobody plays."""
    desk = at.table.desk
    table = add_table(room=desk.room, name="Table 99", seats=9, by=desk.manager, at=desk.at())
    set_tray(table=table, imprest=500_00, by=desk.manager, at=desk.at())
    facts = {"kind": TransitSlip.Kind.FILL, "counted": chips(desk.room, 100_00), "by": person(desk.room, "floor")}
    request_slip(room=desk.room, table=table, key=key(), at=desk.at(), **facts)


def pools_to_sign(at: DisputeTable) -> None:
    """The room asks for the pools' reconciliation, and promo was counted."""
    room = at.table.desk.room
    room.pools_signed = True
    room.save(update_fields=["pools_signed"])
    feed(at.table, 200)


def cash_to_report(at: DisputeTable) -> None:
    """Somebody brings so much cash to a tournament that the room reports it."""
    desk = at.table.desk
    Room.objects.filter(pk=desk.room.pk).update(log_from=200_00, report_from=900_00)
    desk.room.refresh_from_db()
    book(desk, TransferKind.TOURNAMENT_ENTRY, 900_00, desk.player())


def an_award_of_a_changed_hand(at: DisputeTable) -> None:
    """A hand that won an award is corrected: somebody else won it."""
    desk = at.table.desk
    pool = a_pool(desk)
    feed(at.table, 300)
    hand = at.showdown()
    declared(desk, pool, 300, desk.player(), hand=hand.number)
    turned(at, hand, second=at.other)


def seed_of_the_day_before(at: DisputeTable) -> None:
    """The room asks for a deposit within a day, and a pool was seeded on the day before."""
    desk = at.table.desk
    Room.objects.filter(pk=desk.room.pk).update(awards_need_deposit=True, pool_deposit_within=1)
    desk.room.refresh_from_db()
    stocked(desk, chips=3_00)
    seeded(desk, a_pool(desk, seed=3_00), 3_00)
    end_day(desk)


OF_THE_DAY: dict[str, Callable[[DisputeTable], Any]] = {
    "hand_in_entry": lambda at: at.table.deal(),
    "case_holds": case_that_holds,
    "shift_running": lambda at: shift_of(at.table.desk, ended=False),
    "time_due": lambda at: time_table(at.table.desk),
    "variance_open": close_short,
    "regulator_not_told": close_very_short,
    "box_not_counted": lambda at: a_pulled_box(at, is_counted=False),
    "drop_variance_open": lambda at: a_pulled_box(at, is_counted=True),
    "box_key_out": lambda at: a_key(at.table.desk),
    "cash_out_held": lambda at: a_hold(at.table.desk),
    "tokes_not_split": lambda at: pooled_tokes(at.table.desk, at.table.desk.room.gaming_day(at.table.desk.now)),
    "takings_off": takings_off,
    "counts_off": counts_off,
    "currency_undecided": cash_to_report,
    "tray_not_counted": a_tray,
    "tray_off": a_tray_off,
    "slip_open": a_slip_of_a_tray,
    "pools_not_reconciled": pools_to_sign,
    "award_hand_changed": an_award_of_a_changed_hand,
    "pool_not_deposited": seed_of_the_day_before,
}
"""Things that are left on the day."""
LEFT_OUT = {
    "box_not_pulled": "boxes",
    "drawer_open": "drawers",
    "vault_not_counted": "vault",
    "books_not_audited": "audit",
    "chain_not_sealed": "seal",
}
"""The steps left out of the evening's work."""
LEFT_SO = {
    "takings_off": "alarms",
    "counts_off": "alarms",
    "box_not_counted": "counts",
    "tokes_not_split": "tokes",
    "tray_not_counted": "trays",
}
"""The items that the evening's work leaves as they were on the day."""
AFTERWARDS: dict[str, Callable[[Desk, DisputeTable], Any]] = {
    "hand_unrated": hand_of_yesterday(pot=60_00, winners=[1]),
    "report_not_built": hand_of_yesterday(),
    "report_building": ask_for_the_report,
    "report_too_early": build_too_early,
    "finding_unanswered": lambda desk, at: a_finding(desk),
    "felt_not_settled": a_felt_of_before,
    "chips_not_issued": alarm_of_yesterday,
    "linked_day_open": a_linked_day_of_yesterday,
    "day_not_anchored": lambda desk, at: None,
}
"""Things that come when everything is settled."""


@pytest.mark.parametrize("code", [*OF_THE_DAY, *LEFT_OUT, *AFTERWARDS])
def test_what_is_open_is_named_alone(at: DisputeTable, code: str, settings: Any, tmp_path: Path) -> None:
    desk = at.table.desk
    OF_THE_DAY.get(code, lambda at: None)(at)
    day = end_day(desk)
    tie_out(desk, day, without=(LEFT_OUT | LEFT_SO).get(code, ""))
    AFTERWARDS.get(code, lambda desk, at: None)(desk, at)
    if code == "day_not_anchored":
        settings.ANCHORS = [str(tmp_path)]
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("close_day", "--room", desk.room.slug, "--day", str(day), "--check", stdout=out)
    assert ended.value.code == 1
    (line,) = out.getvalue().splitlines()
    assert line.startswith(f"{code}: ")


def test_nothing_is_named_where_nothing_is_open(at: DisputeTable) -> None:
    day = end_day(at.table.desk)
    tie_out(at.table.desk, day)
    out = io.StringIO()
    call_command("close_day", "--room", at.table.desk.room.slug, "--day", str(day), "--check", stdout=out)
    assert out.getvalue() == ""


def registered() -> Iterator[tuple[str, int]]:
    """The codes of the open items that the code makes, with how many functions are registered in the same file."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("open_items.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            made = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node.func) == "OpenItem"]
            decorated = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
            sources = sum(any(_name(each) == "keeps_open" for each in node.decorator_list) for node in decorated)
            for call in made:
                assert isinstance(call.args[0], ast.Constant), f"{file}: say the code of an open item as a text"
                yield str(call.args[0].value), sources
            assert bool(made) == bool(sources)


def _name(node: ast.AST) -> str:
    return getattr(node.func if isinstance(node, ast.Call) else node, "id", "")


def test_every_registered_code_has_a_case_here() -> None:
    codes = {code for code, _ in registered()}
    assert len(codes) >= 13
    assert codes == {*OF_THE_DAY, *LEFT_OUT, *AFTERWARDS}, "plant what keeps a day open by that code"


def test_the_scan_sees_every_source() -> None:
    """A source that is registered in another file than `open_items` would have no case."""
    assert {source.__module__.rpartition(".")[2] for _, source in SOURCES} == {"open_items"}


NOBODY_S = {
    "hand_in_entry", "case_holds", "time_due", "finding_unanswered", "report_building", "box_key_out", "cash_out_held",
    "award_hand_changed", "chips_not_issued", "felt_not_settled", "linked_day_open", "pools_not_reconciled",
    "pool_not_deposited",
}  # fmt: skip
"""What a simulated room never leaves open: nobody of it settles that."""


def test_a_simulated_room_settles_every_other_code() -> None:
    parts: Any = PARTS
    settled = {code for part in parts for code in object.__new__(part).settlers()}
    assert settled | NOBODY_S == {code for code, _ in registered()}
    assert not settled & NOBODY_S
