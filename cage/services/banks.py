"""Players' banks: opened with a document, a signature and a PIN; cash is put in and taken out at a window.

Credit, markers and cheques are none of it (`credit_not_offered`; WAC 230-15-150(1)(d)): a bank never holds less than
nothing.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from cage.models import BankSlip, Drawer, HeldCashOut, HoldEnd, PlayerBank
from cage.selectors.banks import kept_in
from cage.services.bank_pins import Shown, refuse_plain_pin, refuse_unshown
from cage.services.drawers import lock_own_drawer, tills_of
from cage.services.holds import end_if_identified, held_or_allowed
from cage.services.runners import refuse_runner
from cage.services.same_again import ask_about_bank
from cage.services.unidentified import held_refusal, refuse_beyond_identity
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.pin_holders import forget_guesses
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.ledger import Move, next_receipt, player_bank, post
from players.likeness import document_key
from players.models import Player, TransferKind
from players.services.admission import refuse_unfit
from players.services.people import lock_player
from players.works_here import refuse_oneself

_K = BankSlip.Kind


def credit_not_offered() -> DomainError:
    """The refusal (`credit_not_offered`) of credit in any form: this house lends nothing (WAC 230-15-150(1)(d))."""
    message = (
        "The house gives no credit: no markers, no cheques (WAC 230-15-150). Sell chips for cash, or from the player’s "
        "bank."
    )
    return DomainError("credit_not_offered", message)


@transaction.atomic
def open_bank(*, room: Room, player: Player, form_number: str, pin: str, by: User, at: datetime) -> PlayerBank:
    """Open a player's bank, empty; returns it. `form_number` is that of the form which the player has signed.

    Refuses a second one (`bank_open_already`), who may not play (as `refuse_unfit`), whose document is not on record
    (`document_missing`) or has expired (`document_expired`), a form without number (`signature_missing`) or
    with that of another bank’s (`form_number_taken`), and a PIN that is none or too plain (`pin_unreadable`,
    `pin_too_plain`). Source: 25 CFR 543.14(b).
    """
    player = lock_player(player)
    refuse_oneself(player, by, what="opens a bank for themselves")
    if PlayerBank.objects.filter(room=room, player=player).exists():
        raise DomainError("bank_open_already", f"{player} has a bank here: reload the page to see it.")
    refuse_unfit(player, room=room, at=at)
    _refuse_without_document(player, room, at)
    form_number = form_number.strip()
    if not form_number:
        message = f"Let {player} sign the form, and enter its number."
        raise DomainError("signature_missing", message, field="form_number")
    _refuse_form_of_another(room, player, form_number)
    refuse_plain_pin(pin, player)
    bank = PlayerBank(room=room, player=player, form_number=form_number, pin_set_at=at, opened_at=at, by=by)
    bank.set_pin(pin)
    bank.save()
    after = {"player": player.pk, "form_number": form_number, "document_kind": player.document_kind}
    record("bank.opened", bank, room=room, by=by, at=at, after=after)
    return bank


def _refuse_form_of_another(room: Room, player: Player, form_number: str) -> None:
    """Refuse (`form_number_taken`) the number of the form by which another bank of the room was opened: each form is
    signed by one player. From here on whoever opens another bank of the room waits."""
    Room.objects.select_for_update(no_key=True).get(pk=room.pk)
    taken = PlayerBank.objects.filter(room=room, form_number__iexact=form_number).select_related("player").first()
    if taken is not None:
        opened = taken.opened_at.astimezone(room.zone)
        message = f"The {taken} was opened with form {taken.form_number} on {opened:%-d %B %Y}: enter the number of "
        message += f"the form that {player} has signed."
        raise DomainError("form_number_taken", message, allowed={"bank": taken.pk}, field="form_number")


@transaction.atomic
def reset_bank_pin(
    *, bank: PlayerBank, document_number: str, pin: str, by: User, at: datetime, second: User | None = None
) -> PlayerBank:
    """Set the PIN of a bank anew, for a player who has shown their document before two people, of whom one is a
    supervisor; returns the bank. It stands among the notes of its day and on the bank's statement.

    Refuses two of whom none is a supervisor (`supervisor_needed`), another document than the one on record
    (`document_differs`), one that has expired or isn't there (`document_expired`, `document_missing`), a PIN as
    `open_bank`, and as `refuse_alone`.
    """
    player = lock_player(bank.player)
    refuse_oneself(player, by, second, what="serves their own bank")
    bank = PlayerBank.objects.select_for_update(of=("self",), no_key=True).select_related("room").get(pk=bank.pk)
    _refuse_without_document(player, bank.room, at)
    if document_key(document_number) != document_key(player.document_number):
        message = "That is not the document on record: enter the number of the one that lies before you."
        raise DomainError("document_differs", message, field="document_number")
    refuse_plain_pin(pin, player)
    _refuse_without_supervisor(bank.room, by, second, at)
    bank.set_pin(pin)
    bank.pin_set_at = at
    bank.save(update_fields=["pin_hash", "pin_set_at"])
    forget_guesses(bank)
    after = {"player": player.pk, "confirmed_by": second.pk if second else None}
    record("bank.pin_reset", bank, room=bank.room, by=by, at=at, after=after)
    return bank


def _refuse_without_supervisor(room: Room, by: User, second: User | None, at: datetime) -> None:
    """Refuse a PIN that is set anew by one alone (as `refuse_alone`), or by two of whom none is a supervisor
    (`supervisor_needed`): two cashiers could take a player's money out with a PIN of their own."""
    right = Permission.SLIP_AUTHORISE
    is_one = second is not None and second.may(right, room)
    if by.may(right, room) and not is_one:
        right, is_one = Permission.BANK_SERVE, True
    if second is not None and second.pk != by.pk and not is_one:
        message = (
            f"{second} is no supervisor: let somebody of the floor, or a manager, see the document and confirm the new "
            "PIN."
        )
        raise DomainError("supervisor_needed", message, field="badge")
    refuse_alone(second, by, right, room, "the PIN of a player’s bank is set anew", at=at)


