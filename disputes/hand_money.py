"""The chips that rulings on a hand moved: the remedies that nobody took back, and those that no version counts yet."""

from collections import Counter

from django.db.models import Exists, OuterRef, QuerySet, Sum

from disputes.models import Dispute, Holding, Remedy, Ruling
from games.models import Hand
from games.shares import Owner, Shares
from players.models import AccountKind, Sitting


def cases_about(hand: Hand) -> QuerySet[Dispute]:
    """The cases about a hand, whichever version they were opened about."""
    about = {"session": hand.session_id, "hand_number": hand.number, "hand_started_at": hand.started_at}
    return Dispute.objects.filter(**about)


def held_of(hand: Hand) -> dict[int, int]:
    """The chips that open cases hold of a hand's awards, by sitting; minor units."""
    waiting = Holding.objects.filter(dispute__in=cases_about(hand), dispute__rulings=None)
    return dict(waiting.order_by().values_list("sitting").annotate(Sum("amount")))


def standing(hand: Hand) -> QuerySet[Remedy]:
    """The remedies of rulings on a hand that were not taken back, those that a later version counts among them."""
    later = Ruling.objects.filter(dispute=OuterRef("ruling__dispute"), takes_back__isnull=False)
    taken_back = Exists(later.filter(pk__gt=OuterRef("ruling")))
    return Remedy.objects.filter(~taken_back, ruling__dispute__in=cases_about(hand))


def not_netted(hand: Hand) -> QuerySet[Remedy]:
    """Those of them that no version of the hand counts: they stand besides what the hand says."""
    return standing(hand).filter(ruling__netted=None)


def ruled(remedies: QuerySet[Remedy]) -> Shares:
    """The chips that these remedies moved, whatever of them is still owed."""
    shares: Shares = Counter()
    for remedy in remedies.select_related("source_sitting", "target_sitting"):
        shares[_side(remedy.source, remedy.source_sitting)] -= remedy.amount
        shares[_side(remedy.target, remedy.target_sitting)] += remedy.amount
    return shares


def _side(place: str, sitting: Sitting | None) -> Owner:
    return sitting.player_id if sitting else AccountKind(place)
