"""The conduct of a person, as the person's page shows it."""

from dataclasses import dataclass

from django.db.models import Q

from config.rooms.models import Room
from players.models import ConductWarning, Player, Separation
from players.selectors.known import known_in
from players.separation import held_by, separations_of
from rules.house.policies import POLICIES, Policy


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning, and the point of the house policy that it names."""

    row: ConductWarning
    point: Policy | None


@dataclass(frozen=True, slots=True)
class Apart:
    """A separation that holds, the other player, and whether it is of the room that looks, which may end it."""

    row: Separation
    them: Player
    is_ours: bool


@dataclass(frozen=True, slots=True)
class Conduct:
    """The warnings of a player, newest first, and whom they are kept apart from."""

    warnings: list[Warned]
    separations: list[Apart]


def conduct_of(player: Player, room: Room, *, most: int = 20) -> Conduct:
    """The conduct of `player`, as `room` may see it: their newest `most` warnings, whichever record of theirs names
    them, and whom it keeps them apart from; of what another room decided only who is known here too. Two queries."""
    given = ConductWarning.objects.filter(player__in=Player.objects.of(player))
    warnings = given.select_related("session__table", "given_by")[:most]
    known = known_in(room).values("pk")
    shown = separations_of(player).filter(held_by(room) | Q(first__in=known, second__in=known))
    apart = [Apart(row, row.other(player), row.room_id in (None, room.pk)) for row in shown]
    return Conduct([Warned(row, POLICIES.get(row.policy)) for row in warnings], apart)
