"""Fills and credits are sent, received, or taken back where they came from (C-8): the acts that move chips and cash.

While a slip is sent they lie in `transit(slip)`. Whoever takes them in counts them: what came less, or more, than was
sent is booked to over-and-short against who carried it, and both counts stay. Beyond the room's `variance_notice` it
is investigated.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from cage.counted import Counted
from cage.models import Carried, TransitAct, TransitSlip
from cage.selectors.transit import cashier_of, may_hold
from cage.selectors.trays import tray_signer
from cage.services.counts import refuse_unknown_values
from cage.services.investigations import investigate
from cage.services.more_than_issued import refuse_handing_out
from cage.services.runners import refuse_above_limit
from cage.services.transit import require, require_signer
from cage.services.transit_acts import Act, lock_slip, write_act
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from config.staff.own_making import refuse_own_making
from config.staff.roles import Permission
from players import four_eyes
from players.ledger import Move, drawer_account, house_account, lock, post, transit_account, tray_account
from players.models import Account, AccountKind, TransferKind
from tables.services import DealerSigned, refuse_unsigned

_S, _A = TransitSlip.State, AccountKind
_PARTS = (
    (_A.VAULT_CHIPS, _A.DRAWER_CHIPS, _A.TRANSIT, _A.OVER_SHORT),
    (_A.VAULT_CASH, _A.DRAWER_CASH, _A.TRANSIT_CASH, _A.OVER_SHORT_CASH),
)
"""Of the chips, and of the cash: the vault, a drawer, the way between, and what is counted off."""


@transaction.atomic
def send_slip(
    *,
    slip: TransitSlip,
    runner: User | None,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    verifier: User | None = None,
    dealer: DealerSigned | None = None,
) -> TransitSlip:
    """Let what was authorised go out with `runner`, who has shown badge and PIN; returns the slip.

    It is `by` who sends, or `second`, who has shown theirs: the vault's holder, the drawer's cashier, or at a tray a
    supervisor with the `dealer` who counts it out, badge and PIN shown, or the `verifier` who does for a dealer that
    doesn't sign (R23). Refuses who doesn't answer for that place
    (`not_your_place`), a sender who carries it (`same_person`), no runner (`runner_needed`), no verifier
    (`verifier_needed`), what the dealer has not signed (as `refuse_unsigned`), what leaves no third person to receive
    it (`third_person_needed`), a place that holds less (`vault_short`, `drawer_short`, `tray_short`), more than a chip
    runner carries with what is on its way (`runner_above_limit`), a fill of chips whose set was retired meanwhile
    (`set_retired`), and a slip that waits for something else (`slip_moved_on`).
    """
    person = second or by
    body = {"slip": slip.pk} | _named(runner=runner, second=second, verifier=verifier, dealer=dealer)
    if claim(key, "send_slip", body, by=person, at=at):
        return TransitSlip.objects.get(pk=slip.pk)
    slip, people = lock_slip(slip, _S.AUTHORISED)
    _require_place(slip, person, at_vault=slip.is_fill)
    runner = _runner(slip, runner, person)
    _refuse_two(slip, people, person, runner)
    is_at_tray = bool(slip.table_id) and not slip.is_fill
    seen = _verified(slip, person, runner, dealer=dealer, verifier=verifier, at=at) if is_at_tray else {}
    counted = Counted.read(slip.chips, slip.cash)
    _refuse_fill(slip, counted, at)
    sent = [
        Move(_place(slip, part, at_vault=slip.is_fill), _way(slip, part), amount, TransferKind(slip.kind))
        for part, amount in enumerate(counted.amounts)
        if amount
    ]
    act = Act(_S.SENT, person, key, by, at, runner=runner, is_moved=True, **seen)
    _book_act(slip, act, people, sent, counted)
    return slip


@transaction.atomic
def receive_slip(
    *,
    slip: TransitSlip,
    counted: Counted,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    verifier: User | None = None,
    dealer: DealerSigned | None = None,
) -> TransitSlip:
    """Take in what has come, as it was counted; returns the slip.

    It is `by` who receives, or `second`, who has shown badge and PIN: the vault's holder, the drawer's cashier, or at a
    tray a supervisor with the `dealer`, or the `verifier`, who counts it in. Another count than what was sent is booked
    to over-and-short against the runner's name, and both stay. Refuses as `send_slip`, who sent or carried it
    (`same_person`), and where with the receiver only two people have had it in hand (`third_person_needed`).
    """
    person = second or by
    body = {"slip": slip.pk, **counted.as_json()} | _named(second=second, verifier=verifier, dealer=dealer)
    if claim(key, "receive_slip", body, by=person, at=at):
        return TransitSlip.objects.get(pk=slip.pk)
    slip, people = lock_slip(slip, _S.SENT)
    _require_place(slip, person, at_vault=not slip.is_fill)
    sent = people[_S.SENT]
    if person.pk in (sent.person_id, sent.runner_id):
        verb = "sent" if person.pk == sent.person_id else "carried"
        raise DomainError("same_person", f"{person} has {verb} it: somebody else receives it.", field="badge")
    if len({act.person_id for act in people.values()} | {person.pk}) < 3:
        raise _third_person_needed()
    refuse_own_making(person, sent.person, slip.room, at)
    is_at_tray = bool(slip.table_id) and slip.is_fill
    seen = _verified(slip, person, sent.runner, dealer=dealer, verifier=verifier, at=at) if is_at_tray else {}
    act = Act(_S.RECEIVED, person, key, by, at, is_moved=True, **seen)
    _take_in(slip, act, people, counted, at_vault=not slip.is_fill)
    return slip


@transaction.atomic
def decline_slip(
    *,
    slip: TransitSlip,
    reason: str,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    counted: Counted | None = None,
    verifier: User | None = None,
) -> TransitSlip:
    """End a slip that nobody authorises, sends or takes, with a reason; returns it. Its number stays.

    It is `by` who refuses, or `second`, who has shown badge and PIN. Once it was sent it comes back: who answers for
    the place where it came from takes it in and counts it (`counted`); another count than was sent is signed by who
    carried it too, or by a supervisor who didn't send it (`verifier`): it is booked against the carrier's name. Refuses
    who may not (`slip_may_not`, `not_your_place`), who asked for it (`same_person`), no reason (`reason_missing`), no
    count of what came back (`count_missing`), nobody else's word for another count (`carrier_needed`), and one that has
    ended (`slip_moved_on`).
    """
    body = _body_of_end(slip, reason, second, counted, verifier)
    if claim(key, "decline_slip", body, by=second or by, at=at):
        return TransitSlip.objects.get(pk=slip.pk)
    return _end(slip, Act(_S.REFUSED, second or by, key, by, at, reason=reason.strip(), verifier=verifier), counted)


@transaction.atomic
def void_slip(
    *,
    slip: TransitSlip,
    reason: str,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    counted: Counted | None = None,
    verifier: User | None = None,
) -> TransitSlip:
    """End a slip that was a mistake, with a reason; returns it. Its number stays (R31).

    Before it is sent whoever asked for it voids it, or who may authorise; afterwards as `decline_slip`, and refusals
    likewise.
    """
    body = _body_of_end(slip, reason, second, counted, verifier)
    if claim(key, "void_slip", body, by=second or by, at=at):
        return TransitSlip.objects.get(pk=slip.pk)
    return _end(slip, Act(_S.VOIDED, second or by, key, by, at, reason=reason.strip(), verifier=verifier), counted)


def _body_of_end(
    slip: TransitSlip, reason: str, second: User | None, counted: Counted | None, verifier: User | None
) -> dict[str, Any]:
    """The body of a request that ends a slip."""
    pieces = counted.as_json() if counted else {}
    return {"slip": slip.pk, "reason": reason} | _named(second=second, verifier=verifier) | pieces


def _end(slip: TransitSlip, act: Act, counted: Counted | None) -> TransitSlip:
    if not is_reason(act.reason):
        raise DomainError("reason_missing", "Say in a few words why.", field="reason")
    slip, people = lock_slip(slip, *TransitSlip.OPEN)
    if slip.state == _S.SENT:
        _take_back(slip, act, people, counted)
        return slip
    is_own = act.person.pk == people[_S.REQUESTED].person_id
    if act.step == _S.REFUSED and is_own:
        raise DomainError("same_person", "Your own request is voided, not refused.", field="badge")
    if not is_own:
        at_source = slip.state == _S.AUTHORISED and may_hold(slip, act.person, at_vault=slip.is_fill)
        if not at_source:
            require(act.person, Permission.SLIP_AUTHORISE, slip.room)
    write_act(slip, act, Counted())
    answered(act.key, {})
    return slip


def _take_back(slip: TransitSlip, act: Act, people: dict[str, TransitAct], counted: Counted | None) -> None:
    """Back to where it came from, counted there by who answers for that place and didn't carry it."""
    _require_place(slip, act.person, at_vault=slip.is_fill)
    if act.person.pk == people[_S.SENT].runner_id:
        message = f"{act.person} has carried it: somebody else counts what came back."
        raise DomainError("same_person", message, field="badge")
    if counted is None:
        raise DomainError("count_missing", "It has been sent: count what came back, and enter the pieces.")
    sent = people[_S.SENT]
    if counted.amounts == (sent.chips_amount, sent.cash_amount):
        act = replace(act, verifier=None)
    else:
        _refuse_one_word(slip, act, sent)
    _take_in(slip, replace(act, is_moved=True), people, counted, at_vault=slip.is_fill)


