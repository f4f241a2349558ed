"""Whether a hand that a file states could have been dealt in a house: its game, structure, seats, blinds and antes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import gcd

from rules.house.house import STANDARD
from rules.house.plaque import Plaque
from rules.house.plaque_check import check_fee, check_table
from rules.house.plaque_of_house import check_of_house
from rules.table.setup import Setup
from rules.text import amounts
from rules.text.violation import Money, Violation

_OF_THE_PLAQUE = frozenset({"straddle_of_house", "kill_of_house"})
"""Choices of a plaque alone: a file without one shows a hand without a straddle or a kill, not a table without."""


def why_not_in_house(setup: Setup, *, sign_is_stated: bool, money: Money = amounts.major) -> Violation | None:
    """Why the house doesn't deal this hand; None where it does, and under the standard rules, which name no house.

    Where the file has no plaque of its own (`sign_is_stated`) its posts stand for one. The fewest players of a game are
    asked for when it opens, not in a hand. Codes: those of `check_table`, `check_of_house` and `check_fee`.
    """
    if setup.house.name == STANDARD.name:
        return None
    return next(_against_house(setup, sign_is_stated, money), None)


def _against_house(setup: Setup, sign_is_stated: bool, money: Money) -> Iterator[Violation]:
    plaque, house = setup.plaque, setup.house
    for refused in check_table(plaque.game, plaque.structure, len(setup.seats), house):
        if refused.code != "too_few_players":
            yield refused
    if setup.late and not sign_is_stated:
        return
    if not sign_is_stated:
        plaque = _as_posted(plaque)
    for refused in check_of_house(plaque, house, money):
        if sign_is_stated or refused.code not in _OF_THE_PLAQUE:
            yield refused
    if plaque.fee is not None:
        yield from check_fee(plaque, house, money)


def _as_posted(plaque: Plaque) -> Plaque:
    """The plaque that the posts of a file without one may have stood on.

    Its chips are unknown, so they are the largest that pay every post: 1 and 3 are half and whole where chips of 1 are
    wagered (000:L63). Where one blind was posted the small one may have been dead, and its amount stands nowhere.
    """
    unit = gcd(*plaque.blinds, plaque.bring_in or 0, plaque.opening_bet)
    if 0 < unit < plaque.opening_bet:
        plaque = replace(plaque, unit=unit)
    return replace(plaque, blinds=()) if len(plaque.blinds) == 1 else plaque
