"""The demo room: its name and clock, its house rules, its tables and their plaques. Amounts are minor units."""

from typing import Any

from rules.house.fee_schedule import FeeSchedule, live_time
from rules.house.plaque import Kill, Plaque

ROOM: dict[str, Any] = {
    "name": "Riverside Card Room",
    "second_factor": "nobody",  # a room to try things in
    "slug": "riverside",
    "currency": "USD",
    "currency_symbol": "$",
    "exponent": 2,
    "smallest_chip": 1_00,
    "time_zone": "America/New_York",
    "helpline": "Gambling problem? Call 1-800-GAMBLER.",
}
HOUSE = "live"

_RAKE = FeeSchedule(mode="percent", percent_bp=500, cap=4_00, unit=1_00, promo=1_00, promo_from=20_00)
_SMALL_RAKE = FeeSchedule(mode="percent", percent_bp=1000, cap=4_00, unit=1_00)
_HELPLINE = str(ROOM["helpline"])


def _plaque(**plaque: Any) -> Plaque:
    return Plaque(**{"unit": 1_00, "helpline": _HELPLINE, **plaque})


PLAQUES: dict[str, Plaque] = {
    "Table 1": _plaque(
        game="holdem",
        structure="no_limit",
        blinds=(1_00, 3_00),
        straddle="utg",
        buy_in_min=100_00,
        buy_in_max=500_00,
        fee=_RAKE,
    ),
    "Table 2": _plaque(
        game="omaha",
        structure="pot_limit",
        blinds=(2_00, 5_00),
        buy_in_min=200_00,
        buy_in_max=1_000_00,
        fee=live_time(7_00),
    ),
    "Table 3": _plaque(
        game="holdem",
        structure="fixed_limit",
        blinds=(2_00, 4_00),
        small_bet=4_00,
        big_bet=8_00,
        buy_in_min=40_00,
        fee=_SMALL_RAKE,
    ),
    "Table 4": _plaque(
        game="omaha8",
        structure="fixed_limit",
        blinds=(2_00, 4_00),
        small_bet=4_00,
        big_bet=8_00,
        kill=Kill("half", 40_00),
        buy_in_min=40_00,
        fee=_SMALL_RAKE,
    ),
    "Table 5": _plaque(
        game="holdem",
        structure="spread",
        blinds=(1_00, 2_00),
        spread_min=2_00,
        spread_max=10_00,
        buy_in_min=40_00,
        buy_in_max=200_00,
        fee=_SMALL_RAKE,
    ),
    "Table 7": _plaque(
        game="stud",
        structure="fixed_limit",
        ante=1_00,
        bring_in=2_00,
        small_bet=4_00,
        big_bet=8_00,
        seats=7,
        buy_in_min=40_00,
        fee=_SMALL_RAKE,
    ),
}
PLAQUES["Table 8"] = PLAQUES["Table 3"]
MAIN, FEEDER = "Table 3", "Table 8"
"""The must-move game plays what its main game plays."""
NO_LIMIT_SECTION, LIMIT_SECTION = "Front", "Main floor"
"""Sections of the room: tables without a limit on bets, and all others."""
UNPOSTED = "Table 6"
"""A table that waits for its plaque, so that a newcomer meets the refusal and posts one."""