def _refuse_one_word(slip: TransitSlip, act: Act, sent: TransitAct) -> None:
    """Refuse another count than was sent that whoever takes it back tells alone (`carrier_needed`): who carried it
    signs it too, or a supervisor who didn't send it."""
    signer = act.verifier
    if signer is not None and signer.pk == sent.runner_id:
        return
    if signer is None or signer.pk in (sent.person_id, act.person.pk):
        message = (
            f"That isn’t what {sent.person} sent: {sent.runner}, who carried it, signs the count with badge and PIN. "
            "Where they won’t, a supervisor does who didn’t send it."
        )
        raise DomainError("carrier_needed", message, field="runner_badge")
    require(signer, Permission.SLIP_AUTHORISE, slip.room)
    refuse_own_making(signer, act.person, slip.room, act.at)


def _take_in(slip: TransitSlip, act: Act, people: dict[str, TransitAct], counted: Counted, *, at_vault: bool) -> None:
    """Let what came go on to its place, and what is missing, or too much, to over-and-short."""
    refuse_unknown_values(slip.room, counted)
    sent, moves = people[_S.SENT], list[Move]()
    for part, (was, came) in enumerate(zip((sent.chips_amount, sent.cash_amount), counted.amounts, strict=True)):
        way, off = _way(slip, part), house_account(slip.room, _PARTS[part][3])
        if came > was:
            moves.append(Move(off, way, came - was, TransferKind.VARIANCE))
        if came:
            moves.append(Move(way, _place(slip, part, at_vault=at_vault), came, TransferKind(slip.kind)))
        if came < was:
            moves.append(Move(way, off, was - came, TransferKind.VARIANCE))
    written = _book_act(slip, act, people, moves, counted, reason=f"{sent.runner} carried it")
    if counted.amounts != (sent.chips_amount, sent.cash_amount):
        investigate(Carried(sent, written), at=act.at)


