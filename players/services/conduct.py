"""Conduct: warnings, and players who are kept apart. Suspensions and bans are `people.bar_player`."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.models import User
from players.models import ConductWarning, Player, Separation, Sitting
from players.selectors.people import found
from players.separation import KEPT_APART, held_by, kept_apart_there, separations_of
from players.services.people import lock_player
from rules.house.policies import POLICIES
from tables.models import SessionAlarm
from tables.services import clear_alarm, raise_alarm


@transaction.atomic
def warn_player(
    *, room: Room, player: Player, text: str, policy: str = "", by: User | None, at: datetime
) -> ConductWarning:
    """Note that a player was warned, and where they sit.

    Refuses a warning without words (`reason_missing`) and a policy that there is not (`policy_unknown`).
    """
    if not is_reason(text):
        raise DomainError("reason_missing", "Say in a few words what the player did.", field="text")
    if policy and policy not in POLICIES:
        raise DomainError("policy_unknown", "Choose the point of the house policy from the list.", field="policy")
    sits = Sitting.objects.filter(player__in=Player.objects.of(player), left_at=None, is_import=False)
    sitting = sits.filter(session__room=room).select_related("session").order_by("pk").first()
    warning = ConductWarning.objects.create(
        room=room,
        player=player,
        session=sitting.session if sitting else None,
        policy=policy,
        text=text,
        given_at=at,
        given_by=by,
    )
    record(
        "player.warned", warning, room=room, by=by, at=at, after={"player": player.pk, "policy": policy}, reason=text
    )
    return warning


@transaction.atomic
def keep_apart(*, room: Room, player: Player, other: str, reason: str, by: User | None, at: datetime) -> Separation:
    """Keep two players apart at the tables of this room from now on; `other` is the second one's number or whole name.

    Where they sit together at that moment an alarm is raised at the table. Refuses a missing reason (`reason_missing`),
    a name that nobody or more than one has (`player_unknown`), the same player (`same_player`), and a pair that the
    room keeps apart already (`apart_already`).
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why: whoever seats them next must know.", field="reason")
    second = _named(other, room)
    if second.person_id == player.person_id:
        raise DomainError("same_player", "That is the same player: name the other one.", field="other")
    pair = _lock_both(player, second)
    here = separations_of(player).filter(held_by(room))
    if any(each.other(player).person_id == second.person_id for each in here):
        raise DomainError("apart_already", f"{player} and {second} are kept apart already.", field="other")
    facts = {"first": pair[0], "second": pair[1], "reason": reason, "starts_at": at, "imposed_by": by}
    made = Separation.objects.create(room=room, **facts)
    _raise_if_together(made, at)
    after = {"players": [one.pk for one in pair]}
    record("players.kept_apart", made, room=room, by=by, at=at, after=after, reason=reason)
    return made


@transaction.atomic
def end_separation(*, room: Room, separation: Separation, reason: str, by: User | None, at: datetime) -> Separation:
    """Let two players sit together again, in the room that keeps them apart.

    Refuses a missing reason (`reason_missing`), a separation of another room (`separation_elsewhere`) and one that
    ended already (`separation_ended`).
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why they may sit together again.", field="reason")
    if separation.room is not None and separation.room != room:
        message = f"{separation.room} keeps them apart, at its own tables: ask a supervisor there to end it."
        raise DomainError("separation_elsewhere", message)
    ended = {"ended_at": at, "ended_by": by, "ended_reason": reason}
    if Separation.objects.filter(pk=separation.pk, ended_at=None).update(**ended) != 1:
        raise DomainError("separation_ended", "That was ended already: reload the page.")
    alarms = SessionAlarm.objects.filter(kind=KEPT_APART, subject=_subject(separation), cleared_at=None)
    for alarm in alarms.filter(session__room=room):
        clear_alarm(alarm=alarm, by=by, at=at)
    separation.refresh_from_db()
    before = {"players": [separation.first_id, separation.second_id]}
    record("players.let_together", separation, room=room, by=by, at=at, before=before, reason=reason)
    return separation


def clear_apart(sitting: Sitting, *, by: User | None, at: datetime) -> None:
    """Take the alarms off that this player's leaving settles, whichever record of theirs a separation names."""
    alarms = list(SessionAlarm.objects.filter(session=sitting.session_id, kind=KEPT_APART, cleared_at=None))
    records = {str(record.pk) for record in Player.objects.of(sitting.player)} if alarms else set[str]()
    for alarm in alarms:
        if not records.isdisjoint(alarm.subject.split()[1:]):
            clear_alarm(alarm=alarm, by=by, at=at)


def bind_separations(player: Player, *, at: datetime) -> None:
    """Raise the alarm where a player sits with somebody from whom a separation of any record of theirs keeps them; the
    caller has locked the records."""
    for separation in separations_of(player):
        _raise_if_together(separation, at)


def _lock_both(one: Player, other: Player) -> list[Player]:
    """The two in the order of their ids; all records of both are locked, those of the person of the lower id first."""
    locked = [lock_player(each) for each in sorted((one, other), key=lambda each: each.person_id)]
    return sorted(locked, key=lambda each: each.pk)


def _named(text: str, room: Room) -> Player:
    """The one registered player whom a number or a whole name means."""
    matches = [someone for someone in found(text, room)[:50] if _means(someone, text.strip())]
    if len(matches) != 1:
        told = "Several players are called that" if matches else "Nobody is called that"
        raise DomainError("player_unknown", f"{told}: enter the player's number from the player’s page.", field="other")
    return matches[0]


def _means(player: Player, text: str) -> bool:
    return text == str(player.pk) or text.casefold() in (player.display_name.casefold(), player.legal_name.casefold())


def _raise_if_together(separation: Separation, at: datetime) -> None:
    sittings = Sitting.objects.filter(player__in=Player.objects.of(separation.first), left_at=None, is_import=False)
    for sitting in sittings.select_related("session__table"):
        there = {other.person_id for other in kept_apart_there(sitting.session, separation.first)}
        if separation.second.person_id in there:
            text = f"{separation.first} and {separation.second} are kept apart: move one of them."
            raise_alarm(session=sitting.session, kind=KEPT_APART, subject=_subject(separation), text=text, at=at)


def _subject(separation: Separation) -> str:
    return f"players {separation.first_id} {separation.second_id}"
