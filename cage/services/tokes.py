"""Tokes: a dealer's own exchanged at a window; those of a pool counted by two, shared by the minutes dealt, and paid by
name (C-11; COMAR 36.03.10.49)."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from django.db import transaction

from cage.counted import Counted
from cage.models import Drawer, TokeShare, TokeSlip, TokeSplit
from cage.selectors.tokes import STANDS, counted_on, minutes_dealt, shares, split_of, uncounted_box, unsplit_day
from cage.services.counts import refuse_unknown_values
from cage.services.drawers import lock_own_drawer, tills_of
from cage.services.late_chips import judge_late_pieces
from cage.services.runners import refuse_runner
from config.audit.services import record
from config.days.registry import in_words
from config.errors import DomainError
from config.locks import LockKind, hold
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.ledger import Move, house_account, next_receipt, post
from players.models import AccountKind, TransferKind
from tables.models import Dealer
from tables.selectors.dealers import signs
from tables.services import DealerSigned, refuse_unsigned

_K = TokeSlip.Kind
THEIR_SHARE: Final = "their share"
_EXCHANGE = TransferKind.TOKE_EXCHANGE


@transaction.atomic
def exchange_tokes(
    *,
    dealer: Dealer,
    counted: Counted,
    drawer: Drawer,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
) -> TokeSlip:
    """Turn a dealer's own tokes, counted by two, into cash; returns the slip, a retry the first one.

    Refuses a room that pools them (`tokes_are_pooled`), nothing counted (`tokes_missing`), pieces that the room hasn't
    (`denomination_unknown`), a count without a second person (as `refuse_alone`; `second_is_dealer` where that is whose
    tokes they are), chips of a retired set after its last day (as `judge_late_pieces`), more cash than the drawer
    holds (`drawer_short`), a runner's bank (`window_only`) and a drawer as `lock_own_drawer`.
    """
    body = {"dealer": dealer.pk, "drawer": drawer.pk} | counted.as_json() | _confirmed(second)
    if earlier := claim(key, "exchange_tokes", body, by=by, at=at):
        return TokeSlip.objects.get(pk=(earlier.answer or {})["slip"])
    room = dealer.room
    if room.tokes_mode != Room.TokesMode.OWN:
        message = "Tokes are pooled in this room: count them into the pool, and pay each dealer the share."
        raise DomainError("tokes_are_pooled", message)
    drawer = _lock_window(room, drawer, by)
    _refuse_count(room, counted, by=by, at=at, second=second, dealer=dealer)
    chips, cash = tills_of(drawer)
    moves = [
        Move(house_account(room, AccountKind.ABROAD), chips, counted.chips_amount, _EXCHANGE),
        Move(cash, house_account(room, AccountKind.TOKES_PAID), counted.chips_amount, _EXCHANGE),
    ]
    facts: dict[str, Any] = {"kind": _K.OWN, "dealer": dealer, "of_day": room.gaming_day(at)}
    facts |= {"chips": counted.as_json()["chips"], "second": second, "amount": counted.chips_amount}
    return _book_tokes(drawer, moves, "tokes.exchanged", key=key, by=by, at=at, **facts)


@transaction.atomic
def enter_counted_tokes(
    *,
    room: Room,
    of_day: date,
    counted: Counted,
    drawer: Drawer,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
) -> TokeSlip:
    """Take tokes of the pool into a drawer, counted by two, for the gaming day that they are of; returns the slip, a
    retry the first one.

    Refuses a room where tokes are each dealer's own (`tokes_not_pooled`), a day that hasn't come (`day_ahead`) or whose
    tokes are shared already (`tokes_split_already`), and counts and drawers as `exchange_tokes`.
    """
    body = {"room": room.pk, "day": of_day, "drawer": drawer.pk} | counted.as_json() | _confirmed(second)
    if earlier := claim(key, "enter_counted_tokes", body, by=by, at=at):
        return TokeSlip.objects.get(pk=(earlier.answer or {})["slip"])
    if room.tokes_mode != Room.TokesMode.POOLED:
        message = "Tokes are each dealer’s own in this room: exchange them by name."
        raise DomainError("tokes_not_pooled", message)
    if of_day > room.gaming_day(at):
        raise DomainError("day_ahead", "That gaming day has not come: enter the day on which they were given.")
    drawer = _lock_window(room, drawer, by)
    hold_tokes(room)
    if TokeSplit.objects.filter(room=room, gaming_day__gte=of_day).exists():
        message = f"The tokes of {in_words(of_day)} are shared: enter these for the gaming day that runs."
        raise DomainError("tokes_split_already", message, field="of_day")
    _refuse_count(room, counted, by=by, at=at, second=second)
    chips, _ = tills_of(drawer)
    moves = [Move(house_account(room, AccountKind.ABROAD), chips, counted.chips_amount, _EXCHANGE)]
    facts: dict[str, Any] = {"kind": _K.COUNTED, "of_day": of_day, "amount": counted.chips_amount}
    facts |= {"chips": counted.as_json()["chips"], "second": second}
    return _book_tokes(drawer, moves, "tokes.counted", key=key, by=by, at=at, **facts)


@transaction.atomic
def split_tokes(*, room: Room, day: date, key: str, by: User, at: datetime) -> TokeSplit:
    """Share the tokes of a gaming day that is over among those who dealt on it, by their minutes, to the unit; returns
    the split, a retry the first one. Where nobody dealt they are carried on to the next gaming day.

    Refuses a day that still runs (`day_not_cut_off`), one that was shared (`tokes_split_already`) or has none
    (`tokes_missing`), one of which a box is not counted (`tokes_not_counted`), and one before which another waits
    (`earlier_tokes_open`).
    """
    if earlier := claim(key, "split_tokes", {"room": room.pk, "day": day}, by=by, at=at):
        return TokeSplit.objects.get(pk=(earlier.answer or {})["split"])
    if day >= room.gaming_day(at):
        message = f"{in_words(day)} still runs: tokes are shared when the gaming day is over."
        raise DomainError("day_not_cut_off", message)
    hold_tokes(room)
    if split_of(room, day):
        raise DomainError("tokes_split_already", f"The tokes of {in_words(day)} are shared: look at the shares.")
    if before := unsplit_day(room, day):
        message = f"The tokes of {in_words(before)} are not shared yet: share them first."
        raise DomainError("earlier_tokes_open", message)
    if box := uncounted_box(room, day):
        raise DomainError("tokes_not_counted", f"{box} holds tokes and is not counted: count it first.")
    amount = counted_on(room, day)
    if not amount:
        raise DomainError("tokes_missing", f"No tokes were counted for {in_words(day)}: count them first.")
    dealt = {dealer.badge_number: (dealer, minutes) for dealer, minutes in minutes_dealt(room, day).items()}
    split = TokeSplit.objects.create(
        room=room, gaming_day=day, amount=amount, is_carried=not dealt, at=at, by=by, request_key=key
    )
    if dealt:
        parts = shares(amount, {badge: minutes for badge, (_, minutes) in dealt.items()})
        for badge, part in parts.items():
            dealer, minutes = dealt[badge]
            TokeShare.objects.create(split=split, dealer=dealer, minutes=minutes, amount=part)
    after = {"amount": amount, "dealers": len(dealt), "of_day": day.isoformat()}
    record("tokes.split" if dealt else "tokes.carried", split, room=room, by=by, at=at, after=after)
    answered(key, {"split": split.pk})
    return split


@transaction.atomic
def pay_share(
    *, share: TokeShare, drawer: Drawer, key: str, by: User, at: datetime, dealer: DealerSigned | None = None
) -> TokeSlip:
    """Pay a dealer the share of a gaming day in cash, once; returns the slip, a retry the first one.

    A dealer who signs by the room's setting has shown badge and PIN (`dealer`): nobody takes their share in their
    place. Refuses what they have not signed (as `refuse_unsigned`), one that was paid (`share_paid`) or comes to
    nothing (`tokes_missing`), more cash than the drawer holds (`drawer_short`), a runner's bank (`window_only`) and a
    drawer as `lock_own_drawer`.
    """
    body = {"share": share.pk, "drawer": drawer.pk} | ({"dealer": dealer.dealer_id} if dealer else {})
    if earlier := claim(key, "pay_share", body, by=by, at=at):
        return TokeSlip.objects.get(pk=(earlier.answer or {})["slip"])
    room, payee = share.split.room, share.dealer
    has_signed = signs(payee, room)
    if has_signed:
        refuse_unsigned(payee, dealer, by, at=at, what=THEIR_SHARE)
    drawer = _lock_window(room, drawer, by)
    hold_tokes(room)
    if paid := TokeSlip.objects.filter(share=share, **STANDS).first():
        message = f"{payee} was paid this share with receipt {paid.receipt}: look at that one."
        raise DomainError("share_paid", message)
    if not share.amount:
        raise DomainError("tokes_missing", "This share comes to nothing: there is nothing to pay.")
    _, cash = tills_of(drawer)
    moves = [Move(cash, house_account(room, AccountKind.TOKES_PAID), share.amount, _EXCHANGE)]
    facts: dict[str, Any] = {"kind": _K.PAID, "dealer": payee, "share": share, "of_day": share.split.gaming_day}
    facts |= {"told": {"dealer_signed": str(payee)} if has_signed else {}}
    return _book_tokes(drawer, moves, "tokes.paid", amount=share.amount, key=key, by=by, at=at, **facts)


def hold_tokes(room: Room) -> None:
    """One at a time counts tokes, takes a count back, shares them or pays a share."""
    hold(LockKind.TOKES, room=room.pk, thing=0)


def _approver(room: Room, second: User | None) -> User | None:
    """The second person where they may approve chips of a retired set, too."""
    return second if second is not None and second.may(Permission.DRAWER_FUND, room) else None


def refuse_dealer(dealer: Dealer | None, second: User | None, what: str) -> None:
    """Refuse (`second_is_dealer`) the dealer whose tokes they are as the second person who does `what`."""
    if dealer is not None and second is not None and second.badge_number == dealer.badge_number:
        raise DomainError("second_is_dealer", f"These are {dealer}’s own tokes: somebody else {what}.", field="badge")


def _confirmed(second: User | None) -> dict[str, object]:
    return {"second": second.pk} if second else {}


def _lock_window(room: Room, drawer: Drawer, by: User) -> Drawer:
    if drawer.room_id != room.pk:
        raise DomainError("drawer_elsewhere", f"{drawer} belongs to another room: choose one of this room.")
    drawer = lock_own_drawer(drawer, by)
    refuse_runner(drawer, "Tokes are")
    return drawer


def _refuse_count(
    room: Room, counted: Counted, *, by: User, at: datetime, second: User | None, dealer: Dealer | None = None
) -> None:
    refuse_unknown_values(room, counted)
    if counted.cash_amount or not counted.chips_amount:
        raise DomainError("tokes_missing", "Count the chips, by their values: nothing else is exchanged here.")
    refuse_alone(second, by, Permission.DRAWER_COUNT, room, "tokes are counted", at=at)
    judge_late_pieces(room, counted.chips, by=by, at=at, second=_approver(room, second))
    refuse_dealer(dealer, second, "counts them")


def _book_tokes(
    drawer: Drawer,
    moves: list[Move],
    verb: str,
    *,
    amount: int,
    key: str,
    by: User,
    at: datetime,
    told: Mapping[str, object] | None = None,
    **facts: Any,
) -> TokeSlip:
    """Book tokes with their slip, of these facts, under the caller's claim and locks; `told` goes to the trail."""
    room = drawer.room
    post(room=room, key=key, moves=moves, by=by, at=at)
    slip = TokeSlip.objects.create(
        room=room, drawer=drawer, amount=amount, receipt=next_receipt(room), gaming_day=room.gaming_day(at), at=at,
        by=by, request_key=key, **facts,
    )  # fmt: skip
    after: dict[str, Any] = {"amount": amount, "of_day": slip.of_day.isoformat()}
    after |= {"dealer": slip.dealer.display_name} if slip.dealer else {}
    after |= ({"confirmed_by": slip.second_id} if slip.second_id else {}) | dict(told or {})
    record(verb, slip, room=room, by=by, at=at, after=after)
    answered(key, {"slip": slip.pk})
    return slip
