"""Directions that a ruling may give for the next hand, by the kind of dispute: its kill, its button, a player's
blinds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from config.errors import DomainError
from disputes.models import Directive, Dispute
from games.directed import DIRECTS, What, directive_words
from games.selectors.directives import open_deal
from players.models import Sitting, in_play
from tables.models import TableSession
from tables.services.sessions import must_be_open


@dataclass(frozen=True, slots=True)
class Direction:
    """One thing that a ruling directs: whose kill, where the button, or what the seat has `missed` of the blinds."""

    what: What
    seat: int | None = None
    missed: str = ""

    @property
    def words(self) -> str:
        """The direction in words, as the beginning of a sentence."""
        return directive_words(self.what, self.seat, self.missed)


def refuse_directions(dispute: Dispute, session: TableSession, directions: Sequence[Direction]) -> None:
    """Refuse what this kind of dispute doesn't put right, or the table doesn't know.

    Refusals: `not_directed`, `directed_twice`, `table_closed`, `no_kill`, `no_button`, `no_blinds`, `seat_empty`.
    """
    if directions:
        must_be_open(session)
    for direction in directions:
        if direction.what not in DIRECTS.get(dispute.kind, ()):
            sentence = f"{dispute.sort.term}: that is not put right by it. Open a case about the kill or the button."
            raise DomainError("not_directed", sentence, field="outcome")
        _refuse_unknown(direction, session)
    said = [("kill" if each.what == What.NO_KILL else each.what, _whose(each)) for each in directions]
    if len(said) != len(set(said)):
        raise DomainError("directed_twice", "Say one thing of the kill, of the button and of each seat.")


def directives(ruling: Any, session: TableSession, directions: Sequence[Direction]) -> list[Directive]:
    """The rows of what a ruling directs, behind the hands so far; the caller holds the session."""
    dealt_at, sitting = open_deal(session), _sitting(session)
    return [
        Directive(
            ruling=ruling,
            number=number,
            session=session,
            plaque=session.plaque,
            what=direction.what,
            seat=direction.seat,
            player_id=sitting[direction.seat].player_id if direction.seat and direction.what in _OF_PLAYER else None,
            missed=direction.missed,
            after_hand=session.hands_recorded,
            open_dealt_at=dealt_at,
        )
        for number, direction in enumerate(directions, start=1)
    ]


_OF_PLAYER = (What.KILL, What.BLINDS)


def _refuse_unknown(direction: Direction, session: TableSession) -> None:
    """Refuse what the game of the table doesn't have, and a seat in which nobody sits."""
    plaque = session.posted
    if direction.what in (What.KILL, What.NO_KILL) and (plaque.kill is None or not session.hands_recorded):
        raise DomainError(
            "no_kill", "No kill is posted here, or no hand was played that could start one.", field="kill"
        )
    if direction.what == What.BUTTON and not (
        session.plaque.has_button and direction.seat in range(1, plaque.seats + 1)
    ):
        raise DomainError("no_button", "This game has no button, or the table no such seat.", field="button")
    if direction.what == What.BLINDS and not _has_blinds(plaque.blinds, direction.missed):
        message = "No such blind is posted in this game: choose another, or none."
        raise DomainError("no_blinds", message, field=f"owes_{direction.seat}")
    if direction.what in _OF_PLAYER and direction.seat not in _sitting(session):
        raise DomainError("seat_empty", f"Nobody sits in seat {direction.seat}: choose who sits there.", field="kill")


def _has_blinds(blinds: Sequence[int], missed: str) -> bool:
    """Whether a game posts the blinds that somebody missed; without a small one nobody misses it."""
    return len(blinds) > 1 if missed in ("small", "both") else bool(blinds)


def _whose(direction: Direction) -> int | None:
    return direction.seat if direction.what == What.BLINDS else None


def _sitting(session: TableSession) -> dict[int, Sitting]:
    """The sittings of those who play now, by seat."""
    return {sitting.seat: sitting for sitting in in_play(session.sittings.filter(left_at=None))}
