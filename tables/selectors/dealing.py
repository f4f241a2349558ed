"""The dealer of an instant: whoever was put down at a table then."""

from django.db.models import OuterRef, Q, Subquery

from tables.models import Down


def dealer_at(instant: str) -> Subquery:
    """The id of the dealer, as an annotation of rows that have a `session` and an `instant`; null where nobody was put
    down. A push that was undone never put anybody there."""
    downs = Down.objects.filter(session=OuterRef("session"), started_at__lte=OuterRef(instant))
    dealt = downs.filter(Q(ended_at=None) | Q(ended_at__gt=OuterRef(instant))).exclude(ended_with=Down.End.UNDONE)
    return Subquery(dealt.order_by("-started_at", "-pk").values("shift__dealer")[:1])
