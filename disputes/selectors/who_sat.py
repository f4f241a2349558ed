"""Whoever sat where in a disputed hand, also after they left the table."""

from games.models import Hand
from games.selectors.who_sat import sittings_at
from players.models import Sitting, in_play
from tables.models import TableSession


def sitting_now(session: TableSession) -> dict[int, Sitting]:
    """The sittings that play in the seats of the table at this moment, by seat."""
    return {each.seat: each for each in in_play(session.sittings.filter(left_at=None).select_related("player"))}


def who_sat(hand: Hand) -> dict[int, Sitting]:
    """The sittings by seat when the hand was played: those of its players, and of a quick hand, which names none,
    of whoever sat at the table then. Two queries at most."""
    rows = hand.as_played.seats.select_related("sitting__player")
    dealt: dict[int, Sitting] = {row.seat: row.sitting for row in rows}
    return dealt or {int(seat): each for seat, each in sittings_at(hand.session, hand.started_at).items()}
