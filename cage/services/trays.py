"""Dealers' trays: given to tables, and counted at the opening, at the shift, at the day's cut-off and at the close.

A tray serves change only. Its books move by slips and by what counts find; no count is ever a new baseline.
"""

from datetime import datetime

from django.db import transaction

from cage.counted import Counted
from cage.models import TransitSlip, TrayCount
from cage.selectors.trays import first_counts, tray_dealer, tray_signer
from cage.services.counts import end_of_ledger, refuse_unknown_values
from cage.services.more_than_issued import refuse_or_alarm_more_than_issued
from cage.services.transit import require
from cage.services.tray_alarms import ask_about
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from config.staff.own_making import refuse_own_making
from config.staff.roles import Permission
from players.ledger import Move, house_account, lock, post, tray_account
from players.models import Account, AccountKind, TransferKind
from tables.models import Table, TableSession
from tables.selectors.dealers import Signing
from tables.selectors.sessions import playing
from tables.services import DealerSigned, lock_session, refuse_unsigned, touch


@transaction.atomic
def set_tray(*, table: Table, imprest: int | None, by: User, at: datetime) -> Table:
    """Give a table a tray that should hold `imprest` minor units, change that, or (None) take the tray away; returns
    the table.

    Refuses to take a tray away that holds chips or has an open slip (`tray_not_empty`): they go back to the vault
    first.
    """
    table = Table.objects.select_for_update(of=("self",), no_key=True).select_related("room").get(pk=table.pk)
    if imprest is None and not _is_free(table):
        message = f"The tray of {table} holds chips, or a slip of it is open: send them back to the vault first."
        raise DomainError("tray_not_empty", message, field="imprest")
    before, table.tray_imprest = table.tray_imprest, imprest
    table.save(update_fields=["tray_imprest"])
    record("tray.set", table, room=table.room, by=by, at=at, before={"imprest": before}, after={"imprest": imprest})
    return table