@transaction.atomic
def deposit(
    *,
    bank: PlayerBank,
    amount: int,
    drawer: Drawer,
    key: str,
    by: User,
    at: datetime,
    shown: Shown | None = None,
    confirmed: Collection[str] = (),
) -> BankSlip:
    """Take cash of a player into their bank, minor units; returns the slip, a retry with the same key the first one.

    Asks (`same_again`) about the same of a moment ago, unless `confirmed` holds that code. Refuses without the player's
    PIN (`pin_missing`), who may not play (as `refuse_unfit`: they take out, and put nothing in), the cash of somebody
    whose document is no more (as `refuse_beyond_identity`), a runner's bank (`window_only`), one of another room
    (`drawer_elsewhere`) and a drawer as `lock_own_drawer`.
    """
    body = {"bank": bank.pk, "amount": amount, "drawer": drawer.pk}
    if earlier := claim(key, "bank_deposit", body, by=by, at=at):
        return BankSlip.objects.get(pk=(earlier.answer or {})["slip"])
    refuse_unshown(bank, shown, at=at)
    player = lock_player(bank.player)
    refuse_oneself(player, by, what="serves their own bank")
    refuse_unfit(player, room=bank.room, at=at)
    drawer = _own_drawer(bank, drawer, by)
    refuse_beyond_identity(player, room=bank.room, at=at, cash_in=amount)
    again = ask_about_bank(bank, _K.DEPOSIT, amount, at=at, confirmed=confirmed)
    return _move_cash(bank, _K.DEPOSIT, amount, drawer, again=again, key=key, by=by, at=at)


def withdraw(
    *,
    bank: PlayerBank,
    amount: int,
    drawer: Drawer,
    key: str,
    by: User,
    at: datetime,
    shown: Shown | None = None,
    confirmed: Collection[str] = (),
) -> BankSlip:
    """Pay cash out of a player's bank, minor units; returns the slip, a retry with the same key the first one.

    As `withdraw_or_hold`, for whoever wants the slip: refuses (`cash_out_held`) what is held, once that is written
    down.
    """
    slip = withdraw_or_hold(
        bank=bank, amount=amount, drawer=drawer, key=key, by=by, at=at, shown=shown, confirmed=confirmed
    )
    if isinstance(slip, HeldCashOut):
        raise held_refusal(slip)
    return slip


