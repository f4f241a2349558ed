"""Whether somebody may join a list, sit down or buy chips: the question that every such service asks (I-14, R59).

It fails closed: who may be somebody that is barred, excluded or under age is stopped until a person with the right
decides who they are; who may be somebody that is kept apart from another player only takes no seat beside that one.
Cashing out is never asked about.
"""

from datetime import datetime

from django.db.models import QuerySet

from config.compiled import Blank, compiled
from config.errors import DomainError
from config.rooms.models import Room
from players.models import Player
from players.selectors.namesakes import Question, questions, questions_of_seats
from players.separation import refuse_apart
from players.standing import refuse_standing
from tables.models import TableSession

WHO_IS_IT = "who_is_it"
"""The refusal of somebody who may be a person that may not play."""


def refuse_unfit(player: Player, *, room: Room, at: datetime) -> None:
    """Refuse who may not play: `player_barred`, `under_age`, and `who_is_it`. The caller has locked the records."""
    records = _in_order(player)
    refuse_standing(records, room=room, at=at)
    if asked := questions(records, room=room, at=at):
        raise _who_is_it(player, asked)


def refuse_beside(session: TableSession, player: Player) -> None:
    """Refuse a seat at a table of somebody whom its room keeps the player apart from (`kept_apart`), or somebody that
    the player may be (`who_is_it`); locks on both are held."""
    refuse_apart(session, player)
    if asked := questions_of_seats(_in_order(player), room=session.room_id, beside=session):
        raise _who_is_it(player, asked)


def _in_order(player: Player) -> list[Player]:
    """The records of the person, this one first."""
    return sorted(_records(player.pk), key=lambda record: record.pk != player.pk)


@compiled
def _records(player: Blank) -> QuerySet[Player]:
    return Player.objects.of_record(player)


def refuse_unidentified(player: Player, *, room: Room, at: datetime) -> None:
    """Refuse chips to somebody of whom the room must know more: `identity_missing`, `document_missing`, and
    `document_expired` by the gaming day of the room.
    """
    asked, kinds = room.identity_asked, Room.IdentityAsked
    if asked != kinds.NAME and not (player.legal_name and player.date_of_birth):
        message = (
            f"Before chips are sold this room asks for {Room.IdentityAsked(asked).label}: complete {player}’s page."
        )
        raise DomainError("identity_missing", message, allowed={"player": player.pk})
    if asked != kinds.DOCUMENT:
        return
    if not (player.document_number and player.document_expires_on):
        message = f"This room sells chips against a document: enter {player}’s, with the day on which it expires."
        raise DomainError("document_missing", message, allowed={"player": player.pk})
    if player.document_expires_on < room.gaming_day(at):
        message = (
            f"{player}’s document expired on {player.document_expires_on:%d %B %Y}: ask for one that is valid, and "
            "enter it."
        )
        raise DomainError("document_expired", message, allowed={"player": player.pk})


def _who_is_it(player: Player, asked: list[Question]) -> DomainError:
    first, more = asked[0], len(asked) - 1
    others = f" or one of {more} more" if more else ""
    message = (
        f"{player} may be {first.other}, player {first.other.pk}, who is {first.why}{others}: "
        "ask for a document, and let a supervisor decide who it is."
    )
    known = {"player": player.pk, "may_be": [question.other.pk for question in asked]}
    return DomainError(WHO_IS_IT, message, allowed=known)
