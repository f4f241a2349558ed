"""Chips on and off the table: what the buy-in desk may accept. Amounts are minor units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules import amounts
from games.rules.house import House
from games.rules.plaque import Plaque
from games.rules.plaque_check import BuyInLimits, buy_in_limits
from games.rules.violation import Json, Money, Violation, violation

Kind: TypeAlias = Literal["buy_in", "rebuy", "add_on", "remove"]
Origin: TypeAlias = Literal["new", "voluntary", "broken_game", "limit_changed", "related", "must_move"]

EXEMPT_ORIGINS = frozenset({"broken_game", "limit_changed", "related", "must_move"})
"""Transfers that the house makes: they need not meet the sign's minimum or maximum (004:L48)."""


@dataclass(frozen=True, slots=True)
class ChipsEvent:
    """A player wants to put chips on the table, or take some off.

    `stack_before` is what lies before him (0 for a new player), `stack_in_old_game` what he had in the game that he
    comes from, `cashed_out` what he took away when he left this game `cashed_out_minutes_ago`.
    """

    kind: Kind
    amount: int
    stack_before: int = 0
    origin: Origin = "new"
    hand_in_progress: bool = False
    dealt_in: bool = False
    leaving: bool = False
    incidental: bool = False
    stack_in_old_game: int | None = None
    cashed_out: int | None = None
    cashed_out_minutes_ago: int | None = None


def check_buy_in(event: ChipsEvent, plaque: Plaque, house: House, money: Money = amounts.major) -> Violation | None:
    """Why the house refuses this; None when it accepts.

    Codes: `short_buy`, `above_max_buyin`, `mid_hand`, `chips_removed`, `must_bring_all_chips`, `going_south`.
    """
    if event.kind == "remove":
        return _refuse_removal(event, house, money)
    if event.hand_in_progress and event.dealt_in and house.value("addon_between_hands") is True:
        return violation("mid_hand", "A hand is in progress: add the chips when it is over.", house=house.name)
    limits = buy_in_limits(plaque, house)
    if event.kind == "buy_in":
        return _refuse_return(event, house, money) or _refuse_arrival(event, limits, house, money)
    return _refuse_addition(event, limits, house, money)


def _refuse_removal(event: ChipsEvent, house: House, money: Money) -> Violation | None:
    if event.leaving:
        return None
    if event.incidental and house.value("incidentals_allowed") is True and event.amount < event.stack_before:
        return None
    sentence = f"{money(event.amount)} can't leave the table while the player stays: all of it stays, or he goes."
    return violation("chips_removed", sentence, house=house.name, allowed={"amount": 0})


def _refuse_return(event: ChipsEvent, house: House, money: Money) -> Violation | None:
    """Who comes back within the hour brings what he took (WSOP 58)."""
    window = house.value("return_window_minutes")
    took, ago = event.cashed_out, event.cashed_out_minutes_ago
    if took is None or ago is None or type(window) is not int or ago >= window or event.amount >= took:
        return None
    sentence = (
        f"He left with {money(took)} {ago} minutes ago: he returns with at least that, or after {window} minutes."
    )
    return violation("going_south", sentence, house=house.name, allowed={"least": took})


def _refuse_arrival(event: ChipsEvent, limits: BuyInLimits, house: House, money: Money) -> Violation | None:
    old = event.stack_in_old_game
    if event.origin == "must_move" and old is not None and event.amount != old:
        sentence = f"He moves from the must-move game with all his chips: {money(old)}, not {money(event.amount)}."
        return violation("must_bring_all_chips", sentence, house=house.name, allowed={"least": old, "most": old})
    if event.origin in EXEMPT_ORIGINS and house.value("transfer_exempt") == "listed":
        return None
    if event.amount < limits.least:
        return _short(event, limits, house, money)
    return None if _may_return_above(event, house) else _above(event, limits, house, money)


def _may_return_above(event: ChipsEvent, house: House) -> bool:
    """Whether the hour's rule, which makes him bring a large stack back, goes before the maximum."""
    window, ago = house.value("return_window_minutes"), event.cashed_out_minutes_ago
    within = type(window) is int and ago is not None and ago < window
    return within and event.cashed_out is not None and event.amount <= event.cashed_out


def _refuse_addition(event: ChipsEvent, limits: BuyInLimits, house: House, money: Money) -> Violation | None:
    least = limits.least if event.kind == "rebuy" and house.value("rebuy_min") == "buyin_min" else 0
    if event.kind == "add_on":
        addon_min = house.value("addon_min")
        least = addon_min if type(addon_min) is int else 0
    if event.amount < least:
        return _short(event, BuyInLimits(least, limits.most), house, money)
    return _above(event, limits, house, money)


def _short(event: ChipsEvent, limits: BuyInLimits, house: House, money: Money) -> Violation:
    sentence = f"{money(event.amount)} is a short buy: at this table it is at least {money(limits.least)}."
    return violation("short_buy", sentence, house=house.name, allowed=_range(limits, event.stack_before))


def _above(event: ChipsEvent, limits: BuyInLimits, house: House, money: Money) -> Violation | None:
    most = limits.most
    if most is None or event.stack_before + event.amount <= most:
        return None
    room = money(max(most - event.stack_before, 0))
    sentence = f"{money(event.amount)} is above the table's maximum of {money(most)}: at most {room} may be added."
    return violation("above_max_buyin", sentence, house=house.name, allowed=_range(limits, event.stack_before))


def _range(limits: BuyInLimits, stack: int) -> dict[str, Json]:
    most = None if limits.most is None else max(limits.most - stack, 0)
    return {"least": limits.least, "most": most}
