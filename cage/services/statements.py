"""Bank statements entered: the money outside the house that covers the chips in use."""

from datetime import date, datetime

from django.db import transaction

from cage.models import BankStatement
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.likeness import visible


@transaction.atomic
def enter_statement(
    *, room: Room, account: str, amount: int, stated_on: date, key: str, by: User | None, at: datetime
) -> BankStatement:
    """Enter the balance of a bank account, minor units, as its statement says; a retry with the same key returns the
    first row.

    A second statement of the same day replaces the first and leaves it on record. Refuses a day that has not come
    (`statement_ahead`).
    """
    account = visible(account)
    body = {"room": room.pk, "account": account, "amount": amount, "stated_on": stated_on.isoformat()}
    if earlier := claim(key, "enter_statement", body, by=by, at=at):
        return BankStatement.objects.get(pk=(earlier.answer or {})["statement"])
    if stated_on > at.astimezone(room.zone).date():
        message = "A statement speaks of a day that has come: look at its date again."
        raise DomainError("statement_ahead", message, field="stated_on")
    entered = BankStatement.objects.create(
        room=room, account=account, amount=amount, stated_on=stated_on, by=by, at=at, request_key=key
    )
    after = {"account": account, "amount": amount, "stated_on": stated_on.isoformat()}
    record("bank.stated", entered, room=room, by=by, at=at, after=after)
    answered(key, {"statement": entered.pk})
    return entered
