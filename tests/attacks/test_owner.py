"""Changes of whoever owns the database behind its triggers: each change of owner.toml is named, and rolled back."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connections, transaction
from django.utils import timezone
from psycopg import sql

from cage.services import enter_statement, look_at_expected, post_denominations, void_buy_in
from config.audit import anchors
from config.audit.anchor_keys import make_key
from config.audit.books import audit
from config.audit.checks import CHECKS
from config.audit.database import append_only_tables, chained_tables
from config.audit.models import Anchor
from config.audit.runs import watch_books
from config.days.models import DayLock, KeptFigures
from config.days.services import digest_of
from disputes.services import Decision, Payment, rule_on_appeal
from games.models import Hand
from players.services import warn_player
from players.services.time_charges import collect_time
from rake.services import rate_hand
from rules.house.fee_schedule import live_time
from rules.house.house import LIVE
from tests.support.days import a_day_of_everything
from tests.support.desk import NLH, OPENING, Desk, key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.drawers import close_exactly

pytestmark = pytest.mark.committed_db
CHAIN = ("config.audit.chain_checks", "config.audit.anchor_checks")
CHANGES = tomllib.loads(Path(__file__).with_name("owner.toml").read_text())["change"]

SELDOM = {
    "cage_boxhandover", "cage_boxlook", "cage_chipalarm", "cage_chipalarmanswer",
    "cage_currencydecision",
    "cage_givenupboxcount", "cage_givenupcount", "cage_linkedday", "cage_linkeddayanswer",
    "cage_paperprint", "cage_poolreconciliation", "cage_regulatornote", "cage_tokeshare",
    "cage_vaultlook",
    "disputes_directive", "disputes_directivewithdrawal", "disputes_disputeparty", "disputes_rulingnetted",
    "players_identitydecision", "rake_assuranceclosing", "rake_assuranceflag", "rake_assurancereading",
    "rake_dayjournal", "rake_journalaccounts", "rake_revenueversion", "staff_accessreview", "staff_reviewedperson",
}  # fmt: skip
"""The chained tables that get no row in a day of everything."""

ANEW = """
do $$
declare
    form audit_chainform;
    key text;
    seal audit_chainseal;
    before audit_chainseal;
    joined bytea;
begin
    for form in select * from audit_chainform where to_regclass(table_name) is not null loop
        select attname into key from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = form.table_name::regclass and indisprimary;
        execute format('delete from audit_chainlink l where form_id = %1$s
            and not exists (select from %2$I t where t.%3$I = l.row_id)', form.id, form.table_name, key);
        execute format('update audit_chainlink l set digest = sha256(convert_to((to_jsonb(t) - (
                select coalesce(array_agg(name), array[]::text[]) from jsonb_object_keys(to_jsonb(t)) name
                where not %4$L::jsonb ? name
            ))::text, ''UTF8'')) from %2$I t where form_id = %1$s and t.%3$I = l.row_id',
            form.id, form.table_name, key, form.columns);
        execute format('insert into audit_chainlink (form_id, row_id, digest)
            select %1$s, t.%3$I, sha256(convert_to(to_jsonb(t)::text, ''UTF8'')) from %2$I t
            where not exists (select from audit_chainlink l where form_id = %1$s and l.row_id = t.%3$I)',
            form.id, form.table_name, key);
    end loop;
    perform audit_seal();
    for seal in select * from audit_chainseal order by number loop
        select * into before from audit_chainseal where number < seal.number order by number desc limit 1;
        select string_agg(int8send(id) || int8send(form_id) || int8send(row_id) || digest, '' order by id) into joined
        from audit_chainlink where id > coalesce(before.last_link, 0) and id <= seal.last_link;
        update audit_chainseal set hash = sha256(
            coalesce(before.hash, '') || int8send(seal.number) || int8send(seal.last_link)
            || int8send((extract(epoch from seal.at) * 1000000)::bigint) || coalesce(joined, ''))
        where number = seal.number;
    end loop;
    update audit_anchor set head = encode(hash, 'hex') from audit_chainseal ended where ended.number = seal_number;
