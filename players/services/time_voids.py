"""Time that was collected by mistake, taken back whole: the chips go from the time box to the seat that paid, and the
half hours are due again, to be collected rightly or waived with a reason."""

from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players import four_eyes
from players.ledger import lock_places, reverse
from players.models import AccountKind, Sitting, TimeCharge, Transfer, TransferKind
from players.selectors.plaque_rules import refuse_mid_hand
from players.selectors.time_paid import charges_of, pulled_since, why_two_void
from players.services.seating import lock_open_session
from players.works_here import refuse_oneself
from tables.services import touch

_GO_ON = "The charge stays: let them off the next half hour, with this as the reason."


@transaction.atomic
def void_time(
    *, charge: TimeCharge, reason: str, key: str, by: User | None, at: datetime, second: User | None = None
) -> list[TimeCharge]:
    """Take back all that a seat paid for time by one act, of which `charge` is a half hour; returns the rows of the
    void, a retry the first ones.

    The chips go back in front of the player, and each half hour is owed again. One person voids up to what the house
    lets them move alone in a gaming day, with all else that they moved; above it, and after the gaming day of the
    charge, a `second` one confirms who has shown their PIN and did not collect it. Of a day that is locked
    nothing is voided: its boxes were pulled before. Refuses what isn't a charge that was collected (`not_collected`) or
    was voided already (`already_voided`), a closed table (`table_closed`), a hand that is being played (`mid_hand`),
    whoever sits in that seat no more (`seat_left`), a box that was pulled since (`box_pulled`), a missing reason
    (`reason_missing`), a second person who collected it (`second_made_it`), whoever voids or confirms their own
    (`serves_oneself`), and as `four_eyes.approve`. Source: R14, R69.
    """
    body = {"charge": charge.pk, "reason": reason} | ({"second": second.pk} if second else {})
    if claim(key, "void_time", body, by=by, at=at):
        return list(TimeCharge.objects.filter(request_key=key))
    session = lock_open_session(charge.sitting.session)
    refuse_mid_hand(session)
    sitting = Sitting.objects.select_related("player").get(pk=charge.sitting_id)
    sitting.session = session
    charges = charges_of(charge)
    _refuse_settled(charges)
    _refuse_left(sitting)
    paid = Transfer.objects.select_related("source", "target", "room").get(
        request_key=charge.request_key, kind=TransferKind.TIME_CHARGE, source__sitting=sitting
    )
    refuse_oneself(sitting.player, by, second, what="voids their own time")
    lock_places(session, [sitting], [AccountKind.TIME_BOX])
    _refuse_pulled(paid, sitting)
    _approve(charge, paid, by=by, second=second, key=key, at=at)
    facts: dict[str, Any] = {"key": key, "by": by, "at": at, "reason": reason}
    reverse(transfers=[paid], **facts)
    made = _write(charges, second=second, **facts)
    after = {"amount": paid.amount, "player": sitting.player_id, "collected_by": charge.by_id}
    after |= {"confirmed_by": second.pk} if second else {}
    record("time.voided", sitting, room=session.room, by=by, at=at, after=after, reason=reason)
    touch(session)
    answered(key, {"session": session.pk})
    return made


def _refuse_settled(charges: list[TimeCharge]) -> None:
    """Refuse what is no charge of a seat, or went back already; the table is locked."""
    if not charges:
        raise DomainError("not_collected", "Only time that was collected is voided: what was waived took no chips.")
    if void := TimeCharge.objects.filter(voids__in=charges).first():
        room = void.sitting.session.room
        when = f"{void.at.astimezone(room.zone):%H:%M}"
        message = f"It was voided already, at {when} by {void.by or 'the system'}: the player owes it again."
        raise DomainError("already_voided", message)


def _refuse_left(sitting: Sitting) -> None:
    if sitting.left_at:
        message = f"{sitting.player} sits in seat {sitting.seat} no more, so that the chips can't go back there."
        raise DomainError("seat_left", f"{message} {_GO_ON}")


def _refuse_pulled(paid: Transfer, sitting: Sitting) -> None:
    """Refuse what was pulled with its box, and is counted by the books of that moment; the box is locked."""
    if pull := pulled_since(paid):
        when = f"{pull.at.astimezone(paid.room.zone):%H:%M}"
        message = f"The time box of {sitting.session.table} was pulled at {when}, with this in its books."
        raise DomainError("box_pulled", f"{message} {_GO_ON}")


def _approve(charge: TimeCharge, paid: Transfer, *, second: User | None, **who: Any) -> None:
    """Ask whether this person may void it alone, or with that second one."""
    if second is not None and second.pk == charge.by_id:
        message = f"{second} collected this time: somebody else confirms its void."
        raise DomainError("second_made_it", message, field="badge")
    because = why_two_void(charge, paid.room.gaming_day(who["at"]))
    facts: dict[str, Any] = {"session": charge.sitting.session, "amount": paid.amount, "because": because}
    four_eyes.approve(four_eyes.TIME_VOID, room=paid.room, second=second, **facts, **who)


def _write(
    charges: list[TimeCharge], *, second: User | None, key: str, by: User | None, at: datetime, reason: str
) -> list[TimeCharge]:
    """The rows that void these half hours, written."""
    room = charges[0].sitting.session.room
    rows = [
        TimeCharge(
            session_id=each.session_id, player_id=each.player_id, sitting_id=each.sitting_id, began_at=each.began_at,
            amount=each.amount, outcome=TimeCharge.Outcome.VOIDED, reason=reason.strip(), request_key=key, at=at,
            gaming_day=room.gaming_day(at), by=by, second=second, voids=each, again=each.again,
        )
        for each in charges
    ]  # fmt: skip
    return TimeCharge.objects.bulk_create(rows)
