"""A quick hand under a number that another tablet has used meanwhile: it is asked whether it is the same hand."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import QuerySet

from config.errors import DomainError
from config.requests.late import late_entries
from config.staff.models import User
from games.models import Hand
from tables.models import TableSession

HAND_MEANWHILE = "hand_meanwhile"
"""The code of the question whether it is another hand than the one that was entered under its number."""
ONE_HAND = timedelta(minutes=2)
"""The time that a hand takes: what was entered longer ago on a page that shows it no more is another one."""


def ask_whether_the_same(
    session: TableSession,
    number: int | None,
    confirmed: Collection[str],
    *,
    by: User | None,
    at: datetime,
    entered_at: datetime | None,
) -> None:
    """Ask (`hand_meanwhile`) about a quick hand of which the page or the tablet showed a `number` that is used by now,
    unless that is `confirmed`; the caller holds the session. `entered_at` is when a tablet without a line took it, else
    None."""
    if number is None or number > session.hands_recorded or HAND_MEANWHILE in confirmed:
        return
    meanwhile = Hand.objects.filter(session=session, number__gte=number, version=1)
    meanwhile = meanwhile.select_related("recorded_by", "room")
    hand = _just_entered(meanwhile, at) if entered_at is None else _entered_elsewhere(meanwhile, number, by, entered_at)
    if hand is None:
        return
    clock = f"{hand.recorded_at.astimezone(hand.room.zone):%H:%M}"
    who = "You" if by is not None and hand.recorded_by_id == by.pk else hand.recorded_by
    told = f"{who} entered hand {hand.number} at {clock}, rake {hand.room.money(hand.rake_taken)}."
    ask = "If that is this hand, drop this; if it is another, send it."
    if entered_at is None:
        ask = "If that is this hand, leave it at that; if it is another, tick it."
    raise DomainError(HAND_MEANWHILE, f"{told} {ask}", allowed={"confirm": HAND_MEANWHILE})


def _just_entered(meanwhile: QuerySet[Hand], at: datetime) -> Hand | None:
    """The newest of them, where it may be the hand that somebody ticks now; whoever entered it."""
    return meanwhile.filter(recorded_at__gt=at - ONE_HAND).order_by("-number").first()


def _entered_elsewhere(meanwhile: QuerySet[Hand], number: int, by: User | None, entered_at: datetime) -> Hand | None:
    """The hand of that number, where another tablet has entered it: somebody else's, or this person's own since this
    one took what waits. The hands that waited here before have a mark that they came late."""
    hand = meanwhile.filter(number=number).first()
    if hand is None or by is None or hand.recorded_by_id != by.pk:
        return hand
    return hand if hand.recorded_at > entered_at and hand.pk not in late_entries(Hand, [hand.pk]) else None
