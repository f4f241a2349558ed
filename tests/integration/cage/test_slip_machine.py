"""Slips in any order of acts against a model in plain Python: every one can reach an end, nothing is left on the way of
those that have, and the numbers have no gap."""

from collections import Counter

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

from cage.models import TransitSlip, TrayCount
from cage.services.drawers import tills_of
from config.audit.books import audit
from players.models import AccountKind
from tests.support.desk import person
from tests.support.proofs import WHOLE, sized
from tests.support.refusals import refused
from tests.support.slips import CREDIT, FILL, Slips, open_slips_desk

SEQUENCES, STEPS = sized((6, 20), (8, 20), (60, 30))
S = TransitSlip.State
AMOUNTS = st.sampled_from([5_00, 100_00, 300_00])
OFF = st.sampled_from([0, 0, 0, -5_00, 25_00])
PICK = st.integers(0, 99)


class SlipsInAnyOrder(RuleBasedStateMachine):
    """A drawer and a tray; `held` is what each place has by the model, chips alone."""

    @initialize()
    def open_the_room(self) -> None:
        self.point = transaction.atomic()
        self.point.__enter__()
        self.slips: Slips = open_slips_desk()
        self.slips.received(chips=1_000_00, table=self.slips.table)
        self.managers = [self.slips.desk.manager, person(self.slips.desk.room, "manager")]
        self.asked = Counter(fill=1, credit=0)
        vault = self.slips.desk.held(AccountKind.VAULT_CHIPS)
        self.held = Counter(vault=vault, drawer=50_000_00, tray=1_000_00, off=0)
        self.on_the_way: dict[int, int] = {}

    def teardown(self) -> None:
        """Bring every slip to its end from wherever it is, look at the books, and undo everything."""
        if not hasattr(self, "slips"):
            return
        try:
            for slip in TransitSlip.objects.filter(state__in=TransitSlip.OPEN).order_by("pk"):
                self._end(slip, "void", 0)
            assert not any(self.on_the_way.values())
            self.books_are_the_model()
            connection.check_constraints()
            assert [fault for each in audit() if not each.holds for fault in each.faults] == []
        finally:
            transaction.set_rollback(True)
            self.point.__exit__(None, None, None)

    def _one(self, state: str, pick: int) -> TransitSlip | None:
        found = list(TransitSlip.objects.filter(state=state).select_related("room", "drawer", "table").order_by("pk"))
        return found[pick % len(found)] if found else None

    def _ends(self, slip: TransitSlip) -> tuple[str, str]:
        place = "tray" if slip.table_id else "drawer"
        return ("vault", place) if slip.is_fill else (place, "vault")

    def _come(self, slip: TransitSlip, place: str, came: int) -> None:
        """What came lies at its place; what it was less than was sent is short."""
        self.held[place] += came
        self.held["off"] += self.on_the_way.pop(slip.pk) - came

    def _end(self, slip: TransitSlip, verb: str, off: int) -> None:
        if slip.state != S.SENT:
            self.slips.end(slip, verb)
            return
        came = max(self.on_the_way[slip.pk] + off, 0)
        carried = {"verifier": self.slips.runner} if came != self.on_the_way[slip.pk] else {}
        self.slips.end(slip, verb, counted=self.slips.pieces(came), **carried)
        self._come(slip, self._ends(slip)[0], came)

    @rule(kind=st.sampled_from([FILL, CREDIT]), amount=AMOUNTS, is_tray=st.booleans())
    def ask(self, kind: TransitSlip.Kind, amount: int, is_tray: bool) -> None:
        place = {"table": self.slips.table} if is_tray else {}
        slip = self.slips.ask(kind, amount, **place)
        self.asked[kind.value] += 1
        assert slip.number == self.asked[kind.value]

    @rule(kind=st.sampled_from([FILL, CREDIT]))
    def ask_for_nothing(self, kind: TransitSlip.Kind) -> None:
        refused("slip_empty", lambda: self.slips.ask(kind, 0))

    @rule(pick=PICK)
    def authorise(self, pick: int) -> None:
        if slip := self._one(S.REQUESTED, pick):
            self.slips.authorise(slip)

    @rule(pick=PICK)
    def send(self, pick: int) -> None:
        slip = self._one(S.AUTHORISED, pick)
        if slip is None:
            return
        source, _ = self._ends(slip)
        if self.held[source] < slip.chips_amount:
            refused(f"{source}_short", lambda: self.slips.send(slip))
            return
        self.slips.send(slip)
        self.held[source] -= slip.chips_amount
        self.on_the_way[slip.pk] = slip.chips_amount

    @rule(pick=PICK, off=OFF)
    def receive(self, pick: int, off: int) -> None:
        if slip := self._one(S.SENT, pick):
            came = max(slip.chips_amount + off, 0)
            self.slips.receive(slip, chips=came)
            self._come(slip, self._ends(slip)[1], came)

    @rule(pick=PICK, off=OFF, verb=st.sampled_from(["void", "refuse"]), state=st.sampled_from(TransitSlip.OPEN))
    def end(self, pick: int, off: int, verb: str, state: str) -> None:
        if slip := self._one(state, pick):
            self._end(slip, verb, off)

    @rule(pick=PICK, state=st.sampled_from([S.RECEIVED, S.REFUSED, S.VOIDED]))
    def nothing_more_is_done_with_one_that_ended(self, pick: int, state: str) -> None:
        if slip := self._one(state, pick):
            for act in (self.slips.authorise, self.slips.send, self.slips.receive, self.slips.end):
                refused("slip_moved_on", lambda act=act: act(slip))  # type: ignore[misc]

    @rule(off=OFF)
    @precondition(lambda self: self.held["tray"] > 50_00)
    def count_the_tray(self, off: int) -> None:
        self.slips.count(self.held["tray"] + off, TrayCount.Part.SHIFT)
        self.held["tray"] += off
        self.held["off"] -= off

    @invariant()
    def books_are_the_model(self) -> None:
        if not hasattr(self, "slips"):
            return
        desk = self.slips.desk
        assert self.slips.in_tray == self.held["tray"]
        assert tills_of(desk.drawer)[0].balance == self.held["drawer"]
        kinds = {"vault": AccountKind.VAULT_CHIPS, "off": AccountKind.OVER_SHORT}
        assert {name: desk.held(kind) for name, kind in kinds.items()} == {name: self.held[name] for name in kinds}
        assert desk.held(AccountKind.TRANSIT) == sum(self.on_the_way.values())
        numbers = TransitSlip.objects.values_list("kind", "number").order_by("kind", "number")
        assert list(numbers) == [(kind, n + 1) for kind in ("credit", "fill") for n in range(self.asked[kind])]


@pytest.mark.django_db
def test_slips_in_any_order() -> None:
    run_state_machine_as_test(
        SlipsInAnyOrder,
        settings=settings(
            max_examples=SEQUENCES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=not WHOLE,
            database=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        ),
    )