def _book_act(
    slip: TransitSlip,
    act: Act,
    people: dict[str, TransitAct],
    moves: list[Move],
    counted: Counted,
    *,
    reason: str = "",
) -> TransitAct:
    room = slip.room
    held = lock(account for move in moves for account in (move.source, move.target))
    amount = sum(move.amount for move in moves)
    second = _witness(slip, people, act)
    facts: dict[str, Any] = {"room": room, "key": act.key, "at": act.at, "by": act.person}
    four_eyes.approve(four_eyes.SLIP, amount=amount, second=second, **facts)
    post(moves=moves, reason=f"{slip}{': ' if reason else ''}{reason}", held=held, **facts)
    written = write_act(slip, act, counted)
    answered(act.key, {})
    return written


def _witness(slip: TransitSlip, people: dict[str, TransitAct], act: Act) -> User | None:
    """The person who answers for it with whoever acts: who signed the count of what came back, or the last who
    signed the slip before and still may."""
    signed = [each.person for each in reversed(people.values()) if each.person_id != act.person.pk]
    if act.verifier is not None and act.step in (_S.REFUSED, _S.VOIDED):
        signed.insert(0, act.verifier)
    able = [person for person in signed if person.may(Permission.SLIP, slip.room)]
    return next(iter(able or signed), None)


