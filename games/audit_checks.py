"""What `audit_books` asks of recorded hands: numbers without gaps, empty pots, and money that agrees with the cards."""

import json
from collections.abc import Iterator

from django.db import connection
from django.db.models import Count, Exists, F, Max, OuterRef, Sum

from config.audit.checks import register
from games.files import played_of
from games.kill_words import whose_kill
from games.models import Hand
from games.rules.phh_values import Unreadable
from games.rules.violation import Refused
from games.selectors.kill import played_hands, under_other_kill
from games.settling import settle_taken
from players.models import Account, AccountKind
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
    for hand in versions.exclude(last=F("stored")).iterator():
        stored = f"{hand['stored']} versions stored, the last is {hand['last']}"
        yield f"Session {hand['session']}, hand {hand['number']}: {stored}."


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
    """Every seat and every box whose transfers of a hand, reversals included, say something else than the hand."""
    with connection.cursor() as cursor:
        cursor.execute(_DISAGREEING)
        for hand, place, sitting, moved, stated in cursor:
            where = f"sitting {sitting}" if sitting else f"the {place}"
            yield f"Hand {hand}, {where}: the transfers say {moved}, the hand says {stated}."


@register("I-16", "Hands were played under the kill that the hands before them ask for")
def kills_follow() -> Iterator[str]:
    """Every hand of the floor that was played under another kill than follows from the newest versions before it."""
    sessions = TableSession.objects.filter(
        Exists(Hand.objects.filter(session=OuterRef("pk"), plaque__plaque__kill__size__isnull=False)),
        source=TableSession.Source.FLOOR,
    )
    for session in sessions.select_related("table", "plaque").iterator():
        for hand, due in under_other_kill(played_hands([session])[session.pk]):
            played = whose_kill(hand.killer_seat)
            yield f"{session}, hand {hand.number}: played under {played}, {whose_kill(due)} was on."


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


_DISAGREEING = """
with legs as (
    select hand_id, target_id as account_id, amount from players_transfer where kind = 'hand' and hand_id is not null
    union all
    select hand_id, source_id, -amount from players_transfer where kind = 'hand' and hand_id is not null
), moved as (
    select legs.hand_id, account.kind, coalesce(account.sitting_id, 0) as sitting_id, sum(legs.amount) as amount
    from legs join players_account account on account.id = legs.account_id
    where account.kind in ('seat', 'rake_box', 'promo_box')
    group by 1, 2, 3
), counting as (
    select hand.* from games_hand hand
    where not exists (select 1 from games_hand later where later.supersedes_id = hand.id)
), stated as (
    select seat.hand_id, 'seat' as kind, seat.sitting_id, seat.took_out - seat.put_in as amount
    from games_handseat seat join counting on counting.id = seat.hand_id
    union all select id, 'rake_box', 0, rake_taken from counting
    union all select id, 'promo_box', 0, promo_taken from counting
)
select coalesce(moved.hand_id, stated.hand_id), coalesce(moved.kind, stated.kind),
    nullif(coalesce(moved.sitting_id, stated.sitting_id), 0), coalesce(moved.amount, 0), coalesce(stated.amount, 0)
from moved full join stated using (hand_id, kind, sitting_id)
where coalesce(moved.amount, 0) <> coalesce(stated.amount, 0)
order by 1, 2, 3
"""
