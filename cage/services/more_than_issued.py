"""Chips that nobody issued: more of a value are counted in the house than there can be. The count is kept, and an alarm
tells the managers."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction

from cage.counted import Pieces
from cage.models import ChipAlarm, ChipAlarmAnswer
from cage.selectors.chip_sets import counted_last, issued, names_if_all_retired, sets_on
from config.audit.services import record
from config.errors import DomainError
from config.locks import LockKind, hold, hold_shared
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.models import User


def refuse_or_alarm_more_than_issued(
    room: Room, counted: Pieces, *, place: str, who: Collection[User], at: datetime
) -> None:
    """Hold a count of chips by denomination to what was issued, in the transaction that keeps the count.

    `counted` are pieces by value at `place`, whose earlier count they take the place of: the name by which a source of
    `cage.selectors.chip_sets.counts_pieces` tells of it. `who` counted, or entered it. Refuses a value that was never
    issued (`denomination_unknown`); more pieces in the latest counts of the house than were issued raise an alarm for
    the managers, which whoever counts is told nothing of. Call it before accounts are locked.
    """
    known = issued(room)
    for value, count in counted.items():
        if count and not known.ever(value):
            message = f"The room has issued no chips of {room.money(value)}: count again, and call a manager."
            raise DomainError("denomination_unknown", message)
    alarm_more_than_issued(room, place=place, who=who, at=at, counted=counted)


def alarm_more_than_issued(
    room: Room, *, place: str, who: Collection[User], at: datetime, counted: Pieces | None = None
) -> None:
    """Raise an alarm for each value of which more pieces were counted last than were issued; one that says the same
    stands already is not raised again. `counted` is what is counted now at `place`, where something is."""
    lock_pieces(room)
    known, lying = issued(room), counted_last(room) | ({place: counted} if counted is not None else {})
    for value in sorted({value for pieces in lying.values() for value in pieces}, reverse=True):
        total, most = sum(pieces.get(value, 0) for pieces in lying.values()), known.most(value)
        if total > most:
            _raise(room, value, total, most, place=place, who=who, at=at)


def lock_pieces(room: Room) -> None:
    """Let one count of a room's chips wait for another: two at once would not be added up. Before accounts."""
    hold(LockKind.PIECES, room=room.pk, thing=0)


@transaction.atomic
def answer_chip_alarm(*, alarm: ChipAlarm, reason: str, by: User, at: datetime) -> ChipAlarmAnswer:
    """End an alarm about chips that nobody issued, with what was found out; returns the answer.

    Refuses who counted there (`not_your_alarm`), a missing reason (`reason_missing`), and an alarm that has its answer
    (`alarm_answered`).
    """
    lock_pieces(alarm.room)
    if by.pk in alarm.people:
        message = "Who counted doesn’t answer for what was counted: ask another manager."
        raise DomainError("not_your_alarm", message)
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say what was found: which slip or count was wrong, or which chips.")
    if ChipAlarmAnswer.objects.filter(alarm=alarm).exists():
        raise DomainError("alarm_answered", "It was answered already: reload the page to see by whom.")
    answer = ChipAlarmAnswer.objects.create(alarm=alarm, reason=reason.strip(), by=by, at=at)
    after = {"value": alarm.value, "counted": alarm.counted, "issued": alarm.issued}
    record("chips.alarm_answered", alarm, room=alarm.room, by=by, at=at, after=after, reason=reason)
    return answer


def _raise(room: Room, value: int, counted: int, most: int, *, place: str, who: Collection[User], at: datetime) -> None:
    facts = {"room": room, "value": value, "counted": counted, "issued": most}
    if ChipAlarm.objects.filter(**facts, answer=None).exists():
        return
    people = sorted(person.pk for person in who)
    alarm = ChipAlarm.objects.create(**facts, place=place[:60], people=people, at=at)
    after = {"value": value, "counted": counted, "issued": most, "place": place}
    record("chips.more_than_issued", alarm, room=room, by=None, at=at, after=after)


def refuse_handing_out(room: Room, values: Iterable[int], *, at: datetime) -> None:
    """Refuse (`set_retired`) chips of values that no set in use has, where they would go into play; the values are in
    minor units. No set is retired from here to the end of the caller's transaction."""
    hold_shared(LockKind.CHIP_SETS, room=room.pk, thing=0)
    sets = sets_on(room, room.gaming_day(at))
    kept = next((value for value in sorted(values) if not sets.may_hand_out(value)), None)
    if kept is not None:
        message = f"Chips of {room.money(kept)} are of a retired set and not handed out: {sets.use_instead}."
        raise DomainError("set_retired", message)


def refuse_without_set(room: Room) -> None:
    """Refuse (`set_retired`) to hand out chips in a room whose sets are all retired: nobody could redeem them. No set
    is retired from here to the end of the caller's transaction."""
    hold_shared(LockKind.CHIP_SETS, room=room.pk, thing=0)
    if names := names_if_all_retired(room):
        message = f"{names} is retired and no other set is in use: let a manager receive one before chips go out."
        raise DomainError("set_retired", message)
