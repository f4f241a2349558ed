"""Chips that the books don't know: presented at a window, counted, and paid (C-2)."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from cage.counted import Counted, Pieces
from cage.models import CashOut, CashSlip, Drawer, SlipVoid
from cage.selectors.chip_sets import sets_on
from cage.selectors.seen import WindowSeen
from cage.services.alone import alone_up_to, check_second
from cage.services.counts import refuse_unknown_values
from cage.services.drawers import lock_own_drawer, tills_of
from cage.services.late_chips import judge_late_pieces
from cage.services.more_than_out import ask_about_more_than_is_out
from cage.services.other_records import refuse_known_elsewhere
from cage.services.same_again import SAME_AGAIN, ask_about_presented
from cage.services.unidentified import refuse_beyond_identity
from cage.services.window import cash_out, refuse_foreign, refuse_outdated
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players import four_eyes
from players.ledger import Move, house_account, lock, next_receipt, post, rack_account
from players.models import Account, AccountKind, Player, TransferKind
from players.selectors.plaque_rules import refuse_unpayable
from players.services.people import lock_player
from players.works_here import refuse_oneself


@transaction.atomic
def redeem_presented(
    *,
    room: Room,
    amount: int,
    patron: Player,
    drawer: Drawer,
    origin: str,
    key: str,
    by: User | None,
    at: datetime,
    pieces: Pieces | None = None,
    second: User | None = None,
    second_pieces: Pieces | None = None,
    seen: WindowSeen | None = None,
    corrects: SlipVoid | None = None,
    confirmed: Collection[str] = (),
) -> CashSlip:
    """Pay all chips that a patron lays on the counter, of which the books know only those in the rack; returns the slip
    of the others. A retry with the same key returns the first.

    The rack is paid first, as an ordinary cash-out (`rack_paid`); what is beyond it comes from `abroad` and counts as
    cash out of the patron's day. Above what one cashier redeems alone on a gaming day (`Room.presented_alone`) a
    `second` person confirms it, and both have counted the chips by their values. As at every cash-out nobody is refused
    for being barred (I-14). Pieces of a retired set are judged as `judge_late_pieces` does after its last day, and
    counted (`count_missing`). Asks (`same_again`, `more_than_is_out`) about the same of a moment ago, and chips beyond
    those abroad, until `confirmed`. Refuses chips that are all on the books, and any while another record of the person
    has some off the table (`on_the_books`), an origin that isn't one (`origin_unknown`), counts that are missing or
    don't agree (`count_missing`, `counts_differ`, `denomination_unknown`), an unidentified patron's day above the
    room's limit (`identity_required`, `cash_out_held`), a drawer as `cash_out`, and as `four_eyes.check_second`.
    """
    body: dict[str, object] = {"room": room, "patron": patron, "drawer": drawer, "second": second, "corrects": corrects}
    body = {name: getattr(row, "pk", None) for name, row in body.items()}
    body |= {"amount": amount, "origin": origin, "pieces": pieces, "second_pieces": second_pieces}
    if earlier := claim(key, "redeem_presented", body, by=by, at=at):
        return CashSlip.objects.get(pk=(earlier.answer or {})["slip"])
    refuse_oneself(patron := lock_player(patron), by, second, what="redeems their own chips")
    refuse_outdated(seen, room, patron)
    refuse_foreign(room, drawer, corrects)
    drawer = lock_own_drawer(drawer, by)
    _refuse_origin(origin)
    chips, cash, abroad, patrons = places = _places(drawer)
    held = lock([rack_account(room, patron), *places])
    booked, abroad = held[rack_account(room, patron).pk].balance, held[abroad.pk]
    refuse_known_elsewhere(patron, room, asked=amount, rack=booked, code="on_the_books")
    beyond = _beyond(room, patron, amount, booked)
    refuse_beyond_identity(patron, room=room, at=at, cash_out=amount)
    said, why = _answers_about(patron, amount, beyond, abroad, second, key=key, by=by, at=at, confirmed=confirmed)
    _refuse_uncounted(room, amount, pieces, second_pieces, by_two=bool(why))
    late = _judged(room, pieces, second, by=by, at=at)
    facts: dict[str, Any] = {"key": f"{key}:rack", "by": by, "at": at, "second": second if late else None}
    from_rack = _from_rack(booked, room=room, player=patron, drawer=drawer, **facts)
    moves = [Move(*way, beyond, TransferKind.PRESENTED) for way in ((abroad, chips), (cash, patrons))]
    post(room=room, key=key, moves=moves, by=by, at=at, reason=CashSlip.Origin(origin).label)
    slip = _create_presented(
        room, pieces, at=at, player=patron, drawer=drawer, amount=beyond, origin=origin, rack_paid=from_rack,
        second=second, corrects=corrects, by=by, request_key=key,
    )  # fmt: skip
    _tell(slip, {"from_rack": booked} | late | said)
    answered(key, {"slip": slip.pk})
    return slip


def _refuse_origin(origin: str) -> None:
    if origin not in CashSlip.Origin.values:
        raise DomainError("origin_unknown", "Say where the chips come from, or that nobody said.", field="origin")


def _answers_about(
    patron: Player,
    amount: int,
    beyond: int,
    abroad: Account,
    second: User | None,
    *,
    key: str,
    by: User | None,
    at: datetime,
    confirmed: Collection[str],
) -> tuple[dict[str, object], str]:
    """Ask what there is to ask, and for a second person; returns what the trail says of the answers, and why two
    pay."""
    room, kind = abroad.room, TransferKind.PRESENTED
    again = ask_about_presented(room, patron, amount, at=at, confirmed=confirmed)
    facts: dict[str, Any] = {"by": by, "at": at, "confirmed": confirmed}
    more, because = ask_about_more_than_is_out(room, abroad, beyond, second, **facts)
    who: dict[str, Any] = {"by": by, "at": at, "key": key, "because": because}
    return again | more, check_second(four_eyes.PRESENTED, room, kind, beyond, second, **who)


def _create_presented(room: Room, pieces: Pieces | None, *, at: datetime, **facts: Any) -> CashSlip:
    """The slip of what was paid beyond the rack."""
    return CashSlip.objects.create(
        room=room, kind=TransferKind.PRESENTED, pieces=Counted(chips=pieces).as_json()["chips"] if pieces else None,
        alone_up_to=alone_up_to(room, TransferKind.PRESENTED), receipt=next_receipt(room), at=at,
        gaming_day=room.gaming_day(at), **facts,
    )  # fmt: skip


def _tell(slip: CashSlip, besides: dict[str, object]) -> None:
    """Put chips that were presented into the trail."""
    after: dict[str, object] = {"player": slip.player_id, "amount": slip.amount, "origin": slip.origin}
    after |= besides | ({"confirmed_by": slip.second_id} if slip.second_id else {})
    record("chips.presented", slip, room=slip.room, by=slip.by, at=slip.at, after=after)


def _places(drawer: Drawer) -> list[Account]:
    """The drawer's chips and cash, the chips abroad, and the patrons' cash."""
    return [
        *tills_of(drawer),
        *(house_account(drawer.room, kind) for kind in (AccountKind.ABROAD, AccountKind.PATRONS)),
    ]


def _beyond(room: Room, patron: Player, amount: int, booked: int) -> int:
    """The chips that the books don't know; refused where they know all of them."""
    if amount <= booked:
        message = f"{patron} has {room.money(booked)} off the table: pay it as an ordinary cash-out."
        raise DomainError("on_the_books", message, allowed={"most": booked}, field="amount")
    refuse_unpayable(room, amount - booked)
    return amount - booked


