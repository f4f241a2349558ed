"""The sum of the rulings of a case: those that stand, the chips that they moved in all, and what is still missing.

An appeal that takes the rulings before it back starts anew; an amendment adds the difference to what stood.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from disputes.models import Dispute, Place, Remedy, Ruling
from disputes.money import Payment
from players.models import Sitting

Whose = tuple[str, int]


def standing_rulings(rulings: Sequence[Ruling]) -> list[Ruling]:
    """Those of a case's rulings, in their order, whose chips lie where they sent them."""
    starts = [index for index, ruling in enumerate(rulings) if ruling.takes_back_id]
    return list(rulings[starts[-1] :] if starts else rulings)


def rulings_of(dispute: Dispute) -> list[Ruling]:
    """All rulings of a case in their order, with what they moved; three queries."""
    rows = dispute.rulings.select_related("ruled_by", "second").prefetch_related(
        "remedies__source_sitting__player",
        "remedies__source_sitting__session__room",
        "remedies__target_sitting__player",
        "remedies__target_sitting__session__room",
    )
    return list(rows.order_by("pk"))


def paid_by(rulings: Iterable[Ruling]) -> list[Payment]:
    """The payments that these rulings moved, remedy by remedy."""
    return [_payment(remedy) for ruling in rulings for remedy in ruling.remedies.all()]


def netted(payments: Iterable[Payment]) -> list[Payment]:
    """The fewest payments that come to the same for every player and box, who gives in the order of the payments."""
    net: dict[Whose, int] = defaultdict(int)
    places: dict[Whose, Sitting | Place] = {}
    for payment in payments:
        for place, amount in ((payment.source, -payment.amount), (payment.target, payment.amount)):
            places[_whose(place)] = place
            net[_whose(place)] += amount
    made: list[Payment] = []
    takers = [whose for whose, amount in net.items() if amount > 0]
    for giver in [whose for whose, amount in net.items() if amount < 0]:
        while net[giver] and takers:
            amount = min(-net[giver], net[takers[0]])
            made.append(Payment(places[giver], places[takers[0]], amount))
            net[giver] += amount
            net[takers[0]] -= amount
            takers = [whose for whose in takers if net[whose]]
    return made


def difference(wanted: Iterable[Payment], standing: Iterable[Payment]) -> list[Payment]:
    """The payments that have to move so that it comes to what is `wanted` in all, where `standing` was moved
    already."""
    return netted([*wanted, *(Payment(each.target, each.source, each.amount) for each in standing)])


def moved_in_all(rulings: Sequence[Ruling]) -> int:
    """The amount that the rulings that stand moved between places in the end, in minor units: amendments are netted.

    No query where their remedies are at hand.
    """
    net: dict[tuple[str, int | None], int] = defaultdict(int)
    for remedy in (remedy for ruling in standing_rulings(rulings) for remedy in ruling.remedies.all()):
        net[remedy.source, remedy.source_sitting_id] -= remedy.amount
        net[remedy.target, remedy.target_sitting_id] += remedy.amount
    return sum(amount for amount in net.values() if amount > 0)


def _payment(remedy: Remedy) -> Payment:
    source, target = remedy.source_sitting or Place(remedy.source), remedy.target_sitting or Place(remedy.target)
    return Payment(source, target, remedy.amount)


def _whose(place: Sitting | Place) -> Whose:
    return ("seat", place.pk) if isinstance(place, Sitting) else (place.value, 0)
