"""The kill at a table: who posts it next, and who still owes it.

It follows from the recorded hands alone (kill_fold.py). So that a long session costs no more than a short one, the
session keeps the kill that its last hand left behind, as it keeps the button; what is kept counts while no hand was
corrected since and the same rulings stand, and `audit_books` holds it against the hands (I-16). Where those who owe a
kill aren't dealt in, the house rule `kill_unposted` says whether the limits stand; either way they post it in the first
hand that they play again (RRoP 13; WSOP 194-199).
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from games.directed import Directed, What
from games.models import Hand
from games.selectors.directives import directives_of, of_kinds
from games.selectors.kill_fold import Kills, after, follow, played_hand, played_hands
from players.models import PlayerId
from rules.house.plaque import Plaque
from rules.table.kill import KillState
from rules.table.seats import NO_SEAT, Seat
from rules.table.setup import Setup
from tables.models import PlaqueVersion, TableSession

ABOUT_KILLS = (What.KILL, What.NO_KILL)


def kills_of(
    session: TableSession, plaque: Plaque, *, before: int | None = None, directed: Iterable[Directed] | None = None
) -> Kills:
    """The kill at a session after all its hands, or after those `before` a number; `directed` are the session's
    directives where they are known.

    No query where the `plaque` of the next hand has no kill; one, or none where all is known, while what the session
    keeps holds.
    """
    if not plaque.kill:
        return Kills()
    said = _about_kills([session], before) if directed is None else {session.pk: list(directed)}
    kept = kept_kills(session, said[session.pk]) if before is None else None
    return kept or follow(played_hands([session], before=before, directed=said)[session.pk])


def kill_due(
    session: TableSession,
    version: PlaqueVersion,
    players: Mapping[Seat, PlayerId],
    *,
    before: int | None = None,
    directed: Iterable[Directed] | None = None,
) -> KillState[Seat]:
    """The kill of the hand that these `players` (by seat) play under this version of the plaque, as `kills_of`."""
    kills = kills_of(session, version.plaque, before=before, directed=directed)
    return kills.due(version.plaque, version.house_rules.house, players)


def kills_at(sessions: Collection[TableSession]) -> dict[int, Kills]:
    """The kills of many sessions at once, by session: in a fixed number of queries, none where no plaque has a kill."""
    with_kill = [session for session in sessions if session.posted.kill]
    said = _about_kills(with_kill) if with_kill else {}
    kept = {session.pk: kept_kills(session, said[session.pk]) for session in with_kill}
    others = [session for session in with_kill if kept[session.pk] is None]
    folded = {pk: follow(hands) for pk, hands in played_hands(others, directed=said).items()} if others else {}
    return {pk: kills or folded[pk] for pk, kills in kept.items()}


def kept_kills(session: TableSession, directed: Iterable[Directed]) -> Kills | None:
    """The kill after the last recorded hand as the session keeps it; None where it keeps none that still holds.

    It doesn't once a hand was corrected or voided, or other rulings about a kill stand than stood then.
    """
    if not session.hands_recorded:
        return Kills()
    kept, said = session.kill_after, of_kinds(directed, *ABOUT_KILLS)
    if kept is None or kept["hand"] != session.hands_recorded or kept["rulings"] != _rulings(said):
        return None
    state = KillState(kept["killer"], frozenset(kept["owing"]))
    ruled = None if kept["directed"] is None else said[kept["directed"]]
    return Kills(state, tuple(kept["stakes"]) if kept["stakes"] else None, ruled)


def to_keep(
    hand: Hand, session: TableSession, players: Mapping[Seat, PlayerId], directed: Collection[Directed]
) -> dict[str, Any] | None:
    """The kill after a hand that is just recorded and not counted yet, for the session to keep (`kept_kills`).

    `players` sat in their seats, `directed` are all directives of the session. None where the plaque has no kill, and
    for hands of a file, which say themselves under which kill they were played.
    """
    if not session.posted.kill or session.source != TableSession.Source.FLOOR:
        return None
    said = of_kinds(directed, *ABOUT_KILLS)
    kills = kept_kills(session, said)
    if kills is None:
        kills = follow(played_hands([session], before=hand.number, directed={session.pk: said})[session.pk])
    kills = after(kills, played_hand(hand, players, said))
    return {
        "hand": hand.number,
        "killer": kills.state.killer,
        "owing": sorted(kills.state.owing),
        "stakes": kills.stakes,
        "directed": said.index(kills.directed) if kills.directed else None,
        "rulings": _rulings(said),
    }


def _rulings(directed: Iterable[Directed]) -> list[list[Any]]:
    """The marks by which rulings about kills are told from others."""
    return [[each.case, each.at.isoformat(), each.after, each.what, each.player] for each in directed]


def _about_kills(sessions: Collection[TableSession], before: int | None = None) -> dict[int, list[Directed]]:
    """The rulings about kills that stand, by session; one query."""
    return directives_of([session.pk for session in sessions], *ABOUT_KILLS, before=before)


def killer_of(setup: Setup) -> Seat | None:
    """The seat that posts the kill of a hand, NO_SEAT where nobody does; None where no kill is on."""
    posted = (setup.seat(post.position) for post in setup.posts if post.kind == "kill")
    return next(posted, NO_SEAT) if setup.killed else None
