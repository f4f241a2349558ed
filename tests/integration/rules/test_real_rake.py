"""The takings of an online room: the pot less the stated winnings is our rake and jackpot drop, to the cent.

Absolute Poker, no limit hold'em 5/10 with and without antes, July 2009; the schedule is tests/data/rake-absolute.toml.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from rules.check.checker import Checker, CheckReport
from rules.house.fee_schedule import FeeSchedule
from tests.integration.rules.test_real_hands import hands, pytestmark, schedule  # noqa: F401 - skips this file as well

OTHERWISE_STATED = {
    "1": "the winnings are the uncalled bet of 37.50, not the pot of 40",
    "266": "the winnings are the pot of 25 and twice the uncalled 5 of the big blind",
    "374": "the winnings are the uncalled bet of 35, not the pot of 30",
}
"""Hands whose converter wrote something else than what was won."""


@cache
def played(fee: FeeSchedule) -> tuple[CheckReport, ...]:
    """The hands that say what was won and can be settled."""
    checker = Checker(fee=fee)
    absolute = [hand for hand in hands() if hand.venue == "Absolute Poker" and any(hand.winnings or ())]
    return tuple(report for report in map(checker.check, absolute) if report.settlement)


def taken(report: CheckReport) -> int:
    """The pot less the winnings; uncalled chips that the file counts among them are no winnings."""
    settled, won = report.settlement, sum(report.phh.winnings or ())
    assert settled
    counted = sum(settled.returned) if won > settled.called_pot else 0
    return settled.called_pot - won + counted


def differing(fee: FeeSchedule) -> list[CheckReport]:
    """The hands of which the schedule takes another amount than the room did."""
    return [report for report in played(fee) if taken(report) != _owed(report) and not _is_otherwise_stated(report)]


def _owed(report: CheckReport) -> int:
    return report.settlement.rake + report.settlement.promo if report.settlement else 0


def _is_otherwise_stated(report: CheckReport) -> bool:
    return report.phh.source.key in OTHERWISE_STATED


def absolute() -> FeeSchedule:
    return schedule("rake-absolute")


def test_one_schedule_takes_of_every_hand_what_the_room_took() -> None:
    assert [report.phh.source.key for report in differing(absolute())] == []
    reports = played(absolute())
    assert len(reports) == 411
    assert {report.phh.source.key for report in reports if taken(report) != _owed(report)} == OTHERWISE_STATED.keys()
    assert Counter(_fees(reports)) == {
        "free": 277,
        "rake and drop": 60,
        "rake": 74,
    }


def _fees(reports: tuple[CheckReport, ...]) -> Iterator[str]:
    for report in reports:
        assert report.settlement
        yield {(False, False): "free", (True, False): "rake", (True, True): "rake and drop"}[
            bool(report.settlement.rake), bool(report.settlement.promo)
        ]


@pytest.mark.parametrize(
    ("otherwise", "how_many"),
    [
        ({"promo": 0}, 60),
        ({"promo_players": 0}, 50),
        ({"promo_with_ante": True}, 24),
        ({"promo_from": 25_00}, 1),
        ({"promo_from": 20_00}, 0),
        ({"promo_players": 5}, 0),
        ({"promo_players": 6}, 16),
        ({"no_flop_no_drop": False}, 274),
        ({"caps_by_players": ()}, 50),
    ],
    ids=str,
)
def test_each_of_its_conditions_is_in_the_hands(otherwise: dict[str, Any], how_many: int) -> None:
    """Without the ante, the players, the flop or the cap it takes something else of so many hands; what the hands leave
    open (from which pot up to 20, from how many players up to five) changes none of them."""
    assert len(differing(replace(absolute(), **otherwise))) == how_many
