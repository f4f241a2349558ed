"""Players kept apart: the question that every way to a seat asks (004:L64)."""

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from config.errors import DomainError
from config.rooms.models import Room
from players.models import Player, Separation, Sitting
from players.standing import of_persons
from rules.house.policies import POLICIES
from tables.models import TableSession

KEPT_APART = "kept_apart"
"""The refusal of a seat beside somebody one is kept apart from, and the alarm where both sit already."""


def separations_of(player: Player) -> QuerySet[Separation]:
    """The separations of `player` that hold now, of whatever room, whichever record of theirs names them."""
    records = Player.objects.of(player)
    named = Separation.objects.filter(Q(first__in=records) | Q(second__in=records), ended_at=None)
    return named.select_related("first", "second", "imposed_by", "room")


def held_by(room: Room | int) -> Q:
    """The separations that bind at the tables of a room: those that it decided itself."""
    return Q(room=room) | Q(room=None)


def kept_apart_there(session: TableSession, player: Player) -> Iterator[Player]:
    """Those at the table whom its room keeps `player` apart from; two queries."""
    here = separations_of(player).filter(held_by(session.room_id))
    apart = {separation.other(player).person_id for separation in here}
    seated = Sitting.objects.filter(of_persons(apart), session=session, left_at=None).select_related("player")
    return (sitting.player for sitting in seated)


def refuse_apart(session: TableSession, player: Player) -> None:
    """Refuse a seat at a table of somebody whom its room keeps the player apart from (`kept_apart`); locks on both
    are held."""
    for other in kept_apart_there(session, player):
        rule = POLICIES["groups_kept_apart"]
        raise DomainError(
            KEPT_APART,
            f"{player} and {other} are kept apart, and {other} sits at {session.table}: choose another table.",
            rule=rule.sentence,
            citation=" · ".join(rule.books),
        )
