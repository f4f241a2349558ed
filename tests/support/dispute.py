"""Disputes at a table, arranged through the services: a hand worth disputing, a case about it, a ruling on it."""

from dataclasses import dataclass
from typing import Any

from config.amounts import plain_major
from config.staff.models import User
from disputes import services
from disputes.models import Appeal, Dispute, Ruling
from disputes.services import Decision, Payment, Report
from games.models import Hand, HandDraft
from players.models import AccountKind, Debt, Sitting
from tables.models import Dealer
from tables.services import put_in, register_dealer, start_shift
from tests.support.desk import key, person
from tests.support.table import HandTable, open_hand_table


@dataclass
class DisputeTable:
    """A table with four players of 200 each, a supervisor, another one, and the manager."""

    table: HandTable

    def __post_init__(self) -> None:
        self.other = person(self.table.desk.room, "floor")
        self.manager = person(self.table.desk.room, "manager")

    def showdown(self, **facts: Any) -> Hand:
        """Position 3 raises to 20 and bets 40 on the flop, position 4 calls; aces win 124, the winner takes 119."""
        table = self.table
        twenty, forty = (plain_major(amount, exponent=table.desk.room.exponent) for amount in (20_00, 40_00))
        draft = table.act(table.deal(), f"r {twenty}", "c", "f", "f", "flop Ah7d2c", f"r {forty}", "c", "turn 9s", "c")
        draft = table.act(draft, "c")
        draft = table.act(draft, "river 3h", "c", "c")
        self.winner, self.loser = (table.played(draft).setup.seat(position) for position in (3, 4))
        draft = table.name(table.name(draft, str(self.winner), "AcAd"), str(self.loser), "KcKd")
        return table.record(draft, **facts)

    def open(self, about: Hand | HandDraft | None, kind: str = "MISAWARDED_POT", **stated: Any) -> Dispute:
        """A case, by the supervisor, a minute later; `stated` goes into the report."""
        report = Report(**({"kind": kind, "facts": "seat says the pot was theirs"} | stated))
        return services.open_dispute(session=self.table.session, report=report, about=about, key=key(), **self.by())

    def rule(self, dispute: Dispute, *payments: Payment, **facts: Any) -> Ruling:
        """A ruling by the supervisor, a minute later."""
        outcome = "Adjusted between players" if payments else "Award stands"
        decision = Decision(outcome=outcome, rule_code="best_hand", payments=payments)
        given = {"dispute": dispute, "decision": decision, "key": key()} | self.by()
        return services.rule(**(given | facts))

    def appeal(self, dispute: Dispute, words: str = "they had folded") -> Appeal:
        """The case taken to the manager."""
        return services.take_appeal(dispute=dispute, party="seat 4", words=words, key=key(), **self.by())

    def dealer(self, badge: str, name: str = "Dora") -> Dealer:
        """A dealer on shift, who is put in at the table."""
        by = self.by()
        dealer = register_dealer(room=self.table.desk.room, badge_number=badge, display_name=name, **by)
        start_shift(dealer=dealer, **by)
        put_in(session=self.table.session, dealer=dealer, **by)
        return dealer

    def by(self, who: User | None = None) -> dict[str, Any]:
        """The person and the time, for a service."""
        return self.table.by() | ({"by": who} if who else {})

    def sitting(self, seat: int) -> Sitting:
        """The sitting there, as it is now."""
        sitting = self.table.sittings[seat]
        sitting.refresh_from_db()
        return sitting

    def impounded(self) -> int:
        """The chips that all cases hold."""
        return self.table.desk.held(AccountKind.IMPOUND)

    def owed(self) -> int:
        """The amount owed to all cases and hands; nobody was paid out of it."""
        assert self.table.desk.held(AccountKind.RECEIVABLE) == 0
        return sum(debt.owed for debt in Debt.objects.filter(room=self.table.desk.room))


def open_dispute_table(**facts: Any) -> DisputeTable:
    """A table to dispute at."""
    return DisputeTable(open_hand_table(**facts))