def _place(slip: TransitSlip, part: int, *, at_vault: bool) -> Account:
    """The chips (part 0) or the cash (1) at one end of a slip."""
    vault, drawer, _, _ = _PARTS[part]
    if at_vault:
        return house_account(slip.room, vault)
    if slip.drawer_id:
        return drawer_account(slip.room, drawer, slip.drawer_id)
    assert slip.table is not None, "a slip is of a drawer or of a table"  # noqa: S101 - the constraint says so
    return tray_account(slip.table)


def _way(slip: TransitSlip, part: int) -> Account:
    return transit_account(slip.room, _PARTS[part][2], slip.pk)


def _named(dealer: DealerSigned | None = None, **people: User | None) -> dict[str, int]:
    named = {name: person.pk for name, person in people.items() if person is not None}
    return named | ({"dealer": dealer.dealer_id} if dealer else {})


def _require_place(slip: TransitSlip, person: User, *, at_vault: bool) -> None:
    require_signer(person, slip.room, None if at_vault else slip.drawer)
    if not may_hold(slip, person, at_vault=at_vault):
        where = "the vault" if at_vault else slip.place
        raise DomainError(
            "not_your_place", f"{person} doesn’t answer for {where}: let who does sign it.", field="badge"
        )


def _runner(slip: TransitSlip, runner: User | None, person: User) -> User:
    if runner is None:
        message = "Somebody carries it, and signs for it: enter their badge and PIN."
        raise DomainError("runner_needed", message, field="runner_badge")
    require(runner, Permission.SLIP, slip.room)
    if runner.pk == person.pk:
        raise DomainError("same_person", "Who sends it doesn’t carry it: enter another badge.", field="runner_badge")
    return runner


def _refuse_fill(slip: TransitSlip, counted: Counted, at: datetime) -> None:
    """Refuse to fill with chips that go out no more, or a chip runner with more than they carry."""
    if not slip.is_fill:
        return
    refuse_handing_out(slip.room, counted.chips, at=at)
    if slip.drawer is not None:
        refuse_above_limit(slip.drawer, *counted.amounts, slip=slip)


def _refuse_two(slip: TransitSlip, people: dict[str, TransitAct], person: User, runner: User) -> None:
    """Refuse to send what nobody could receive: only its cashier receives at a drawer."""
    if not slip.is_fill or slip.drawer is None:
        return
    cashier = cashier_of(slip.drawer)
    if cashier is None:
        return
    if cashier.pk in (person.pk, runner.pk):
        message = f"{cashier} receives it at {slip.drawer}: somebody else sends it, and somebody else carries it."
        raise DomainError("same_person", message, field="runner_badge")
    if len({act.person_id for act in people.values()} | {person.pk, cashier.pk}) < 3:
        raise _third_person_needed()


def _third_person_needed() -> DomainError:
    message = "Three people at least have a slip in hand: let somebody else do this, or void the slip and ask anew."
    return DomainError("third_person_needed", message, field="badge")


def _verified(
    slip: TransitSlip,
    person: User,
    runner: User | None,
    *,
    dealer: DealerSigned | None,
    verifier: User | None,
    at: datetime,
) -> dict[str, Any]:
    """The signature of who verified it at the tray, as its act keeps it: the dealer's own, or a colleague's."""
    assert slip.table is not None, "only a tray is verified"  # noqa: S101 - the caller says so
    if signing := tray_signer(slip.table):
        refuse_unsigned(signing.dealer, dealer, person, runner, at=at)
        return {"is_dealer_signed": True}
    if verifier is None:
        message = f"Whoever deals at {slip.table} counts it too: enter their badge and PIN."
        raise DomainError("verifier_needed", message, field="dealer_badge")
    require(verifier, Permission.TRAY_COUNT, slip.room)
    if verifier.pk in (person.pk, runner.pk if runner else None):
        message = "Who verifies it at the tray neither signs for it nor carries it: enter another badge."
        raise DomainError("same_person", message, field="dealer_badge")
    return {"verifier": verifier}
