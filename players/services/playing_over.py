"""Playing over: using an absent player's seat meanwhile, with the floor's leave and that player's.

No rulebook has a rule for it, so the house asks: the absent player agrees beforehand, keeps seat and chips under a
cover, and goes on owing what passes; who plays over is a newcomer like any other, and gives up the seat as soon as that
one is back.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players.list_games import game_of
from players.models import Absence, HouseException, Player, Sitting
from players.selectors.free_seats import open_changes
from players.services.absences import come_back
from players.services.admission import refuse_beside
from players.services.away import open_absence, who_plays_over
from players.services.counting import Count
from players.services.lists import lock_list_of, put_on_top
from players.services.people import lock_player
from players.services.seat_changes import change_seat
from players.services.seat_claims import wanted
from players.services.seating import (
    excepted,
    leave_seat,
    lock_open_session,
    lock_sitting,
    refuse_newcomer,
    sit_down,
    stated,
)
from tables.models import TableSession
from tables.services import touch


class GivesUp(StrEnum):
    """The next step of the player who gives up a seat in which they played over."""

    LEAVES = "leave"
    TAKES_SEAT = "seat"
    TOP_OF_LIST = "list"


@transaction.atomic
def agree_to_be_played_over(*, sitting: Sitting, by: User | None, at: datetime) -> Absence:
    """Note that an absent player was asked and lets somebody use the seat meanwhile; once noted, noted.

    Refuses one who isn't away (`not_away`) or has left (`already_left`).
    """
    sitting = lock_sitting(sitting)
    absence = _absence_of(sitting)
    if absence.agreed_at is None:
        absence.agreed_at, absence.agreed_by = at, by
        absence.save(update_fields=["agreed_at", "agreed_by"])
        room = sitting.session.room
        record("player.agreed_to_be_played_over", absence, room=room, by=by, at=at, after={"seat": sitting.seat})
        touch(sitting.session)
    return absence


@transaction.atomic
def play_over(
    *,
    sitting: Sitting,
    player: Player,
    amount: int,
    key: str,
    by: User | None,
    at: datetime,
    exception: str = HouseException.NONE,
    past_list: str = "",
    approver: User | None = None,
) -> Sitting:
    """Seat a player with `amount` of their rack in the seat of one who is away, `sitting`; returns the newcomer's
    sitting.

    The absent player's chips stay at the seat and are not in play. Refuses one who has left (`already_left`), isn't
    away (`not_away`), hasn't agreed (`not_agreed`), is played over (`seat_played_over`) or plays over somebody else
    (`plays_over_himself`); a seat that somebody at the table asked for (`seat_wanted`); and a newcomer as `seat_player`
    does.
    """
    body = {"sitting": sitting.pk, "player": player.pk, "amount": amount, "exception": exception}
    body |= excepted(past_list, approver)
    if earlier := claim(key, "play_over", body, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    player = lock_player(player)
    session = lock_open_session(sitting.session)
    refuse_newcomer(session, player, amount, at=at)
    absent = Sitting.objects.select_related("player").get(pk=sitting.pk)
    _refuse_to_cover(absent)
    _refuse_wanted(session, absent.seat)
    refuse_beside(session, player)
    made = sit_down(
        session,
        player,
        absent.seat,
        amount,
        key=key,
        by=by,
        at=at,
        exception=exception,
        past_list=past_list,
        approver=approver,
        plays_over=absent,
    )
    answered(key, {"sitting": made.pk})
    return made


@transaction.atomic
def give_back_seat(
    *,
    sitting: Sitting,
    gives_up: GivesUp,
    key: str,
    by: User | None,
    at: datetime,
    seat: int | None = None,
    counted: int | None = None,
    reason: str = "",
    second: User | None = None,
) -> Absence:
    """The absent player of `sitting` is back: who plays over gives up the seat, and they sit down.

    That one leaves with the chips, takes another `seat` of the table with them, or leaves and goes to the top of the
    list for the game; `counted` is the stack of one who leaves, `reason` and `second` as in `leave_seat`. If nobody
    plays over any more the player is just back. Refuses as `come_back` does, and as `leave_seat`, `change_seat` or
    `put_on_top` for the other (`mid_hand` while they may be in the hand).
    """
    body = {"sitting": sitting.pk, "gives_up": gives_up, "seat": seat, "counted": counted} | stated(reason, second)
    if earlier := claim(key, "give_back_seat", body, by=by, at=at):
        return Absence.objects.get(pk=(earlier.answer or {})["absence"])
    if over := who_plays_over(sitting):
        for pk in sorted((sitting.player_id, over.player_id)):
            lock_player(Player(pk=pk))
        count = Count(counted, reason, second)
        _give_up(over, gives_up, seat, count, key=f"{key}:over", by=by, at=at)
    absence = come_back(sitting=sitting, by=by, at=at)
    answered(key, {"absence": absence.pk})
    return absence


def _give_up(
    over: Sitting,
    gives_up: GivesUp,
    seat: int | None,
    count: Count,
    *,
    key: str,
    by: User | None,
    at: datetime,
) -> None:
    """Let the one who plays over leave the seat; a list is locked before the table."""
    counted: dict[str, Any] = {"counted": count.counted, "reason": count.reason, "second": count.second}
    if gives_up == GivesUp.TAKES_SEAT:
        if seat is None:
            raise DomainError("seat_unknown", f"Say which seat {over.player} takes.", field="seat")
        change_seat(sitting=over, seat=seat, key=key, by=by, at=at)
    elif gives_up == GivesUp.TOP_OF_LIST:
        game = game_of(over.session.posted, over.session.room.money)
        waiting_list = lock_list_of(room=over.session.room, game=game, by=by, at=at)
        leave_seat(sitting=over, key=key, by=by, at=at, **counted)
        put_on_top(waiting_list=waiting_list, player=over.player, by=by, at=at)
    else:
        leave_seat(sitting=over, key=key, by=by, at=at, **counted)


def _absence_of(sitting: Sitting) -> Absence:
    """The absence that lasts. Refuses one who sits in the seat (`not_away`)."""
    if absence := open_absence(sitting):
        return absence
    raise DomainError("not_away", f"{sitting.player} sits in the seat: only a player who is away can be played over.")


def _refuse_to_cover(absent: Sitting) -> None:
    """Refuse a seat that nobody may use meanwhile; its session is locked."""
    if absent.left_at:
        raise DomainError("already_left", f"{absent.player} has left seat {absent.seat}: seat the player there.")
    if absent.is_playing_over:
        message = f"{absent.player} plays over in seat {absent.seat}: let that seat be given up first."
        raise DomainError("plays_over_himself", message)
    absence = _absence_of(absent)
    if over := who_plays_over(absent):
        message = f"{over.player} plays over {absent.player} in seat {absent.seat}: choose another seat."
        raise DomainError("seat_played_over", message)
    if absence.agreed_at is None:
        message = f"{absent.player} has not agreed that somebody uses the seat: ask, and note the agreement."
        raise DomainError("not_agreed", message)


def _refuse_wanted(session: TableSession, seat: int) -> None:
    """Refuse a seat that somebody at the table asked for by its number: they would lose it to who plays over."""
    for change in open_changes(session):
        if change.seat == seat:
            raise wanted(change, seat)
