"""The chips that a table lacks when everybody else has left it: the house bears it, not who leaves last.

Quick hands drop chips that are missing from the stacks until somebody counts them, and a count may find more at a seat
than the others then lack. Who leaves is paid what lies there by the books or by the count; what they took too much
shows when the last one leaves, whose stack is there and whom the books refuse (`table_short`). Two people then cover it
from the vault. While others still sit there, their stacks are counted first.
"""

from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from players import four_eyes
from players.ledger import Move, house_account, lock, post, table_account
from players.models import Account, AccountKind, TransferKind
from players.selectors.plaque_rules import refuse_mid_hand, refuse_unpayable
from players.services.seating import lock_open_session
from tables.models import TableSession
from tables.services import raise_alarm, touch

TABLE_SHORT = "table_short"
"""The alarm of a table whose shortfall the house has borne; a session has one at most."""


@transaction.atomic
def cover_shortfall(
    *, session: TableSession, amount: int, reason: str, second: User | None, key: str, by: User | None, at: datetime
) -> TableSession:
    """Bring chips of the vault on to the felt of a table that lacks them, minor units; returns the session.

    Always with a `second` person, and with a reason; it stands as an alarm at the table. The same `key` covers once.
    Refusals: `reason_missing`, `not_chip_multiple`, `nothing_short` (others sit there who are counted first),
    `above_shortfall`, `vault_short`, `mid_hand`, `table_closed`, and as `four_eyes.approve`.
    """
    body = {"session": session.pk, "amount": amount, "reason": reason, "second": second.pk if second else None}
    if claim(key, "cover_shortfall", body, by=by, at=at):
        return TableSession.objects.get(pk=session.pk)
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say how the table came to lack it.", field="reason")
    session = lock_open_session(session)
    refuse_mid_hand(session)
    room = session.room
    refuse_unpayable(room, amount)
    vault, felt = house_account(room, AccountKind.VAULT_CHIPS), table_account(session, AccountKind.FELT)
    held = lock([vault, felt])
    _refuse_beyond(session, shortfall_of(session, held[felt.pk].balance), amount)
    who: dict[str, Any] = {"by": by, "second": second, "key": key, "at": at}
    four_eyes.approve(four_eyes.SHORTFALL, room=room, session=session, amount=amount, **who)
    moves = [Move(vault, felt, amount, TransferKind.SHORTFALL)]
    post(room=room, key=key, moves=moves, by=by, at=at, reason=reason, held=held)
    text = f"{room.money(amount)} of the vault cover what the table lacked: {reason}"
    raise_alarm(session=session, kind=TABLE_SHORT, subject="", text=text[:300], at=at)
    after = {"amount": amount} | ({"second": second.display_name} if second else {})
    record("table.shortfall_covered", session, room=room, by=by, at=at, after=after, reason=reason)
    touch(session)
    answered(key, {"session": session.pk})
    return session


def table_lacks(session: TableSession) -> int:
    """The chips that a table lacks as the books stand, minor units; nothing while more than one sits there. Two
    queries."""
    felt = Account.objects.filter(session=session, kind=AccountKind.FELT).values_list("balance", flat=True).first()
    return shortfall_of(session, felt or 0)


def shortfall_of(session: TableSession, felt: int) -> int:
    """The chips that a table lacks where its felt holds so much, minor units; nothing while more than one player sits
    there."""
    return max(-felt, 0) if _seated(session) <= 1 else 0


def _seated(session: TableSession) -> int:
    return session.sittings.filter(left_at=None).count()


def _refuse_beyond(session: TableSession, short: int, amount: int) -> None:
    money = session.room.money
    if not short:
        message = f"{session.table} lacks nothing: count the stacks, then enter it again."
        if (seated := _seated(session)) > 1:
            message = f"{seated} players sit at {session.table}: count their stacks, what one lacks another has."
        raise DomainError("nothing_short", message, allowed={"most": 0}, field="amount")
    if amount > short:
        message = f"{session.table} lacks {money(short)}: enter that, or less."
        raise DomainError("above_shortfall", message, allowed={"most": short}, field="amount")
