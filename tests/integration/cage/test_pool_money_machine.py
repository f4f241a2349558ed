"""A pool in any order of seed, counted boxes, awards, deposits and what is taken back, beside a plain account of it."""

from copy import deepcopy
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cage.models import PoolAward, PoolDeposit, PromoPool
from cage.selectors.pool_money import money_in
from config.audit.books import audit
from config.errors import DomainError
from config.rooms.models import Room
from players.models import AccountKind
from tests.support.arranged import arranged
from tests.support.awards import (
    a_pool,
    declared,
    deposit_taken_back,
    deposited,
    feed,
    recovered,
    seeded,
    stocked,
    taken_back,
)
from tests.support.desk import person
from tests.support.proofs import WHOLE, sized
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db
(SEQUENCES,) = sized((15,), (30,), (300,))
ANNOUNCED = 8_00
amounts = st.integers(1, 9).map(lambda chips: chips * 1_00)
acts = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["seed", "recover", "award", "deposit"]), amounts),
        st.tuples(st.just("count"), st.sampled_from([1_00, 3_00, 5_00])),
        st.tuples(st.sampled_from(["award back", "deposit back"]), st.integers(0, 3)),
    ),
    min_size=1, max_size=14,
)  # fmt: skip


@arranged
def table() -> HandTable:
    """A table that feeds a pool whose terms announce a seed of 8."""
    table = open_hand_table()
    stocked(table.desk, chips=500_00, cash=500_00)
    a_pool(table.desk, seed=ANNOUNCED)
    return table


class Plain:
    """What lies where, reckoned act by act: what was awarded and taken back never was, and neither was a deposit."""

    def __init__(self) -> None:
        self.counted = 0
        self.moves: list[tuple[str, int, int]] = []
        self.of_primary: dict[int, int] = {}

    def seed(self) -> int:
        """What lies there of the house's seed: an award leaves no more of it than the pool holds then."""
        seed = primary = 0
        for what, pk, amount in self.moves:
            if what == "seed":
                seed, primary = seed + amount, primary + amount
            elif what == "count":
                primary += amount
            elif what == "award":
                primary -= self.of_primary[pk]
                seed = min(seed, primary)
        return seed

    def put_in(self) -> int:
        """What the house put in, less what it took back."""
        return sum(amount for what, _, amount in self.moves if what == "seed")

    def banked(self) -> int:
        """What is deposited and not awarded."""
        lies = 0
        for what, _, amount in self.moves:
            if what == "deposit":
                lies += amount
            elif what == "award":
                lies = max(0, lies - amount)
        return lies

    def held(self) -> int:
        """What the pool and its reserve hold."""
        return self.counted + self.put_in() - sum(amount for what, _, amount in self.moves if what == "award")

    def forget(self, what: str, pk: int) -> None:
        """Let something never have been."""
        self.moves = [each for each in self.moves if each[:2] != (what, pk)]


class Machine:
    """The pool, and the plain account of it; what the services refuse, the plain account refuses too."""

    def __init__(self, table: HandTable, *, need: bool) -> None:
        self.table, self.desk, self.plain = table, table.desk, Plain()
        self.pool = PromoPool.objects.get(room=self.desk.room, name="Bad beat")
        self.auditor, self.player, self.need = person(self.desk.room, "auditor"), self.desk.player(), need

    def act(self, what: str, amount: int) -> None:
        """Do it, and reckon it, where both let it be done."""
        primary = self.desk.held(AccountKind.POOL_PRIMARY)
        plain = self.plain
        if what == "count":
            feed(self.table, amount)
            plain.counted += amount
            plain.moves.append(("count", 0, self.desk.held(AccountKind.POOL_PRIMARY) - primary))
        elif what == "seed":
            may = plain.seed() + amount <= ANNOUNCED
            if self._done(may, lambda: seeded(self.desk, self.pool, amount, **self._two())):
                plain.moves.append(("seed", 0, amount))
        elif what == "recover":
            may = amount <= plain.seed()
            if self._done(may, lambda: recovered(self.desk, self.pool, amount, **self._two())):
                plain.moves.append(("seed", 0, -amount))
        elif what == "award":
            may = amount <= plain.held() and (not self.need or amount <= plain.banked())
            if award := self._done(may, lambda: declared(self.desk, self.pool, amount, self.player)):
                plain.moves.append(("award", award.pk, amount))
                plain.of_primary[award.pk] = primary - self.desk.held(AccountKind.POOL_PRIMARY)
        elif what == "deposit":
            may = amount <= max(0, plain.held() - plain.banked())
            if deposit := self._done(may, lambda: deposited(self.desk, self.pool, amount)):
                plain.moves.append(("deposit", deposit.pk, amount))
        else:
            self._back(what, amount)

    def _back(self, what: str, number: int) -> None:
        kind = what.removesuffix(" back")
        standing = [pk for each, pk, _ in self.plain.moves if each == kind]
        if number < len(standing):
            pk = standing[number]
            if kind == "award":
                taken_back(self.desk, PoolAward.objects.get(pk=pk))
            else:
                deposit_taken_back(self.desk, PoolDeposit.objects.get(pk=pk))
            self.plain.forget(kind, pk)

    def _two(self) -> dict[str, Any]:
        return {"second": self.auditor}

    def _done(self, may: bool, act: Any) -> Any:
        try:
            done = act()
        except DomainError:
            assert not may, "it was refused, and might be done"
            return None
        assert may, "it was done, and ought to be refused"
        return done

    def holds(self) -> None:
        """The pool is as the plain account has it."""
        money, plain = money_in(self.pool), self.plain
        assert money.put_in - money.recovered == plain.put_in()
        assert 0 <= money.seed_left == plain.seed() <= money.primary
        assert min(self.desk.held(kind) for kind in AccountKind if kind.value.startswith("pool_")) >= 0
        assert money.primary + money.reserve == plain.held()
        assert (money.counted, money.not_awarded) == (plain.counted, plain.banked())
        assert money.not_deposited == max(0, plain.held() - plain.banked())


@settings(
    max_examples=SEQUENCES, deadline=None, derandomize=not WHOLE, database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(order=acts, need=st.booleans())
def test_in_any_order_the_seed_is_what_the_plain_account_has_and_nothing_is_overdrawn(
    table: HandTable,
    order: list[tuple[str, int]],
    need: bool,
) -> None:
    table = deepcopy(table)  # as it was before the sequence before
    with transaction.atomic():
        Room.objects.filter(pk=table.desk.room.pk).update(awards_need_deposit=need)
        table.desk.room.refresh_from_db()
        machine = Machine(table, need=need)
        for what, amount in order:
            machine.act(what, amount)
            machine.holds()
        connection.check_constraints()
        assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []
        transaction.set_rollback(True)
