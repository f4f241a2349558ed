"""The audit of the books: it holds on a room at play, and names what an owner changed behind the triggers' back."""

# ruff: noqa: S608 - the statements are an attacker's, with ids that the test has just read

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connections, transaction

from cage.models import BuyIn
from config.audit import checks
from config.audit.services import record
from config.requests.services import claim
from players.models import AccountKind, Ban, Sitting, Transfer, TransferKind
from players.services import bar_player
from players.services.table_money import SeatResult, book_hand, book_tick
from tables.services import close_table
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk

pytestmark = pytest.mark.committed_db


@pytest.fixture(autouse=True)
def _checks_of_this_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """The apps above have checks of their own, and records of hands that these tests don't make."""
    own = {
        name: check
        for name, check in checks.CHECKS.items()
        if check.faults.__module__.startswith(("players", "cage", "config"))
    }
    assert len(own) > 15
    monkeypatch.setattr("config.audit.books.CHECKS", own)


@arranged
def played() -> Desk:
    """A room in which a hand, a tick, a cash-out and a closed table have happened."""
    desk = open_desk()
    one, two = desk.seated(200_00, seat=1), desk.seated(200_00, seat=2)
    book(book_hand, desk, results=[SeatResult(one, 50_00, 95_00), SeatResult(two, 50_00, 0)], rake=5_00)
    book(book_tick, desk, rake=3_00)
    desk.leave(one, **desk.counted(242_00))
    desk.cash_out(one.player, 200_00)
    close_table(session=desk.open_table(), by=desk.manager, at=desk.at())
    return desk


def book(verb: Callable[..., object], desk: Desk, **facts: object) -> None:
    """Book a hand or tick as the service that records it does: its key is claimed first, and it is told."""
    request, when = key(), desk.by()
    with transaction.atomic():
        claim(request, "hand", {}, **when)
        record("hand.recorded", desk.session, room=desk.room, **when)
        verb(session=desk.session, hand_id=1, promo=0, key=request, **when, **facts)


def audited() -> dict[str, list[str]]:
    """The faults by `code title`, only of checks that don't hold."""
    out, ended = StringIO(), 0
    try:
        call_command("audit_books", "--json", stdout=out)
    except SystemExit as error:
        ended = error.code
    document = json.loads(out.getvalue())
    faults = {f"{check['code']} {check['title']}": check["faults"] for check in document["checks"] if not check["ok"]}
    assert (document["ok"], ended) == ((False, 1) if faults else (True, 0))
    return faults


@contextmanager
def owner_changed(*statements: str) -> Iterator[dict[str, list[str]]]:
    """The findings of the audit after somebody who owns the database switched its triggers off and changed rows.

    It all happens in a transaction of the owner, which is rolled back: the next change finds sound books again.
    """
    application, owner = connections["default"], connections["owner"]
    with transaction.atomic(using="owner"), owner.cursor() as cursor:
        for statement in statements:
            cursor.execute(f"alter table {statement.replace('delete from', 'update').split()[1]} disable trigger user")
        for statement in statements:
            cursor.execute(statement)
        connections["default"] = owner
        try:
            yield audited()
        finally:
            connections["default"] = application
            transaction.set_rollback(True, using="owner")


def codes(faults: dict[str, list[str]]) -> set[str]:
    """The invariants that don't hold."""
    return {name.split()[0] for name in faults}


BREAKING = (
    ("I-2", "update players_account set balance = balance + 1 where kind = 'patrons'"),
    ("I-3", "update players_account set balance = 1 where kind = 'pot'"),
    ("I-4", "update players_account set balance = -1000000 where kind = 'felt'"),
    ("I-5", "update players_account set balance = balance + 1 where kind = 'rake_box'"),
    ("I-5", "update players_account set transfers_posted = transfers_posted + 1 where kind = 'rake_box'"),
    ("I-7", "update players_transfer set amount = amount + 100 where kind = 'leave'"),
    ("I-7", "update players_transfer set reason = 'x' where kind = 'leave'"),
    ("I-7", "update players_transfer set at = at + interval '1 microsecond' where kind = 'leave'"),
    ("I-7", "update players_ledgerhead set hash = repeat('0', 64)"),
    ("I-7", "delete from players_ledgerhead"),
    ("I-8", "update players_transfer set number = 7 where kind = 'leave'"),
    ("I-10", "update players_sitting set left_with = left_with + 1 where left_at is not null"),
    ("I-10", "update players_sitting set left_at = null where left_at is not null"),
    ("I-10", "update tables_tablesession set closed_at = opened_at where closed_at is null"),
    ("I-11", "update players_sitting set seat = 10 where left_at is null"),
    ("I-19", "update players_transfer set gaming_day = gaming_day + 1 where kind = 'leave'"),
    ("I-20", "update cage_buyin set gaming_day = gaming_day + 1"),
    ("I-20", "update cage_cashout set amount = amount + 1"),
    ("I-20", "delete from cage_cashout"),
    ("I-23", "update cage_buyin set amount = amount + 1"),
    ("I-15", "delete from audit_auditevent where subject_kind = 'buyin'"),
)


