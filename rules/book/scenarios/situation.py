"""A situation, and the words in which its players and amounts are stated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.cards.card import parse_cards
from rules.house.house import House
from rules.table.seats import Seat
from rules.text.amounts import major, minor

Given: TypeAlias = Mapping[str, Any]
"""Facts as TOML holds them, by name."""

Written: TypeAlias = str | int
"""An amount in major units, or a seat: "2.50" or 2, "p3" or 3."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Facts that are put to the engine, in a house. `game` is empty where the plaque names it or no cards are dealt."""

    house: House
    given: Given
    game: str = ""


def amount(written: Written) -> int:
    """An amount in minor units: 4 is 400, "2.50" is 250."""
    return minor(str(written))


def seat(player: Written) -> Seat:
    """The seat of a player: "p3" and 3 are the one in seat 3."""
    return Seat(player if isinstance(player, int) else int(player.removeprefix("p")))


def seats(players: Iterable[Written]) -> frozenset[Seat]:
    """The seats of several players."""
    return frozenset(map(seat, players))


def amounts_by_seat(stated: Mapping[str, Written]) -> dict[Seat, int]:
    """Amounts that are stated by player, in minor units by seat."""
    return {seat(player): amount(written) for player, written in stated.items()}


def card_by_seat(stated: Mapping[str, str]) -> dict[Seat, int]:
    """One card of each player, by seat."""
    return {seat(player): parse_cards(card)[0] for player, card in stated.items()}


def player(number: int) -> str:
    """The player in a seat, as catalogue and examples name them: "p3"."""
    return f"p{number}"


def players(numbers: Iterable[int]) -> list[str]:
    """The players in these seats, in that order."""
    return [player(number) for number in numbers]


def by_player(amounts: Mapping[Seat, int]) -> dict[str, str]:
    """Amounts in minor units by seat, as the catalogue writes them: in major units by player."""
    return {player(number): major(each) for number, each in amounts.items()}
