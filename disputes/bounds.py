"""The most that a ruling may move: what the hand gave, and no more, over all cases, corrections and rulings of the
hand.

A remedy pulls back what a player took out of a hand and gives it to another. So nobody pays more than the hand, as it
counts now, has given them together with the rulings on it; a case about a wager that was reported while the hand was
played may take what lay before a player at its end. A tick knows its pot at most, and the house pays back what it took.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from config.errors import DomainError
from disputes.hand_money import cases_about, not_netted, ruled, standing
from disputes.models import Dispute, Place, Remedy, Ruling
from disputes.money import Payment
from disputes.places import BOXES
from games.models import Hand
from games.shares import Owner
from players.ledger import table_account
from players.models import Account, AccountKind, Sitting

WAGER = "H"
"""The class of disputes about what was wagered: what is put right while the hand is played."""
EVERYBODY = 0
"""The owner of the chips of a tick's pot: it knows no seats."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The chips that may still be taken from each owner, minor units; of a tick from everybody together."""

    left: Counter[Owner]
    is_tick: bool

    def excess(self, payment: Payment) -> int:
        """Return how much too much a payment takes, 0 where it doesn't; it counts from then on."""
        source, target = self._owner(payment.source), self._owner(payment.target)
        beyond = payment.amount - self.left[source]
        self.left[source] -= payment.amount
        self.left[target] += payment.amount
        return max(beyond, 0)

    def _owner(self, place: Sitting | Place) -> Owner:
        if isinstance(place, Place):
            return BOXES[place]
        return EVERYBODY if self.is_tick else place.player_id


def refuse_beyond_hand(
    dispute: Dispute, hand: Hand | None, payments: Sequence[Payment], *, but: Collection[Ruling] = ()
) -> None:
    """Refuse (`remedy_above_hand`) payments that take more than the hand gave, after all rulings on it `but` some."""
    bounds = bounds_of(dispute, hand, but=but)
    money = dispute.room.money
    for payment in payments:
        if beyond := bounds.excess(payment):
            most = max(payment.amount - beyond, 0)
            message = f"{_name(payment.source)} {_words(hand, money(most))} Correct the hand first if that is wrong."
            raise DomainError(
                "remedy_above_hand",
                message,
                rule="A ruling moves what the hand gave, and no more: nobody owes to a hand what it didn't pay out.",
                citation="RRoP 2 #6 · WSOP 52",
                allowed={"most": most},
                field="payments",
            )


def refuse_passed_on(
    dispute: Dispute, hand: Hand | None, payments: Sequence[Payment], rulings: Sequence[Ruling]
) -> None:
    """Refuse (`passed_on`) to take rulings back whose chips other rulings on the hand have taken from who got them.

    Those would then have taken more than the hand gave. `payments` are what is ruled instead.
    """
    if hand is None:
        return
    bounds = bounds_of(dispute, hand, but=rulings, in_play=cases_about(hand).filter(hand=None).exists())
    for payment in payments:
        bounds.excess(payment)
    for owner, amount in ruled(Remedy.objects.filter(ruling__in=rulings)).items():
        if amount > 0 > bounds.left[owner] and not (bounds.is_tick and not isinstance(owner, AccountKind)):
            raise DomainError("passed_on", _passed_on(dispute, hand, owner, -bounds.left[owner]), field="takes_back")


def _passed_on(dispute: Dispute, hand: Hand, owner: Owner, amount: int) -> str:
    """A sentence that says who has passed on how much, and by which case."""
    whose = {"source": owner} if isinstance(owner, AccountKind) else {"source_sitting__player": owner}
    taken = standing(hand).filter(**whose).exclude(ruling__dispute=dispute).select_related("source_sitting__player")
    last = taken.order_by("pk").last()
    if last is None:
        return "Another ruling on the hand has moved these chips on: amend that one first."
    name = _name(last.source_sitting or Place(last.source))
    case = last.ruling.dispute_id
    return (
        f"{name} has passed on {dispute.room.money(amount)} of it by the ruling on case {case}: amend that one first."
    )


def bounds_of(dispute: Dispute, hand: Hand | None, *, but: Collection[Ruling] = (), in_play: bool = False) -> Bounds:
    """The amounts that rulings may still take of a hand, as it counts now, were it not for some of them; `in_play`:
    also of what lay before the players, whatever this case is about."""
    if hand is None:
        return Bounds(Counter({BOXES[place]: _in_box(dispute, place) for place in BOXES}), is_tick=False)
    before = ruled(not_netted(hand).exclude(ruling__in=but))
    left: Counter[Owner] = Counter({AccountKind.RAKE_BOX: hand.rake_taken, AccountKind.PROMO_BOX: hand.promo_taken})
    is_tick = hand.tier == Hand.Tier.TICK
    if is_tick:
        left[EVERYBODY] = 0 if hand.is_void else _pot(hand)
        left[EVERYBODY] -= _taken_of_tick(hand, but)
        left.update({box: before[box] for box in BOXES.values()})
        return Bounds(left, is_tick)
    wager = in_play or (WAGER in dispute.sort.reversal and dispute.was_in_play)
    for seat in hand.seats.all():
        left[seat.player_id] += seat.took_out + ((seat.starting_stack or 0) - seat.put_in if wager else 0)
    left.update(before)
    return Bounds(left, is_tick)


def _pot(hand: Hand) -> int:
    """The pot of a tick; where nobody entered it, no more than lies before the players of the table."""
    if hand.pot is not None:
        return hand.pot
    seats = Account.objects.filter(session=hand.session_id, kind=AccountKind.SEAT)
    return sum(seats.values_list("balance", flat=True))


def _taken_of_tick(hand: Hand, but: Collection[Ruling]) -> int:
    """The chips that rulings have taken from players of a tick already: no version counts that, for none says whose it
    is."""
    rows = standing(hand).filter(source=Place.SEAT).exclude(ruling__in=but)
    return sum(rows.values_list("amount", flat=True))


def _in_box(dispute: Dispute, place: Place) -> int:
    return table_account(dispute.session, BOXES[place]).balance


def _name(place: Sitting | Place) -> str:
    return str(place.player) if isinstance(place, Sitting) else f"The box of {place.label}"


def _words(hand: Hand | None, most: str) -> str:
    if hand is None:
        return f"pays {most} at most without a hand: open the case about the hand that it concerns."
    counts = f", as version {hand.version} of it counts," if hand.version > 1 else ""
    return f"pays {most} at most: hand {hand.number}{counts} and the rulings on it gave no more."
