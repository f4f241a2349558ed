"""Promotional pools: terms that two roles agree on, a split to the chip, and one pool for each table."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cage import services as cage
from cage.models import PoolShare, PoolVersion, PromoPool
from cage.pool_shares import split
from cage.selectors.pools import pool_figures, pool_rows
from cage.services.pools import Terms
from config.audit.books import audit
from players.models import AccountKind
from tests.support.arranged import arranged
from tests.support.boxes import counted, pulled
from tests.support.desk import Desk, key, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table

A = AccountKind
percents = st.integers(0, 100)
amounts = st.integers(0, 10**9)


@arranged
def table() -> HandTable:
    return open_hand_table()


def post(desk: Desk, name: str = "Bad beat", **terms: Any) -> PoolVersion:
    given = {"reserve_percent": 40, "tables": (desk.session.table_id,)} | terms
    facts = {"by": desk.manager, "second": person(desk.room, "auditor"), "at": desk.at(), "key": key()}
    return cage.post_pool(room=desk.room, name=name, terms=Terms(**given), **facts)


def the_books_hold() -> None:
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


@given(
    amount=amounts,
    shares=st.tuples(percents, percents),
    holds=st.tuples(amounts, amounts),
    caps=st.tuples(st.none() | amounts, st.none() | amounts),
)
def test_no_chip_is_lost_and_the_remainder_is_the_players(
    amount: int, shares: tuple[int, int], holds: tuple[int, int], caps: tuple[int | None, int | None]
) -> None:
    (reserve, admin), (held, kept) = shares, holds
    terms = PoolVersion(reserve_percent=reserve, admin_percent=admin, primary_cap=caps[0], reserve_cap=caps[1])
    parts = split(amount, terms, primary=held, reserve=kept)
    assert parts.amount == amount
    assert min(parts.primary, parts.reserve, parts.admin) >= 0
    assert parts.admin == amount * admin // 100, "the administration never gets the remainder"


def test_above_its_cap_the_primary_pool_feeds_the_reserve() -> None:
    terms = PoolVersion(reserve_percent=40, admin_percent=0, primary_cap=100)
    parts = split(101, terms, primary=70, reserve=0)
    assert (parts.primary, parts.reserve) == (30, 71)
    assert split(101, None, primary=0, reserve=0).primary == 101


@pytest.mark.django_db
class TestPools:
    def test_counted_promo_is_split_to_the_pool_that_the_table_feeds(self, table: HandTable) -> None:
        desk = table.desk
        post(desk, admin_percent=10)
        table.tick(300, promo_taken=100)
        table.tick(300, promo_taken=200)
        counted(desk, pulled(desk, "P1", holds="promo"), -100)
        assert [desk.held(kind) for kind in (A.POOL_PRIMARY, A.POOL_RESERVE, A.POOL_ADMIN)] == [108, 72, 20]
        the_books_hold()

    def test_without_terms_all_of_it_is_the_players(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300, promo_taken=200)
        counted(desk, pulled(desk, "P1", holds="promo"))
        share = PoolShare.objects.get()
        assert (share.pool.is_default, share.version, share.primary, desk.held(A.POOL_PRIMARY)) == (
            True,
            None,
            200,
            200,
        )

    def test_terms_take_two_people_of_two_roles(self, table: HandTable) -> None:
        desk = table.desk
        ask = lambda second: cage.post_pool(  # noqa: E731
            room=desk.room, name="Bad beat", terms=Terms(), by=desk.manager, second=second, at=desk.at(), key=key()
        )
        refused("second_needed", lambda: ask(None))
        refused("same_role", lambda: ask(person(desk.room, "manager")))
        refused("second_may_not", lambda: ask(person(desk.room, "floor")))
        assert ask(person(desk.room, "auditor")).number == 1

    def test_a_table_feeds_one_pool_and_changes_with_an_empty_box(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300, promo_taken=200)
        refused("promo_not_pulled", lambda: post(desk))
        counted(desk, pulled(desk, "P1", holds="promo"))
        post(desk)
        refused("table_feeds_another", lambda: post(desk, "High hand"))
        refused("table_unknown", lambda: post(desk, tables=(0,)))
        refused("terms_uncountable", lambda: post(desk, reserve_percent=101))
        post(desk, tables=())
        assert post(desk, "High hand").pool.name == "High hand"
        refused("pool_is_default", lambda: post(desk, PromoPool.objects.get(is_default=True).name))

    def test_the_board_shows_what_was_held_when_the_day_before_ended(self, table: HandTable) -> None:
        desk = table.desk
        post(desk)
        table.tick(300, promo_taken=200)
        counted(desk, pulled(desk, "P1", holds="promo"))
        day = desk.room.gaming_day(desk.now)
        (row,) = pool_rows(desk.room, day)
        assert (row.posted, row.primary, row.reserve, row.liability) == (0, 120, 80, 200)
        (figures,) = pool_figures(desk.room, day)
        assert figures["held"] == figures["counted"] == {"primary": 120, "reserve": 80, "admin": 0}