@transaction.atomic
def count_tray(
    *,
    table: Table,
    part: TrayCount.Part,
    counted: Counted,
    second: User | None,
    key: str,
    by: User,
    at: datetime,
    dealer: DealerSigned | None = None,
) -> TrayCount:
    """Enter what two people counted in a table's tray: `by` and `second`, who has shown badge and PIN, one of them a
    supervisor and one who deals; returns the count.

    Where the dealer at the table, or the last who dealt there since the count before, signs by the room's setting, they
    have counted and shown badge and PIN (`dealer`), and the supervisor is `by` or `second`. The supervisor verifies
    what the other has counted; where both are supervisors, `by` verifies. Another amount than the books have is booked
    to over-and-short with both names, never as a baseline, and beyond the notice investigated, with an alarm. Neither
    is told by how much. At the opening it is booked when it was found twice: the first count that differs books nothing
    (`is_first`), and two count again, as blind as before, until a count is as the books say or differs as one before
    it. Refuses a table without a tray (`no_tray`), one person alone (`second_needed`, `same_person`), who may
    not count trays (`slip_may_not`), two of whom none is a supervisor (`supervisor_needed`), whom the other has let in
    today (`second_is_let_in`), cash (`cash_in_tray`), pieces that the room hasn't (`denomination_unknown`) and another
    count while the opening waits for its second (`tray_recount_due`); and what the dealer has not signed, as
    `refuse_unsigned`. Source: R25, R27, R28, R42, C-8.
    """
    body = {"table": table.pk, "part": part.value, **counted.as_json(), "second": second.pk if second else None}
    body |= {"dealer": dealer.dealer_id} if dealer else {}
    if earlier := claim(key, "count_tray", body, by=by, at=at):
        return TrayCount.objects.get(pk=(earlier.answer or {})["count"])
    session = _lock_table(table)
    table = Table.objects.select_related("room").get(pk=table.pk)
    if signing := tray_signer(table):
        refuse_unsigned(signing.dealer, dealer, by, second, at=at)
    counted_by, verified_by = _two(table, by, second, at, signing)
    if not table.has_tray:
        raise DomainError("no_tray", f"{table} has no tray: a manager gives it one on the page of its tray.")
    if counted.cash:
        raise DomainError("cash_in_tray", "A tray holds chips alone: count those.")
    refuse_unknown_values(table.room, counted)
    people = (by, second) if second else (by,)
    refuse_or_alarm_more_than_issued(table.room, counted.chips, place=f"the tray of {table}", who=people, at=at)
    differed = first_counts(table, session)
    _refuse_other_part(table, part, differed)
    held = _lock_tray(table)
    booked = held[0].balance
    is_first = part == TrayCount.Part.OPENING and _is_counted_again(differed, counted.chips_amount - booked)
    if not is_first:
        _book(table, held, counted, f"{signing or counted_by} counted, {verified_by} verified", key=key, by=by, at=at)
    count = TrayCount.objects.create(
        room=table.room, table=table, session=session, part=part, is_first=is_first, chips=counted.as_json()["chips"],
        chips_amount=counted.chips_amount, booked=booked, counted_by=counted_by, verified_by=verified_by,
        last_number=end_of_ledger(table.room), dealer=tray_dealer(table), is_dealer_signed=signing is not None,
        gaming_day=table.room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    _tell(count)
    if session is not None:
        touch(session)
    answered(key, {"count": count.pk})
    return count


def _tell(count: TrayCount) -> None:
    """Tell the trail of a count, and who signed it; and whoever looks at alarms, where it is off."""
    after: dict[str, object] = {"part": count.part, "verifier": count.verified_by_id, "chips": count.chips_amount}
    after |= {"counter": count.counted_by_id} if count.counted_by_id else {}
    after |= {"dealer_signed": str(count.dealer)} if count.is_dealer_signed else {}
    verb = "tray.counted_first" if count.is_first else "tray.counted"
    record(verb, count, room=count.room, by=count.by, at=count.at, after=after)
    ask_about(count)


def _lock_table(table: Table) -> TableSession | None:
    """The session that is open at the table, locked, so that the board shows the count; None where none is."""
    for session in playing(table.room).filter(table=table):
        return lock_session(session)
    return None


def _two(
    table: Table, by: User, second: User | None, at: datetime, signing: Signing | None
) -> tuple[User | None, User]:
    """The person who counted, None where only the dealer did, and the supervisor who verified it."""
    if second is None and signing is None:
        message = "Two people sign the count of a tray: enter badge and PIN of who counted with you."
        raise DomainError("second_needed", message, field="badge")
    if second is not None and second.pk == by.pk:
        raise DomainError("same_person", "Somebody else signs with you: enter another badge.", field="badge")
    for person in filter(None, (by, second)):
        require(person, Permission.TRAY_COUNT, table.room)
    refuse_own_making(second, by, table.room, at)
    if by.may(Permission.TABLE_OPEN, table.room):
        return second, by
    if second is not None and second.may(Permission.TABLE_OPEN, table.room):
        return by, second
    if signing is not None:
        message = f"A supervisor verifies what {signing} counted: enter their badge and PIN."
        raise DomainError("supervisor_needed", message, field="badge")
    raise DomainError("supervisor_needed", "One of the two is a supervisor: enter their badge and PIN.", field="badge")


def _refuse_other_part(table: Table, part: TrayCount.Part, differed: list[TrayCount]) -> None:
    """Refuse to count past an opening that differed, which would book it unseen."""
    if differed and part != TrayCount.Part.OPENING:
        message = f"The opening of {table}’s tray is to be counted again: enter it as counted at the opening, first."
        raise DomainError("tray_recount_due", message, field="part")


def _is_counted_again(differed: list[TrayCount], difference: int) -> bool:
    """Whether an opening count that is off by so much must be made again: it is, and none before it was off alike."""
    return bool(difference) and difference not in {count.variance for count in differed}


def _lock_tray(table: Table) -> tuple[Account, Account]:
    """The tray, and what is over or short, locked."""
    tray, off = tray_account(table), house_account(table.room, AccountKind.OVER_SHORT)
    held = lock([tray, off])
    return held[tray.pk], held[off.pk]


def _book(
    table: Table, held: tuple[Account, Account], counted: Counted, reason: str, *, key: str, by: User, at: datetime
) -> None:
    """Bring the books of a tray, which is locked, to its count."""
    if difference := counted.chips_amount - held[0].balance:
        accounts = {account.pk: account for account in held}
        move = _move(*held, difference)
        post(room=table.room, key=key, moves=[move], by=by, at=at, reason=reason, held=accounts)


def _move(tray: Account, off: Account, difference: int) -> Move:
    """Into the tray what was over, out of it what was short."""
    source, target = (off, tray) if difference > 0 else (tray, off)
    return Move(source, target, abs(difference), TransferKind.VARIANCE)


def _is_free(table: Table) -> bool:
    is_open = TransitSlip.objects.filter(table=table, state__in=TransitSlip.OPEN).exists()
    return not tray_account(table).balance and not is_open
