"""The variant codes of hand histories: which game and structure each means, and the fields that it asks for.

The PHH standard's codes are structure (F, N, P) and game: FT limit hold'em, PO pot-limit Omaha, F7S stud. The same two
parts, and S for spread, write what the standard has no code for (PT, NO/8, ST, S7S, FA5L3D); other readers refuse such
a code as unknown, which is better than playing another game.
"""

from collections.abc import Mapping
from typing import Final

from rules.house.variants import SHEETS, Structure

_STRUCTURES: Final[Mapping[str, Structure]] = {
    "F": "fixed_limit", "N": "no_limit", "P": "pot_limit", "S": "spread",
}  # fmt: skip

VARIANTS: Final[Mapping[str, tuple[str, Structure]]] = {
    letter + sheet.phh_letters: (sheet.key, structure)
    for letter, structure in _STRUCTURES.items()
    for sheet in SHEETS.values()
    if sheet.phh_letters and structure in sheet.structures
}
"""Game and structure of each variant code."""

CODES: Final = {meaning: code for code, meaning in VARIANTS.items()}
"""The variant code of each game and structure that has one."""


def _required(game: str, structure: Structure) -> tuple[str, ...]:
    opening = "blinds_or_straddles" if SHEETS[game].has_button else "bring_in"
    return (opening, *(("small_bet", "big_bet") if structure == "fixed_limit" else ("min_bet",)))


REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {code: _required(*meaning) for code, meaning in VARIANTS.items()}
"""The fields without which a hand of each variant can't be read, besides those that every hand has."""
