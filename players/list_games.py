"""The subject of a waiting list: a game at its limits, whatever tables it is played on (WSOP 83-99)."""

from dataclasses import dataclass

from rules.house.plaque import Plaque
from rules.text import amounts
from rules.text.violation import Money


@dataclass(frozen=True, slots=True)
class ListGame:
    """A game and limit as the list knows it: `key` is the same for every sign of that game, structure and limits."""

    key: str
    name: str
    game: str
    structure: str


def game_of(sign: Plaque, money: Money = amounts.major) -> ListGame:
    """The game that a sign offers, its amounts as `money` writes them for people: the room's, wherever it is named.

    Seats, buy-in, kill and fee make no other game; the limits do.
    """
    limits = "-".join(str(limit) for limit in _limits(sign))
    return ListGame(f"{sign.game}-{sign.structure}-{limits}", sign.short_name(money), sign.game, sign.structure)


def _limits(sign: Plaque) -> list[int]:
    """The amounts by which people call the game: the bets of limit, the ends of a spread, else the blinds."""
    if sign.ranges:
        return [limit for limits in dict.fromkeys(sign.ranges) for limit in limits]
    if sign.structure == "spread":
        named = (sign.spread_min, sign.spread_max)
    elif sign.structure == "fixed_limit":
        named = (sign.small_bet, sign.big_bet)
    else:
        return list(sign.blinds)
    return [limit for limit in named if limit is not None]
