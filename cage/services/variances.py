"""Drawers counted short or over: booked against the names of who answers, investigated where the room asks for it."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from cage.models import (
    BoxVariance,
    Drawer,
    DrawerCount,
    DrawerSession,
    DrawerVariance,
    ExpectedLook,
    Investigation,
    TrayOff,
)
from cage.selectors.explained import Investigated, Told, named_by, told_by
from cage.selectors.patterns import size_together
from cage.selectors.settlers import who_settles
from cage.services.box_looks import note_box_looks
from cage.services.counts import expected_in
from cage.services.drawers import lock_drawer, tills_of
from cage.services.investigations import investigate
from cage.services.tray_alarms import end_tray_alarm
from cage.services.vault_counts import note_vault_look
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.ledger import Move, house_account, post
from players.models import Account, AccountKind, TransferKind

_KINDS = {
    DrawerVariance.Part.OPENING: TransferKind.OPENING_VARIANCE,
    DrawerVariance.Part.CLOSING: TransferKind.CLOSING_VARIANCE,
}


def post_variance(
    session: DrawerSession,
    part: DrawerVariance.Part,
    count: DrawerCount,
    *,
    key: str,
    by: User,
    at: datetime,
    closed_by: User | None = None,
) -> DrawerVariance | None:
    """Bring the books of a drawer to what was counted, in the transaction of the count; returns the difference, None
    where there is none.

    It is booked as a transfer of its own, to the room's over-and-short, and never becomes a baseline. Beyond the room's
    `variance_notice` it is investigated (R29), by itself or with what else those people were short or over that gaming
    day. The caller holds the drawer's lock.
    """
    drawer, room = session.drawer, session.room
    chips, cash = expected_in(drawer)
    chips, cash = count.chips_amount - chips, count.cash_amount - cash
    if not (chips or cash):
        return None
    tills, kind = tills_of(drawer), _KINDS[part]
    outside = [house_account(room, place) for place in (AccountKind.OVER_SHORT, AccountKind.OVER_SHORT_CASH)]
    moves = [
        _move(place, till, amount, kind)
        for place, till, amount in zip(outside, tills, (chips, cash), strict=True)
        if amount
    ]
    post(room=room, key=key, moves=moves, by=by, at=at, reason=_names(session, closed_by))
    variance = DrawerVariance.objects.create(
        room=room, session=session, part=part, chips=chips, cash=cash, cashier=session.cashier, closed_by=closed_by,
        gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    investigate(variance, at=at)
    return variance


def _names(session: DrawerSession, closed_by: User | None) -> str:
    """The people against whom a difference is booked, in words."""
    if closed_by is not None:
        return f"{closed_by} closed, {session.cashier} opened"
    if session.counter is None or session.counter_id == session.cashier_id:
        return f"{session.cashier} counted"
    return f"{session.cashier} worked it, {session.counter} counted in their place"


def _move(outside: Account, till: Account, amount: int, kind: TransferKind) -> Move:
    """The move of a difference: into the drawer what was over, out of it what was short."""
    return Move(outside, till, amount, kind) if amount > 0 else Move(till, outside, -amount, kind)


@transaction.atomic
def settle_investigation(
    *,
    investigation: Investigation,
    outcome: Investigation.State,
    text: str,
    transfers: Sequence[int] = (),
    stays: int = 0,
    by: User,
    at: datetime,
    second: User | None = None,
) -> Investigation:
    """End an investigation: explained by rows of the ledger, whose numbers are `transfers`, or accepted; returns it.

    The rows have moved something where it was counted, and together come to the difference; what they don't reach is
    named as the part that `stays`, minor units. From the room's `investigation_from` on, by itself or with what else of
    that gaming day stands against the same person (`size_together`), a `second` person confirms it.
    Refuses who is named by the variance or entered its count, also as the second (`not_your_variance`), one that is
    settled (`investigation_settled`), no words (`reason_missing`), an explanation without rows of the ledger
    (`transfers_missing`), numbers that the room's ledger hasn't (`transfer_unknown`), rows of something else
    (`transfer_elsewhere`), rows that were taken back on the same side of the count (`transfer_undone`) or of another
    amount (`transfers_beyond`, `part_stays`), and as
    `config.staff.second.refuse_alone`.
    """
    found = Investigation.objects.select_for_update(of=("self",)).select_related(
        "variance__room", "variance__session", "box_variance__room", "box_variance__pull", "carried__slip__room",
        "tray__room", "tray__table", "vault_variance__room", "vault_variance__count", "felt__room",
        "felt__session__table",
    )  # fmt: skip
    investigation = found.get(pk=investigation.pk)
    variance = investigation.about
    if by.pk in named_by(variance):
        message = "Whoever it names, or who counted, doesn’t settle what was short or over."
        raise DomainError("not_your_variance", f"{message} {who_settles(variance)}")
    if investigation.state != Investigation.State.OPEN:
        message = f"It was {investigation.get_state_display()} already: reload the page to see by whom."
        raise DomainError("investigation_settled", message)
    if not is_reason(text):
        raise DomainError("reason_missing", "Say what was found out, or why it is accepted.", field="text")
    if outcome == Investigation.State.EXPLAINED:
        _refuse_unexplained(variance, transfers, stays)
    _refuse_alone(variance, second, by, at)
    investigation.state, investigation.text, investigation.transfers = outcome, text.strip(), sorted(set(transfers))
    investigation.settled_at, investigation.settled_by, investigation.second = at, by, second
    investigation.stays = stays if outcome == Investigation.State.EXPLAINED else 0
    investigation.save()
    if isinstance(variance, TrayOff):
        end_tray_alarm(variance.count, by=by, at=at)
    after: dict[str, object] = {"state": outcome.value, "transfers": investigation.transfers}
    after |= {"stays": investigation.stays} if investigation.stays else {}
    after |= {"second": second.display_name} if second else {}
    record("investigation.settled", investigation, room=variance.room, by=by, at=at, after=after, reason=text)
    return investigation


def _refuse_unexplained(variance: Investigated, transfers: Sequence[int], stays: int) -> None:
    """Refuse rows that are not there, are of something else, or don't come to the difference with the part that
    stays."""
    if not transfers:
        message = "Name the rows of the ledger that explain it, by their numbers, or accept it instead."
        raise DomainError("transfers_missing", message, field="transfers")
    told = told_by(variance, transfers)
    if told.unknown:
        message = f"The ledger has no row {told.unknown[0]}: look at the numbers again."
        raise DomainError("transfer_unknown", message, field="transfers")
    if told.strange:
        message = (
            f"Row {told.strange[0]} has nothing to do with it: name rows that moved something there in that time or "
            "since, or accept it instead."
        )
        raise DomainError("transfer_elsewhere", message, field="transfers")
    if told.undone:
        number, others = min(told.undone.items())
        back = ", ".join(map(str, others))
        message = (
            f"Row {number} explains nothing: together with row {back} it moved nothing there, for one took the other "
            "back. Name rows that stand, or accept it instead."
        )
        raise DomainError("transfer_undone", message, field="transfers")
    _refuse_other_amount(variance, told, stays)


def _refuse_other_amount(variance: Investigated, told: Told, stays: int) -> None:
    room, left = variance.room, told.left_of(variance.chips, 0 if isinstance(variance, BoxVariance) else variance.cash)
    if left < 0:
        message = (
            f"These rows come to {room.money(-left)} more than the difference: name those that make it up, or accept "
            "it instead."
        )
        raise DomainError("transfers_beyond", message, field="transfers")
    if left != stays:
        message = (
            f"These rows leave {room.money(left)} of the difference: name the others too, or enter {room.money(left)} "
            "as the part that stays."
        )
        raise DomainError("part_stays", message, allowed={"stays": left}, field="stays")


def _refuse_alone(variance: Investigated, second: User | None, by: User, at: datetime) -> None:
    """Refuse what is investigated by the room's limit without a second person, whom it doesn't name either."""
    room = variance.room
    if second is not None and second.pk in named_by(variance):
        raise DomainError(
            "not_your_variance", f"{second} is named by it, or counted: ask somebody else.", field="badge"
        )
    if second is not None or size_together(variance) >= room.investigation_from:
        refuse_alone(second, by, Permission.DRAWER_COUNT, room, "what was short or over is settled", at=at)


@transaction.atomic
def look_at_expected(*, drawer: Drawer, by: User, at: datetime) -> tuple[int, int]:
    """The chips and the cash that a drawer must hold by the books, minor units, for somebody who may see it; they don't
    count this session of it any more (`has_seen_expected`), which is noted once."""
    drawer, running = lock_drawer(drawer)
    if running is not None:
        _note_look(running, by, at)
    return expected_in(drawer)


@transaction.atomic
def note_looks(*, room: Room, by: User, at: datetime) -> None:
    """Note that somebody was shown sums of which the drawers, boxes and vault of a room are a part: they count none of
    these drawers until they are closed, none of the boxes that hang then, and the vault first or not at all."""
    note_box_looks(room=room, by=by, at=at)
    note_vault_look(room=room, by=by, at=at)
    _note_drawers(DrawerSession.objects.filter(room=room), by, at)


@transaction.atomic
def note_desk_look(*, room: Room, by: User, at: datetime) -> None:
    """Note that somebody was shown all that came and went at the window on a day: they count none of the drawers that
    run then, but their own, of which they know their part anyway."""
    _note_drawers(DrawerSession.objects.filter(room=room).exclude(cashier=by), by, at)


def _note_drawers(sessions: QuerySet[DrawerSession], by: User, at: datetime) -> None:
    running = sessions.exclude(state=DrawerSession.State.CLOSED)
    for session in running.exclude(looks__by=by).select_related("room").order_by("pk"):
        _note_look(session, by, at)


def _note_look(session: DrawerSession, by: User, at: datetime) -> None:
    _, is_new = ExpectedLook.objects.get_or_create(session=session, by=by, defaults={"at": at})
    if is_new:
        record("drawer.expected_seen", session, room=session.room, by=by, at=at)
