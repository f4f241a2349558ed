"""The chips of the house: received, destroyed, and their sets retired. Always before two people, each with a slip."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction

from cage.counted import Counted, Pieces, spread
from cage.models import ChipSet, ChipSlip
from cage.selectors.chip_sets import issued
from cage.selectors.denominations import values_of
from cage.selectors.liability import liability
from cage.services.counts import refuse_unknown_values
from cage.services.more_than_issued import alarm_more_than_issued, lock_pieces
from config.audit.services import record
from config.errors import DomainError
from config.locks import LockKind, hold
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players import four_eyes
from players.ledger import Move, house_account, lock, post
from players.likeness import visible
from players.models import AccountKind, LedgerHead, TransferKind
from players.selectors.plaque_rules import refuse_unpayable

_K = ChipSlip.Kind
FIRST_SET = "House chips"
"""The name of the set that chips are of where nobody names one."""


@transaction.atomic
def receive_chips(
    *,
    room: Room,
    pieces: Pieces,
    reason: str,
    key: str,
    by: User | None,
    at: datetime,
    second: User | None = None,
    chip_set: ChipSet | None = None,
    name: str = "",
    use: str = ChipSet.Use.PRIMARY,
) -> ChipSlip:
    """Receive new chips into the vault: more of a `chip_set`, or a new set called `name`; returns the slip.

    `pieces` are by value in minor units. Always with a `second` person, who has counted them and shown their own PIN.
    Refuses no pieces (`pieces_missing`), values that the room doesn't count in (`denomination_unknown`), a retired set
    (`set_retired`), a name that a set has (`set_name_taken`), a second primary set in use (`primary_set_exists`), a
    missing reason (`reason_missing`), more than comes at once (`above_most`), and as `four_eyes.approve`. Source: C-7.
    """
    body: dict[str, object] = {"room": room.pk, "pieces": _kept(pieces), "reason": reason, "name": name, "use": use}
    body |= {"chip_set": chip_set.pk if chip_set else None} | ({"second": second.pk} if second else {})
    if earlier := claim(key, "receive_chips", body, by=by, at=at):
        return ChipSlip.objects.get(pk=(earlier.answer or {})["slip"])
    _refuse_unreasoned(reason)
    amount = _amount(room, pieces)
    refuse_unpayable(room, amount, field="pieces")
    refuse_fortune(room, chips=amount)
    chip_set = _set(chip_set, room) if chip_set else _new_set(room, name, use, by=by, at=at)
    _refuse_retired(chip_set)
    facts: dict[str, Any] = {"by": by, "at": at, "key": key, "second": second}
    _move(room, amount, is_receipt=True, reason=reason, **facts)
    slip = write_slip(chip_set, _K.RECEIPT, pieces, reason=reason, **facts)
    answered(key, {"slip": slip.pk})
    return slip


@transaction.atomic
def destroy_chips(
    *,
    chip_set: ChipSet,
    pieces: Pieces,
    reason: str,
    key: str,
    by: User | None,
    at: datetime,
    second: User | None = None,
) -> ChipSlip:
    """Destroy chips of a set that lie in the vault; returns the slip. `pieces` are by value in minor units.

    Always with a `second` person, who has seen it and shown their own PIN. Refuses no pieces (`pieces_missing`), more
    of a value than was issued of the set (`more_than_issued`), more than the vault holds (`vault_short`), a missing
    reason (`reason_missing`), and as `four_eyes.approve`. Source: WAC 230-15-111.
    """
    body: dict[str, object] = {"set": chip_set.pk, "pieces": _kept(pieces), "reason": reason}
    body |= {"second": second.pk} if second else {}
    if earlier := claim(key, "destroy_chips", body, by=by, at=at):
        return ChipSlip.objects.get(pk=(earlier.answer or {})["slip"])
    _refuse_unreasoned(reason)
    room = chip_set.room
    amount = _amount(room, pieces)
    lock_pieces(room)
    facts: dict[str, Any] = {"by": by, "at": at, "key": key, "second": second}
    _refuse_unissued(chip_set, pieces)
    _move(room, amount, is_receipt=False, reason=reason, **facts)
    slip = write_slip(chip_set, _K.DESTRUCTION, pieces, reason=reason, **facts)
    alarm_more_than_issued(room, place="vault", who=[each for each in (by, second) if each], at=at)
    answered(key, {"slip": slip.pk})
    return slip


@transaction.atomic
def retire_set(
    *,
    chip_set: ChipSet,
    last_day: date,
    reason: str,
    key: str,
    by: User | None,
    at: datetime,
    second: User | None = None,
    confirmed: bool = False,
) -> ChipSlip:
    """Retire a set: its chips are no longer sold, and redeemed until the end of its `last_day`; returns the slip.

    Always with a `second` person, who has shown their own PIN. The only set in use is retired, and one with chips in
    play on a last day that isn't to come, once both have `confirmed` what it means. Refuses a set that is retired
    (`set_retired`), a last day that is over (`last_day_over`), what nobody has confirmed (`only_set`, `chips_in_play`),
    a missing reason (`reason_missing`), and as `config.staff.second.refuse_alone`.
    """
    body: dict[str, object] = {"set": chip_set.pk, "last_day": last_day.isoformat(), "reason": reason}
    body |= ({"second": second.pk} if second else {}) | ({"confirmed": True} if confirmed else {})
    if earlier := claim(key, "retire_set", body, by=by, at=at):
        return ChipSlip.objects.get(pk=(earlier.answer or {})["slip"])
    _refuse_unreasoned(reason)
    room = chip_set.room
    if last_day < room.gaming_day(at):
        raise DomainError(
            "last_day_over", "That day is over: its chips are redeemed for a while yet.", field="last_day"
        )
    refuse_alone(second, by, Permission.DRAWER_COUNT, room, "a set of chips is retired", at=at)
    hold(LockKind.CHIP_SETS, room=room.pk, thing=0)  # before the ledger's end: who hands out chips holds this first
    _lock_row_of_slips(room)
    _refuse_retired(chip_set)
    if not confirmed:
        _refuse_unconfirmed(chip_set, last_day, at)
    slip = write_slip(
        chip_set, _K.RETIREMENT, {}, reason=reason, by=by, at=at, key=key, second=second, last_day=last_day
    )
    answered(key, {"slip": slip.pk})
    return slip


def what_the_only_set_means(room: Room, *, at: datetime) -> str:
    """The consequences of retiring the only set in use, in words with the chips in play; empty where another set is in
    use, or none."""
    in_use = list(ChipSet.objects.filter(room=room).exclude(slips__kind=_K.RETIREMENT)[:2])
    if len(in_use) != 1:
        return ""
    in_play = room.money(liability(room, at=at, now=True).chips_in_use)
    return (
        f"{in_use[0]} is the only set in use, and {in_play} of chips are in play: from now on no chips are sold, and "
        "no tray or drawer is filled with any, until another set is received. A retirement is not taken back."
    )


def write_slip(
    chip_set: ChipSet,
    kind: ChipSlip.Kind,
    pieces: Pieces,
    *,
    reason: str,
    key: str,
    by: User | None,
    second: User | None,
    at: datetime,
    last_day: date | None = None,
    is_spread: bool = False,
) -> ChipSlip:
    """Write down what was done with chips, under the next number of its room, kind and year; returns the slip. The
    caller has posted, so that the end of the room's ledger is locked, which keeps the numbers in a row."""
    if second is None:
        raise ValueError("a slip of chips is of two people")
    room, day = chip_set.room, chip_set.room.gaming_day(at)
    given = ChipSlip.objects.filter(room=room, kind=kind, year=day.year).order_by("-number").first()
    slip = ChipSlip.objects.create(
        room=room, chip_set=chip_set, kind=kind, year=day.year, number=given.number + 1 if given else 1,
        pieces=_kept(pieces), amount=_sum(pieces), is_spread=is_spread, last_day=last_day, reason=reason.strip(),
        second=second, gaming_day=day, at=at, by=by, request_key=key,
    )  # fmt: skip
    after: dict[str, object] = {"chip_set": chip_set.name, "slip": slip.label}
    after |= {"amount": slip.amount} if slip.amount else {}
    after |= {"last_day": last_day.isoformat()} if last_day else {}
    after |= {"second": second.display_name}
    record(_VERBS[kind], slip, room=room, by=by, at=at, after=after, reason=reason)
    return slip


