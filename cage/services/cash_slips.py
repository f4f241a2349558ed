"""Every other kind of money at a window: tournaments, promotions, comps and petty cash, each with a slip (C-9)."""

from datetime import datetime

from django.db import transaction

from cage.cash_kinds import BY_KIND, CashKind
from cage.models import CashSlip, Drawer, SlipVoid
from cage.selectors.seen import WindowSeen
from cage.services.alone import alone_up_to, check_second
from cage.services.comp_cash import take_points_for
from cage.services.drawers import lock_own_drawer, tills_of
from cage.services.unidentified import refuse_beyond_identity
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


@transaction.atomic
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
) -> CashSlip:
    """Take or pay cash of one of the kinds of `cage.cash_kinds`; a retry with the same key returns the first slip.

    Above what one cashier pays alone on a gaming day (`Room.payouts_alone`) a `second` person confirms it. Refuses
    currency of nobody (`patron_missing`), missing words (`words_missing`, `receipt_missing`), an outside receipt that
    was paid already (`receipt_known`), who may not play where it is play (`player_barred`, `under_age`, `who_is_it`),
    an unidentified patron's day above the room's limit (`identity_required`, `cash_out_held`), a drawer as
    `lock_own_drawer` does, one that lacks the cash (`drawer_short`), as `four_eyes.check_second`, and a comp as
    `take_points_for`. Source: C-9, R52.
    """
    way = _way(kind)
    body: dict[str, object] = {"room": room.pk, "kind": kind.value, "amount": amount, "drawer": drawer.pk, "what": what}
    body |= {"reference": reference, "patron": patron.pk if patron else None, "second": second.pk if second else None}
    body |= {"corrects": corrects.pk if corrects else None}
    if earlier := claim(key, "book_cash", body, by=by, at=at):
        return CashSlip.objects.get(pk=(earlier.answer or {})["slip"])
    patron = _locked(way, patron)
    refuse_foreign(room, drawer, corrects)
    drawer = lock_own_drawer(drawer, by)
    what, reference = _words(way, what=what, reference=reference)
    if patron:
        refuse_outdated(seen, room, patron)
        _refuse_patron(way, patron, amount, room=room, at=at)
    _, cash = tills_of(drawer)
    place = house_account(room, way.place)
    check_second(four_eyes.PAYOUT, room, kind, amount, second, by=by, at=at, key=key)
    take_points_for(kind, amount, room=room, patron=patron, what=what, key=key, by=by, second=second, at=at)
    move = Move(place, cash, amount, kind) if way.comes_in else Move(cash, place, amount, kind)
    post(room=room, key=key, moves=[move], by=by, at=at, reason=what)
    _refuse_paid_before(room, kind, reference)
    slip = CashSlip.objects.create(
        room=room, kind=kind, player=patron, drawer=drawer, amount=amount, what=what, reference=reference,
        alone_up_to=alone_up_to(room, kind), second=second, corrects=corrects, receipt=next_receipt(room),
        gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    after = {"kind": kind.value, "player": patron.pk if patron else None, "amount": amount, "reference": reference}
    after |= {"confirmed_by": second.pk} if second else {}
    record("cash.booked", slip, room=room, by=by, at=at, after=after, reason=what)
    answered(key, {"slip": slip.pk})
    return slip


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


def _refuse_patron(way: CashKind, patron: Player, amount: int, *, room: Room, at: datetime) -> None:
    refuse_guest(patron)
    if way.is_play:
        refuse_unfit(patron, room=room, at=at)
    if way.comes_in:
        refuse_unidentified(patron, room=room, at=at)
    sums = {"cash_in": amount} if way.comes_in else {"cash_out": amount}
    refuse_beyond_identity(patron, room=room, at=at, **sums)


def _refuse_paid_before(room: Room, kind: TransferKind, reference: str) -> None:
    """Refuse (`receipt_known`) an outside receipt that was paid out before and not voided; the end of the ledger is
    locked, so that nobody pays it meanwhile."""
    if kind != TransferKind.PAID_OUT:
        return
    paid = CashSlip.objects.filter(room=room, kind=kind, reference__iexact=reference, void=None).first()
    if paid:
        message = f"Receipt {reference} was paid already, by receipt {paid.receipt} of this room: look at that one."
        raise DomainError("receipt_known", message, field="reference")
