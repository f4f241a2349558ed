"""Time charges: collect what a table or a seat owes for its half hours, or waive it with a reason.

Collected between hands, before the dealing goes on, and recorded at once (CONTROLS R14): chips go from each seat to the
table's time box, and each half hour has a row, so that nobody pays it twice. What a player brought along from another
table is paid where they sit now, and goes to the box there.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from players import four_eyes
from players.ledger import Move, lock_places, post
from players.models import Account, AccountKind, Sitting, TimeCharge, TransferKind
from players.selectors.plaque_rules import refuse_mid_hand
from players.selectors.time_charged import Owed, charges_time, voids_before
from players.selectors.time_due import SeatDue, time_due_at
from players.services.seating import lock_open_session
from players.works_here import refuse_oneself
from tables.models import TableSession
from tables.services import touch

Paid = list[tuple[Sitting, tuple[Owed, ...]]]
"""The half hours of each seat that are collected or waived."""


@transaction.atomic
def collect_time(
    *, session: TableSession, key: str, by: User | None, at: datetime, sittings: Sequence[Sitting] | None = None
) -> list[TimeCharge]:
    """Collect what a table owes for time, or what these `sittings` do; returns the row of each half hour that was paid.

    Each seat pays its oldest half hours as far as its stack covers them in full; the rest stays due. A retry with the
    same key returns the same rows. Refuses `imported`, `table_closed`, `mid_hand`, a table that charges no time
    (`no_time_charge`), one where nobody of those who are asked owes (`nothing_due`), and `insufficient_chips` where
    somebody who is asked by name, or everybody at the table, can't pay even one half hour by the books.
    """
    asked = None if sittings is None else sorted(sitting.pk for sitting in sittings)
    if claim(key, "collect_time", {"session": session.pk, "sittings": asked}, by=by, at=at):
        return list(TimeCharge.objects.filter(request_key=key))
    session, due = _lock_due(session, asked, at)
    refuse_mid_hand(session)
    seats, places, held = lock_places(session, [each.sitting for each in due], [AccountKind.TIME_BOX])
    paid = _covered(due, seats, every=asked is not None)
    made = _write(paid, TimeCharge.Outcome.COLLECTED, key=key, by=by, at=at)
    box = places[AccountKind.TIME_BOX]
    moves = [Move(seats[sitting.pk], box, _sum(owed), TransferKind.TIME_CHARGE) for sitting, owed in paid]
    post(room=session.room, key=key, moves=moves, by=by, at=at, held=held, whole_table=True)
    after = {"amount": _sum_of_all(paid), "players": [sitting.player_id for sitting, _ in paid]}
    record("time.collected", session, room=session.room, by=by, at=at, after=after)
    touch(session)
    answered(key, {"session": session.pk})
    return made


@transaction.atomic
def waive_time(
    *, sitting: Sitting, reason: str, key: str, by: User | None, at: datetime, second: User | None = None
) -> list[TimeCharge]:
    """Let a player off all that they owe for time at their table, for a `reason`; returns the row of each half hour.

    Whoever waives gives up what the house has earned: above what one person moves alone a day a `second` one confirms,
    who has shown their PIN. Refuses `reason_missing`, `imported`, `table_closed`, `no_time_charge`, `nothing_due`, and
    as `four_eyes.approve`.
    """
    body = {"sitting": sitting.pk, "reason": reason} | ({"second": second.pk} if second else {})
    if claim(key, "waive_time", body, by=by, at=at):
        return list(TimeCharge.objects.filter(request_key=key))
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why the player need not pay.", field="reason")
    session, (due,) = _lock_due(sitting.session, [sitting.pk], at)
    refuse_oneself(due.sitting.player, by, second, what="waives what they owe themselves")
    facts: dict[str, Any] = {"amount": due.amount, "by": by, "second": second, "key": key, "at": at}
    four_eyes.approve(four_eyes.WAIVER, room=session.room, session=session, **facts)
    waived = [(due.sitting, due.owed)]
    made = _write(waived, TimeCharge.Outcome.WAIVED, reason=reason, key=key, by=by, at=at)
    after = {"amount": due.amount, "player": due.sitting.player_id}
    record("time.waived", due.sitting, room=session.room, by=by, at=at, after=after, reason=reason)
    touch(session)
    answered(key, {"session": session.pk})
    return made


def _lock_due(session: TableSession, asked: Sequence[int] | None, at: datetime) -> tuple[TableSession, list[SeatDue]]:
    """The session, locked, and who owes there of those who are asked: all of them do, or it is refused."""
    if session.source == TableSession.Source.IMPORT:
        raise DomainError("imported", "That table comes from a hand file: nobody owes time there.")
    session = lock_open_session(session)
    owing = time_due_at(session, at)
    due = owing if asked is None else [each for each in owing if each.sitting.pk in asked]
    if not owing and not charges_time(session):
        raise DomainError("no_time_charge", f"The plaque of {session.table} posts no time charge: nothing is due.")
    if not due or (asked is not None and len(due) < len(asked)):
        raise DomainError("nothing_due", f"No time is due there any more at {session.table}: look at the table again.")
    return session, due


def _covered(due: Sequence[SeatDue], seats: Mapping[int, Account], *, every: bool) -> Paid:
    """The half hours that each stack pays. Refuses where one that must pay, or all of them, can't pay even one."""
    paid = [(each.sitting, each.covered_by(seats[each.sitting.pk].balance)) for each in due]
    short = [each for each, (_, owed) in zip(due, paid, strict=True) if not owed]
    if short and (every or len(short) == len(due)):
        raise _short_of(short[0], seats[short[0].sitting.pk].balance)
    return [(sitting, owed) for sitting, owed in paid if owed]


def _short_of(due: SeatDue, stack: int) -> DomainError:
    money, sitting = due.sitting.session.room.money, due.sitting
    return DomainError(
        "insufficient_chips",
        f"{sitting.player} has {money(stack)} by the books and owes {money(due.amount)} for time: count the stack or "
        "let them add on. Until then it stays due.",
        allowed={"most": stack},
    )


def _write(
    paid: Paid, outcome: TimeCharge.Outcome, *, key: str, by: User | None, at: datetime, reason: str = ""
) -> list[TimeCharge]:
    """The rows of these half hours, written."""
    before = voids_before([each for _, owed in paid for each in owed])
    rows = [
        TimeCharge(
            session_id=each.sitting.session_id, player_id=each.sitting.player_id, sitting=sitting, began_at=each.period,
            amount=each.amount, outcome=outcome, reason=reason, request_key=key, at=at,
            gaming_day=sitting.session.room.gaming_day(at), by=by,
            again=before[each.sitting.session_id, each.sitting.player_id, each.period],
        )
        for sitting, owed in paid
        for each in owed
    ]  # fmt: skip
    return TimeCharge.objects.bulk_create(rows)


def _sum(owed: Sequence[Owed]) -> int:
    return sum(each.amount for each in owed)


def _sum_of_all(paid: Paid) -> int:
    return sum(_sum(owed) for _, owed in paid)