end
$$
"""
"""The statements of a careful owner after a change: every digest, seal and anchor follows from the rows as they are
now."""


def evening() -> DisputeTable:
    """A room in which everything happened that rows are added for, anchored three times on the way."""
    desk = open_dispute_table(house=LIVE.with_answers(appeal="manager"))
    hand = desk.showdown()
    rate_hand(hand_id=hand.pk, at=desk.table.desk.at())
    anchored()
    case = desk.open(hand, hold="part", hold_amount=20_00)
    desk.rule(case, paid(desk, 25_00))
    desk.appeal(case)
    upheld = Decision(outcome="The ruling stands", rule_code="best_hand")
    rule_on_appeal(dispute=case, decision=upheld, takes_back=False, key=key(), **desk.by(desk.manager))
    desk.open(hand, hold="part", hold_amount=20_00)
    anchored()
    short = desk.open(hand)
    desk.table.desk.leave(desk.sitting(desk.winner))
    desk.table.desk.cash_out(desk.sitting(desk.winner).player, desk.table.desk.rack(desk.sitting(desk.winner).player))
    desk.rule(short, paid(desk, 5_00), second=desk.other)
    watch_books(at=desk.table.desk.at())
    warn_player(room=hand.room, player=desk.sitting(desk.loser).player, text="threw cards", **desk.by())
    time_is_collected(desk.table.desk)
    slip_is_voided(desk.table.desk)
    stated = {"account": "First Bank", "amount": 5_000_00, "stated_on": desk.table.desk.now.date()}
    auditor = person(hand.room, "auditor")
    enter_statement(room=hand.room, key=key(), **stated, second=auditor, **desk.by(desk.manager))
    a_drawer_is_counted(desk.table.desk)
    the_day_before_is_locked(desk)
    anchored()
    return desk


def a_drawer_is_counted(desk: Desk) -> None:
    """A drawer is closed with a hundred too little, by values that were posted; somebody had looked at the books."""
    post_denominations(room=desk.room, chips=[100, 500, 100_00], cash=[100], by=desk.manager, at=desk.at())
    look_at_expected(drawer=desk.drawer, by=desk.manager, at=desk.at())
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at(), chips=-100_00)


def slip_is_voided(desk: Desk) -> None:
    """A sale to the wrong player goes back, and is put right by another."""
    voided = void_buy_in(bought=desk.buy_in(desk.player(), 100_00), reason="the wrong player", key=key(), **desk.by())
    desk.buy_in(desk.player(), 100_00, corrects=voided)


def the_day_before_is_locked(desk: DisputeTable) -> None:
    """A day on which nothing happened yet is locked: its rows stand for those of any lock, made by hand here because
    the evening is not over."""
    room = desk.table.desk.room
    facts = {"locked_by": desk.manager, "second": desk.other, "locked_at": desk.table.desk.now, "request_key": key()}
    lock = DayLock.objects.create(room=room, gaming_day=room.gaming_day(OPENING) - timedelta(days=1), **facts)
    KeptFigures.objects.create(lock=lock, code="rake_report", text="{}", digest=digest_of("{}"))


def time_is_collected(desk: Desk) -> None:
    """A player at a table that charges time has sat there for a half hour, and pays for it."""
    session = desk.open_table(replace(NLH, fee=live_time(6_00)))
    player = desk.player()
    desk.buy_in(player, 200_00, session=session)
    desk.seat(player, 1, 200_00, session=session)
    desk.now += timedelta(minutes=30)
    collect_time(session=session, key=key(), **desk.by())


def paid(desk: DisputeTable, amount: int) -> Payment:
    return Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), amount)


def anchored() -> None:
    last = anchors.newest_anchor()
    assert anchors.keep_anchored(at=last.at + timedelta(minutes=6) if last else timezone.now())


@contextmanager
def the_owner(*, switches_off: bool) -> Iterator[Any]:
    """Everything is asked and changed by the owner in one transaction, which is rolled back."""
    application, owner = connections["default"], connections["owner"]
    with transaction.atomic(using="owner"), owner.cursor() as cursor:
        connections["default"] = owner
        try:
            if switches_off:
                for table in append_only_tables():
                    cursor.execute(sql.SQL("alter table {} disable trigger user").format(sql.Identifier(table)))
            yield cursor
        finally:
            connections["default"] = application
            transaction.set_rollback(True, using="owner")


def faults_of(cursor: Any, change: dict[str, Any]) -> tuple[list[str], str]:
    """Return what the checks that are asked say after the change, and what one of them must say."""
    row = None
    if "row" in change:
        cursor.execute(change["row"])
        (row,) = cursor.fetchone()
        if row is None:
            return ["there is nothing to change"], change["says"]
    with transaction.atomic(using="owner"):
        for statement in change["do"]:
            cursor.execute(statement.format(row=row))
        if change.get("anew"):
            cursor.execute(ANEW)
        asked = tuple(change.get("checks", CHAIN))
        checks = [check for check in CHECKS.values() if check.faults.__module__.startswith(asked)]
        faults = [fault for check in checks for fault in check.faults()]
        transaction.set_rollback(True, using="owner")
    return faults, change["says"].format(row=row)


def books() -> list[str]:
    """The findings of the audit of the books, but for the evening's dates, which are long before its seals."""
    found = [finding for finding in audit() if finding.check.faults.__module__ != "config.audit.time_checks"]
    return [fault for finding in found for fault in finding.faults]


