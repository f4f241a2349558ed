"""The dealer of a disputed hand: by the downs at its table."""

from datetime import datetime

from django.db.models import Q

from tables.models import Dealer, Down, TableSession


def who_dealt(session: TableSession, at: datetime) -> Dealer | None:
    """The dealer whose down at the table covers that instant; None where nobody dealt there by the books.

    A push belongs to who comes: the instant at which one down ends and the next begins is the next one's.
    """
    downs = Down.objects.filter(Q(ended_at=None) | Q(ended_at__gt=at), session=session, started_at__lte=at)
    down = downs.select_related("shift__dealer").order_by("-started_at", "-pk").first()
    return down.shift.dealer if down else None
