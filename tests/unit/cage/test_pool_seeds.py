"""The house's seed in promotional pools: as it is announced, by two of two roles, and back no more than went in."""

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from cage.models import PoolSeed, PromoPool
from cage.selectors.drawers import vault
from cage.selectors.liability import liability
from cage.selectors.pool_days import differs, figures_of
from cage.selectors.pool_money import money_in
from cage.selectors.pools import pool_figures, pool_rows
from cage.selectors.vault_moves import vault_moves, vault_paper
from config.audit.books import audit
from config.audit.models import AuditEvent
from config.days.selectors import notes_of
from players.models import AccountKind, MoneyAct, Transfer
from rake.revenue.journal import lines_of
from rake.revenue.journal_map import plain_accounts
from rake.revenue.moved import moved
from tests.support.arranged import arranged
from tests.support.awards import a_pool, declared, feed, recovered, seeded, stocked, taken_back
from tests.support.days import end_day, lock_day, open_drawers, tie_out
from tests.support.desk import Desk, key, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.vault import begun
from tests.unit.cage.test_pool_days import signed

pytestmark = pytest.mark.django_db
A = AccountKind


@arranged
def table() -> HandTable:
    """A table that feeds a pool whose terms announce a seed of 500; the vault has 900 in chips and 800 in cash."""
    table = open_hand_table()
    stocked(table.desk, chips=900_00, cash=800_00)
    a_pool(table.desk, seed=500_00)
    return table


@pytest.fixture
def desk(table: HandTable) -> Desk:
    return table.desk


@pytest.fixture
def pool(desk: Desk) -> PromoPool:
    return PromoPool.objects.get(room=desk.room, name="Bad beat")


def the_books_hold() -> None:
    connection.check_constraints()
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


def held(desk: Desk) -> list[int]:
    return [desk.held(kind) for kind in (A.POOL_PRIMARY, A.POOL_RESERVE, A.POOL_AWARDS)]


