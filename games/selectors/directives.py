"""The directives for the next hand: events among a session's hands, from which kill, missed blinds and button follow.

A ruling about a kill, a button or a blind moves no chips; it says what holds when the next hand is dealt. It is an
event in the same fold as the hands (docs/adr/0005), and its citation is the reason that pages give.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from games.cases import cases
from games.directed import Directed, What
from games.models import PLAYED, Hand, HandDraft
from tables.models import TableSession


def directives_of(sessions: Collection[int], *whats: What, before: int | None = None) -> dict[int, list[Directed]]:
    """The directives of these kinds that stand, by session, in order; one query.

    `before` leaves out those that were made after the hand of that number was dealt. One that was made while a hand was
    played waits until that hand is over.
    """
    return cases().directives_of(sessions, *whats, before=before)


def standing(session: TableSession) -> list[Directed]:
    """All directives of one session that stand, in order, to be handed to everything that follows from them; one
    query."""
    return directives_of([session.pk], *What)[session.pk]


def of_kinds(standing: Iterable[Directed], *whats: What) -> list[Directed]:
    """Those of these kinds."""
    return [each for each in standing if each.what in whats]


def button_directed(session: TableSession, standing: Iterable[Directed]) -> Directed | None:
    """The seat where a ruling puts the button of the next hand, by the directives that stand; None where the hands
    alone say it."""
    directed = of_kinds(standing, What.BUTTON)
    return directed[-1] if directed and not _played_since(session, directed[-1].after) else None


def button_ruled_meanwhile(session: TableSession) -> int | None:
    """The seat of the button after the hand that is just recorded, where a ruling said so while it was played."""
    return cases().button_ruled_meanwhile(session)


def open_deal(session: TableSession) -> datetime | None:
    """The time at which the hand that is being played was dealt; None between hands, and while a recorded one is
    corrected."""
    draft = HandDraft.objects.filter(session=session, supersedes=None)
    return draft.values_list("started_at", flat=True).first()


def _played_since(session: TableSession, number: int) -> bool:
    """Whether a hand after that number was played; a misdeal leaves the button where it was."""
    if session.hands_recorded <= number:
        return False
    return Hand.objects.filter(session=session, number__gt=number, **PLAYED).exists()
