"""The kill as pages say it before a hand: the limits in force, who posts what, and who still owes one."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from games.directed import OWED
from games.selectors.directives import button_directed, standing
from games.selectors.kill import kills_at, kills_of
from games.selectors.kill_fold import Kills
from games.selectors.seats import SeatTaken, players_in, seats_taken
from players.models import PlayerId
from rules.table.kill import NO_KILL, KillState, kill_blind
from rules.table.kill_words import kill_limits, kill_marker, kill_name, who_posts
from rules.table.seats import NO_SEAT, Seat
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class KillNote:
    """The kill of the next hand: a marker, a sentence with limits and post, and a sentence about who owes one.

    All are empty where the plaque has no kill; without one in force the marker is. `ruled` are sentences about what
    rulings direct for that hand, of its kill, its button and the blinds, with their citations.
    """

    kill: KillState[Seat] = NO_KILL
    marker: str = ""
    sentence: str = ""
    owing: str = ""
    ruled: tuple[str, ...] = ()


def kill_note(
    session: TableSession, kills: Kills | None = None, taken: Mapping[Seat, SeatTaken] | None = None
) -> KillNote:
    """The kill of the hand that those who sit there with chips play next, and what rulings direct for it."""
    plaque, house = session.posted, session.plaque.house_rules.house
    taken = seats_taken(session) if taken is None else taken
    kills = kills or kills_of(session, plaque)
    ruled = tuple(_ruled(session, kills, taken))
    if plaque.kill is None:
        return KillNote(ruled=ruled)
    players = players_in(taken, [seat for seat, place in taken.items() if place.stack > 0])
    kill, money = kills.due(plaque, house, players), session.room.money
    names = [player.display_name for player in kills.absent(plaque, house, players)]
    waiting = [taken[seat].player.display_name for seat in sorted(kill.owing)]
    return KillNote(
        kill,
        marker=kill_marker(plaque, kill, money),
        sentence=_sentence(session, kill),
        owing=_owing(session, [*names, *waiting], is_on=kill.killer == NO_SEAT),
        ruled=ruled,
    )


def kill_markers(
    sessions: Collection[TableSession], seated: Mapping[int, Mapping[Seat, PlayerId]]
) -> dict[int, KillNote]:
    """The kills that are on at these sessions, by session; `seated` are the players by seat of each.

    In a fixed number of queries, none where no plaque has a kill.
    """
    kills = kills_at(sessions)
    by_id = {session.pk: session for session in sessions}
    due = {pk: _due(by_id[pk], left, seated.get(pk, {})) for pk, left in kills.items()}
    return {pk: KillNote(kill, _marker(by_id[pk], kill)) for pk, kill in due.items() if kill.active}


def _due(session: TableSession, kills: Kills, players: Mapping[Seat, PlayerId]) -> KillState[Seat]:
    return kills.due(session.posted, session.plaque.house_rules.house, players)


def _marker(session: TableSession, kill: KillState[Seat]) -> str:
    return kill_marker(session.posted, kill, session.room.money)


def _sentence(session: TableSession, kill: KillState[Seat]) -> str:
    plaque, house, money = session.posted, session.plaque.house_rules.house, session.room.money
    if plaque.kill is None or not kill.active:
        small, big = money(plaque.small_bet or 0), money(plaque.big_bet or 0)
        starts = money(plaque.kill.qualifies_at) if plaque.kill else ""
        return f"Limits {small}/{big}. A scooped pot of {starts} starts the {kill_name(plaque)}."
    post = who_posts(plaque, house, kill, money)
    return f"{kill_name(plaque).capitalize()}: limits {kill_limits(plaque, money)}, {post}."


def _ruled(session: TableSession, kills: Kills, taken: Mapping[Seat, SeatTaken]) -> Iterator[str]:
    """The directions of rulings for the next hand, in sentences with their reasons."""
    if kills.directed:
        yield kills.directed.sentence
    if button := button_directed(session, standing(session)):
        yield button.sentence
    for seat, place in taken.items():
        if place.owed and place.owed.directed:
            yield f"Seat {seat} {OWED[place.missed or '']}, {place.owed.directed.reason}."


def _owing(session: TableSession, names: list[str], *, is_on: bool) -> str:
    """Say who has left a kill unposted, and what that means for the hand (RRoP 13)."""
    if not names:
        return ""
    plaque, house = session.posted, session.plaque.house_rules.house
    amount = session.room.money(kill_blind(plaque, house))
    who, owes = " and ".join(names), "owe" if len(names) > 1 else "owes"
    limits = "its limits stand without a post" if is_on else "this hand is played without it"
    return f"{who} {owes} a {kill_name(plaque)} and isn't dealt in: {limits}; they post {amount} before playing again."