class TestPutIn:
    def test_chips_of_the_vault_lie_in_the_primary_pool(self, desk: Desk, pool: PromoPool) -> None:
        seed = seeded(desk, pool, 500_00)
        assert (held(desk), vault(desk.room)) == ([500_00, 0, 0], (400_00, 800_00))
        row = Transfer.objects.get(request_key=seed.request_key)
        assert (row.kind, row.reason) == ("seed", "Bad beat: the pool begins")
        assert MoneyAct.objects.get(request_key=seed.request_key).second == seed.second
        assert (seed.kind, seed.amount, seed.version) == ("put_in", 500_00, pool.versions.get())
        the_books_hold()

    def test_no_more_than_is_announced_and_not_taken_back(self, desk: Desk, pool: PromoPool) -> None:
        error = refused("seed_above_announced", lambda: seeded(desk, pool, 500_01 + 99))
        assert error.allowed == {"most": 500_00}
        seeded(desk, pool, 300_00)
        error = refused("seed_above_announced", lambda: seeded(desk, pool, 201_00))
        assert error.allowed == {"most": 200_00}
        assert "announce a seed of 500, and 300 of it lies there: up to 200 goes in." in error.message
        seeded(desk, pool, 200_00)
        recovered(desk, pool, 100_00)
        seeded(desk, pool, 100_00)
        assert held(desk) == [500_00, 0, 0]

    def test_terms_that_announce_less_let_nothing_more_in(self, desk: Desk, pool: PromoPool) -> None:
        seeded(desk, pool, 300_00)
        a_pool(desk, seed=200_00)
        assert refused("seed_above_announced", lambda: seeded(desk, pool, 1_00)).allowed == {"most": 0}
        assert money_in(pool).may_put_in == 0

    def test_the_cap_of_the_pool_holds(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        a_pool(desk, seed=5_00, primary_cap=8_00)
        feed(table)  # 10, of which 6 is the pool's
        error = refused("seed_above_cap", lambda: seeded(desk, pool, 3_00))
        assert error.allowed == {"most": 2_00}
        assert "hold 8 at most, and it holds 6: up to 2 goes in" in error.message
        assert refused("seed_above_announced", lambda: seeded(desk, pool, 6_00)).allowed == {"most": 2_00}
        seeded(desk, pool, 2_00)
        refused("seed_above_cap", lambda: a_pool(desk, seed=9_00, primary_cap=8_00))

    def test_it_takes_two_people_of_two_roles(self, desk: Desk, pool: PromoPool) -> None:
        refused("second_needed", lambda: seeded(desk, pool, 1_00, second=None))
        refused("same_role", lambda: seeded(desk, pool, 1_00, second=person(desk.room, "manager")))
        refused("second_may_not", lambda: seeded(desk, pool, 1_00, second=person(desk.room, "floor")))
        refused("second_is_first", lambda: seeded(desk, pool, 1_00, second=desk.manager))
        refused("reason_missing", lambda: seeded(desk, pool, 1_00, reason="-"))
        refused("not_chip_multiple", lambda: seeded(desk, pool, 0))
        refused("not_chip_multiple", lambda: seeded(desk, pool, 1))
        assert held(desk) == [0, 0, 0]

    def test_the_vault_has_it_and_isn_t_counted(self, desk: Desk, pool: PromoPool) -> None:
        a_pool(desk, seed=1000_00)
        refused("vault_short", lambda: seeded(desk, pool, 901_00))
        seeded(desk, pool, 100_00)
        begun(desk)
        refused("vault_counting", lambda: seeded(desk, pool, 900_00))  # nor is said that it holds less
        refused("vault_counting", lambda: recovered(desk, pool, 1_00))

    def test_all_that_the_vault_has_goes_in(self, desk: Desk, pool: PromoPool) -> None:
        a_pool(desk, seed=1000_00)
        seeded(desk, pool, 900_00)
        assert vault(desk.room) == (0, 800_00)

    def test_the_trail_names_who_approved_it(self, desk: Desk, pool: PromoPool) -> None:
        seed = seeded(desk, pool, 5_00)
        event = AuditEvent.objects.get(verb="pool.seeded")
        assert (event.by, event.after["confirmed_by"]) == (seed.by, seed.second_id)

    def test_neither_the_default_pool_nor_one_that_ended(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        a_pool(desk, seed=500_00, tables=())
        refused("pool_ended", lambda: seeded(desk, pool, 1_00))
        feed(table)
        default = PromoPool.objects.get(room=desk.room, is_default=True)
        refused("pool_is_default", lambda: seeded(desk, default, 1_00))
        refused("pool_is_default", lambda: recovered(desk, default, 1_00))

    def test_one_key_moves_it_once(self, desk: Desk, pool: PromoPool) -> None:
        given = {"key": key(), "second": person(desk.room, "auditor")}
        first = seeded(desk, pool, 100_00, **given)
        assert seeded(desk, pool, 100_00, **given) == first
        assert held(desk) == [100_00, 0, 0]


class TestRecovered:
    def test_no_more_than_went_in(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        feed(table)
        assert refused("seed_not_there", lambda: recovered(desk, pool, 1_00)).allowed == {"most": 0}
        seeded(desk, pool, 3_00)
        error = refused("seed_not_there", lambda: recovered(desk, pool, 4_00))
        assert error.allowed == {"most": 3_00}
        back = recovered(desk, pool, 2_00)
        assert (back.kind, Transfer.objects.get(request_key=back.request_key).kind) == ("recovered", "seed_back")
        refused("seed_not_there", lambda: recovered(desk, pool, 2_00))
        assert (held(desk), vault(desk.room)[0]) == ([7_00, 4_00, 0], 899_00)
        the_books_hold()

    def test_no_more_than_lies_in_the_primary_part(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        """What is awarded and not paid lies apart, and the reserve is the players'."""
        seeded(desk, pool, 5_00)
        feed(table)
        award = declared(desk, pool, 9_00, desk.player())
        assert held(desk) == [2_00, 4_00, 9_00]
        error = refused("seed_not_there", lambda: recovered(desk, pool, 3_00))
        assert error.allowed == {"most": 2_00}
        assert "2 of the house’s seed lies in Bad beat; what awards took of it went to those who won." in error.message
        taken_back(desk, award)
        recovered(desk, pool, 5_00)
        assert held(desk) == [6_00, 4_00, 0]
        the_books_hold()

    def test_it_takes_two_people_of_two_roles(self, desk: Desk, pool: PromoPool) -> None:
        seeded(desk, pool, 5_00)
        refused("second_needed", lambda: recovered(desk, pool, 1_00, second=None))
        refused("same_role", lambda: recovered(desk, pool, 1_00, second=person(desk.room, "manager")))
        refused("reason_missing", lambda: recovered(desk, pool, 1_00, reason=""))
        refused("not_chip_multiple", lambda: recovered(desk, pool, 1_50))
        assert held(desk) == [5_00, 0, 0]

    def test_of_a_pool_that_ended_it_comes_back_first_or_goes_with_it(
        self, table: HandTable, desk: Desk, pool: PromoPool
    ) -> None:
        seeded(desk, pool, 5_00)
        feed(table)
        a_pool(desk, seed=500_00, tables=())
        recovered(desk, pool, 2_00)
        whole = {"kind": "disposition", "table": None, "what": "to the food bank"}
        award = declared(desk, pool, 13_00, desk.player(), **whole)
        assert money_in(pool).seed_left == 0
        a_pool(desk, seed=500_00)
        feed(table)
        refused("seed_not_there", lambda: recovered(desk, pool, 1_00))
        assert money_in(pool).may_put_in == 500_00
        taken_back(desk, award)
        assert money_in(pool).seed_left == 3_00, "the pool didn’t go whole after all"
        the_books_hold()


class TestWon:
    """An award takes what the players gave first, then the seed; the house puts another one in."""

    def test_a_pool_that_was_won_is_seeded_anew(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        seeded(desk, pool, 300_00)
        feed(table)  # 10, of which 6 is the pool's
        declared(desk, pool, 306_00, desk.player())
        assert (money_in(pool).seed_left, money_in(pool).may_put_in) == (0, 500_00)
        refused("seed_not_there", lambda: recovered(desk, pool, 1_00))
        seeded(desk, pool, 400_00)
        refused("seed_above_announced", lambda: seeded(desk, pool, 101_00))
        assert held(desk) == [400_00, 4_00, 306_00]
        the_books_hold()

    def test_what_the_players_give_afterwards_isn_t_the_house_s(
        self, table: HandTable, desk: Desk, pool: PromoPool
    ) -> None:
        seeded(desk, pool, 5_00)
        declared(desk, pool, 5_00, desk.player())
        feed(table)
        refused("seed_not_there", lambda: recovered(desk, pool, 1_00))
        assert held(desk) == [6_00, 4_00, 5_00]

    def test_an_award_of_what_the_players_gave_leaves_the_seed(
        self, table: HandTable, desk: Desk, pool: PromoPool
    ) -> None:
        seeded(desk, pool, 300_00)
        feed(table)
        declared(desk, pool, 6_00, desk.player())
        assert money_in(pool).seed_left == 300_00
        declared(desk, pool, 1_00, desk.player())
        assert money_in(pool).seed_left == 299_00

    def test_an_award_that_went_back_took_nothing(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        """Whatever was put in meanwhile lies there too, and may come back."""
        seeded(desk, pool, 450_00)
        award = declared(desk, pool, 450_00, desk.player())
        seeded(desk, pool, 400_00)
        taken_back(desk, award)
        assert (money_in(pool).seed_left, money_in(pool).may_put_in) == (850_00, 0)
        recovered(desk, pool, 850_00)
        assert held(desk) == [0, 0, 0]
        the_books_hold()

    def test_a_share_that_went_back_took_nothing(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        """The reserve gets back first what it gave."""
        seeded(desk, pool, 4_00)
        feed(table)
        award = declared(desk, pool, 12_00, desk.player(), desk.player())
        assert (held(desk), money_in(pool).seed_left) == ([0, 2_00, 12_00], 0)
        taken_back(desk, award, share=award.shares.get(number=1))
        assert (held(desk), money_in(pool).seed_left) == ([4_00, 4_00, 6_00], 4_00)
        taken_back(desk, award, share=award.shares.get(number=2))
        assert (held(desk), money_in(pool).seed_left) == ([10_00, 4_00, 0], 4_00)
        the_books_hold()

    def test_of_another_pool_it_knows_nothing(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        """Neither of what its boxes brought, nor of its awards and its seed."""
        other = a_pool(desk, name="High hand", seed=100_00, tables=(desk.open_table().table_id,))
        feed(table)
        seeded(desk, other, 100_00)
        declared(desk, other, 100_00, desk.player(), kind="drawing", table=None)
        seeded(desk, pool, 5_00)
        assert [money_in(each).seed_left for each in (pool, other)] == [5_00, 0]


class TestFigures:
    def test_seed_is_funded_money(self, desk: Desk, pool: PromoPool) -> None:
        refused("award_not_funded", lambda: declared(desk, pool, 100_00, desk.player()))
        seeded(desk, pool, 100_00)
        declared(desk, pool, 100_00, desk.player())
        assert held(desk) == [0, 0, 100_00]
        assert (money_in(pool).seed_left, money_in(pool).seed_awarded) == (0, 100_00)

    def test_the_posted_amount_rises_and_falls_at_once(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        today = desk.room.gaming_day(desk.now)
        posted = lambda: next(row.posted for row in pool_rows(desk.room, today) if row.pool == pool)  # noqa: E731
        feed(table)
        seeded(desk, pool, 100_00)
        assert posted() == 100_00, "what was counted is posted from the next day on"
        recovered(desk, pool, 40_00)
        assert posted() == 60_00

    def test_no_chip_comes_into_use_and_the_players_are_owed_it(self, desk: Desk, pool: PromoPool) -> None:
        before = liability(desk.room, at=desk.at(), now=True)
        seeded(desk, pool, 100_00)
        after = liability(desk.room, at=desk.at(), now=True)
        assert after.chips_in_use == before.chips_in_use
        assert after.owed - before.owed == 100_00

    def test_the_reconciliation_tells_it_twice(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        day = desk.room.gaming_day(desk.now)
        seeded(desk, pool, 5_00)
        recovered(desk, pool, 2_00)
        feed(table)
        figures = figures_of(desk.room, day)
        (told,) = figures["pools"]
        assert (told["lines"]["seeded"], told["lines"]["recovered"], told["lines"]["end"]) == (
            [5_00, 5_00], [2_00, 2_00], [13_00, 13_00],
        )  # fmt: skip
        assert not differs(figures)
        assert [(each["kind"], each["amount"]) for each in told["seeds"]] == [("put_in", 5_00), ("recovered", 2_00)]
        end_day(desk)
        (after,) = figures_of(desk.room, desk.room.gaming_day(desk.now))["pools"]
        assert after["lines"]["start"] == [13_00, 13_00]

    def test_who_seeded_a_pool_signs_none_of_its_day(self, desk: Desk, pool: PromoPool) -> None:
        auditor = person(desk.room, "auditor")
        day = desk.room.gaming_day(desk.now)
        seeded(desk, pool, 5_00, second=auditor)
        end_day(desk)
        error = refused("not_independent", lambda: signed(desk, day, by=auditor))
        assert "seeded a pool, or took its seed back" in error.message
        assert signed(desk, day).of_day == day

    def test_the_file_of_the_day_keeps_it(self, desk: Desk, pool: PromoPool) -> None:
        seeded(desk, pool, 5_00)
        recovered(desk, pool, 2_00)
        (figures,) = pool_figures(desk.room, desk.room.gaming_day(desk.now))
        assert (figures["seeded"], figures["held"]["primary"]) == (3_00, 3_00)

    def test_the_morning_tells_who_and_why(self, desk: Desk, pool: PromoPool) -> None:
        auditor = person(desk.room, "auditor")
        seeded(desk, pool, 5_00, second=auditor)
        recovered(desk, pool, 2_00, second=auditor)
        told = [note.sentence for note in notes_of(desk.room, desk.room.gaming_day(desk.now))]
        put_in = f"{desk.manager} put 5 of the house’s chips into Bad beat, approved by {auditor}: the pool begins."
        back = f"{desk.manager} took 2 of the house’s seed out of Bad beat, approved by {auditor}: it holds enough."
        assert [each for each in told if "Bad beat" in each and "terms" not in each] == [put_in, back]

    def test_the_journal_balances_and_has_an_entry_for_it(self, desk: Desk, pool: PromoPool) -> None:
        day = desk.room.gaming_day(desk.now)
        seeded(desk, pool, 5_00)
        recovered(desk, pool, 2_00)
        lines = [line for line in lines_of(moved(desk.room, day, day), plain_accounts()) if line.entry == "pool_seeds"]
        assert sum(line.debit for line in lines) == sum(line.credit for line in lines) > 0

    def test_the_vault_has_a_slip_of_it_with_both_names(self, desk: Desk, pool: PromoPool) -> None:
        seed = seeded(desk, pool, 5_00)
        (move, *_) = vault_moves(desk.room, desk.room.gaming_day(desk.now))
        paper = vault_paper(move, desk.room)
        facts = dict(paper.facts)
        assert "seed of a pool" in paper.title
        assert (facts["Moved by"], facts["Confirmed by"]) == (seed.by.with_badge, seed.second.with_badge)
        assert facts["Why"] == "Bad beat: the pool begins"


class TestDays:
    def test_it_is_booked_on_the_open_day(self, desk: Desk, pool: PromoPool) -> None:
        seeded(desk, pool, 5_00)
        day = end_day(desk)
        tie_out(desk, day)
        lock_day(desk, day)
        open_drawers(desk)
        assert recovered(desk, pool, 5_00).gaming_day > day
        connection.check_constraints()


def row_of(desk: Desk, pool: PromoPool, **facts: Any) -> PoolSeed:
    given = {"room": desk.room, "pool": pool, "version": pool.versions.first(), "kind": "put_in", "amount": 1_00}
    given |= {"reason": "by hand", "by": desk.manager, "second": person(desk.room, "auditor"), "at": desk.at()}
    given |= {"gaming_day": desk.room.gaming_day(desk.now), "request_key": key()}
    return PoolSeed.objects.create(**given | facts)


def written(desk: Desk, pool: PromoPool, facts: dict[str, Any]) -> None:
    """Such a row, looked at as on commit."""
    row_of(desk, pool, **facts)
    connection.check_constraints()


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({}, "is not what its row says"),
        ({"amount": 501_00}, "more seed than is announced"),
        ({"kind": "recovered"}, "more seed than lies in a pool"),
        ({"amount": 0}, "pool_seed_positive"),
        ({"reason": ""}, "pool_seed_has_reason"),
    ],
)
def test_the_database_refuses_rows_that_nothing_moved_for(
    desk: Desk, pool: PromoPool, facts: dict[str, Any], said: str
) -> None:
    with pytest.raises(DatabaseError, match=said), transaction.atomic():
        written(desk, pool, facts)


def test_the_database_refuses_a_seed_of_a_pool_that_ended_or_by_terms_of_before(desk: Desk, pool: PromoPool) -> None:
    before = pool.versions.get()
    a_pool(desk, seed=400_00, tables=())
    for facts, said in (({}, "has ended"), ({"version": before}, "other terms than those in force")):
        with pytest.raises(DatabaseError, match=said), transaction.atomic():
            row_of(desk, pool, **facts)
