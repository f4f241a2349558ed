"""The conduct of a person, as the person's page shows it."""

from dataclasses import dataclass

from players.models import ConductWarning, Player, Separation
from players.separation import separations_of
from rules.house.policies import POLICIES, Policy


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning, and the point of the house policy that it names."""

    row: ConductWarning
    point: Policy | None


@dataclass(frozen=True, slots=True)
class Apart:
    """A separation that holds, and the other player."""

    row: Separation
    them: Player


@dataclass(frozen=True, slots=True)
class Conduct:
    """The warnings of a player, newest first, and whom they are kept apart from."""

    warnings: list[Warned]
    separations: list[Apart]


def conduct_of(player: Player, *, most: int = 20) -> Conduct:
    """The conduct of `player`: their newest `most` warnings, whichever record of theirs names them; two queries."""
    given = ConductWarning.objects.filter(player__in=Player.objects.of(player))
    warnings = given.select_related("session__table", "given_by")[:most]
    apart = [Apart(row, row.other(player)) for row in separations_of(player)]
    return Conduct([Warned(row, POLICIES.get(row.policy)) for row in warnings], apart)
