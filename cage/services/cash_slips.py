"""Every other kind of money at a window: tournaments, promotions, comps and petty cash, each with a slip (C-9)."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from cage.cash_kinds import BY_KIND, CashKind
from cage.models import CashSlip, Drawer, HeldCashOut, HoldEnd, SlipVoid
from cage.selectors.seen import WindowSeen
from cage.services.alone import alone_up_to, check_second
from cage.services.barred_since import why_two_pay
from cage.services.comp_cash import refuse_dear_comp, take_points_for
from cage.services.drawers import lock_own_drawer, tills_of
from cage.services.holds import end_if_identified, held_or_allowed
from cage.services.same_again import ask_about_cash
from cage.services.unidentified import held_refusal, refuse_beyond_identity
from cage.services.window import refuse_foreign, refuse_guest, refuse_outdated
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players import four_eyes
from players.ledger import Move, house_account, next_receipt, post
from players.models import Player, TransferKind
from players.services.admission import refuse_unfit, refuse_unidentified
from players.services.people import lock_player
from players.works_here import refuse_oneself


def book_cash(
    *,
    room: Room,
    kind: TransferKind,
    amount: int,
    drawer: Drawer,
    key: str,
    by: User | None,
    at: datetime,
    patron: Player | None = None,
    what: str = "",
    reference: str = "",
    second: User | None = None,
    seen: WindowSeen | None = None,
    corrects: SlipVoid | None = None,
    confirmed: Collection[str] = (),
) -> CashSlip:
    """Take or pay cash of one of the kinds of `cage.cash_kinds`; a retry with the same key returns the first slip.

    As `book_or_hold`, for whoever wants the slip: refuses (`cash_out_held`) what is held, once that is written down.
    """
    slip = book_or_hold(
        room=room, kind=kind, amount=amount, drawer=drawer, key=key, by=by, at=at, patron=patron, what=what,
        reference=reference, second=second, seen=seen, corrects=corrects, confirmed=confirmed,
    )  # fmt: skip
    if isinstance(slip, HeldCashOut):
        raise held_refusal(slip)
    return slip


@transaction.atomic
def book_or_hold(
    *,
    room: Room,
    kind: TransferKind,
    amount: int,
    drawer: Drawer,
    key: str,
    by: User | None,
    at: datetime,
    patron: Player | None = None,
    what: str = "",
    reference: str = "",
    second: User | None = None,
    seen: WindowSeen | None = None,
    corrects: SlipVoid | None = None,
    confirmed: Collection[str] = (),
) -> CashSlip | HeldCashOut:
    """Take or pay cash of one of the kinds of `cage.cash_kinds`, or hold it; a retry with the same key returns what the
    first one did.

    Held is what would bring the cash out of somebody whose identity isn't on record above the room's limit (C-3),
    unless a supervisor has allowed just that; cash in is refused there (`identity_required`), and any more while
    something is held (`cash_out_held`). Above what one cashier pays alone on a gaming day (`Room.payouts_alone`) a
    `second` person confirms it, and so every prize of somebody who is barred by then (I-14). Asks (`same_again`) about
    the same of a moment ago, until `confirmed`. Refuses currency of nobody (`patron_missing`), missing words
    (`words_missing`, `receipt_missing`), an outside receipt that was paid already (`receipt_known`), who may not play
    where it is play (`player_barred`, `under_age`, `who_is_it`), a drawer as `lock_own_drawer` does, one that lacks the
    cash (`drawer_short`), as `four_eyes.check_second`, and a comp as `take_points_for`. Source: C-9, R52.
    """
    way = _way(kind)
    body: dict[str, object] = {"room": room.pk, "kind": kind.value, "amount": amount, "drawer": drawer.pk, "what": what}
    body |= {"reference": reference, "patron": patron.pk if patron else None, "second": second.pk if second else None}
    body |= {"corrects": corrects.pk if corrects else None}
    if earlier := claim(key, "book_cash", body, by=by, at=at):
        return paid_or_held(earlier.answer or {})
    patron = _locked(way, patron)
    refuse_oneself([patron] if patron else [], by, second, what="takes or pays their own money at the window")
    refuse_foreign(room, drawer, corrects)
    drawer = lock_own_drawer(drawer, by)
    what, reference = _words(way, what=what, reference=reference)
    if patron:
        _refuse_patron(way, patron, amount, seen, room=room, at=at)
    again = ask_about_cash(room, kind, patron, amount, at=at, confirmed=confirmed)
    allowed = None if way.comes_in or not patron else _held(kind, amount, patron, drawer, key=key, by=by, at=at)
    if isinstance(allowed, HeldCashOut):
        return allowed
    cash, place = tills_of(drawer)[1], house_account(room, way.place)
    barred = why_two_pay(patron, room, at) if way.was_won and patron else ""
    check_second(four_eyes.PAYOUT, room, kind, amount, second, by=by, at=at, key=key, because=barred)
    take_points_for(kind, amount, room=room, patron=patron, what=what, key=key, by=by, second=second, at=at)
    move = Move(place, cash, amount, kind) if way.comes_in else Move(cash, place, amount, kind)
    post(room=room, key=key, moves=[move], by=by, at=at, reason=what)
    _refuse_paid_before(room, kind, reference)
    slip = CashSlip.objects.create(
        room=room, kind=kind, player=patron, drawer=drawer, amount=amount, what=what, reference=reference,
        alone_up_to=alone_up_to(room, kind), second=second, corrects=corrects, allowed_by=allowed,
        receipt=next_receipt(room), gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    _tell(slip, patron, barred, again)
    return slip


def _held(
    kind: TransferKind, amount: int, patron: Player, drawer: Drawer, *, key: str, by: User | None, at: datetime
) -> HeldCashOut | HoldEnd | None:
    """The hold of a payment to a patron who is locked, or the decision by which it is paid; None where it is free."""
    refuse_dear_comp(kind, amount, room=drawer.room, patron=patron, at=at)
    return held_or_allowed(drawer.room, patron, drawer, amount, kind, key=key, by=by, at=at)


def _tell(slip: CashSlip, patron: Player | None, barred: str, again: dict[str, object]) -> None:
    """Put a slip into the trail, with why two paid it to somebody `barred` and what was answered about the same
    `again`, answer its request with it, and end what was held for a patron who is identified now."""
    facts: dict[str, Any] = {"by": slip.by, "at": slip.at}
    after: dict[str, object] = {"kind": slip.kind, "player": slip.player_id}
    after |= {"amount": slip.amount, "reference": slip.reference}
    after |= again | ({"held": barred} if barred else {})
    after |= {name: pk for name, pk in (("confirmed_by", slip.second_id), ("allowed_by", slip.allowed_by_id)) if pk}
    record("cash.booked", slip, room=slip.room, after=after, reason=slip.what, **facts)
    if patron and not slip.comes_in:
        end_if_identified(slip.room, patron, key=slip.request_key, **facts)
    answered(slip.request_key, {"slip": slip.pk})


def paid_or_held(answer: dict[str, int]) -> CashSlip | HeldCashOut:
    """The row that a request for such a payment was answered with."""
    if "held" in answer:
        return HeldCashOut.objects.select_related("room", "player").get(pk=answer["held"])
    return CashSlip.objects.get(pk=answer["slip"])


def _way(kind: TransferKind) -> CashKind:
    """The kind's row of the closed list. Raises ValueError for one that isn't there."""
    if kind not in BY_KIND:
        raise ValueError(f"{kind} is not booked by a slip of its own")
    return BY_KIND[kind]


def _locked(way: CashKind, patron: Player | None) -> Player | None:
    """The patron, locked, where the kind is a patron's currency; nobody for petty cash."""
    if not way.is_patrons:
        return None
    if patron is None:
        message = f"{way.name} is cash of somebody: choose the patron, or describe them."
        raise DomainError("patron_missing", message, field="patron")
    return lock_player(patron)


