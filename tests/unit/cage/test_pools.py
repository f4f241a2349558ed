"""Promotional pools: terms that two roles agree on, a split to the chip, and one pool for each table."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cage import services as cage
from cage.models import PoolShare, PoolVersion, PromoPool
from cage.pool_shares import split
from cage.selectors.pools import pool_figures, pool_rows
from cage.services.pools import POOL_ENDS, Terms
from config.audit.books import audit
from config.days.selectors import notes_of
from players.models import AccountKind
from tests.support.arranged import arranged
from tests.support.boxes import counted, pulled
from tests.support.days import end_day
from tests.support.desk import Desk, key, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table

A = AccountKind
percents = st.integers(0, 100)
amounts = st.integers(0, 10**9)


@arranged
def table() -> HandTable:
    return open_hand_table()


def post(desk: Desk, name: str = "Bad beat", confirmed: Sequence[str] = (POOL_ENDS,), **terms: Any) -> PoolVersion:
    given = {"reserve_percent": 40, "employees": "yes", "tables": (desk.session.table_id,)} | terms
    facts = {"by": desk.manager, "second": person(desk.room, "auditor"), "at": desk.at(), "key": key()}
    return cage.post_pool(room=desk.room, name=name, terms=Terms(**given), confirmed=confirmed, **facts)


def the_books_hold() -> None:
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


@given(
    amount=amounts,
    shares=st.tuples(percents, percents),
    holds=st.tuples(amounts, amounts),
    caps=st.tuples(st.none() | amounts, st.none() | amounts),
    unit=st.sampled_from((1, 25, 100, 500)),
)
def test_no_chip_is_lost_and_the_remainder_is_the_players(
    amount: int, shares: tuple[int, int], holds: tuple[int, int], caps: tuple[int | None, int | None], unit: int
) -> None:
    (reserve, admin), (held, kept) = shares, holds
    terms = PoolVersion(reserve_percent=reserve, admin_percent=admin, primary_cap=caps[0], reserve_cap=caps[1])
    parts = split(amount, terms, primary=held, reserve=kept, unit=unit)
    assert parts.amount == amount
    assert min(parts.primary, parts.reserve, parts.admin) >= 0
    due = amount * admin // 100
    assert due - unit < parts.admin <= due, "the administration never gets the remainder"
    assert parts.reserve % unit == parts.admin % unit == 0, "a pool is kept in chips"
    assert parts.primary % unit == amount % unit
    full = caps[1] is not None and kept + parts.reserve > caps[1] - unit
    assert full or caps[0] is None or held + parts.primary - amount % unit <= max(caps[0], held), "its cap holds"


def test_above_its_cap_the_primary_pool_feeds_the_reserve() -> None:
    terms = PoolVersion(reserve_percent=40, admin_percent=0, primary_cap=100)
    parts = split(101, terms, primary=70, reserve=0, unit=1)
    assert (parts.primary, parts.reserve) == (30, 71)
    assert split(101, None, primary=0, reserve=0, unit=1).primary == 101


def test_a_cap_that_is_no_whole_chips_is_filled_with_whole_ones() -> None:
    """A pool that held cents before these rules goes on in chips."""
    terms = PoolVersion(reserve_percent=40, admin_percent=10, primary_cap=10_50, reserve_cap=3_50)
    parts = split(10_00, terms, primary=7_08, reserve=72, unit=1_00)
    assert (parts.primary, parts.reserve, parts.admin) == (7_00, 2_00, 1_00), "both are full: the rest is the players’"
    parts = split(5_50, terms, primary=7_08, reserve=0, unit=1_00)
    assert (parts.primary, parts.reserve, parts.admin) == (3_50, 2_00, 0), "what is beyond whole chips is the players’"


def test_a_cap_of_nothing_lets_nothing_in() -> None:
    terms = PoolVersion(reserve_percent=40, admin_percent=0, reserve_cap=0)
    assert split(10_00, terms, primary=0, reserve=0, unit=1_00).reserve == 0
    terms = PoolVersion(reserve_percent=40, admin_percent=0, primary_cap=0)
    assert split(10_00, terms, primary=0, reserve=0, unit=1_00).primary == 0


@pytest.mark.django_db
class TestPools:
    def test_terms_say_whether_who_works_here_has_a_share(self, table: HandTable) -> None:
        refused("employees_unsaid", lambda: post(table.desk, employees=""))
        refused("employees_unsaid", lambda: post(table.desk, employees="perhaps"))
        version = post(table.desk, employees="off_duty")
        assert version.of_employees == "Whoever works here has a share while off duty."

    def test_counted_promo_is_split_to_the_pool_that_the_table_feeds(self, table: HandTable) -> None:
        desk = table.desk
        post(desk, admin_percent=10)
        for promo in (7_00, 8_00):
            table.tick(3_00, promo_taken=promo)
        counted(desk, pulled(desk, "P1", holds="promo"), -1_00)
        assert [desk.held(kind) for kind in (A.POOL_PRIMARY, A.POOL_RESERVE, A.POOL_ADMIN)] == [8_00, 5_00, 1_00]
        the_books_hold()

    def test_a_pool_is_kept_in_chips_however_little_was_counted(self, table: HandTable) -> None:
        """A box of 2 by 10 and 40 percent: nobody could count 1.08, 0.72 and 0.20 in chips of 1."""
        desk = table.desk
        post(desk, admin_percent=10)
        table.tick(3_00, promo_taken=2_00)
        counted(desk, pulled(desk, "P1", holds="promo"))
        assert [desk.held(kind) for kind in (A.POOL_PRIMARY, A.POOL_RESERVE, A.POOL_ADMIN)] == [2_00, 0, 0]
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
            room=desk.room,
            name="Bad beat",
            terms=Terms(employees="yes"),
            by=desk.manager,
            second=second,
            at=desk.at(),
            key=key(),
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

    def test_what_was_dropped_is_divided_by_the_terms_it_was_dropped_under(self, table: HandTable) -> None:
        """Terms with another part for the house wait until nothing hangs, and nothing that was pulled is uncounted."""
        desk = table.desk
        post(desk)
        table.tick(300, promo_taken=200)
        for otherwise in ({"admin_percent": 90}, {"reserve_percent": 0}, {"primary_cap": 1}, {"reserve_cap": 1}):
            refused("promo_not_pulled", lambda changed=otherwise: post(desk, **changed))
        assert post(desk, games="quads beaten").number == 2
        pull = pulled(desk, "P1", holds="promo")
        error = refused("promo_not_counted", lambda: post(desk, admin_percent=90))
        assert str(pull) in error.message
        counted(desk, pull)
        assert desk.held(A.POOL_ADMIN) == 0
        assert post(desk, admin_percent=5).number == 3

    def test_terms_that_end_a_pool_are_asked_about_and_wait_for_its_boxes(self, table: HandTable) -> None:
        desk = table.desk
        post(desk)
        table.tick(300, promo_taken=200)
        refused("promo_not_pulled", lambda: post(desk, tables=()))
        pull = pulled(desk, "P1", holds="promo")
        error = refused("promo_not_counted", lambda: post(desk, tables=()))
        assert str(pull) in error.message
        counted(desk, pull)
        error = refused("pool_ends", lambda: post(desk, confirmed=(), tables=()))
        assert f"The promo boxes of {desk.session.table} take promo on" in error.message
        assert post(desk, tables=()).number == 2
        assert post(desk, confirmed=(), tables=()).number == 3, "it has ended: nothing is asked"

    def test_terms_that_were_posted_stand_among_the_notes_of_their_day(self, table: HandTable) -> None:
        desk = table.desk
        first, last = post(desk), post(desk, tables=())
        told = [note.sentence for note in notes_of(desk.room, desk.room.gaming_day(desk.now))]
        assert any(
            f"{first.drafted_by} put terms 1 of Bad beat in force" in each
            and f"approved by {first.approved_by}" in each
            for each in told
        )
        assert any("terms 2 of Bad beat" in each and "fed by no table: the pool ends" in each for each in told)
        assert last.number == 2
        end_day(desk)
        assert not [note for note in notes_of(desk.room, desk.room.gaming_day(desk.now)) if "terms" in note.sentence]

    def test_the_board_shows_what_was_held_when_the_day_before_ended(self, table: HandTable) -> None:
        desk = table.desk
        post(desk)
        table.tick(300, promo_taken=5_00)
        counted(desk, pulled(desk, "P1", holds="promo"))
        day = desk.room.gaming_day(desk.now)
        (row,) = pool_rows(desk.room, day)
        assert (row.posted, row.primary, row.reserve, row.liability) == (0, 3_00, 2_00, 5_00)
        (figures,) = pool_figures(desk.room, day)
        assert figures["counted"] == {"primary": 3_00, "reserve": 2_00, "admin": 0}
        assert figures["held"] == figures["counted"] | {"awards": 0}
