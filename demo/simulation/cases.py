"""The cases of a simulated room: a pot that was pushed is disputed, and a supervisor rules on it a little later."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from django.db.models import Count, Sum

from demo.simulation.part import Part, Shown
from demo.simulation.planted import Effect, Kind, Mark
from demo.simulation.stage import Stage
from disputes import services
from disputes.models import Dispute
from games.models import Hand
from players.models import Sitting, in_play
from players.selectors.stacks import stack_of
from tables.models import TableSession
from tables.selectors.sessions import playing

POT_DISPUTED: Final = Kind("pot_disputed", "a case is opened about the hand, and one ruling ends it")
PUSHED_WRONG: Final = Kind("pushed_wrong", "the ruling on the case moves the amount between the two players")
MISAWARDED = "MISAWARDED_POT"
MOVED, MOVES = 5_00, 0.6
"""The chips that a ruling moves, minor units, and the share of the rulings that move some."""
RULED_AFTER = 3, 12
"""The minutes after which it is ruled, at least and below."""


class Cases(Part):
    """At the stated rate, at each table every half hour, two players dispute the pot of the last hand."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.chance = stage.chance_of("cases")

    def half_hour(self) -> None:
        """Open a case where two dispute who won, before the next hand is dealt."""
        for session in playing(self.stage.house.room).select_related("table").order_by("table_id"):
            drawn, moves, wait = self.chance.random(), self.chance.random(), self.chance.randrange(*RULED_AFTER)
            if drawn < self.stage.script.errors and (case := self._open(session)):
                self.stage.after(partial(self._rule, case, moves < MOVES), minutes=wait)

    def shown(self) -> Iterator[Shown]:
        """Every case, with the rulings on it and the chips that they moved."""
        cases = Dispute.objects.filter(room=self.stage.house.room).select_related("session__table")
        told = cases.annotate(times=Count("rulings"), moved=Sum("rulings__moved", default=0))
        for case in told.order_by("pk"):
            sentence = f"case {case.pk} at {case.session.table} of {case.gaming_day}"
            yield Shown(case_of(case.pk), Effect(chips=case.moved, times=case.times), sentence)

    # ---------------------------------------------------------------------------------------------------- privates

    def _open(self, session: TableSession) -> Dispute | None:
        """A case about the last hand, a quick one whose pot was said; None where it has a case already, or its winner
        or everybody else has left since."""
        hand = Hand.objects.filter(session=session, superseded_by=None, is_void=False).order_by("-number").first()
        if hand is None or hand.tier != Hand.Tier.TICK or not hand.pot or not hand.winners or hand.disputes.exists():
            return None
        there = sorted(sitting.seat for sitting in in_play(session.sittings.filter(left_at=None)))
        others = [seat for seat in there if seat != hand.winners[0]]
        if hand.winners[0] not in there or not others:
            return None
        report = services.Report(
            kind=MISAWARDED,
            facts="Both say that the pot is theirs.",
            seats=(hand.winners[0], self.chance.choice(others)),
        )
        told: dict[str, Any] = {"session": session, "report": report, "about": hand}
        case = services.open_dispute(key=self.stage.key("case"), by=self.stage.by("shift"), at=self.stage.now, **told)
        facts: dict[str, Any] = {"hand": hand.number, "request": case.request_key}
        self.stage.plant(POT_DISPUTED, case_of(case.pk), Effect(times=1), session.table.name, **facts)
        return case

    def _rule(self, case: Dispute, moves: bool) -> None:
        """Rule on a case: chips move where both still sit there and the winner has them."""
        payments = self._payments(case) if moves else ()
        decision = services.Decision(
            outcome="Adjusted between players" if payments else "Award stands",
            rule_code=case.sort.rule.code,
            words="The pot was rebuilt from the betting.",
            payments=payments,
        )
        services.rule(dispute=case, decision=decision, key=self.stage.key("ruling"), **self.stage.floor())
        for payment in payments:
            place, facts = case.session.table.name, {"hand": case.hand_number, "who": str(payment.source)}
            self.stage.plant(PUSHED_WRONG, case_of(case.pk), Effect(chips=payment.amount), place, **facts)
        if payments:
            self.stage.tables[case.session_id].look_again()

    def _payments(self, case: Dispute) -> tuple[services.Payment, ...]:
        """The chips that go from the winner to the other, once the books have what lies before them."""
        if not TableSession.objects.filter(pk=case.session_id, closed_at=None).exists():
            return ()
        winner, other = self._parties(case)
        if winner.left_at is not None or other.left_at is not None:
            return ()
        self.stage.tables[case.session_id].count()
        is_there = stack_of(winner) > MOVED and case.hand is not None and (case.hand.pot or 0) > MOVED
        return (services.Payment(winner, other, MOVED),) if is_there else ()

    def _parties(self, case: Dispute) -> tuple[Sitting, Sitting]:
        """The winner of the disputed pot, and who disputes it."""
        sittings = {party.seat: party.sitting for party in case.parties.select_related("sitting__session__room")}
        winner = case.hand.winners[0] if case.hand and case.hand.winners else 0
        (other,) = (sitting for seat, sitting in sittings.items() if seat != winner)
        return sittings[winner], other


def case_of(case: int) -> Mark:
    """The line of the books that says how often a case was ruled on, and what the rulings moved."""
    return Mark("case", case)
