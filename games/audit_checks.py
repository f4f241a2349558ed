"""Questions of `audit_books` about recorded hands: numbers without gaps, empty pots, and money that agrees with the
cards."""

import json
from collections.abc import Iterator

from django.db import connection
from django.db.models import Count, Exists, F, Max, OuterRef, Sum

from config.audit.checks import recorded_since, register
from games.files import stored
from games.models import Hand
from games.selectors.directives import directives_of
from games.selectors.kill import ABOUT_KILLS, kept_kills
from games.selectors.kill_fold import Kills, follow, played_hands, under_other_kill
from games.stored_hands import unlike_its_file
from players.models import Account, AccountKind
from rules.phh.values import Unreadable
from rules.play.settling import settle_taken
from rules.table.kill_words import whose_kill
from rules.text.violation import Refused
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
    sums = Hand.objects.filter(tier=Hand.Tier.FULL, is_void=False).annotate(
        put_in=Sum("seats__put_in"), took_out=Sum("seats__took_out")
    )
    wrong = sums.exclude(put_in=F("took_out") + F("rake_taken") + F("promo_taken"))
    for hand in wrong.select_related("session__table").iterator():
        out = f"{hand.took_out} taken out, {hand.rake_taken} and {hand.promo_taken} dropped"
        yield f"{hand}: {hand.put_in} put in, {out}."


@register("I-3", "What moved chips as a hand is a recorded hand")
def hands_are_recorded() -> Iterator[str]:
    """Every group that was booked for a hand which nobody recorded."""
    with connection.cursor() as cursor:
        cursor.execute(_UNRECORDED)
        for key, hand, amount in cursor:
            yield f"Request {key} moved {amount} for hand {hand}, which nobody recorded."


@register("I-16", "Hands were played under the kill that the hands before them ask for")
def kills_follow() -> Iterator[str]:
    """Every hand of the floor that was played under another kill than follows from the newest versions before it."""
    sessions = TableSession.objects.filter(
        Exists(Hand.objects.filter(session=OuterRef("pk"), plaque__plaque_json__kill__size__isnull=False)),
        source=TableSession.Source.FLOOR,
    )
    for session in sessions.select_related("table", "plaque").iterator():
        for hand, due in under_other_kill(played_hands([session])[session.pk]):
            played = whose_kill(hand.killer_seat)
            yield f"{session}, hand {hand.number}: played under {played}, {whose_kill(due)} was on."


@register("I-16", "The kill that a session keeps is the one that its hands leave behind")
def kept_kills_agree() -> Iterator[str]:
    """Every session whose next hand would be played under another kill than its hands and rulings ask for."""
    for session in TableSession.objects.filter(kill_after__isnull=False).select_related("table", "plaque").iterator():
        kept = kept_kills(session, directives_of([session.pk], *ABOUT_KILLS)[session.pk])
        if kept is not None and kept != (left := follow(played_hands([session])[session.pk])):
            yield f"{session}, hand {session.hands_recorded}: it keeps {_whose(kept)}, the hands leave {_whose(left)}."


@register("I-17", "A stored settlement is what the rules say of the stored hand", is_dear=True)
def settlements_agree() -> Iterator[str]:
    """Every full hand whose file no longer settles, with what was taken, to the settlement that was booked, and whose
    row or seats say something else than that."""
    hands = Hand.objects.filter(tier=Hand.Tier.FULL, is_void=False).select_related("room", "session__table", "plaque")
    if since := recorded_since.get():
        hands = hands.filter(recorded_at__gte=since)
    for hand in hands.prefetch_related("seats").order_by("pk").iterator(chunk_size=200):
        try:
            phh, played = stored(hand)
            settlement = settle_taken(played, rake=hand.rake_taken, promo=hand.promo_taken)
        except (Refused, Unreadable) as problem:
            yield f"{hand}, version {hand.version}: {problem}"
            continue
        if json.loads(json.dumps(settlement.to_json())) != hand.settlement:
            yield f"{hand}, version {hand.version}: the rules settle it otherwise than it was booked."
        for said in unlike_its_file(hand, phh, played, settlement):
            yield f"{hand}, version {hand.version} (hand {hand.pk}): {said}."


def _whose(kills: Kills) -> str:
    """The kill of a session in words, by the numbers of the players."""
    killer, owing = kills.state.killer, sorted(kills.state.owing)
    return ("no kill" if killer is None else f"the kill of player {killer}") + (f" and {owing} owing" if owing else "")


_UNRECORDED = """
select request_key, hand_id, sum(amount) from players_transfer transfer
where kind in ('hand', 'correction') and not exists (select 1 from games_hand where games_hand.id = transfer.hand_id)
group by 1, 2
"""
