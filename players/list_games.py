"""The subject of a waiting list: a game at its limits, whatever tables it is played on (WSOP 83-99)."""

from dataclasses import dataclass

from rules.house.plaque import Plaque
from rules.text import amounts
from rules.text.violation import Money


@dataclass(frozen=True, slots=True)
class ListGame:
    """A game and limit as the list knows it: `key` is the same for every plaque of that game, structure and limits."""

    key: str
    name: str
    game: str
    structure: str


def game_of(plaque: Plaque, money: Money = amounts.major) -> ListGame:
    """The game that a plaque offers, its amounts as `money` writes them for people: the room's, wherever it is named.

    Seats, buy-in, kill and fee make no other game; the limits do.
    """
    limits = "-".join(str(limit) for limit in _limits(plaque))
    return ListGame(
        f"{plaque.game}-{plaque.structure}-{limits}", plaque.short_name(money), plaque.game, plaque.structure
    )


def _limits(plaque: Plaque) -> list[int]:
    """The amounts by which people call the game: the bets of limit, the ends of a spread, else the blinds."""
    if plaque.ranges:
        return [limit for limits in dict.fromkeys(plaque.ranges) for limit in limits]
    if plaque.structure == "spread":
        named = (plaque.spread_min, plaque.spread_max)
    elif plaque.structure == "fixed_limit":
        named = (plaque.small_bet, plaque.big_bet)
    else:
        return list(plaque.blinds)
    return [limit for limit in named if limit is not None]