@pytest.fixture
def room(settings: Any, tmp_path: Path) -> None:
    settings.ANCHORS, settings.ANCHOR_KEY = [str(tmp_path / "outside")], str(tmp_path / "key")
    make_key(tmp_path / "key")
    evening()


def test_the_list_is_long_and_says_each_change_once() -> None:
    assert len({change["what"] for change in CHANGES}) == len(CHANGES) >= 56


def test_a_row_that_is_erased_is_named_whatever_its_table(room: None) -> None:
    """In a room with rows in nearly every chained table; only those of `SELDOM` are empty there."""
    a_day_of_everything()
    empty, unnamed = set(), []
    with the_owner(switches_off=True) as cursor:
        for table in chained_tables():
            key = _key_of(cursor, table)
            erase = f"delete from {table} where {key} = {{row}}"  # noqa: S608 - names of the catalogue
            change = {"row": f"select min({key}) from {table}", "says": f"{table} {{row}} ("}  # noqa: S608 - likewise
            faults, says = faults_of(cursor, change | {"do": [erase]})
            if faults == ["there is nothing to change"]:
                empty.add(table)
            elif not any(fault.startswith(says) and " is gone" in fault for fault in faults):
                unnamed.append((table, says, faults[:2]))
    assert unnamed == []
    assert empty == SELDOM


def _key_of(cursor: Any, table: str) -> str:
    """The primary key of a table."""
    cursor.execute(
        "select attname from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)"
        " where indrelid = %s::regclass and indisprimary", [table],
    )  # fmt: skip
    (key,) = cursor.fetchone()
    return str(key)


def test_every_change_is_named(room: None) -> None:
    assert (Hand.objects.count(), Anchor.objects.count()) == (1, 3)
    assert books() == []
    unnamed = {}
    for guards in (False, True):
        with the_owner(switches_off=not guards) as cursor:
            for change in CHANGES:
                if change.get("guards", False) == guards:
                    faults, says = faults_of(cursor, change)
                    if not any(says in fault for fault in faults):
                        unnamed[change["what"]] = (says, faults[:5])
    assert unnamed == {}
    assert books() == []
