"""The rules of letting somebody in again: who may, and when: one row for each kind of exclusion, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from players.models import Ban

LEAST_SELF_EXCLUSION: Final = timedelta(days=365)
"""The least time that a self-exclusion without an end binds: California's is irrevocable for a year
(oag.ca.gov/gambling/exclusion). The players' trigger `players_ban_holds` says the same."""


@dataclass(frozen=True, slots=True)
class ExclusionRule:
    """One kind of exclusion: who makes it, whether it can end early, whether a single room may end it, in words."""

    made_by: str
    is_irrevocable: bool
    by_one_room: bool
    sentence: str


_HOUSE = ExclusionRule(
    made_by="house",
    is_irrevocable=False,
    by_one_room=True,
    sentence="The house lifts it: a manager of the room that made it, with a second person.",
)
RULES: Final[Mapping[str, ExclusionRule]] = MappingProxyType(
    {
        Ban.Kind.BARRED: _HOUSE,
        Ban.Kind.SUSPENDED: _HOUSE,
        Ban.Kind.SELF_EXCLUDED: ExclusionRule(
            made_by="self",
            is_irrevocable=True,
            by_one_room=True,
            sentence="Nobody lifts it before its end, whoever asks; without an end, not within a year.",
        ),
        Ban.Kind.EXCLUDED: ExclusionRule(
            made_by="state",
            is_irrevocable=False,
            by_one_room=False,
            sentence="The regulator lifts it: whoever may do so in every room of the house enters the notice.",
        ),
    }
)


def irrevocable_until(ban: Ban) -> datetime | None:
    """Until when nobody may lift this exclusion; None where it may be lifted at any time."""
    if not RULES[ban.kind].is_irrevocable:
        return None
    return ban.ends_at or ban.starts_at + LEAST_SELF_EXCLUSION