_VERBS = {_K.RECEIPT: "chips.received", _K.DESTRUCTION: "chips.destroyed", _K.RETIREMENT: "chips.retired"}


def receive_amount(room: Room, amount: int, *, by: User | None, at: datetime, **facts: Any) -> ChipSlip:
    """Write the slip of chips of which an amount is stated and no pieces, after they were posted; returns it.

    They are spread over the room's denominations, and are of its primary set, which is made where there is none.
    """
    sets = ChipSet.objects.filter(room=room).exclude(slips__kind=_K.RETIREMENT).order_by("use", "pk")
    chip_set = sets.first() or _new_set(room, FIRST_SET, ChipSet.Use.PRIMARY, by=by, at=at)
    pieces = spread(amount, values_of(room).chips, smallest=room.smallest_chip)
    return write_slip(chip_set, _K.RECEIPT, pieces, by=by, at=at, is_spread=True, **facts)


def refuse_fortune(room: Room, **amounts: int) -> None:
    """Refuse (`above_most`) what is more than one act may bring into the vault (`vault_most`)."""
    most = room.vault_most
    for field, amount in amounts.items():
        if amount > most:
            message = f"At most {room.money(most)} come into the vault at once: look at the amount again."
            raise DomainError("above_most", message, allowed={"most": most}, field=field)


