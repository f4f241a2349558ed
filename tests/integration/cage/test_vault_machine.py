"""The vault told in any order against a model in plain Python: from every state its count is brought to an end, nothing
moves while one goes on, and what was counted short or over is what the books say."""

from collections import Counter
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cage import services as cage
from cage.counted import Counted
from cage.models import Investigation, VaultCount, VaultVariance
from cage.selectors.drawers import vault
from cage.selectors.vault_counts import running_count
from config.audit.books import audit
from config.staff.models import User
from players.models import AccountKind
from tests.support.desk import AGAIN, Desk, key, open_desk, person
from tests.support.drawers import counted
from tests.support.proofs import WHOLE, sized
from tests.support.refusals import refused

SEQUENCES, STEPS = sized((6, 20), (8, 20), (60, 40))
S = VaultCount.State
OFF = st.sampled_from([0, 0, 0, -1_00, 5_00, -60_00, 200_00])


class Vault(RuleBasedStateMachine):
    """A vault, a manager who holds it and three who count. `lying` is what really lies there."""

    @initialize()
    def open_the_room(self) -> None:
        self.point = transaction.atomic()
        self.point.__enter__()
        self.desk: Desk = open_desk(chips=5_000_00, cash=2_000_00)
        self.counters = [person(self.desk.room, "floor") for _ in range(3)]
        self.lying = Counter(chips=0, cash=0)
        self.variances: Counter[str] = Counter()
        self.made: dict[int, tuple[int, int]] = {}
        self.stock(1_000_00)

    def teardown(self) -> None:
        """End whatever count goes on, look at the books, and undo everything."""
        if not hasattr(self, "desk"):
            return
        try:
            self.count_to_the_end()
            connection.check_constraints()
            assert [fault for each in audit() if not each.holds for fault in each.faults] == []
        finally:
            transaction.set_rollback(True)
            self.point.__exit__(None, None, None)

    # ------------------------------------------------------------------------------------------------ what is known

    @property
    def state(self) -> str:
        running = running_count(self.desk.room)
        return running.state if running else ""

    @property
    def now(self) -> VaultCount:
        running = running_count(self.desk.room)
        assert running
        return running

    def sheet(self, cash: int = 0) -> Counted:
        return counted(self.desk.room, self.lying["chips"], max(self.lying["cash"] + cash, 0))

    def by(self, who: User, **facts: Any) -> dict[str, Any]:
        return {"key": key(), "by": who, "at": self.desk.at()} | facts

    def booked(self, sheet: Counted) -> None:
        """The books come to what was counted."""
        for what, amount in (("chips", sheet.chips_amount), ("cash", sheet.cash_amount)):
            self.variances[what] += amount - self.lying[what]
            self.lying[what] = amount

    # ------------------------------------------------------------------------------------------------------- money

    @rule(amount=st.sampled_from([5_00, 300_00]))
    def stock(self, amount: int) -> None:
        facts = {"room": self.desk.room, "chips": amount, "cash": amount, "key": key(), "reason": "delivery", **AGAIN}
        if self.state:
            refused("vault_counting", lambda: cage.stock_vault(**facts, **self.desk.at_the_vault()))
        else:
            cage.stock_vault(**facts, **self.desk.at_the_vault())
            self.lying.update(chips=amount, cash=amount)

    @rule(amount=st.sampled_from([5_00, 300_00]))
    def fill(self, amount: int) -> None:
        facts = {"drawer": self.desk.drawer, "chips": amount, "cash": 0, "key": key(), "again": True}
        fill = lambda: cage.fund_drawer(**facts, **self.desk.at_the_vault())  # noqa: E731
        if self.state:
            refused("vault_counting", fill)
        elif self.lying["chips"] < amount:
            refused("vault_short", fill)
        else:
            fill()
            self.lying["chips"] -= amount

    # ------------------------------------------------------------------------------------------------------- counts

    @rule()
    def begin(self) -> None:
        facts = {"room": self.desk.room, "by": self.desk.manager, "at": self.desk.at()}
        if self.state:
            refused("vault_counting", lambda: cage.begin_vault_count(**facts))
        else:
            cage.begin_vault_count(**facts)
            self.made = {}

    @precondition(lambda self: self.state == S.COUNTING)
    @rule(is_first=st.booleans(), cash=OFF)
    def count(self, is_first: bool, cash: int) -> None:
        who, sheet = self.desk.manager if is_first else self.counters[0], self.sheet(cash)
        facts = self.by(who, count=self.now, counted=sheet)
        if who.pk in self.made:
            refused("same_person", lambda: cage.count_vault(**facts))
            return
        state = cage.count_vault(**facts).state
        self.made[who.pk] = sheet.amounts
        if len(self.made) < 2:
            assert state == S.COUNTING
        elif len(set(self.made.values())) == 1:
            assert state == S.COUNTED
            self.booked(sheet)
        else:
            assert state == S.RECOUNT

    @precondition(lambda self: self.state == S.RECOUNT)
    @rule(cash=OFF)
    def count_together(self, cash: int) -> None:
        sheet = self.sheet(cash)
        people = {"second": self.counters[0], "third": self.counters[1]}
        facts = self.by(self.desk.manager, count=self.now, counted=sheet)
        assert cage.count_vault_together(**facts, **people).state == S.COUNTED
        self.booked(sheet)

    @precondition(lambda self: self.state)
    @rule()
    def give_up(self) -> None:
        differs = self.state == S.RECOUNT
        with_supervisor: dict[str, Any] = {"second": self.counters[2], "reason": "late"} if differs else {}
        facts = {"count": self.now, "by": self.desk.manager, "at": self.desk.at()}
        assert cage.give_up_vault_count(**facts, **with_supervisor).state == S.GIVEN_UP

    # --------------------------------------------------------------------------------------------- what always holds

    @invariant()
    def the_books_are_the_model(self) -> None:
        if hasattr(self, "desk"):
            assert vault(self.desk.room) == (self.lying["chips"], self.lying["cash"])
            over = self.desk.held(AccountKind.OVER_SHORT), self.desk.held(AccountKind.OVER_SHORT_CASH)
            assert over == (-self.variances["chips"], -self.variances["cash"])

    @invariant()
    def what_is_beyond_the_notice_is_investigated(self) -> None:
        if not hasattr(self, "desk"):
            return
        small, noticed, most = 0, set(), self.desk.room.variance_notice
        for each in VaultVariance.objects.order_by("pk"):
            if each.size > most or abs(small + each.cash) > most:
                noticed.add(each.pk)
            else:
                small += each.cash
        assert set(Investigation.objects.values_list("vault_variance", flat=True)) == noticed

    def count_to_the_end(self) -> None:
        """From wherever it is, giving up and two counts lead to a vault that is counted."""
        if self.state:
            self.give_up()
        self.begin()
        for is_first in (True, False):
            self.count(is_first=is_first, cash=0)
        assert VaultCount.objects.latest("pk").state == S.COUNTED


@pytest.mark.django_db
def test_every_state_leads_to_a_counted_vault_and_the_books_hold() -> None:
    phases = tuple(Phase) if WHOLE else (Phase.explicit, Phase.generate)
    told = settings(
        max_examples=SEQUENCES, stateful_step_count=STEPS, deadline=None, phases=phases, derandomize=not WHOLE,
        suppress_health_check=list(HealthCheck), database=None,
    )  # fmt: skip
    run_state_machine_as_test(Vault, settings=told)
