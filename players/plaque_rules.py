"""The buy-in desk's questions to the rules engine: what the plaque in force allows this player at this table.

What is counted: the minimum counts all his chips off the table with what he buys, because all of them can go on it;
the maximum counts his stack, or what he has bought for this game and not put on the table yet, with what he buys.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from config.errors import DomainError
from config.rooms.models import Room
from games.rules.buyin import ChipsEvent, check_buy_in
from games.rules.house import House
from games.rules.plaque import Plaque
from games.rules.plaque_check import BuyInLimits, buy_in_limits
from games.rules.violation import violation
from players.models import HouseException, Player, Sitting
from players.selectors.stacks import chips_bought_for, chips_in_rack, last_departure, stack_of
from tables.models import TableSession
from tables.services import refusal

_TOO_LITTLE = ("short_buy", "going_south", "must_bring_all_chips")
_TOO_MUCH = ("above_max_buyin",)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a player may buy at a table before anybody types: minor units.

    `least` and `most` bound the purchase (`most` None: no maximum, 0: nothing more); `stack` lies on the table
    (None: not seated there), `rack` off it; `must_bring` is what he took away within the hour, if he comes back to it.
    """

    least: int
    most: int | None
    stack: int | None
    rack: int
    must_bring: int | None


def allowance(session: TableSession, player: Player, *, at: datetime) -> Allowance:
    """What `player` may buy for the table of `session` now; the services check it again under their locks."""
    limits = buy_in_limits(_sign(session), _house(session))
    rack = chips_in_rack(session.room, player)
    sitting = Sitting.objects.filter(session=session, player=player, left_at=None).first()
    chip = session.room.smallest_chip
    if sitting:
        stack = stack_of(sitting)
        least = _least_addition(session, stack)
        return Allowance(max(least, chip), _room_for(limits.most, stack), stack, rack, None)
    limits, must_bring = sit_down_limits(session, player, at=at)
    most = _room_for(limits.most, chips_bought_for(session, player))
    return Allowance(max(limits.least - rack, chip), most, None, rack, must_bring)


def sit_down_limits(session: TableSession, player: Player, *, at: datetime) -> tuple[BuyInLimits, int | None]:
    """What `player` may sit down with at this table, and what he must bring back if he left it within the hour."""
    limits = buy_in_limits(_sign(session), _house(session))
    returning = _returning(session, player, ChipsEvent("buy_in", 0), at)
    must_bring = returning.cashed_out if _within_window(returning, _house(session)) else None
    if must_bring is None:
        return limits, None
    most = None if limits.most is None else max(limits.most, must_bring)
    return BuyInLimits(max(limits.least, must_bring), most), must_bring


def refuse_purchase(session: TableSession, player: Player, amount: int, *, at: datetime, exception: str = "") -> None:
    """Hold a purchase at the cage to the plaque, for a player who doesn't sit at this table yet.

    Refuses `short_buy`, `above_max_buyin`, `going_south` (004:L48, L52; WSOP 58).
    """
    arrival = _arrival(session, player, at, exception)
    _hold(session, replace(arrival, amount=amount + chips_in_rack(session.room, player)), _TOO_LITTLE)
    _hold(session, replace(arrival, amount=amount + chips_bought_for(session, player)), _TOO_MUCH)


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
    arrival = _arrival(session, player, at, exception)
    if stack_in_old_game is not None and not exception:
        arrival = replace(arrival, origin="voluntary")
    _hold(session, replace(arrival, amount=amount, stack_in_old_game=stack_in_old_game))


def refuse_add_on(session: TableSession, stack: int, amount: int) -> None:
    """Hold what a seated player adds to his stack to the plaque; with no chips left it is a re-buy.

    Refuses `mid_hand`, `short_buy`, `above_max_buyin` (004:L48, L52).
    """
    playing = session.hand_open
    event = ChipsEvent(
        "add_on" if stack else "rebuy", amount, stack_before=stack, hand_in_progress=playing, dealt_in=playing
    )
    _hold(session, event)


def refuse_removal(session: TableSession, stack: int, amount: int) -> None:
    """Hold chips for incidentals to the house's rule: `chips_removed` where it allows none (004:L52, L334)."""
    _hold(session, ChipsEvent("remove", amount, stack_before=stack, incidental=True))


def refuse_mid_hand(session: TableSession) -> None:
    """Refuse to touch stacks while a hand is being played (`mid_hand`)."""
    if session.hand_open:
        message = f"A hand is being played at {session.table}: wait until it is recorded."
        raise refusal(violation("mid_hand", message, house=_house(session).name))


def refuse_unpayable(room: Room, amount: int, *, least: int = 1, field: str = "amount") -> None:
    """Refuse an amount that no chips of the room make up: nothing at all, or no multiple of the smallest chip."""
    chip = room.smallest_chip
    if amount < least or amount % chip:
        message = f"Write an amount in chips of {room.money(chip)}, the smallest in the room."
        raise DomainError("not_chip_multiple", message, allowed={"multiple_of": chip}, field=field)


def _hold(session: TableSession, event: ChipsEvent, codes: Collection[str] | None = None) -> None:
    """Ask the engine, and raise its refusal; with `codes`, only one of these."""
    refused = check_buy_in(event, _sign(session), _house(session), session.room.money)
    if refused and (codes is None or refused.code in codes):
        raise refusal(refused, field="amount")


def _arrival(session: TableSession, player: Player, at: datetime, exception: str) -> ChipsEvent:
    event = ChipsEvent("buy_in", 0, origin=HouseException(exception).value or "new")  # type: ignore[arg-type]
    return _returning(session, player, event, at)


def _returning(session: TableSession, player: Player, event: ChipsEvent, at: datetime) -> ChipsEvent:
    """The event with what he took away when he last left this table, and how long ago."""
    departure = last_departure(session.table, player)
    if departure is None or departure.left_at is None:
        return event
    minutes = int((at - departure.left_at).total_seconds() // 60)
    return replace(event, cashed_out=departure.left_with, cashed_out_minutes_ago=minutes)


def _within_window(event: ChipsEvent, house: House) -> bool:
    window, ago = house.value("return_window_minutes"), event.cashed_out_minutes_ago
    return type(window) is int and ago is not None and ago < window


def _least_addition(session: TableSession, stack: int) -> int:
    """The smallest add-on, or the smallest re-buy where nothing is left (004:L48; 000:L74)."""
    house = _house(session)
    if stack == 0 and house.value("rebuy_min") == "buyin_min":
        return buy_in_limits(_sign(session), house).least
    least = house.value("addon_min") if stack else 0
    return least if type(least) is int else 0


def _room_for(most: int | None, held: int) -> int | None:
    return None if most is None else max(most - held, 0)


def _sign(session: TableSession) -> Plaque:
    return session.plaque.sign


def _house(session: TableSession) -> House:
    return session.plaque.house_rules.rules
