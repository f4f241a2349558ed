"""Hands, pulls, counts, corrections and voids in any order against a model in plain Python: what a box is off is what
fell into it less what the newest versions of its own hands say, and no other hand changes it."""

from collections import Counter
from dataclasses import dataclass, field

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from cage.models import BoxPull
from cage.selectors.drop import drop_of
from games import services as games
from games.models import Hand
from games.services.bookings import NEVER_OWED
from players.models import AccountKind
from tests.support.boxes import counted, pulled
from tests.support.corrections import faults
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.proofs import WHOLE, sized

SEQUENCES, STEPS = sized((5, 24), (8, 24), (60, 40))
KINDS = {"rake": AccountKind.RAKE_BOX, "promo": AccountKind.PROMO_BOX}
AMOUNT = st.sampled_from([0, 100, 200, 400])
OFF = st.sampled_from([0, 0, 0, -100, 100])
PICK = st.integers(0, 99)


@dataclass
class Fell:
    """A hand: its newest version, what that says of each kind, and the box of each kind into which it fell; 0 for the
    one that hangs."""

    hand: Hand
    says: Counter[str]
    box: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))


class BoxesInAnyOrder(RuleBasedStateMachine):
    """One table; `there` is what fell into each box that was pulled, whatever was recorded."""

    @initialize()
    def open_the_room(self) -> None:
        self.point = transaction.atomic()
        self.point.__enter__()
        self.desk: DisputeTable = open_dispute_table()
        self.hands: list[Fell] = []
        self.there: dict[int, int] = {}
        self.dropped = Counter[str]()

    def teardown(self) -> None:
        """Count every box, look at the books, and undo everything."""
        if not hasattr(self, "desk"):
            return
        try:
            for pull in BoxPull.objects.exclude(state=BoxPull.State.COUNTED).order_by("pk"):
                self._count(pull)
            self.every_box_answers_for_its_hands()
            connection.check_constraints()
            assert faults() == []
        finally:
            transaction.set_rollback(True)
            self.point.__exit__(None, None, None)

    def _one(self, pick: int) -> Fell | None:
        found = [each for each in self.hands if not each.hand.is_void]
        return found[pick % len(found)] if found else None

    def _count(self, pull: BoxPull) -> None:
        counted(self.desk.table.desk, pull, self.there[pull.pk] - pull.expected)

    @rule(rake=AMOUNT, promo=AMOUNT, off=OFF)
    def tick(self, rake: int, promo: int, off: int) -> None:
        """A quick hand, of which somewhat more or less rake fell than was entered."""
        hand = self.desk.table.tick(rake, promo_taken=promo)
        self.hands.append(Fell(hand, Counter(rake=rake, promo=promo)))
        self.dropped += Counter(rake=max(rake + off, 0), promo=promo)

    @rule(pick=PICK, rake=AMOUNT, promo=AMOUNT)
    def correct(self, pick: int, rake: int, promo: int) -> None:
        if each := self._one(pick):
            facts = {"reason": "mis-keyed", "second": self.desk.other, "key": key(), "confirmed": (NEVER_OWED,)}
            facts |= {"tick": each.hand, "rake_taken": rake, "promo_taken": promo} | self.desk.by()
            each.hand, each.says = games.supersede_tick(**facts), Counter(rake=rake, promo=promo)

    @rule(pick=PICK)
    def void(self, pick: int) -> None:
        if each := self._one(pick):
            facts = {"reason": "dealt twice", "second": self.desk.other, "key": key()} | self.desk.by()
            each.hand, each.says = games.void_hand(hand=each.hand, **facts), Counter()

    @rule(holds=st.sampled_from(sorted(KINDS)))
    def pull(self, holds: str) -> None:
        pull = pulled(self.desk.table.desk, f"P{len(self.there)}", holds=holds)
        self.there[pull.pk] = self.dropped.pop(holds, 0)
        for each in self.hands:
            each.box[holds] = each.box[holds] or pull.pk

    @rule(pick=PICK)
    def count(self, pick: int) -> None:
        if waiting := list(BoxPull.objects.exclude(state=BoxPull.State.COUNTED).order_by("pk")):
            self._count(waiting[pick % len(waiting)])

    @invariant()
    def every_box_answers_for_its_hands(self) -> None:
        if not hasattr(self, "desk"):
            return
        desk = self.desk.table.desk
        said = Counter[int]()
        for holds, kind in KINDS.items():
            assert desk.held(kind) == sum(each.says[holds] for each in self.hands if not each.box[holds])
            for each in self.hands:
                said[each.box[holds]] += each.says[holds]
        boxes = drop_of(desk.room, desk.room.gaming_day(desk.now)).boxes
        assert {box.pull.pk for box in boxes} == set(self.there)
        for box in boxes:
            assert box.pull.expected + box.since == said[box.pull.pk]
            assert box.difference in (None, self.there[box.pull.pk] - said[box.pull.pk])
        off = sum(box.since if box.difference is None else -box.difference for box in boxes)
        assert desk.held(AccountKind.OVER_SHORT) == off


@pytest.mark.django_db
def test_boxes_in_any_order() -> None:
    run_state_machine_as_test(
        BoxesInAnyOrder,
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