def _from_rack(
    booked: int,
    *,
    room: Room,
    player: Player,
    drawer: Drawer,
    key: str,
    by: User | None,
    at: datetime,
    second: User | None,
) -> CashOut | None:
    """The ordinary payment of what lies in the rack; None where it is empty."""
    if not booked:
        return None
    return cash_out(
        room=room, player=player, amount=booked, drawer=drawer, key=key, by=by, at=at, is_late=second is not None,
        second=second, confirmed=(SAME_AGAIN,),
    )  # fmt: skip


def _judged(
    room: Room, pieces: Pieces | None, second: User | None, *, by: User | None, at: datetime
) -> dict[str, object]:
    """Hold chips from anywhere to the sets that are still taken; without their pieces nobody could."""
    if pieces is None and (sets := sets_on(room, room.gaming_day(at))).over:
        names = " and ".join(str(row.chip_set) for row in sets.over)
        message = f"The last day of {names} is over: count these chips by their values, and enter the count."
        raise DomainError("count_missing", message)
    return judge_late_pieces(room, pieces, by=by, at=at, second=second)


def _refuse_uncounted(
    room: Room, amount: int, pieces: Pieces | None, second_pieces: Pieces | None, *, by_two: bool
) -> None:
    """Hold what was counted to the amount and to each other; two counts are asked for where two people pay."""
    counts = [counted for counted in (pieces, second_pieces) if counted]
    if by_two and len(counts) < 2:
        message = "Both of you count the chips by their values, each for themselves, and enter both counts."
        raise DomainError("count_missing", message)
    for counted in counts:
        refuse_unknown_values(room, Counted(chips=counted))
    if any(_held(counted) != _held(counts[0]) for counted in counts[1:]):
        raise DomainError("counts_differ", "The two counts differ: count the chips again, both of you.")
    if any(Counted(chips=counted).chips_amount != amount for counted in counts):
        raise DomainError("counts_differ", f"The count isn’t {room.money(amount)}: count again, or enter what it is.")


def _held(pieces: Pieces) -> dict[int, int]:
    return {value: count for value, count in pieces.items() if count}
