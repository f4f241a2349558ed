"""The moves of the chips of a ruling: out of what is held first, then out of the player's own, and never more than
that.

Everything passes through the pot, which is as empty afterwards as before. What a player doesn't have is owed to the
case, and whoever won it waits for it: no chip comes to a table that nobody brought.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from config.errors import DomainError
from disputes.models import Dispute, Holding, Place
from disputes.places import BOXES
from games.hand_money import versions_of
from games.models import Hand
from players.ledger import Move, case_account, chips_of, lock, table_account
from players.models import Account, AccountKind, Sitting, TransferKind
from players.services.boxes import cover_of, covering, fallen
from players.tills import Cover, Fallen


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips that a ruling moves, in minor units: from a player or a box of the house, to one."""

    source: Sitting | Place
    target: Sitting | Place
    amount: int

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        """The players of it."""
        return tuple(place for place in (self.source, self.target) if isinstance(place, Sitting))

    @property
    def is_the_house_paying(self) -> bool:
        """Whether the house pays out of its own boxes."""
        return not isinstance(self.source, Sitting)


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment as it went: how much came out of the impound, and how much is owed to whom it goes. Minor units."""

    payment: Payment
    impounded: int
    shortfall: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The moves of a ruling, the accounts that were locked for them, each payment as it goes, and what over-and-short
    covers of boxes that were pulled since."""

    moves: tuple[Move, ...]
    held: dict[int, Account]
    paid: tuple[Paid, ...]
    covers: Mapping[Account, Cover] = field(default_factory=dict)


def plan_payments(
    dispute: Dispute, payments: Sequence[Payment], holdings: Sequence[Holding], hand: Hand | None = None
) -> Plan:
    """Lock every place and work out the moves; what is still held afterwards goes back to whom it was taken from.

    What the house pays back of a `hand` whose box was pulled since, over-and-short covers: the box that hangs now has
    nothing of it. What a ruling puts into a box is dropped into the one that hangs now.
    """
    return _Planner(dispute, payments, holdings).plan(payments, hand)


def places_of(dispute: Dispute, payments: Sequence[Payment], holdings: Sequence[Holding]) -> list[Account]:
    """The accounts that `plan_payments` locks for these, for whoever has to lock it together with other places."""
    return _Planner(dispute, payments, holdings).places


class _Planner:
    """The places of one ruling and what they hold while it is worked out."""

    def __init__(self, dispute: Dispute, payments: Sequence[Payment], holdings: Sequence[Holding]) -> None:
        self.dispute = dispute
        room = dispute.room
        sittings = [holding.sitting for holding in holdings]
        sittings += [sitting for payment in payments for sitting in payment.sittings]
        self.of_player = {sitting.pk: chips_of(room, sitting) for sitting in sittings}
        self.boxes = {place: table_account(dispute.session, kind) for place, kind in BOXES.items()}
        self.pot = table_account(dispute.session, AccountKind.POT)
        self.impound = case_account(room, AccountKind.IMPOUND, dispute.pk)
        self.places = [*self.of_player.values(), *self.boxes.values(), self.pot, self.impound]
        self.places += covering(self.boxes.values())
        self.held: dict[int, Account] = {}
        self.covers: dict[Account, Cover] = {}
        self.fell: Mapping[int, Fallen] = {}
        self.out_of: Counter[int] = Counter()
        self.into: Counter[int] = Counter()
        self.balance: dict[int, int] = {}
        self.kept = {holding.sitting_id: holding.amount for holding in holdings}

    def plan(self, payments: Sequence[Payment], hand: Hand | None) -> Plan:
        """The payments in order, then what is left of the holdings."""
        self.held = lock(self.places)
        if hand is not None:
            self.fell = fallen(self.boxes.values(), versions_of(hand), hand.started_at)
        self.balance = {pk: account.balance for pk, account in self.held.items()}
        moves: list[Move] = []
        paid = []
        for payment in payments:
            done, made = self._pay(payment)
            paid.append(done)
            moves += made
        moves += self._give_back()
        return Plan(tuple(moves), self.held, tuple(paid), self.covers)

    def _pay(self, payment: Payment) -> tuple[Paid, list[Move]]:
        source, target = self._account(payment.source), self._account(payment.target)
        if source.pk == target.pk:
            raise DomainError("same_place", "Chips go from one place to another: choose two.", field="payments")
        impounded = min(payment.amount, self._kept_of(payment.source))
        if isinstance(payment.source, Place):
            self._cover(source, payment.amount)
        own = min(payment.amount - impounded, max(self.balance[source.pk], 0))
        shortfall = payment.amount - impounded - own
        if isinstance(payment.source, Sitting) and impounded:
            self.kept[payment.source.pk] -= impounded
        self.balance[source.pk] -= own
        self.balance[target.pk] += impounded + own
        self.into[target.pk] += impounded + own
        moves = [
            self._move(account, self.pot, part) for account, part in ((self.impound, impounded), (source, own)) if part
        ]
        if impounded + own:
            moves.append(self._move(self.pot, target, impounded + own))
        return Paid(payment, impounded, shortfall), moves

    def _cover(self, box: Account, amount: int) -> None:
        """Cover what a box has not of an amount that goes out of it, with what went out of it before."""
        self.out_of[box.pk] += amount
        there = self.held[box.pk].balance + self.into[box.pk]
        needed = cover_of(self.held[box.pk], self.fell.get(box.pk), -self.out_of[box.pk], holds=there)
        before = self.covers[box].amount if box in self.covers else 0
        if needed and needed.amount > before:
            self.covers[box] = needed
            self.balance[box.pk] += needed.amount - before

    def _give_back(self) -> Iterator[Move]:
        for sitting, amount in self.kept.items():
            if amount:
                yield self._move(self.impound, self.pot, amount)
                yield self._move(self.pot, self.of_player[sitting], amount)

    def _kept_of(self, place: Sitting | Place) -> int:
        return self.kept.get(place.pk, 0) if isinstance(place, Sitting) else 0

    def _account(self, place: Sitting | Place) -> Account:
        return self.of_player[place.pk] if isinstance(place, Sitting) else self.boxes[place]

    def _move(self, source: Account, target: Account, amount: int) -> Move:
        return Move(source, target, amount, TransferKind.RULING)
