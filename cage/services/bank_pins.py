"""The PIN that a player chose for their bank: shown before every move, and guessed by nobody.

Wrong ones are counted as those of staff are (`config.staff.guesses`): by whose session tries them, over all banks, and
by bank, over all sessions; from the limit on each wrong one doubles the wait.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from cage.models import BankGuesses, PlayerBank
from config.audit.services import record
from config.errors import DomainError
from config.staff.guesses import (
    FIRST_WAIT,
    FORGOTTEN_AFTER,
    LONGEST_WAIT,
    MOST_FAILURES,
    at_the_device,
    minutes_until,
)
from config.staff.models import User
from players.models import Player

GOOD_FOR = timedelta(minutes=5)
"""So long a PIN that was shown holds for what it was shown for."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A player has shown the PIN of their bank: which one, and when."""

    bank_id: int
    at: datetime


def show_pin(*, bank: PlayerBank, pin: str, by: User, at: datetime) -> Shown:
    """The proof that the player has entered the PIN of their bank.

    Ask outside of the transaction of what it is shown for: wrong PINs stay counted. Refuses `pin_locked` while this
    session, or this bank, waits after wrong ones, and `pin_wrong`.
    """
    if refusal := _check_pin(bank, pin, by, at):
        raise refusal
    return Shown(bank.pk, at)


def refuse_unshown(bank: PlayerBank, shown: Shown | None, *, at: datetime) -> None:
    """Refuse (`pin_missing`) what the player of the bank has shown no PIN for within the last minutes."""
    if shown is None or shown.bank_id != bank.pk or not timedelta(0) <= at - shown.at <= GOOD_FOR:
        raise DomainError("pin_missing", f"Let {bank.player} enter the PIN of their bank.", field="bank_pin")


def refuse_plain(pin: str, player: Player) -> None:
    """Refuse a PIN that is none (`pin_unreadable`) or that anybody would try first (`pin_too_plain`)."""
    if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 8):
        raise DomainError("pin_unreadable", "A PIN is four to eight digits.", field="bank_pin")
    born = player.date_of_birth
    of_birth = {f"{born:{form}}" for form in ("%Y", "%d%m", "%m%d", "%d%m%y", "%m%d%y", "%d%m%Y")} if born else set()
    if len(set(pin)) == 1 or pin in "01234567890" or pin in "09876543210" or pin in of_birth:
        raise DomainError("pin_too_plain", "Choose a PIN that nobody would try first.", field="bank_pin")


def forget_guesses(bank: PlayerBank) -> None:
    """Forget the wrong PINs of a bank whose PIN is set anew, whoever tried them."""
    bank.guesses.filter(failures__gt=0).update(failures=0)


@transaction.atomic
def _check_pin(bank: PlayerBank, pin: str, by: User, at: datetime) -> DomainError | None:
    guesser = User.objects.select_for_update(no_key=True).get(pk=(at_the_device.get() or by).pk)
    bank = PlayerBank.objects.select_for_update(of=("self",), no_key=True).get(pk=bank.pk)
    if end := _waits_until(guesser, bank, at):
        return _locked(end, at)
    if bank.check_pin(pin):
        bank.guesses.filter(guesser=guesser, failures__gt=0).update(failures=0)
        return None
    row, _ = BankGuesses.objects.get_or_create(bank=bank, guesser=guesser, defaults={"last_at": at})
    row.failures = 1 if row.last_at <= at - FORGOTTEN_AFTER else row.failures + 1
    row.last_at = at
    row.save(update_fields=["failures", "last_at"])
    end = _waits_until(guesser, bank, at)
    after = {"failures": row.failures} | ({"waits_seconds": int((end - at).total_seconds())} if end else {})
    record("bank.pin_locked" if end else "bank.pin_wrong", bank, room=bank.room, by=guesser, at=at, after=after)
    if end:
        return _locked(end, at)
    return DomainError("pin_wrong", "That is not the PIN. Enter it again.", field="bank_pin")


def _waits_until(guesser: User, bank: PlayerBank, at: datetime) -> datetime | None:
    """Until when nobody may try: this session at any bank, or anybody at this bank. None where nobody waits."""
    recent = BankGuesses.objects.filter(last_at__gt=at - FORGOTTEN_AFTER, failures__gt=0)
    ends = [
        _ends(list(recent.filter(guesser=guesser)), MOST_FAILURES),
        _ends(list(recent.filter(bank=bank)), 2 * MOST_FAILURES),
    ]
    return max((end for end in ends if end and end > at), default=None)


def _ends(rows: list[BankGuesses], limit: int) -> datetime | None:
    beyond = sum(row.failures for row in rows) - limit
    if beyond < 0:
        return None
    return max(row.last_at for row in rows) + min(FIRST_WAIT * 2 ** min(beyond, 20), LONGEST_WAIT)


def _locked(end: datetime, at: datetime) -> DomainError:
    waits = minutes_until(end, at)
    message = f"Too many wrong PINs were entered: wait {waits}, or set a new one with the document and a second person."
    return DomainError("pin_locked", message, field="bank_pin")
