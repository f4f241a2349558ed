"""Row locks are taken in one order everywhere: the watch finds what is out of order, and an evening has nothing so."""

from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from disputes import services as disputes
from disputes.services import Decision, Payment
from players.models import Account, Player
from players.services import move_player
from rules.house.house import LIVE
from tables.models import TableSession
from tables.services import close_table
from tests.support.desk import Desk, key, open_desk
from tests.support.dispute import open_dispute_table
from tests.support.lists import Lists
from tests.support.lock_order import LockOrder, watched_locks
from tests.support.races import lanes
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def watch() -> Iterator[LockOrder]:
    with watched_locks() as order:
        yield order


def test_a_player_locked_after_the_ledger_is_found(watch: LockOrder) -> None:
    desk = open_desk()
    ann = desk.player("Ann")
    desk.buy_in(ann, 200_00)
    with transaction.atomic():
        list(Account.objects.select_for_update(of=("self",)).filter(pk=1))
        list(Player.objects.select_for_update(no_key=True).filter(pk=ann.pk))
    assert watch.faults == ["players_player is locked after players_account"]


@pytest.mark.committed_db
def test_every_test_that_commits_is_watched_in_all_its_threads(lock_faults: list[str]) -> None:
    desk = open_desk()
    player = desk.player("Ann")
    desk.buy_in(player, 200_00)
    assert lock_faults == []

    def wrong() -> None:
        with transaction.atomic():
            list(Account.objects.select_for_update(of=("self",)).filter(pk=1))
            with transaction.atomic():
                list(Player.objects.select_for_update(no_key=True).filter(pk=player.pk))

    def right() -> None:
        for lock in (Account.objects.select_for_update(of=("self",)), Player.objects.select_for_update(no_key=True)):
            with transaction.atomic():
                list(lock.filter(pk=1))

    with lanes(1) as people:
        people.at_once(right)
        assert lock_faults == [], "each transaction begins anew"
        people.at_once(wrong)
    assert lock_faults == ["players_player is locked after players_account"]
    lock_faults.clear()


def test_several_rows_without_an_order_are_found(watch: LockOrder) -> None:
    with transaction.atomic():
        list(TableSession.objects.order_by().select_for_update(of=("self",)).filter(pk__in=[1, 2]))
    (said,) = watch.faults
    assert said.startswith("several rows of tables_tablesession are locked in no order")


def test_an_evening_takes_its_locks_in_one_order(watch: LockOrder) -> None:
    table: HandTable = open_hand_table()
    desk: Desk = table.desk
    player = desk.player("Buyer")
    desk.buy_in(player, 200_00)
    desk.cash_out(player, 100_00)
    desk.seated(200_00, seat=7)
    desk.leave(table.sittings[1])
    Lists(desk).join()
    for sitting in desk.session.sittings.filter(left_at=None):
        desk.leave(sitting)
    close_table(session=desk.session, by=desk.manager, at=desk.at())
    assert watch.seen > 20  # the watch saw the locks of all that
    assert watch.faults == []


def test_a_count_and_the_leaving_after_it_take_their_locks_in_one_order(watch: LockOrder) -> None:
    desk = open_desk()
    leaves, moves = desk.seated(200_00, seat=1), desk.seated(200_00, seat=2)
    desk.leave(leaves, **desk.counted(190_00, "recount"))
    other = desk.open_table()
    move_player(sitting=moves, session=other, seat=5, key=key(), **desk.counted(190_00, "recount"))
    assert watch.faults == []


def test_a_ruling_made_anew_locks_everything_before_what_it_takes_back(watch: LockOrder) -> None:
    desk = open_dispute_table(house=LIVE.with_answers(appeal="manager"))
    hand = desk.showdown()
    gone, there = desk.sitting(desk.winner), desk.sitting(desk.loser)
    desk.table.desk.leave(gone)
    desk.table.desk.cash_out(gone.player, 250_00)
    pays = [Payment(desk.sitting(desk.winner), there, amount) for amount in (100_00, 50_00)]
    case = desk.open(hand)
    desk.rule(case, pays[0], second=desk.other)
    desk.appeal(case)
    decision = Decision(outcome="Adjusted between players", rule_code="best_hand", payments=(pays[1],))
    facts = {"dispute": case, "decision": decision, "takes_back": True, "second": desk.other, "key": key()}
    with CaptureQueriesContext(connection) as asked:
        disputes.rule_on_appeal(**facts, **desk.by(desk.manager))  # type: ignore[arg-type]
    assert watch.faults == []
    said = [query["sql"] for query in asked.captured_queries]
    day = next(number for number, sql in enumerate(said) if "pg_advisory_xact_lock" in sql)
    head = next(number for number, sql in enumerate(said) if "players_ledgerhead" in sql)
    assert day < head, "the day of whoever rules is locked before the end of the ledger"
