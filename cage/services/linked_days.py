"""The currency of two records that are found to be one person's is added up again, for every gaming day (C-4, R51).

Sums of a patron's day are read over all records of the person, so that a link needs nothing rewritten. What the sums
would have told, had the records been linked then, is told when they are.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from cage.models import LinkedDay, LinkedDayAnswer
from cage.selectors.currency import CashMove, cash_moves, day_of
from cage.selectors.linked_days import days_of_both
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.models import User
from players.models import IdentityDecision
from players.services.people import lock_player


def tell_linked_days(
    decision: IdentityDecision, one: Collection[int], other: Collection[int], *, by: User, at: datetime
) -> list[LinkedDay]:
    """Raise an alert for each room and gaming day on which the records of two groups, of one person from now on, moved
    cash that together comes to what the room logs, or above what it moves without an identity, and did so in neither
    group alone, or to more than either where it is reported; returns the alerts, with both records and dated now. The
    caller has locked the person."""
    raised = []
    for room_id, day in days_of_both(one, other):
        room = Room.objects.get(pk=room_id)
        moves = cash_moves(room, day, [*one, *other])
        parts = [[move for move in moves if move.player in group] for group in (set(one), set(other))]
        if not _reaches_more(room, moves, parts):
            continue
        sums = day_of(moves)
        alert = LinkedDay.objects.create(
            room=room, decision=decision, of_day=day, currency_in=sums.currency_in, currency_out=sums.currency_out,
            log_from=room.log_from, identity_from=room.identity_from, at=at,
        )  # fmt: skip
        after = {"of_day": day.isoformat(), "first": decision.first_id, "second": decision.second_id}
        after |= {"currency_in": sums.currency_in, "currency_out": sums.currency_out}
        record("currency.linked", alert, room=room, by=by, at=at, after=after)
        raised.append(alert)
    return raised


@transaction.atomic
def answer_linked_day(*, alert: LinkedDay, reason: str, by: User, at: datetime) -> LinkedDayAnswer:
    """End an alert about a day that a link brought together, with what was done about it; returns the answer.

    Refuses who decided the link or entered it (`not_your_alarm`), a missing reason (`reason_missing`), and an alert
    that has its answer (`alarm_answered`).
    """
    lock_player(alert.decision.first)
    if by.pk in (alert.decision.decided_by_id, alert.decision.entered_by_id):
        raise DomainError(
            "not_your_alarm", "Who linked the records doesn’t answer for their days: ask another manager."
        )
    if not is_reason(reason):
        message = "Say what was done: which report was made, or why none is due."
        raise DomainError("reason_missing", message, field="reason")
    if LinkedDayAnswer.objects.filter(day=alert).exists():
        raise DomainError("alarm_answered", "It was answered already: reload the page to see by whom.")
    answer = LinkedDayAnswer.objects.create(day=alert, reason=reason.strip(), by=by, at=at)
    after = {"of_day": alert.of_day.isoformat(), "currency_in": alert.currency_in, "currency_out": alert.currency_out}
    record("currency.linked_answered", alert, room=alert.room, by=by, at=at, after=after, reason=reason)
    return answer


def _reaches_more(room: Room, moves: Sequence[CashMove], parts: Sequence[Sequence[CashMove]]) -> bool:
    """Whether these moves of a day together, in or out, come to what no part of them comes to."""
    whole, alone = _reached(room, moves), [_reached(room, part) for part in parts]
    return any(together > max(apart) for together, *apart in zip(whole, *alone, strict=True))


def _reached(room: Room, moves: Sequence[CashMove]) -> tuple[int, int]:
    """The steps that cash in and cash out of these moves come to: 0 below the log, 1 in the log, 2 above what moves
    without an identity, and above that the amount itself from where a report names it."""
    sums = day_of(moves)
    came_in, went_out = sums.currency_in, sums.currency_out
    return _level(room, came_in), _level(room, went_out)


def _level(room: Room, amount: int) -> int:
    if room.report_from and amount >= max(room.report_from, room.log_from):
        return 2 + amount
    if amount > room.identity_from:
        return 2
    return int(amount >= room.log_from)
