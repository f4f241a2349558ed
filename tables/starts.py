"""Signs to start from: the games that rooms spread most, at stakes that its chips can pay, as its house allows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from config.rooms.models import Room
from rules.house.fee_schedule import CARDROOM_A_STANDARD, NO_FEE, PERCENT, FeeSchedule
from rules.house.house import House
from rules.house.plaque import Plaque
from rules.house.plaque_check import buy_in_limits, check_plaque
from rules.house.variants import SHEETS


@dataclass(frozen=True, slots=True)
class Start:
    """A plaque that fills the form in one tap; `key` stands in the address."""

    key: str
    plaque: Plaque


_USUAL: dict[str, Plaque] = {
    "nlh-1-2": Plaque("holdem", "no_limit", blinds=(1, 2), buy_in_min=40, buy_in_max=200),
    "nlh-1-3": Plaque("holdem", "no_limit", blinds=(1, 3), buy_in_min=100, buy_in_max=500),
    "nlh-2-5": Plaque("holdem", "no_limit", blinds=(2, 5), buy_in_min=200, buy_in_max=1000),
    "plo-2-5": Plaque("omaha", "pot_limit", blinds=(2, 5), buy_in_min=200, buy_in_max=1000),
    "limit-4-8": Plaque("holdem", "fixed_limit", blinds=(2, 4), small_bet=4, big_bet=8, buy_in_min=40),
    "o8-4-8": Plaque("omaha8", "fixed_limit", blinds=(2, 4), small_bet=4, big_bet=8, buy_in_min=40),
    "spread-2-10": Plaque(
        "holdem", "spread", blinds=(1, 2), spread_min=2, spread_max=10, buy_in_min=40, buy_in_max=200
    ),
}
"""The usual plaques, their amounts in whole units of the currency, or of its smallest chip where that is larger."""


def starts(room: Room, house: House, *, seats: int, plaques: Sequence[Plaque] = ()) -> list[Start]:
    """The usual plaques for a table of so many seats: those that this house may post and that the engine can play.

    `plaques` are those that stand in the room: a start takes the fee of one like it.
    """
    usual = [(key, _in_money(plaque, room, house, seats)) for key, plaque in _USUAL.items()]
    played = [(key, plaque) for key, plaque in usual if SHEETS[plaque.game].is_played]
    posted = ((key, _with_a_fee(plaque, house, plaques, room)) for key, plaque in played)
    return [Start(key, plaque) for key, plaque in posted if plaque]


def _in_money(usual: Plaque, room: Room, house: House, seats: int) -> Plaque:
    """The usual sign in the room's money, within what the house says about seats and buy-ins."""
    unit = _unit(room)
    stated = {name: value * unit for name in _AMOUNTS if (value := getattr(usual, name)) is not None}
    if house.answers.buyin_max == "none":
        stated["buy_in_max"] = None
    blinds = tuple(blind * unit for blind in usual.blinds)
    plaque = replace(usual, blinds=blinds, unit=room.smallest_chip, helpline=room.helpline, **stated)
    least = buy_in_limits(plaque, house).least
    offer = house.offers.get(plaque.game)
    return replace(plaque, buy_in_min=least, seats=min(seats, offer.seats_max) if offer else seats)


_AMOUNTS = ("small_bet", "big_bet", "spread_min", "spread_max", "buy_in_min", "buy_in_max")


def _with_a_fee(plaque: Plaque, house: House, plaques: Sequence[Plaque], room: Room) -> Plaque | None:
    """The plaque with the first fee with which the house may post it: of a plaque like it, else a usual one."""
    alike = sorted(
        (each for each in plaques if each.structure == plaque.structure), key=lambda each: each.game != plaque.game
    )
    fees = [*(each.fee for each in alike if each.fee), *_usual_fees(room)]
    return next((each for fee in fees if not check_plaque(each := replace(plaque, fee=fee), house)), None)


def _usual_fees(room: Room) -> Iterator[FeeSchedule]:
    yield FeeSchedule(mode="percent", percent_bp=10 * PERCENT, cap=5 * _unit(room), unit=room.smallest_chip)
    yield CARDROOM_A_STANDARD
    yield FeeSchedule(mode="hand", collection=5 * _unit(room))
    yield NO_FEE


def _unit(room: Room) -> int:
    return max(10**room.exponent, room.smallest_chip)
