"""Players who work here too: noted by somebody else than the person, and ended by somebody else too (C-12, R7)."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.models import Employment, Player
from players.services.people import lock_player
from players.works_here import refuse_oneself
from tables.models import Dealer

_OF_ONESELF = "notes of themselves what they work here, or that they do no more"


@transaction.atomic
def note_works_here(*, room: Room, player: Player, who: User | Dealer, key: str, by: User, at: datetime) -> Employment:
    """Note that a player works in the room, as somebody who signs in (a `User`) or as a dealer; returns the row.

    Refuses who notes it about themselves (`own_employment`, `serves_oneself`), somebody who doesn't work here
    (`works_elsewhere`), and the same kind twice for one person, by whichever record, or one of the staff as two people
    (`works_here_already`). Source: C-12, WAC 230-15-060.
    """
    kind = "dealer" if isinstance(who, Dealer) else "user"
    body: dict[str, object] = {"room": room.pk, "player": player.pk, kind: who.pk}
    if earlier := claim(key, "note_works_here", body, by=by, at=at):
        return Employment.objects.get(pk=(earlier.answer or {})["employment"])
    if kind == "user" and who.pk == by.pk:
        raise _own()
    _refuse_stranger(who, room)
    player = lock_player(player)
    refuse_oneself(player, by, what=_OF_ONESELF)
    _refuse_noted(room, player, kind, who)
    facts = {"room": room, "player": player, kind: who, "noted_at": at, "noted_by": by, "request_key": key}
    try:
        with transaction.atomic():
            row = Employment.objects.create(**facts)
    except IntegrityError as error:  # noted a moment ago, for another record
        message = f"{who} was just noted as somebody’s: reload the page, and look at it again."
        raise DomainError("works_here_already", message, field="who") from error
    after = {"player": player.pk, kind: who.pk, "badge": who.badge_number}
    record("player.works_here", row, room=room, by=by, at=at, after=after)
    answered(key, {"employment": row.pk})
    return row


@transaction.atomic
def note_works_here_no_more(
    *, employment: Employment, key: str, by: User, at: datetime, was_wrong: bool = False
) -> Employment:
    """Note that a player works here no more, from now on, or never did (`was_wrong`: it was noted by mistake); the row
    stays on record. Returns it.

    Refuses who ends it about themselves (`own_employment`, `serves_oneself`), and what was ended already
    (`employment_ended`).
    """
    body = {"employment": employment.pk} | ({"was_wrong": True} if was_wrong else {})
    if claim(key, "note_works_here_no_more", body, by=by, at=at):
        return Employment.objects.get(pk=employment.pk)
    if employment.user_id == by.pk:
        raise _own()
    refuse_oneself(lock_player(employment.player), by, what=_OF_ONESELF)
    ended = {"ended_at": at, "ended_by": by, "was_wrong": was_wrong}
    if Employment.objects.filter(pk=employment.pk, ended_at=None).update(**ended) != 1:
        raise DomainError("employment_ended", "That was ended already: reload the page.")
    employment.refresh_from_db()
    before = {"player": employment.player_id, "badge": employment.who.badge_number}
    after = {"was_wrong": True} if was_wrong else None
    record("player.works_here_no_more", employment, room=employment.room, by=by, at=at, before=before, after=after)
    answered(key, {"employment": employment.pk})
    return employment


def _own() -> DomainError:
    message = "That is about yourself: somebody else notes who of the players works here, and that they do no more."
    return DomainError("own_employment", message, field="who")


def _refuse_stranger(who: User | Dealer, room: Room) -> None:
    works = who.room_id == room.pk if isinstance(who, Dealer) else bool(who.roles_in(room))
    if not works:
        message = f"{who} doesn’t work in {room}: choose somebody who does, or let an administrator add them first."
        raise DomainError("works_elsewhere", message, field="who")


def _refuse_noted(room: Room, player: Player, kind: str, who: User | Dealer) -> None:
    """Refuse what is noted already, of the person or of the one of the staff; the person's records are locked."""
    noted = Employment.objects.filter(room=room, ended_at=None).exclude(**{kind: None})
    same = Q(player__in=Player.objects.of(player)) | Q(**{kind: who})
    found = noted.filter(same).select_related("player", "user", "dealer").first()
    if found is not None:
        message = f"It is noted that {found.player}, player {found.player_id}, is {found.who}: "
        message += "end that first, on that player’s page, if it is wrong."
        raise DomainError("works_here_already", message, field="who", allowed={"player": found.player_id})