@transaction.atomic
def withdraw_or_hold(
    *,
    bank: PlayerBank,
    amount: int,
    drawer: Drawer,
    key: str,
    by: User,
    at: datetime,
    shown: Shown | None = None,
    confirmed: Collection[str] = (),
) -> BankSlip | HeldCashOut:
    """Pay cash out of a player's bank, minor units, or hold it; returns the slip or what is held, a retry with the same
    key the first answer.

    Held is what would bring the day of somebody whose identity is on record no more above the room's limit, unless a
    supervisor has allowed just that (C-3); it stays in the bank. Asks as `deposit`. Whoever is barred takes their money
    out all the same (I-14). Refuses without the player's PIN (`pin_missing`), more than the bank holds (`bank_short`),
    more than the drawer does (`drawer_short`), and cash and a drawer as `deposit`.
    """
    body = {"bank": bank.pk, "amount": amount, "drawer": drawer.pk}
    if earlier := claim(key, "bank_withdrawal", body, by=by, at=at):
        if held := (earlier.answer or {}).get("held"):
            return HeldCashOut.objects.select_related("room", "player").get(pk=held)
        return BankSlip.objects.get(pk=(earlier.answer or {})["slip"])
    refuse_unshown(bank, shown, at=at)
    player, room = lock_player(bank.player), bank.room
    refuse_oneself(player, by, what="serves their own bank")
    drawer = _own_drawer(bank, drawer, by)
    again, allowed = ask_about_bank(bank, _K.WITHDRAWAL, amount, at=at, confirmed=confirmed), None
    if amount <= kept_in(bank):
        about: dict[str, Any] = {"bank": bank, "key": key, "by": by, "at": at}
        allowed = held_or_allowed(room, player, drawer, amount, TransferKind.WITHDRAWAL, **about)
    if isinstance(allowed, HeldCashOut):
        return allowed
    slip = _move_cash(bank, _K.WITHDRAWAL, amount, drawer, allowed, again=again, key=key, by=by, at=at)
    end_if_identified(room, player, key=key, by=by, at=at)
    return slip


def refuse_bank(bank: PlayerBank, player: Player, room: Room) -> None:
    """Refuse (`bank_elsewhere`) the bank of somebody else, or of another room."""
    if bank.player_id != player.pk or bank.room_id != room.pk:
        raise DomainError("bank_elsewhere", f"That bank is not of {player} in this room: choose theirs.")


def _own_drawer(bank: PlayerBank, drawer: Drawer, by: User) -> Drawer:
    """The drawer, locked, of a window of the bank's room that whoever serves it works."""
    if drawer.room_id != bank.room_id:
        raise DomainError("drawer_elsewhere", f"{drawer} belongs to another room: choose one of this room.")
    drawer = lock_own_drawer(drawer, by)
    refuse_runner(drawer, "Players’ banks are")
    return drawer


def _move_cash(
    bank: PlayerBank,
    kind: BankSlip.Kind,
    amount: int,
    drawer: Drawer,
    allowed: HoldEnd | None = None,
    *,
    again: dict[str, object],
    key: str,
    by: User,
    at: datetime,
) -> BankSlip:
    """Book a deposit or a withdrawal, under the caller's claim and the locks of player and drawer."""
    room, player = bank.room, bank.player
    cash, kept = tills_of(drawer)[1], player_bank(room, player)
    source, target = (kept, cash) if kind == _K.DEPOSIT else (cash, kept)
    post(room=room, key=key, moves=[Move(source, target, amount, TransferKind(kind.value))], by=by, at=at)
    slip = BankSlip.objects.create(
        room=room, bank=bank, player=player, drawer=drawer, kind=kind, amount=amount, allowed_by=allowed,
        receipt=next_receipt(room), gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    after: dict[str, object] = {"player": player.pk, "amount": amount} | again
    after |= {"allowed_by": allowed.pk} if allowed else {}
    record(f"bank.{kind.value}", slip, room=room, by=by, at=at, after=after)
    answered(key, {"slip": slip.pk})
    return slip


def _refuse_without_document(player: Player, room: Room, at: datetime) -> None:
    if not (player.document_number and player.document_expires_on):
        message = f"A bank is kept against a document: enter {player}’s, with the day on which it expires."
        raise DomainError("document_missing", message, allowed={"player": player.pk})
    if player.document_expires_on < room.gaming_day(at):
        message = f"{player}’s document has expired: ask for one that is valid, and enter it on their page."
        raise DomainError("document_expired", message, allowed={"player": player.pk})
