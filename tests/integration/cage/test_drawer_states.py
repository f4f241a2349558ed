"""A drawer told in any order against a model in plain Python: from every state it can be closed, money moves only while
it is open, and what was counted short or over is what the books say."""

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
from cage.models import DrawerSession, DrawerVariance, Investigation
from cage.services.drawers import tills_of
from config.audit.books import audit
from config.staff.models import User
from players.models import AccountKind
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import counted
from tests.support.proofs import WHOLE, sized
from tests.support.refusals import refused

SEQUENCES, STEPS = sized((6, 25), (8, 25), (60, 40))
S = DrawerSession.State
OFF = st.sampled_from([0, 0, 0, -1_00, 5_00, -60_00, 200_00])
CODES = {
    S.OPENING: "drawer_opening",
    S.COUNTING: "drawer_counting",
    S.RECOUNT: "drawer_counting",
    S.CLOSED: "drawer_closed",
}


class Drawer(RuleBasedStateMachine):
    """One drawer, two cashiers and three who count. `lying` is what really lies there: what is counted comes of it."""

    @initialize()
    def open_the_room(self) -> None:
        self.point = transaction.atomic()
        self.point.__enter__()
        self.desk: Desk = open_desk(chips=5_000_00, cash=2_000_00)
        self.cashiers = [self.desk.cashier, person(self.desk.room, "cashier")]
        self.counters = [person(self.desk.room, "floor") for _ in range(3)]
        self.player = self.desk.player()
        self.model = Counter(chips=5_000_00, cash=2_000_00)
        self.variances: Counter[str] = Counter()
        self.made: dict[int, tuple[int, int]] = {}
        self.looks: Counter[int] = Counter()
        self.successor: User | None = None

    def teardown(self) -> None:
        """Close the drawer from wherever it is, look at the books, and undo everything."""
        if not hasattr(self, "desk"):
            return
        try:
            self.close_whatever_the_state()
            connection.check_constraints()
            assert [fault for each in audit() if not each.holds for fault in each.faults] == []
        finally:
            transaction.set_rollback(True)
            self.point.__exit__(None, None, None)

    # ------------------------------------------------------------------------------------------------ what is known

    @property
    def session(self) -> DrawerSession | None:
        kept = DrawerSession.objects.filter(drawer=self.desk.drawer).exclude(state=S.CLOSED)
        return kept.select_related("cashier", "drawer__room").first()

    @property
    def state(self) -> str:
        return self.session.state if self.session else S.CLOSED

    @property
    def now(self) -> DrawerSession:
        assert self.session
        return self.session

    def sheet(self, chips: int = 0, cash: int = 0) -> Counted:
        return counted(self.desk.room, self.model["chips"] + chips, self.model["cash"] + cash)

    def by(self, who: User, **facts: Any) -> dict[str, Any]:
        return {"key": key(), "by": who, "at": self.desk.at()} | facts

    def booked(self, sheet: Counted) -> None:
        """The books come to what was counted."""
        for what, amount in (("chips", sheet.chips_amount), ("cash", sheet.cash_amount)):
            self.variances[what] += amount - self.model[what]
            self.model[what] = amount

    # ------------------------------------------------------------------------------------------------------- money

    @rule(amount=st.sampled_from([100_00, 200_00, 300_00]), who=st.integers(0, 1))
    def sell(self, amount: int, who: int) -> None:
        by, player = self.cashiers[who], self.desk.player()
        if self.state != S.OPEN:
            refused(CODES[S(self.state)], lambda: self.desk.buy_in(player, amount, by=by))
        elif self.now.cashier != by:
            refused("not_your_drawer", lambda: self.desk.buy_in(player, amount, by=by))
        elif self.model["chips"] < amount:
            refused("drawer_short", lambda: self.desk.buy_in(player, amount, by=by))
        else:
            self.desk.buy_in(player, amount, by=by)
            self.model += Counter(cash=amount)
            self.model["chips"] -= amount

    # ------------------------------------------------------------------------------------------------------ opening

    @precondition(lambda self: self.state == S.CLOSED)
    @rule(who=st.integers(0, 1), chips=OFF, cash=OFF)
    def open(self, who: int, chips: int, cash: int) -> None:
        sheet = self.sheet(max(chips, -self.model["chips"]), max(cash, -self.model["cash"]))
        session = cage.open_drawer(drawer=self.desk.drawer, counted=sheet, **self.by(self.cashiers[who]))
        is_told, is_equal = self.looks[who] < 2, sheet.amounts == self.sheet().amounts
        self.counted_to_open(who, session)
        assert session.state == (S.OPEN if is_told and is_equal else S.OPENING)
        self.opening = sheet

    def counted_to_open(self, who: int, session: DrawerSession) -> None:
        """One person is told twice whether it is what the last close left; from then on a second one confirms it."""
        self.looks[who] += 1
        if session.state == S.OPEN:
            self.looks.clear()

    @precondition(lambda self: self.state == S.OPENING)
    @rule(cash=OFF)
    def count_the_opening_again(self, cash: int) -> None:
        sheet = self.sheet(cash=max(cash, -self.model["cash"]))
        who = self.cashiers.index(self.now.cashier)
        facts = self.by(self.now.cashier, session=self.now, counted=sheet)
        if self.looks[who] >= 2:
            refused("opening_counted_twice", lambda: cage.recount_opening(**facts))
            return
        self.opening, session = sheet, cage.recount_opening(**facts)
        self.counted_to_open(who, session)
        assert (session.state == S.OPEN) == (sheet.amounts == self.sheet().amounts)

    @precondition(lambda self: self.state == S.OPENING)
    @rule()
    def accept_the_opening(self) -> None:
        cage.accept_opening(**self.by(self.now.cashier, session=self.now, second=self.counters[0]))
        self.looks.clear()
        self.booked(self.opening)

    @precondition(lambda self: self.state != S.CLOSED)
    @rule()
    def nobody_opens_it_again(self) -> None:
        code = "drawer_open" if self.state == S.OPEN else CODES[S(self.state)]
        facts = self.by(self.cashiers[1], drawer=self.desk.drawer, counted=self.sheet())
        refused(code, lambda: cage.open_drawer(**facts))

    # ------------------------------------------------------------------------------------------------------ closing

    @precondition(lambda self: self.state == S.OPEN)
    @rule(is_handed_over=st.booleans())
    def begin_to_close(self, is_handed_over: bool) -> None:
        other = next(each for each in self.cashiers if each != self.now.cashier)
        self.successor, self.made = (other if is_handed_over else None), {}
        facts = {"by": self.now.cashier, "at": self.desk.at(), "successor": self.successor}
        cage.begin_close(session=self.now, **facts)

    @precondition(lambda self: self.state == S.COUNTING)
    @rule(is_first=st.booleans(), cash=OFF)
    def count(self, is_first: bool, cash: int) -> None:
        session, sheet = self.now, self.sheet(cash=max(cash, -self.model["cash"]))
        who = session.cashier if is_first else (self.successor or self.counters[0])
        facts = self.by(who, session=session, counted=sheet)
        if who.pk in self.made:
            refused("same_person", lambda: cage.count_drawer(**facts))
            return
        state = cage.count_drawer(**facts).state
        self.made[who.pk] = sheet.amounts
        if len(self.made) < 2:
            assert state == S.COUNTING
        elif len(set(self.made.values())) == 1:
            assert state == S.CLOSED
            self.booked(sheet)
        else:
            assert state == S.RECOUNT

    @precondition(lambda self: self.state == S.RECOUNT)
    @rule(cash=OFF)
    def count_together(self, cash: int) -> None:
        sheet = self.sheet(cash=max(cash, -self.model["cash"]))
        people = {"second": self.successor or self.counters[0], "third": self.counters[1]}
        facts = self.by(self.now.cashier, session=self.now, counted=sheet)
        assert cage.recount_drawer(**facts, **people).state == S.CLOSED
        self.booked(sheet)

    @precondition(lambda self: self.state in (S.OPENING, S.COUNTING, S.RECOUNT))
    @rule()
    def give_up(self) -> None:
        was = self.state
        with_supervisor = {"second": person(self.desk.room, "floor"), "reason": "late"} if was == S.RECOUNT else {}
        cage.give_up_count(session=self.now, by=self.now.cashier, at=self.desk.at(), **with_supervisor)
        assert self.state == (S.CLOSED if was == S.OPENING else S.OPEN)

    # --------------------------------------------------------------------------------------------- what always holds

    @invariant()
    def the_books_are_the_model(self) -> None:
        if hasattr(self, "desk"):
            assert [till.balance for till in tills_of(self.desk.drawer)] == [self.model["chips"], self.model["cash"]]
            over = self.desk.held(AccountKind.OVER_SHORT), self.desk.held(AccountKind.OVER_SHORT_CASH)
            assert over == (-self.variances["chips"], -self.variances["cash"])

    @invariant()
    def what_is_beyond_the_notice_is_investigated(self) -> None:
        if not hasattr(self, "desk"):
            return
        small: Counter[tuple[object, ...]] = Counter()
        noticed, most = set(), self.desk.room.variance_notice
        for each in DrawerVariance.objects.order_by("pk"):
            people = {each.cashier_id, each.closed_by_id} - {None}
            sums = [self.with_it(small, (person, each.gaming_day), each) for person in people]
            if each.size > most or any(max(abs(c), abs(m), abs(c + m)) > most for c, m in sums):
                noticed.add(each.pk)
            else:
                for person, found in zip(people, sums, strict=True):
                    small[person, each.gaming_day, "chips"], small[person, each.gaming_day, "cash"] = found
        assert set(Investigation.objects.values_list("variance", flat=True)) == noticed

    @staticmethod
    def with_it(small: Counter[tuple[object, ...]], whose: tuple[object, ...], each: DrawerVariance) -> tuple[int, int]:
        """What somebody is short or over on a day in small parts, and this one."""
        return small[*whose, "chips"] + each.chips, small[*whose, "cash"] + each.cash

    def close_whatever_the_state(self) -> None:
        """At most three acts lead from anywhere to a closed drawer."""
        if self.state == S.OPENING or self.state in (S.COUNTING, S.RECOUNT):
            self.give_up()
        if self.state == S.OPEN:
            self.begin_to_close(is_handed_over=False)
            for is_first in (True, False):
                self.count(is_first=is_first, cash=0)
        assert self.state == S.CLOSED


@pytest.mark.django_db
def test_every_state_leads_to_a_closed_drawer_and_the_books_hold() -> None:
    phases = tuple(Phase) if WHOLE else (Phase.explicit, Phase.generate)
    told = settings(
        max_examples=SEQUENCES, stateful_step_count=STEPS, deadline=None, phases=phases, derandomize=not WHOLE,
        suppress_health_check=list(HealthCheck), database=None,
    )  # fmt: skip
    run_state_machine_as_test(Drawer, settings=told)
