"""The acts of the sample: a day's secret is drawn, a pot is answered, a room sets how many hands are asked."""

from copy import copy
from datetime import datetime

from django.conf import settings
from django.db import transaction

from config.audit.services import record
from config.days.services import refuse_locked
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import User
from games.models import Hand
from rake.bands.draw import commitment, new_seed
from rake.models import PotAnswer, SamplingDay, SamplingRate
from rake.sampling.selectors import askable, day_of, is_asked, one_in
from rake.sampling_models import MOST_ONE_IN
from rake.services import owed_of
from tables.models import TableSession
from tables.services import lock_session


@transaction.atomic
def begin_sampling(*, session_id: int, at: datetime) -> SamplingDay | None:
    """Draw the secret of the gaming day of `at` for the table of an open session, where it was not drawn yet.

    Returns the day's draw; None where the table is closed or its hands come from a file. Safe to run twice and at once.
    """
    session = lock_session(TableSession(pk=session_id))
    if not session.is_open or session.source != TableSession.Source.FLOOR:
        return None
    days = SamplingDay.objects.filter(table=session.table_id, gaming_day=session.room.gaming_day(at))
    return days.first() or _draw_secret(session=session, at=at)


def _draw_secret(*, session: TableSession, at: datetime) -> SamplingDay:
    """Draw the secret by which the hands of the table's gaming day are drawn, and put its digest on record (R-2 a).

    The caller has locked the session and knows that the day has none yet. The trail tells the digest, never the secret.
    """
    seed = new_seed()
    day = SamplingDay.objects.create(
        room=session.room,
        table=session.table,
        gaming_day=session.room.gaming_day(at),
        one_in=one_in(session.room),
        seed=seed,
        commitment=commitment(seed),
        drawn_at=at,
    )
    told = {"one_in": day.one_in, "commitment": day.commitment}
    after = {"table": session.table.name, "gaming_day": day.gaming_day.isoformat()} | told
    record("sampling.begun", day, room=session.room, by=None, at=at, after=after)
    return day


@transaction.atomic
def answer_pot(*, hand: Hand, pot: int, key: str, by: User | None, at: datetime) -> PotAnswer:
    """Keep the pot of a hand that was drawn, with what its plaque takes of it (I-9). Minor units.

    The hand stays as it was recorded: the answer is a row of its own, once and for ever. The same `key` answers once.

    Refusals: `pot_not_asked` (not drawn, its pot was entered with the hand, it was voided, or it is no first record of
    a quick hand), `pot_answered`, `day_locked`, `not_chip_multiple`, and `takings_above_pot`.
    """
    if claim(key, "pot", {"hand": hand.pk, "pot": pot}, by=by, at=at):
        return PotAnswer.objects.get(request_key=key)
    session = lock_session(hand.session)
    refuse_locked(session.room, hand.gaming_day)
    hand = _asked_hand(hand)
    _check_pot(session.room, hand, pot)
    told = copy(hand)
    told.pot = pot
    owed = owed_of(told)
    answer = PotAnswer.objects.create(
        hand=hand,
        room=session.room,
        gaming_day=hand.gaming_day,
        pot=pot,
        rake_owed=owed.rake,
        promo_owed=owed.promo,
        engine_version=settings.VERSION,
        answered_by=by,
        answered_at=at,
        request_key=key,
    )
    after = {"table": session.table.name, "number": hand.number, "pot": pot}
    record("sampling.answered", hand, room=session.room, by=by, at=at, after=after)
    return answer


def _asked_hand(hand: Hand) -> Hand:
    """The hand as it is recorded, whose pot waits to be told. Refuses `pot_not_asked` and `pot_answered`."""
    asked = askable().select_related("session", "plaque", "room").filter(pk=hand.pk).first()
    if asked is None or not is_asked(asked, asked.plaque, day_of(asked)):
        message = "Nobody asks for the pot of this hand: only hands that the system has drawn are asked."
        raise DomainError("pot_not_asked", message, field="pot")
    if PotAnswer.objects.filter(hand=asked).exists():
        raise DomainError("pot_answered", f"The pot of hand {asked.number} is on record: it stays as it was told.")
    return asked


def _check_pot(room: Room, hand: Hand, pot: int) -> None:
    """Refuse a pot that the hand can't have had, by the chips and by what was dropped of it."""
    if pot < 0 or pot % room.smallest_chip:
        chip = room.smallest_chip
        message = f"Chips come in multiples of {room.money(chip)}: enter the pot as it was."
        raise DomainError("not_chip_multiple", message, allowed={"multiple_of": chip}, field="pot")
    taken = hand.rake_taken + hand.promo_taken
    if pot < taken:
        message = f"{room.money(taken)} was dropped of this hand: its pot was that much at least."
        raise DomainError("takings_above_pot", message, allowed={"least": taken}, field="pot")


@transaction.atomic
def set_sampling_rate(*, room: Room, one_in: int, reason: str, key: str, by: User | None, at: datetime) -> SamplingRate:
    """Ask for the pot of one hand in `one_in` from each table's next gaming day on; 0 asks for none.

    What was drawn already goes on as it was drawn. The same `key` sets once. Refusals: `rate_out_of_range`,
    `reason_missing`.
    """
    if claim(key, "sampling_rate", {"room": room.pk, "one_in": one_in, "reason": reason}, by=by, at=at):
        return SamplingRate.objects.get(request_key=key)
    room = Room.objects.select_for_update().get(pk=room.pk)
    if not 0 <= one_in <= MOST_ONE_IN:
        message = f"Ask one hand in 1 to {MOST_ONE_IN}, or 0 for none."
        raise DomainError("rate_out_of_range", message, allowed={"most": MOST_ONE_IN}, field="one_in")
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why another share of the hands is asked.", field="reason")
    before = SamplingRate.objects.filter(room=room).order_by("pk").last()
    rate = SamplingRate.objects.create(
        room=room, one_in=one_in, reason=reason, set_by=by, set_at=at, request_key=key
    )  # fmt: skip
    was = {"one_in": before.one_in} if before else None
    record("sampling.rate", room, room=room, by=by, at=at, before=was, after={"one_in": one_in}, reason=reason)
    return rate
