"""What `audit_books` asks of recorded hands: numbers without gaps, empty pots, and money that agrees with the cards."""

import json
from collections.abc import Iterator

from django.db.models import Count, F, Max, Q, Sum

from config.audit.checks import register
from games.files import played_of
from games.models import Hand, HandSeat
from games.rules.phh_values import Unreadable
from games.rules.violation import Refused
from games.settling import settle_taken
from players.models import Account, AccountKind, Transfer, TransferKind
from tables.models import TableSession


@register("I-3", "The pot is empty once a hand is recorded")
def pots_are_empty() -> Iterator[str]:
    """Every pot account that holds chips: between two hands there are none."""
    pots = Account.objects.filter(kind=AccountKind.POT).exclude(balance=0).select_related("session__table")
    for pot in pots.iterator():
        yield f"The pot of {pot.session} holds {pot.balance}."


@register("I-8", "Hands are numbered 1, 2, 3 … in each session, their versions too")
def numbers_have_no_gaps() -> Iterator[str]:
    """Every session whose hand numbers skip or whose count is not what the session says, and every torn version."""
    counted = Hand.objects.values("session").annotate(last=Max("number"), different=Count("number", distinct=True))
    by_session = {row["session"]: row for row in counted}
    for session in TableSession.objects.select_related("table").iterator():
        row = by_session.get(session.pk, {"last": 0, "different": 0})
        if not row["last"] == row["different"] == session.hands_recorded:
            stored = f"{row['different']} stored, the last is {row['last']}"
            yield f"{session}: {session.hands_recorded} hands counted, {stored}."
    versions = Hand.objects.values("session", "number").annotate(last=Max("version"), stored=Count("pk"))
    for row in versions.exclude(last=F("stored")).iterator():
        stored = f"{row['stored']} versions stored, the last is {row['last']}"
        yield f"Session {row['session']}, hand {row['number']}: {stored}."


@register("I-3", "Seats of a hand put in what was taken out, raked and dropped")
def seats_balance() -> Iterator[str]:
    """Every full hand whose seats don't add up with its rake and promo."""
    sums = Hand.objects.filter(tier=Hand.Tier.FULL).annotate(
        put_in=Sum("seats__put_in"), took_out=Sum("seats__took_out")
    )
    wrong = sums.exclude(put_in=F("took_out") + F("rake_taken") + F("promo_taken"))
    for hand in wrong.select_related("session__table").iterator():
        out = f"{hand.took_out} taken out, {hand.rake_taken} and {hand.promo_taken} dropped"
        yield f"{hand}: {hand.put_in} put in, {out}."


@register("I-3", "Transfers of a hand are what its seats won and lost")
def transfers_agree() -> Iterator[str]:
    """Every seat of a full hand, and every box, whose transfers of that hand say something else than the hand."""
    moved = _moved_by_hand()
    seats = HandSeat.objects.filter(hand__superseded_by=None).values_list("hand", "sitting", "put_in", "took_out")
    for hand, sitting, put_in, took_out in seats.iterator():
        if moved.pop((hand, "seat", sitting), 0) != took_out - put_in:
            yield f"Hand {hand}, sitting {sitting}: the transfers don't say {took_out - put_in}."
    takings = Hand.objects.filter(superseded_by=None).values_list("pk", "rake_taken", "promo_taken")
    for hand, rake, promo in takings.iterator():
        for kind, taken in (("rake_box", rake), ("promo_box", promo)):
            if moved.pop((hand, kind, None), 0) != taken:
                yield f"Hand {hand}: the transfers to the {kind} don't say {taken}."
    for (hand, kind, sitting), amount in moved.items():
        if amount:
            yield f"Hand {hand}: transfers move {amount} at {kind} {sitting or ''} and the hand does not know why."


@register("I-17", "A stored settlement is what the rules say of the stored hand")
def settlements_agree() -> Iterator[str]:
    """Every full hand whose file no longer settles, with what was taken, to the settlement that was booked."""
    hands = Hand.objects.filter(tier=Hand.Tier.FULL).select_related("room", "session__table")
    for hand in hands.order_by("pk").iterator(chunk_size=500):
        try:
            settlement = settle_taken(played_of(hand), rake=hand.rake_taken, promo=hand.promo_taken)
        except (Refused, Unreadable) as problem:
            yield f"{hand}, version {hand.version}: {problem}"
            continue
        if json.loads(json.dumps(settlement.to_json())) != hand.settlement:
            yield f"{hand}, version {hand.version}: the rules settle it otherwise than it was booked."


def _moved_by_hand() -> dict[tuple[int, str, int | None], int]:
    """What each hand's transfers, reversals included, brought to each seat and box. Felt and pot clear."""
    moved: dict[tuple[int, str, int | None], int] = {}
    for side, sign in (("target", 1), ("source", -1)):
        rows = (
            Transfer.objects.filter(~Q(hand_id=None), kind=TransferKind.HAND)
            .filter(**{f"{side}__kind__in": [AccountKind.SEAT, AccountKind.RAKE_BOX, AccountKind.PROMO_BOX]})
            .values_list("hand_id", f"{side}__kind", f"{side}__sitting")
            .annotate(Sum("amount"))
        )
        for hand, kind, sitting, amount in rows.iterator():
            place = (hand, kind, sitting)
            moved[place] = moved.get(place, 0) + sign * amount
    return {place: amount for place, amount in moved.items() if amount}
