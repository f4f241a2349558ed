"""Chips on and off the table: what the buy-in desk may accept. Amounts are minor units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rules.house.house import House
from rules.house.plaque import Plaque
from rules.house.plaque_check import BuyInLimits, buy_in_limits
from rules.text import amounts
from rules.text.violation import Json, Money, Violation, violation

Kind: TypeAlias = Literal["buy_in", "rebuy", "add_on", "remove"]
Origin: TypeAlias = Literal["new", "voluntary", "broken_game", "limit_changed", "related", "must_move"]

EXEMPT_ORIGINS = frozenset({"broken_game", "limit_changed", "related", "must_move"})
"""Transfers that the house makes: they need not meet the plaque's minimum or maximum (004:L48)."""


@dataclass(frozen=True, slots=True)
class ChipsEvent:
    """A player wants to put chips on the table, or take some off.

    `stack_before` is what lies before the player (0 for a newcomer), `stack_in_old_game` what they had in the game that
    they come from (an exemption reaches as far, where it is known), `cashed_out` what they took away when they left
    this kind of game `cashed_out_minutes_ago`. Where chips are bought and not yet put down, `in_rack` is what counts
    towards the minimum with them, `bought` what counts towards the maximum; `at_hand` is all that there is to be put
    down (None: whatever is bought). `taken_at_sitting` and `taken_on_day` is what they took off for incidentals before,
    since they sat down and on this gaming day.
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
    in_rack: int = 0
    bought: int = 0
    at_hand: int | None = None
    taken_at_sitting: int = 0
    taken_on_day: int = 0


def incidentals_left(event: ChipsEvent, house: House) -> int:
    """The amount that may still leave a stack for incidentals; nothing where the house posts none.

    Little, and no second person makes it more: what substantially alters a stake stays on the table until its player
    quits (004:L52). What is posted for a sitting alone holds for the gaming day too, and the other way round: whoever
    stands up and sits down again begins no new one.
    """
    at_sitting, on_day = house.answers.incidentals_a_sitting, house.answers.incidentals_a_day
    at_sitting = on_day if at_sitting is None else at_sitting
    on_day = at_sitting if on_day is None else on_day
    if at_sitting is None or on_day is None:
        return 0
    return max(min(at_sitting - event.taken_at_sitting, on_day - event.taken_on_day), 0)


def purchase_limits(event: ChipsEvent, plaque: Plaque, house: House) -> BuyInLimits:
    """The amounts that the house accepts for an event that brings chips: what page, refusal and API all state.

    `least` may be above `most`: then no amount is accepted. Whatever `event.amount` is makes no difference.
    """
    limits = buy_in_limits(plaque, house)
    if event.kind != "buy_in":
        most = None if limits.most is None else max(limits.most - event.stack_before, 0)
        return _at_hand(BuyInLimits(_least_addition(event, limits, house), most), event)
    old, must_bring = event.stack_in_old_game, _must_bring(event, house)
    if event.origin == "must_move" and old is not None:
        return BuyInLimits(old, old)
    if _is_exempt(event, house):
        if old is None:
            return _at_hand(BuyInLimits(max(must_bring - event.in_rack, 0), None), event)
        limits = BuyInLimits(min(limits.least, old), None if limits.most is None else max(limits.most, old))
    least = max(max(limits.least, must_bring) - event.in_rack, 0)
    most = None if limits.most is None else max(max(limits.most, must_bring) - event.bought, 0)
    return _at_hand(BuyInLimits(least, most), event)


def why_not_buy_in(event: ChipsEvent, plaque: Plaque, house: House, money: Money = amounts.major) -> Violation | None:
    """Why the house refuses this; None when it accepts.

    Codes: `short_buy`, `above_max_buyin`, `mid_hand`, `chips_removed`, `above_incidentals`, `must_bring_all_chips`,
    `going_south`.
    """
    if event.kind == "remove":
        return _why_not_removal(event, house, money)
    if event.kind != "buy_in" and _is_mid_hand(event, house):
        return violation("mid_hand", "A hand is in progress: add the chips when it is over.", house=house.name)
    accepted = purchase_limits(event, plaque, house)
    if event.origin == "must_move" and event.stack_in_old_game is not None:
        whole = event.amount == event.stack_in_old_game
        return None if whole else _not_all_chips(event, accepted, house, money)
    if event.kind == "buy_in" and event.amount + event.in_rack < _must_bring(event, house):
        return _going_south(event, accepted, house, money)
    if event.amount < accepted.least:
        return _short(event, accepted, house, money)
    most = purchase_limits(replace(event, at_hand=None), plaque, house).most
    return None if most is None or event.amount <= most else _above(event, accepted, plaque, house, money)


def _why_not_removal(event: ChipsEvent, house: House, money: Money) -> Violation | None:
    if event.leaving:
        return None
    if event.incidental and house.answers.incidentals_allowed and event.amount < event.stack_before:
        left = incidentals_left(event, house)
        return None if event.amount <= left else _above_incidentals(event, left, house, money)
    sentence = (
        f"{money(event.amount)} can't leave the table while the player stays: all of it stays, or all goes along."
    )
    return violation("chips_removed", sentence, house=house.name, allowed={"amount": 0})


def _above_incidentals(event: ChipsEvent, left: int, house: House, money: Money) -> Violation:
    if house.answers.incidentals_a_sitting is None and house.answers.incidentals_a_day is None:
        unposted = "The house posts no amount for incidentals: nothing leaves the table while its player stays."
        return violation("above_incidentals", unposted, house=house.name, allowed={"amount": 0})
    taken = f" after the {money(event.taken_on_day)} of today" if event.taken_on_day else ""
    more = f"at most {money(left)} may" if left else "nothing more may"
    sentence = (
        f"{money(event.amount)}{taken} is more than is posted for incidentals: {more} leave the table while the player "
        "stays."
    )
    return violation("above_incidentals", sentence, house=house.name, allowed={"amount": left})


def _is_mid_hand(event: ChipsEvent, house: House) -> bool:
    return event.hand_in_progress and event.dealt_in and house.answers.addon_between_hands


def _is_exempt(event: ChipsEvent, house: House) -> bool:
    return event.origin in EXEMPT_ORIGINS and house.answers.transfer_exempt == "listed"


def _must_bring(event: ChipsEvent, house: House) -> int:
    """The amount to bring back within the hour: all that they took (WSOP 58); 0 for everybody else.

    That goes before the maximum: a large stack comes back whole.
    """
    window, took, ago = house.answers.return_window_minutes, event.cashed_out, event.cashed_out_minutes_ago
    return took if took is not None and ago is not None and type(window) is int and ago < window else 0


def _least_addition(event: ChipsEvent, limits: BuyInLimits, house: House) -> int:
    """The smallest add-on, or the smallest re-buy where nothing is left (004:L48; 000:L74)."""
    if event.kind == "rebuy":
        return limits.least if house.answers.rebuy_min == "buyin_min" else 0
    least = house.answers.addon_min
    return least if type(least) is int else 0


def _at_hand(limits: BuyInLimits, event: ChipsEvent) -> BuyInLimits:
    """No more than there is to be put down."""
    if event.at_hand is None:
        return limits
    return BuyInLimits(limits.least, event.at_hand if limits.most is None else min(limits.most, event.at_hand))


def _going_south(event: ChipsEvent, accepted: BuyInLimits, house: House, money: Money) -> Violation:
    window = house.answers.return_window_minutes
    sentence = (
        f"The player left this kind of game with {money(event.cashed_out or 0)} {event.cashed_out_minutes_ago} minutes "
        f"ago and returns with at least that, or after {window} minutes."
    )
    return violation("going_south", sentence, house=house.name, allowed=_range(accepted))


def _not_all_chips(event: ChipsEvent, accepted: BuyInLimits, house: House, money: Money) -> Violation:
    sentence = (
        "Who moves from the must-move game brings all their chips: "
        f"{money(event.stack_in_old_game or 0)}, not {money(event.amount)}."
    )
    return violation("must_bring_all_chips", sentence, house=house.name, allowed=_range(accepted))


def _short(event: ChipsEvent, accepted: BuyInLimits, house: House, money: Money) -> Violation:
    besides = f" with the {money(event.in_rack)} in the rack" if event.in_rack else ""
    sentence = f"{money(event.amount)} is a short buy: at this table it is at least {money(accepted.least)}{besides}."
    return violation("short_buy", sentence, house=house.name, allowed=_range(accepted))


def _above(event: ChipsEvent, accepted: BuyInLimits, plaque: Plaque, house: House, money: Money) -> Violation:
    whole = max(buy_in_limits(plaque, house).most or 0, _must_bring(event, house))
    held = event.stack_before or event.bought
    besides = f" with the {money(held)} that the player has for it" if held else ""
    more = f"at most {money(accepted.most or 0)} may be added" if accepted.most else "nothing may be added"
    sentence = f"{money(event.amount)}{besides} is above the table's maximum of {money(whole)}: {more}."
    return violation("above_max_buyin", sentence, house=house.name, allowed=_range(accepted))


def _range(accepted: BuyInLimits) -> dict[str, Json]:
    return {"least": accepted.least, "most": accepted.most}