def test_holds_on_a_room_at_play_and_finds_what_breaks_it(played: Desk) -> None:
    assert audited() == {}
    for code, statement in BREAKING:
        with owner_changed(statement) as faults:
            assert code in codes(faults), statement
    assert audited() == {}


def test_speaks_line_by_line(played: Desk) -> None:
    out = StringIO()
    call_command("audit_books", stdout=out)
    lines = out.getvalue().splitlines()
    assert len(lines) > 15
    assert all(line.startswith("ok    I-") for line in lines)
    with connections["owner"].cursor() as cursor:
        cursor.execute("update players_account set balance = balance + 1 where kind = 'rake_box'")
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("audit_books", stdout=out)
    assert ended.value.code == 1
    assert "FAIL  I-5   Every balance is the sum of its transfers\n      account " in out.getvalue()


def test_names_the_transfer_that_was_changed_or_removed(played: Desk) -> None:
    row = Transfer.objects.get(kind=TransferKind.CHIP_REDEMPTION, source__kind=AccountKind.DRAWER_CASH)
    chain = "I-7 The chain of hashes is whole: no transfer was changed, removed or slipped in"
    with owner_changed(
        f"update players_transfer set amount = amount + 100 where id = {row.pk}",
        f"update players_account set balance = balance - 100 where id = {row.source_id}",
        f"update players_account set balance = balance + 100 where id = {row.target_id}",
    ) as faults:
        assert faults[chain] == [f"transfer {row.pk} (room {played.room.pk}, number {row.chain_number}) was changed"]
        assert "I-5" not in codes(faults)
        assert "I-23" in codes(faults)
    with owner_changed(f"delete from players_transfer where id = {row.pk}") as faults:
        assert any("the ledger's head is number" in fault for fault in faults[chain])
    with owner_changed(f"delete from players_transfer where id = {row.pk - 3}") as faults:
        assert any(
            fault.endswith(f"is number {row.chain_number - 2} after {row.chain_number - 4}") for fault in faults[chain]
        )


def test_finds_a_dropped_and_a_disabled_trigger(played: Desk) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("drop trigger players_transfer_append_only on players_transfer")
        cursor.execute("alter table audit_auditevent disable trigger audit_auditevent_append_only")
    guards, release = audited().values()
    assert [fault.split()[0] for fault in guards] == ["audit_auditevent", "players_transfer"]
    assert len(release) == 2, "the manifest misses one, and knows the other as disabled"


def test_finds_who_was_served_where_they_may_not(played: Desk) -> None:
    here = Sitting.objects.filter(left_at=None).get()
    facts = {"room": played.room, "player": here.player, "kind": Ban.Kind.BARRED, "reason": "test"}
    bar_player(**facts, by=played.manager, at=played.at())
    assert audited() == {}
    with owner_changed("update players_ban set starts_at = '2025-01-01'") as faults:
        barred = [fault for name, found in faults.items() if name.startswith("I-14") for fault in found]
        assert sorted(fault.split()[0] for fault in barred) == ["buy-in", "sitting"]
    elsewhere = Sitting.objects.exclude(left_at=None).get()
    with owner_changed(f"update players_sitting set player_id = {elsewhere.player_id} where id = {here.pk}") as faults:
        assert "I-12" in codes(faults)


def test_names_the_buy_in_that_nobody_audited(played: Desk) -> None:
    bought = BuyIn.objects.first()
    event = f"subject_kind = 'buyin' and subject_id = '{bought.pk}'"
    with owner_changed(f"delete from audit_auditevent where {event}") as faults:
        assert [fault for found in faults.values() for fault in found if "buyin" in fault] == [
            f"buyin {bought.pk} has no audit event"
        ]
