"""The PIN that a dealer chose: with badge and PIN they sign what is counted at their tray, and nobody guesses it
(`config.staff.pin_holders`)."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.staff.guesses import minutes_until
from config.staff.models import User
from config.staff.pin import refuse_plain
from config.staff.pin_holders import WrongPin, forget_guesses, holds, try_pin
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from tables.models import Dealer


@dataclass(frozen=True, slots=True)
class DealerSigned:
    """A dealer has shown badge and PIN: who, and when."""

    dealer_id: int
    at: datetime


@transaction.atomic
def set_dealer_pin(*, dealer: Dealer, pin: str, by: User, at: datetime, second: User | None = None) -> Dealer:
    """Keep the PIN that a dealer chose and entered at the tablet of `by`; returns the dealer.

    Another one than before takes a `second` person who manages dealers too, and forgets the wrong ones that were tried.
    Refuses a PIN that is none or too plain (`pin_unreadable`, `pin_too_plain`), and as `refuse_alone`.
    """
    dealer = Dealer.objects.select_for_update(of=("self",), no_key=True).select_related("room").get(pk=dealer.pk)
    refuse_plain(pin, field="own_pin", known={dealer.badge_number})
    if dealer.has_pin:
        refuse_alone(second, by, Permission.DEALERS, dealer.room, f"{dealer}’s PIN is set anew", at=at)
    dealer.set_pin(pin)
    dealer.pin_set_at, dealer.pin_set_by = at, by
    dealer.save(update_fields=["pin_hash", "pin_set_at", "pin_set_by"])
    forget_guesses(dealer)
    after = {"dealer": dealer.display_name} | ({"confirmed_by": second.pk} if second else {})
    record("dealer.pin_set", dealer, room=dealer.room, by=by, at=at, after=after)
    return dealer


def show_dealer_pin(
    *, dealer: Dealer, badge: str, pin: str, by: User, at: datetime, what: str = "this tray"
) -> DealerSigned:
    """The proof that a dealer has entered badge and PIN for `what`.

    Ask outside of the transaction of what it is shown for: wrong PINs stay counted. Refuses another badge
    (`badge_unknown`), a dealer without PIN (`dealer_pin_missing`), `pin_locked` while this session, or this dealer,
    waits after wrong ones, and `pin_wrong`.
    """
    if badge.strip().upper() != dealer.badge_number.upper():
        raise DomainError(
            "badge_unknown", f"{dealer} signs for {what}: enter {dealer}’s own badge.", field="dealer_badge"
        )
    if not dealer.has_pin:
        raise pin_missing(dealer)
    if wrong := try_pin(holder=dealer, pin=pin, act="dealer", by=by, at=at):
        raise _refusal(dealer, wrong, at)
    return DealerSigned(dealer.pk, at)


def refuse_unsigned(
    dealer: Dealer, signed: DealerSigned | None, *beside: User | None, at: datetime, what: str = "this tray"
) -> None:
    """Refuse `what` a dealer has not signed within the last minutes, beside these people.

    `dealer_must_sign` without badge and PIN, `dealer_pin_missing` where the dealer has none, `same_person` where one
    of the others wears the dealer's badge, `dealer_pin_is_new` where one of them has set that PIN on this gaming day.
    """
    if not dealer.has_pin:
        raise pin_missing(dealer)
    if signed is None or signed.dealer_id != dealer.pk or not holds(signed.at, at):
        message = f"{dealer} signs for {what}: let them enter their own badge and PIN."
        raise DomainError("dealer_must_sign", message, field="dealer_badge")
    for person in filter(None, beside):
        _refuse_one_as_two(dealer, person, at)


def pin_missing(dealer: Dealer) -> DomainError:
    """The refusal (`dealer_pin_missing`) of a dealer who can't sign yet."""
    message = f"{dealer} has no PIN yet: let them choose one under Dealers, then sign."
    return DomainError("dealer_pin_missing", message, field="dealer_badge")


def _refuse_one_as_two(dealer: Dealer, person: User, at: datetime) -> None:
    """Refuse two signatures that one person can make."""
    if person.badge_number.upper() == dealer.badge_number.upper():
        message = f"{person} wears {dealer}’s badge: somebody else signs besides the dealer."
        raise DomainError("same_person", message, field="badge")
    day = dealer.room.gaming_day
    if dealer.pin_set_at and dealer.pin_set_by_id == person.pk and day(dealer.pin_set_at) == day(at):
        message = (
            f"{dealer}’s PIN was entered at {person}’s tablet today: until the next gaming day somebody else signs "
            "besides the dealer."
        )
        raise DomainError("dealer_pin_is_new", message, field="badge")


def _refusal(dealer: Dealer, wrong: WrongPin, at: datetime) -> DomainError:
    if wrong.until is None:
        return DomainError("pin_wrong", f"That is not {dealer}’s PIN. Enter it again.", field="dealer_pin")
    waits = minutes_until(wrong.until, at)
    if wrong.is_many:
        many = "Too many wrong PINs of many dealers were entered in your session"
        message = f"{many}: wait {waits}, or let {dealer} sign at another tablet."
        return DomainError("pin_locked", message, field="dealer_pin")
    message = (
        f"Too many wrong PINs were entered for {dealer}: wait {waits}, or set a new one under Dealers with a second "
        "person."
    )
    return DomainError("pin_locked", message, field="dealer_pin")
