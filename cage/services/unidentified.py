"""Cash for people whose identity isn't on record: up to what the room allows on a gaming day, and no further (C-3).

Whoever asks holds the person's lock (`lock_player`), so that two windows together pass no limit. Cash in and cash out
are summed each by itself (R50) over every record of the person (R51).
"""

from datetime import date, datetime

from cage.models import AwardShare, HeldCashOut, HoldEnd, PlayerBank
from cage.selectors.currency import moves_of, patron_day
from cage.selectors.holds import still_held
from config.errors import DomainError
from config.rooms.models import Room
from players.models import Player, TransferKind
from players.selectors.identified import missing_of


def refuse_beyond_identity(player: Player, *, room: Room, at: datetime, cash_in: int = 0, cash_out: int = 0) -> None:
    """Refuse (`identity_required`) cash that brings an unidentified person's day, in or out, above what the room moves
    without an identity, naming what is missing; and cash out while a cash-out of theirs is held (`cash_out_held`).
    Minor units."""
    missing = missing_of(player, room.gaming_day(at))
    if not missing:
        return
    if cash_out:
        refuse_while_held(player, room)
    if crosses(player, room=room, day=room.gaming_day(at), cash_in=cash_in, cash_out=cash_out):
        message = f"{player} moves more than {room.money(room.identity_from)} on this gaming day with that. "
        message += f"Before any more, ask for {told(missing)} and enter it."
        facts = {"player": player.pk, "missing": list(missing)}
        raise DomainError("identity_required", message, allowed=facts, field="amount")


def crosses(player: Player, *, room: Room, day: date, cash_in: int = 0, cash_out: int = 0) -> bool:
    """Whether this brings a person's cash of a gaming day, in or out, above what the room moves without an identity."""
    so_far, most = patron_day(room, player, day), room.identity_from
    return (cash_in > 0 and so_far.currency_in + cash_in > most) or (
        cash_out > 0 and so_far.currency_out + cash_out > most
    )


def refuse_while_held(player: Player, room: Room) -> None:
    """Refuse cash out (`cash_out_held`) while a cash-out of the person is held."""
    if held := still_held(room).filter(player__in=Player.objects.of(player)).first():
        raise held_refusal(held)


def held_refusal(held: HeldCashOut) -> DomainError:
    """The words for cash that is held."""
    money = held.room.money(held.amount)
    message = f"{money} of {held.player} is held: {held.stays}. Enter {held.missing}, or let a "
    message += "supervisor decide."
    return DomainError("cash_out_held", message, allowed={"held": held.pk})


def allowance(
    player: Player,
    room: Room,
    amount: int,
    day: date,
    *,
    kind: TransferKind = TransferKind.CHIP_REDEMPTION,
    share: AwardShare | None = None,
    bank: PlayerBank | None = None,
) -> HoldEnd | None:
    """The supervisor's decision of that gaming day by which just that amount of just that `kind` is paid, of that share
    or that bank, and nothing was yet; none that was taken before the person was paid something else that stands. Who
    decides sees what the person has had by then, and lets no more of the day go without an identity than that."""
    allowed = HoldEnd.objects.filter(outcome=HoldEnd.Outcome.ALLOWED, hold__room=room, hold__gaming_day=day)
    unused = allowed.filter(used_by=None, used_by_slip=None, used_by_bank=None)
    about = unused.filter(hold__kind=kind.value, hold__award_share=share, hold__bank=bank)
    found = about.filter(hold__amount=amount, hold__player__in=Player.objects.of(player))
    last = max((move.at for move in moves_of(room, player, day) if move.direction == "out"), default=None)
    return (found.filter(at__gte=last) if last else found).order_by("pk").first()


def told(missing: tuple[str, ...]) -> str:
    """These words in a row."""
    return " and ".join(filter(None, [", ".join(missing[:-1]), missing[-1]]))
