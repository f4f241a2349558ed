"""When the deck runs out: the last card of stud, and the draw that asks for more cards than there are."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from games.rules.house import House

LastCard: TypeAlias = Literal["individual", "reshuffle_burns_individual", "community", "reshuffle_burns_community"]
"""How the last stud street is dealt: to each player or one card in the middle, from the stub or with the burn cards
shuffled in."""


class StudSupply(NamedTuple):
    """What is left for the last street, what it needs with its burn card, and how it is dealt."""

    stub: int
    needed: int
    method: LastCard

    @property
    def is_common(self) -> bool:
        """Whether one card goes to the middle for everybody."""
        return self.method.endswith("community")


def stud_supply(stub: int, burned: int, players: int, house: House) -> StudSupply:
    """How the last street is dealt to `players` from `stub` cards, after `burned` were burned.

    By the knobs `stud_shortage`, `stud_community_when`, `stud_last_card_playable` and `burn_cards` (001:L225-235,
    003:L39-43, 004:L148, L246).
    """
    burns = house.value("burn_cards") is True
    needed = players + burns
    kept = 0 if house.value("stud_last_card_playable") is True else 1
    if needed + kept <= stub:
        return StudSupply(stub, needed, "individual")
    if _goes_to_the_middle(players, house):
        return StudSupply(stub, needed, "community")
    if burns and needed + kept <= stub + burned:
        return StudSupply(stub, needed, "reshuffle_burns_individual")
    short = burns and stub <= 1
    return StudSupply(stub, needed, "reshuffle_burns_community" if short else "community")


def _goes_to_the_middle(players: int, house: House) -> bool:
    """Whether the house has a common card before it touches the burn cards (003:L39-43)."""
    everybody = players >= 8 or house.value("stud_community_when") == "shortage"
    return house.value("stud_shortage") == "community" and everybody
