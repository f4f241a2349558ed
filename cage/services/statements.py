"""Bank statements entered: the money outside the house that covers the chips in use."""

from datetime import date, datetime
from typing import Any, Final

from django.db import transaction

from cage.models import BankStatement
from cage.selectors.liability import newest_statements
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from players import four_eyes
from players.likeness import visible

_STATEMENT: Final = four_eyes.Act("statement", "what a bank states", second_may=Permission.VAULT_VIEW)


@transaction.atomic
def enter_statement(
    *,
    room: Room,
    account: str,
    amount: int,
    stated_on: date,
    key: str,
    by: User | None,
    at: datetime,
    second: User | None = None,
) -> BankStatement:
    """Enter the balance of a bank account, minor units, as its statement says; a retry with the same key returns the
    first row.

    A second statement of the same day replaces the first and leaves it on record. Refuses a day that has not come
    (`statement_ahead`). What one person states alone is held to what one moves alone, over all of the room's accounts
    that stand on their word; above it a `second` person has read the statement, who may see the vault, and has shown
    their own PIN: refuses as `four_eyes.check_second`.
    """
    account = visible(account)
    body: dict[str, Any] = {"room": room.pk, "account": account, "amount": amount, "stated_on": stated_on.isoformat()}
    body |= {"second": second.pk} if second else {}
    if earlier := claim(key, "enter_statement", body, by=by, at=at):
        return BankStatement.objects.get(pk=(earlier.answer or {})["statement"])
    if stated_on > at.astimezone(room.zone).date():
        message = "A statement speaks of a day that has come: look at its date again."
        raise DomainError("statement_ahead", message, field="stated_on")
    four_eyes.lock_day(room, by)
    four_eyes.check_second(_STATEMENT, room, _why_second(room, account, amount, by=by, at=at), second, by, at=at)
    entered = BankStatement.objects.create(
        room=room, account=account, amount=amount, stated_on=stated_on, by=by, second=second, at=at, request_key=key
    )
    after: dict[str, Any] = {"account": account, "amount": amount, "stated_on": stated_on.isoformat()}
    after |= {"second": second.pk} if second else {}
    record("bank.stated", entered, room=room, by=by, at=at, after=after)
    answered(key, {"statement": entered.pk})
    return entered


def _why_second(room: Room, account: str, amount: int, *, by: User | None, at: datetime) -> str:
    """The reason why a second person reads a statement too: with the other accounts that stand on this person's word
    alone it comes to more than one person moves alone; nothing where it doesn't."""
    limit = four_eyes.limit_for(room)
    others = [each for each in newest_statements(room, at) if each.account.casefold() != account.casefold()]
    alone = sum(each.amount for each in others if each.second_id is None and each.by_id == (by.pk if by else None))
    if alone + amount <= limit:
        return ""
    so_far = f" with {room.money(alone)} of other accounts that one person stated" if alone else ""
    return f"{room.money(amount)} covers chips in use{so_far}: one person states up to {room.money(limit)} alone."
