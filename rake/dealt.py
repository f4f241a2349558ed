"""The dealer of a hand: whoever was put down at its table when it began."""

from django.db.models import OuterRef, Q, Subquery

from tables.models import Down


def dealer_of_hand() -> Subquery:
    """The id of the dealer, as an annotation of hands; null where nobody was put down. A push that was undone never
    put anybody there."""
    downs = Down.objects.filter(session=OuterRef("session"), started_at__lte=OuterRef("started_at"))
    dealt = downs.filter(Q(ended_at=None) | Q(ended_at__gt=OuterRef("started_at"))).exclude(ended_with=Down.End.UNDONE)
    return Subquery(dealt.order_by("-started_at", "-pk").values("shift__dealer")[:1])
