"""The close of a table: no slip is on its way to its tray, and what its felt still holds goes abroad by name, never
silently (C-2): with a reason, above what one person moves alone before a second, and beyond the room's notice to be
investigated as whatever else is short or over (R28, R29)."""

from datetime import datetime
from typing import Any

from django.db import transaction

from cage.models import FeltResidual, TransitSlip
from cage.services.investigations import investigate
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from players import four_eyes
from players.ledger import Move, house_account, lock, post, table_account
from players.models import AccountKind, TransferKind
from tables.closing import Closing, after_close, before_close
from tables.models import TableSession
from tables.services import lock_session

RESIDUAL = "residual"
"""The question at the close of a table whose felt is not empty."""


@before_close
def refuse_open_slip(closing: Closing) -> None:
    """Refuse (`slip_on_its_way`) to close a table while a slip of its tray is open."""
    table = closing.session.table
    slip = TransitSlip.objects.filter(table=table, state__in=TransitSlip.OPEN).order_by("pk").first()
    if slip is not None and closing.session.source == TableSession.Source.FLOOR:
        message = f"{slip} of {table}’s tray is {slip.get_state_display()}: receive or void it, then close the table."
        raise DomainError("slip_on_its_way", message, allowed={"slip": slip.pk})


@before_close
def ask_for_residual(closing: Closing) -> None:
    """Ask (`felt_not_empty`) before a table is closed whose felt holds chips, or lacks some, what that means; refuse
    (`reason_missing`) to close it so without a word of what became of them."""
    session = closing.session
    left = _felt(session)
    if not left:
        return
    if RESIDUAL in closing.confirmed:
        if closing.by is not None:
            _refuse_unsaid(closing.reason, left)
        return
    money = session.room.money(abs(left))
    found = f"{money} that players brought to {session.table} lie at no seat"
    lacks = f"{session.table} lacks {money} that left it uncounted"
    message = (
        f"{found if left > 0 else lacks}: somebody carried chips off, or a count was wrong. Look on the felt and count "
        "again first. Closed like this, they are booked as out of the house, holder unknown, under your name: say what "
        f"became of them.{_who_must(closing, abs(left))}"
    )
    raise DomainError("felt_not_empty", message, allowed={"confirm": RESIDUAL, "residual": left})


@after_close
def book_residual(closing: Closing) -> None:
    """Book what the felt of a closed table holds or lacks against `abroad`, by the name of who closed it."""
    session, by = closing.session, closing.by
    if by is None or not _felt(session):
        return
    said: dict[str, Any] = {"reason": closing.reason, "second": closing.second}
    _post_residual(session, f"table:{session.pk}:residual", by, closing.at, **said)


@transaction.atomic
def settle_felt(
    *, session: TableSession, reason: str, second: User | None = None, key: str, by: User, at: datetime
) -> FeltResidual | None:
    """Book what the felt of a closed table holds or lacks against `abroad`, where its close did not: it was
    closed before closes did so. Returns the residual, None where there is none.

    Refuses a table that is open (`table_open`), no word of what became of the chips (`reason_missing`), and as
    `four_eyes.approve` above what one person moves alone.
    """
    body = {"session": session.pk, "reason": reason, "second": second.pk if second else None}
    if earlier := claim(key, "settle_felt", body, by=by, at=at):
        return FeltResidual.objects.filter(pk=(earlier.answer or {})["residual"]).first()
    session = lock_session(session)
    if session.is_open:
        raise DomainError("table_open", f"{session.table} is open: what its felt holds is settled at its close.")
    residual = None
    if left := _felt(session):
        _refuse_unsaid(reason, left)
        residual = _post_residual(session, f"{key}:felt", by, at, reason=reason, second=second)
    answered(key, {"residual": residual.pk if residual else None})
    return residual


def _felt(session: TableSession) -> int:
    """The chips on the felt of a session of the floor, minor units; imported ones stay apart."""
    if session.source != TableSession.Source.FLOOR:
        return 0
    felt = session.accounts.filter(kind=AccountKind.FELT).values_list("balance", flat=True).first()
    return felt or 0


def _refuse_unsaid(reason: str, left: int) -> None:
    """Refuse to book what a felt holds or lacks without a word of what became of it."""
    if not is_reason(reason):
        message = "Say what became of the chips on the felt: where they may be, or which count was wrong."
        facts = {"confirm": RESIDUAL, "residual": left}
        raise DomainError("reason_missing", message, allowed=facts, field="close_reason")


def _who_must(closing: Closing, amount: int) -> str:
    """The sentence that says that a second person confirms it; nothing where whoever closes may do it alone."""
    room, act = closing.session.room, four_eyes.FELT
    alone = four_eyes.moved_alone(room, closing.by, closing.at, closing.session, act)
    why = four_eyes.why_above(room, amount, alone, four_eyes.limit_for(room, closing.session))
    return f" A second person confirms it with badge and PIN. {why}" if why else ""


def _post_residual(
    session: TableSession, key: str, by: User, at: datetime, *, reason: str, second: User | None
) -> FeltResidual:
    room = session.room
    felt, abroad = table_account(session, AccountKind.FELT), house_account(room, AccountKind.ABROAD)
    claim(key, "residual", {"session": session.pk}, by=by, at=at)
    reason = reason.strip()
    held = lock([felt, abroad])
    left = held[felt.pk].balance
    source, target = (felt, abroad) if left > 0 else (abroad, felt)
    move = Move(source, target, abs(left), TransferKind.RESIDUAL)
    facts: dict[str, Any] = {"room": room, "at": at, "by": by}
    who: dict[str, Any] = {"second": second, "key": key}
    four_eyes.approve(four_eyes.FELT, session=session, amount=abs(left), **who, **facts)
    words = f"{session.table} was closed: {reason}"
    post(room=room, key=key, moves=[move], by=by, at=at, reason=words[:400], held=held)
    residual = FeltResidual.objects.create(
        session=session, amount=left, second=second, reason=reason, gaming_day=room.gaming_day(at), request_key=key,
        **facts,
    )  # fmt: skip
    after: dict[str, object] = {"amount": left} | ({"second": second.display_name} if second else {})
    record("table.residual", session, after=after, reason=reason, **facts)
    investigate(residual, at=at)
    answered(key, {"residual": residual.pk})
    return residual
