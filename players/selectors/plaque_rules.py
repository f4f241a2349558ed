"""The questions of seats and window to the rules engine: what the plaque in force allows this player at this table.

The minimum counts all chips off the table with the purchase, because all of them can go on it; the maximum counts the
stack, or what was bought for this game and not put on the table yet, with the purchase.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from config.errors import DomainError
from config.rooms.models import Room
from players.models import HouseException, Player, Sitting
from players.selectors.house_moves import broken_game_of
from players.selectors.stacks import chips_in_rack, stack_of
from players.selectors.stakes import incidentals_taken, stake_taken_along, stake_to_return
from rules.house.buyin import ChipsEvent, Kind, incidentals_left, purchase_limits, why_not_buy_in
from rules.house.house import House
from rules.house.plaque import Plaque
from rules.house.plaque_check import BuyInLimits
from rules.text.violation import violation
from tables.models import TableSession
from tables.services import refusal


@dataclass(frozen=True, slots=True)
class Allowance:
    """The amounts that a player may buy at a table before anybody types: minor units.

    `least` and `most` bound the purchase (`most` None: no maximum, 0: nothing more); `stack` lies on the table (None:
    not seated there), `rack` off it; `must_bring` is what the player took away from a game of this kind within the
    hour, if they come back to one.
    """

    least: int
    most: int | None
    stack: int | None
    rack: int
    must_bring: int | None


def seat_allowance(session: TableSession, sitting: Sitting) -> Allowance:
    """The amounts that may be bought for the stack of a seated player now; the services check it again under their
    locks, by the same computation (`rules.house.buyin.purchase_limits`)."""
    stack = stack_of(sitting)
    return allowance_by(session, sitting.player, _addition(session, stack), stack=stack)


def allowance_by(session: TableSession, player: Player, event: ChipsEvent, *, stack: int | None = None) -> Allowance:
    """The amounts with which an event of the rules (a purchase, an addition) may be of `player` at this table."""
    limits = _payable(session, purchase_limits(event, _sign(session), _house(session)))
    rack, must_bring = chips_in_rack(session.room, player), _brings_back(session, event)
    return Allowance(max(limits.least, session.room.smallest_chip), limits.most, stack, rack, must_bring)


def sit_down_limits(session: TableSession, player: Player, *, at: datetime) -> tuple[BuyInLimits, int | None]:
    """The amounts that `player` may sit down with at this table, and what they must bring back if they left a game of
    its kind within the hour."""
    event = arrival(session, player, at, HouseException.NONE)
    return _payable(session, purchase_limits(event, _sign(session), _house(session))), _brings_back(session, event)


def arrival(session: TableSession, player: Player, at: datetime, exception: str) -> ChipsEvent:
    """Somebody comes to this table with chips: by which of the house's exceptions, with what from a broken game, and
    what they took away from a game of this kind."""
    event = ChipsEvent("buy_in", 0, origin=HouseException(exception).value or "new")  # type: ignore[arg-type]
    if broken := broken_game_of(session, player, exception, at):
        event = replace(event, stack_in_old_game=broken.left_with)
    return _returning(session, player, event, at)


def hold(session: TableSession, event: ChipsEvent) -> None:
    """Hold an event to plaque and house: raise the engine's refusal, with what is allowed in the room's chips."""
    refused = why_not_buy_in(event, _sign(session), _house(session), session.room.money)
    if refused is None:
        return
    error = refusal(refused, field="amount")
    if {"least", "most"} <= error.allowed.keys():
        limits = _payable(session, BuyInLimits(error.allowed["least"], error.allowed["most"]))
        error.allowed |= {"least": limits.least, "most": limits.most}
    raise error


def refuse_buy_in(
    session: TableSession,
    player: Player,
    amount: int,
    *,
    at: datetime,
    exception: str = "",
    stack_in_old_game: int | None = None,
) -> None:
    """Hold what a player sits down with to the plaque; `exception` names the house's transfer that is exempt.

    Refuses `short_buy`, `above_max_buyin`, `going_south`, `must_bring_all_chips` (004:L48, L52; WSOP 58, 94).
    """
    coming = arrival(session, player, at, exception)
    if stack_in_old_game is None:
        coming = replace(coming, at_hand=chips_in_rack(session.room, player))
    else:
        origin = coming.origin if exception else "voluntary"
        coming = replace(coming, origin=origin, stack_in_old_game=stack_in_old_game)
    hold(session, replace(coming, amount=amount))


def refuse_add_on(session: TableSession, stack: int, amount: int, *, at_hand: int | None = None) -> None:
    """Hold what a seated player adds to their stack to the plaque; with no chips left it is a re-buy. `at_hand` is what
    they have off the table, where nothing is bought with it.

    Refuses `mid_hand`, `short_buy`, `above_max_buyin` (004:L48, L52).
    """
    hold(session, replace(_addition(session, stack), amount=amount, at_hand=at_hand))


def refuse_removal(sitting: Sitting, stack: int, amount: int, *, at: datetime) -> None:
    """Hold chips for incidentals to the house's rule: `chips_removed` where it allows none, `above_incidentals` beyond
    what it posts for a sitting and a gaming day (004:L52, L334)."""
    hold(sitting.session, replace(_incidental(sitting, at), amount=amount, stack_before=stack))


def incidentals_allowed(sitting: Sitting, *, at: datetime) -> int:
    """The amount that a seated player may still take off for incidentals, minor units; nothing where the house posts
    none."""
    return incidentals_left(_incidental(sitting, at), _house(sitting.session))


def _incidental(sitting: Sitting, at: datetime) -> ChipsEvent:
    """Chips for incidentals, with what the player took before."""
    at_sitting, on_day = incidentals_taken(sitting, at=at)
    return ChipsEvent("remove", 0, incidental=True, taken_at_sitting=at_sitting, taken_on_day=on_day)


def refuse_mid_hand(session: TableSession) -> None:
    """Refuse to touch stacks while a hand is being played (`mid_hand`)."""
    if session.hand_open:
        message = f"A hand is being played at {session.table}: wait until it is recorded."
        raise refusal(violation("mid_hand", message, house=_house(session).name))


def refuse_unpayable(room: Room, amount: int, *, least: int = 1, held: int = 0, field: str = "amount") -> None:
    """Refuse an amount that no chips of the room make up: nothing at all, or no multiple of the smallest chip.

    Where `held` lies there by the books, what differs from it by whole chips can be: the smallest chip was raised.
    """
    chip = room.smallest_chip
    if amount < least or (amount % chip and (amount - held) % chip):
        message = f"Write an amount in chips of {room.money(chip)}, the smallest in the room."
        raise DomainError("not_chip_multiple", message, allowed={"multiple_of": chip}, field=field)


def _payable(session: TableSession, limits: BuyInLimits) -> BuyInLimits:
    """The limits in whole chips: the least rounded up, the most rounded down."""
    chip = session.room.smallest_chip
    most = None if limits.most is None else limits.most // chip * chip
    return BuyInLimits(-(-limits.least // chip) * chip, most)


def _addition(session: TableSession, stack: int) -> ChipsEvent:
    """Chips on top of a stack; with nothing left it is a re-buy."""
    playing = session.hand_open
    kind: Kind = "add_on" if stack else "rebuy"
    return ChipsEvent(kind, 0, stack_before=stack, hand_in_progress=playing, dealt_in=playing)


def _returning(session: TableSession, player: Player, event: ChipsEvent, at: datetime) -> ChipsEvent:
    """The event with what the player took away on leaving such a game the last time, as far as it is still theirs, and
    how long ago."""
    window = _house(session).answers.return_window_minutes
    departure = stake_taken_along(session, player, at=at, minutes=window) if window else None
    if departure is None or departure.left_at is None:
        return event
    minutes = int((at - departure.left_at).total_seconds() // 60)
    return replace(event, cashed_out=stake_to_return(departure), cashed_out_minutes_ago=minutes)


def _brings_back(session: TableSession, event: ChipsEvent) -> int | None:
    """The amount that somebody who comes back within the hour must bring; None for everybody else."""
    window, ago = _house(session).answers.return_window_minutes, event.cashed_out_minutes_ago
    return event.cashed_out if type(window) is int and ago is not None and ago < window else None


def _sign(session: TableSession) -> Plaque:
    return session.posted


def _house(session: TableSession) -> House:
    return session.plaque.house_rules.house
