"""The alarm of a table at which what was taken is not what is owed (002:L176-178; WSOP 51)."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from config.rooms.models import Room
from disputes.models import Ruling
from disputes.services.ruling import WRONG_RAKE
from games.models import Hand
from rake.models import Rating
from rules.house.possible_fees import never_owed
from rules.house.rake import NO_FEE
from tables.models import PlaqueVersion, SessionAlarm, TableSession
from tables.selectors.alarms import looked_at
from tables.services import clear_alarm, lock_session, raise_alarm

TAKINGS_OFF = "takings_off"
"""The alarm's kind; a session has one at most."""


@transaction.atomic
def watch_takings(*, session_id: int, at: datetime) -> None:
    """Raise, bring up to date or clear the alarm of a session's takings, from its ratings as they are now.

    A supervisor wants to hear of every difference, however small: a dealer who takes a chip too much takes it again,
    and the players see it. What is over and what is under are told apart, never netted, and so are rake and promo. The
    alarm is of the newest versions of the hands. A hand leaves it when its correction is rated, when a case about its
    rake is ruled on, or when somebody who looked puts the alarm away with a reason; a hand that is rated after that
    raises it again, without those. Nothing of this changes a rating: the report shows the variance as it was.

    A tick says nothing of the flop and is rated as if one came: where none did, whoever looks says so. One without a
    pot isn't rated; it is off where no hand under the plaque owes what was taken. A table that was closed raises no new
    alarm, its hands stand in the day's report. Safe to do twice, late and at once.
    """
    session = lock_session(TableSession(pk=session_id))
    if session.source != TableSession.Source.FLOOR:
        return
    off, never = _off(session), _never_owed(session)
    standing = SessionAlarm.objects.filter(session=session, kind=TAKINGS_OFF, cleared_at=None).first()
    if not off and not never:
        if standing:
            clear_alarm(alarm=standing, by=None, at=at)
    elif standing or session.is_open:
        said = {rating.hand_id: words for rating, words in off.items()} | never
        text = "; ".join(filter(None, [in_words(off, session.room), _never_in_words(len(never))]))[:300]
        raise_alarm(session=session, kind=TAKINGS_OFF, subject="", text=text, at=at, hands=said)


def in_words(ratings: Collection[Rating], room: Room) -> str:
    """The difference of these ratings in words: "Rake taken is 6 over what is owed, in 2 hands"."""
    rake = _fee_in_words("Rake", [rating.rake_variance for rating in ratings], room)
    promo = _fee_in_words("Promo", [rating.promo_variance for rating in ratings], room)
    return "; ".join(words for words in (rake, promo) if words)


def _fee_in_words(name: str, variances: Collection[int], room: Room) -> str:
    sides = {
        "over": [each for each in variances if each > 0],
        "under": [-each for each in variances if each < 0],
    }
    told = [
        f"{room.money(sum(amounts))} {side} what is owed, in {len(amounts)} hand{'s' if len(amounts) > 1 else ''}"
        for side, amounts in sides.items()
        if amounts
    ]
    return f"{name} taken is {' and '.join(told)}" if told else ""


def _off(session: TableSession) -> dict[Rating, str]:
    """The ratings of the hands that are off and that nobody has dealt with, each in words."""
    ratings = Rating.objects.filter(hand__session=session, hand__superseded_by=None)
    off = ratings.exclude(rake_variance=0, promo_variance=0).select_related("hand").order_by("hand__number")
    ruled, known = _ruled_on(session), looked_at(session, TAKINGS_OFF)
    said = {rating: _said(rating, session.room) for rating in off if not _is_ruled_on(rating.hand, ruled)}
    return {rating: words for rating, words in said.items() if (str(rating.hand_id), words) not in known}


def _never_owed(session: TableSession) -> dict[int, str]:
    """The hands without a pot whose takings no hand under their plaque owes, by id, each in words."""
    hands = Hand.objects.filter(session=session, superseded_by=None, pot=None).order_by("number")
    taken = set(hands.order_by().values_list("plaque", "rake_taken", "promo_taken").distinct())
    plaques = PlaqueVersion.objects.in_bulk({pk for pk, *_ in taken})
    fees = {pk: plaque.plaque.fee or NO_FEE for pk, plaque in plaques.items()}
    money = session.room.money
    why = {
        (pk, rake, promo): " ".join(never_owed(fees[pk], rake=rake, promo=promo, money=money))
        for pk, rake, promo in taken
    }
    if not any(why.values()):
        return {}
    ruled, known = _ruled_on(session), looked_at(session, TAKINGS_OFF)
    said = {hand: why[hand.plaque_id, hand.rake_taken, hand.promo_taken] for hand in hands}
    return {
        hand.pk: words
        for hand, words in said.items()
        if words and (str(hand.pk), words) not in known and not _is_ruled_on(hand, ruled)
    }


def _never_in_words(hands: int) -> str:
    if not hands:
        return ""
    return f"{'A tick' if hands == 1 else f'{hands} ticks'} took what the plaque never takes of a hand"


def _said(rating: Rating, room: Room) -> str:
    """Say what was taken and owed of one hand."""
    fees = (
        ("rake", rating.hand.rake_taken, rating.rake_owed),
        ("promo", rating.hand.promo_taken, rating.promo_owed),
    )
    told = (f"{name} {room.money(taken)} taken, {room.money(owed)} owed" for name, taken, owed in fees if taken != owed)
    return "; ".join(told)


def _ruled_on(session: TableSession) -> Mapping[int, datetime]:
    """The time of the last ruling about the rake of a hand, by the hand's number."""
    rulings = Ruling.objects.filter(dispute__session=session, dispute__kind=WRONG_RAKE, dispute__hand_number__gt=0)
    return dict(rulings.values_list("dispute__hand_number").annotate(last=Max("ruled_at")).order_by())


def _is_ruled_on(hand: Hand, ruled: Mapping[int, datetime]) -> bool:
    """Whether the ruling was about the hand as it is recorded now."""
    ruled_at = ruled.get(hand.number)
    return ruled_at is not None and ruled_at >= hand.recorded_at