def _move(
    room: Room,
    amount: int,
    *,
    is_receipt: bool,
    reason: str,
    key: str,
    by: User | None,
    second: User | None,
    at: datetime,
) -> None:
    """Make chips in the vault, or take them out of the world."""
    issue, vault = (house_account(room, kind) for kind in (AccountKind.CHIP_ISSUE, AccountKind.VAULT_CHIPS))
    source, target = (issue, vault) if is_receipt else (vault, issue)
    moves = [Move(source, target, amount, TransferKind.ISSUE)]
    held = lock([issue, vault])
    four_eyes.approve(four_eyes.STOCK, room=room, amount=amount, by=by, second=second, key=key, at=at)
    post(room=room, key=key, moves=moves, by=by, at=at, reason=reason, held=held)


def _lock_row_of_slips(room: Room) -> None:
    """Lock the end of the room's ledger, as everybody does who posts."""
    LedgerHead.objects.select_for_update(of=("self",)).filter(room=room).first()


def _new_set(room: Room, name: str, use: str, *, by: User | None, at: datetime) -> ChipSet:
    name = visible(name)
    if not name:
        raise DomainError("set_name_missing", "Choose the set, or name the new one.", field="name")
    if ChipSet.objects.filter(room=room, name__iexact=name).exists():
        message = f"There is a set called {name} already: choose that one, or another name."
        raise DomainError("set_name_taken", message, field="name")
    primary = ChipSet.objects.filter(room=room, use=ChipSet.Use.PRIMARY).exclude(slips__kind=_K.RETIREMENT).first()
    if use == ChipSet.Use.PRIMARY and primary:
        message = f"{primary} is the primary set: retire it first, or let this one be a secondary."
        raise DomainError("primary_set_exists", message, field="use")
    made = ChipSet.objects.create(room=room, name=name, use=use, at=at, by=by)
    record("chips.set_added", made, room=room, by=by, at=at, after={"name": name, "use": use})
    return made


def _set(chip_set: ChipSet, room: Room) -> ChipSet:
    if chip_set.room_id != room.pk:
        raise DomainError(
            "set_elsewhere", f"{chip_set} is of another room: choose a set of this one.", field="chip_set"
        )
    return chip_set


def _refuse_retired(chip_set: ChipSet) -> None:
    if retirement := ChipSlip.objects.filter(chip_set=chip_set, kind=_K.RETIREMENT).first():
        message = f"{chip_set} was retired by slip {retirement.label}: choose a set in use, or name a new one."
        raise DomainError("set_retired", message, field="chip_set")


def _refuse_unconfirmed(chip_set: ChipSet, last_day: date, at: datetime) -> None:
    """Refuse to retire what the room plays with: its only set, or chips that players have today and not tomorrow."""
    room = chip_set.room
    if only := what_the_only_set_means(room, at=at):
        raise DomainError("only_set", f"{only} Receive that first, or confirm it, both of you.", field="confirmed")
    in_play = liability(room, at=at, now=True).chips_in_use
    told = f"{room.money(in_play)} of chips are in play"
    if in_play > 0 and last_day <= room.gaming_day(at):
        message = (
            f"{told}, and those of {chip_set} are redeemed today alone: choose a last day to come, or confirm it, both "
            "of you."
        )
        raise DomainError("chips_in_play", message, field="confirmed")


def _refuse_unissued(chip_set: ChipSet, pieces: Pieces) -> None:
    """Refuse to destroy more of a value than there can be of the set; the pieces are locked."""
    room, of_set = chip_set.room, issued(chip_set.room, chip_set)
    for value, count in pieces.items():
        if count > (most := of_set.most(value)):
            has = "can have at most" if of_set.left else "has"
            message = (
                f"Of {room.money(value)} the set {chip_set} {has} {most} pieces issued, not {count}: count them "
                "again, and call the manager where there are more."
            )
            raise DomainError("more_than_issued", message, allowed={"most": most}, field="pieces")


def _refuse_unreasoned(reason: str) -> None:
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why: a delivery and its papers, worn, withdrawn.", field="reason")


def _amount(room: Room, pieces: Pieces) -> int:
    """The pieces in minor units. Refuses none of them, and values that the room doesn't count in."""
    refuse_unknown_values(room, Counted(pieces))
    if not _sum(pieces):
        raise DomainError("pieces_missing", "Enter how many pieces there are of each value.", field="pieces")
    return _sum(pieces)


def _sum(pieces: Mapping[int, int]) -> int:
    return Counted(pieces).chips_amount


def _kept(pieces: Pieces) -> dict[str, int]:
    return Counted(pieces).as_json()["chips"]