def _words(way: CashKind, **given: str) -> tuple[str, str]:
    """The words of a slip without spaces around them; refused where one is missing that the kind asks for."""
    said = {name: text.strip() for name, text in given.items()}
    for name, words in way.asks.items():
        if not said[name]:
            code = "receipt_missing" if name == "reference" else "words_missing"
            raise DomainError(code, f"{way.name}: enter {words}.", field=name)
    return said["what"], said["reference"]


def _refuse_patron(
    way: CashKind, patron: Player, amount: int, seen: WindowSeen | None, *, room: Room, at: datetime
) -> None:
    refuse_outdated(seen, room, patron)
    refuse_guest(patron)
    if way.is_play:
        refuse_unfit(patron, room=room, at=at)
    if way.comes_in:
        refuse_unidentified(patron, room=room, at=at)
        refuse_beyond_identity(patron, room=room, at=at, cash_in=amount)


def _refuse_paid_before(room: Room, kind: TransferKind, reference: str) -> None:
    """Refuse (`receipt_known`) an outside receipt that was paid out before and not voided; the end of the ledger is
    locked, so that nobody pays it meanwhile."""
    if kind != TransferKind.PAID_OUT:
        return
    paid = CashSlip.objects.filter(room=room, kind=kind, reference__iexact=reference, void=None).first()
    if paid:
        message = f"Receipt {reference} was paid already, by receipt {paid.receipt} of this room: look at that one."
        raise DomainError("receipt_known", message, field="reference")
