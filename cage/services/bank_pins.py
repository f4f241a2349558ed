"""The PIN that a player chose for their bank: shown before every move, and guessed by nobody
(`config.staff.pin_holders`)."""

from dataclasses import dataclass
from datetime import datetime

from cage.models import PlayerBank
from config.errors import DomainError
from config.staff.guesses import minutes_until
from config.staff.models import User
from config.staff.pin import refuse_plain
from config.staff.pin_holders import WrongPin, holds, try_pin
from players.models import Player


@dataclass(frozen=True, slots=True)
class Shown:
    """A player has shown the PIN of their bank: which one, and when."""

    bank_id: int
    at: datetime


def show_pin(*, bank: PlayerBank, pin: str, by: User, at: datetime) -> Shown:
    """The proof that the player has entered the PIN of their bank.

    Ask outside of the transaction of what it is shown for: wrong PINs stay counted. Refuses `pin_locked` while this
    bank waits after wrong ones, or this session after wrong ones of many banks, and `pin_wrong`.
    """
    if wrong := try_pin(holder=bank, pin=pin, act="bank", by=by, at=at):
        raise _refusal(bank, wrong, at)
    return Shown(bank.pk, at)


def refuse_unshown(bank: PlayerBank, shown: Shown | None, *, at: datetime) -> None:
    """Refuse (`pin_missing`) what the player of the bank has shown no PIN for within the last minutes."""
    if shown is None or shown.bank_id != bank.pk or not holds(shown.at, at):
        raise DomainError("pin_missing", f"Let {bank.player} enter the PIN of their bank.", field="bank_pin")


def refuse_plain_pin(pin: str, player: Player) -> None:
    """Refuse a PIN as `config.staff.pin.refuse_plain` does, and the player's day of birth."""
    born = player.date_of_birth
    of_birth = {f"{born:{form}}" for form in ("%Y", "%d%m", "%m%d", "%d%m%y", "%m%d%y", "%d%m%Y")} if born else set()
    refuse_plain(pin, field="bank_pin", known=of_birth)


def _refusal(bank: PlayerBank, wrong: WrongPin, at: datetime) -> DomainError:
    if wrong.until is None:
        return DomainError("pin_wrong", "That is not the PIN. Enter it again.", field="bank_pin")
    waits = minutes_until(wrong.until, at)
    if wrong.is_many:
        many = "Too many wrong PINs of many banks were entered in your session"
        message = f"{many}: wait {waits}, or let another cashier serve {bank.player}."
        return DomainError("pin_locked", message, field="bank_pin")
    message = (
        f"Too many wrong PINs were entered for the bank of {bank.player}: wait {waits}, or set a new one with the "
        "document and a supervisor."
    )
    return DomainError("pin_locked", message, field="bank_pin")
