"""Who is away from a table, and the blinds that passed him meanwhile: replayed from the recorded hands (I-16)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q

from games.models import Hand, HandSeat
from games.rules.button import Missed, Places, lies_between
from games.rules.dues import dues_after
from players.models import Absence
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Due:
    """How a seat stands: whether its player is away, what he `missed`, and how many rounds of blinds passed him."""

    absence: Absence
    missed: Missed | None = None
    rounds: int = 0

    @property
    def is_away(self) -> bool:
        """Whether he is away now."""
        return self.absence.ended_at is None


def dues_of(session: TableSession) -> dict[int, Due]:
    """The seats whose players are away or owe blinds since, by seat; three queries, one where nobody was away.

    Who is back owes until he is dealt in: a full hand says so, a tick counts as one that he plays.
    """
    absences = Absence.objects.filter(sitting__session=session, sitting__left_at=None).select_related("sitting")
    last = {absence.sitting_id: absence for absence in absences.order_by("started_at")}
    if not last:
        return {}
    hands = _hands(session)
    seats = HandSeat.objects.filter(hand__in=[hand.pk for hand in hands], sitting__in=last)
    dealt = set(seats.values_list("hand_id", "sitting_id"))
    dues = (_replayed(absence, hands, dealt) for absence in last.values())
    return {due.absence.sitting.seat: due for due in dues if due.is_away or due.missed}


def _hands(session: TableSession) -> list[Hand]:
    """The newest versions of the session's hands that have blinds, in order."""
    hands = Hand.objects.filter(Q(places__isnull=False), session=session, superseded_by=None).order_by("number")
    return list(hands.only("pk", "number", "places", "started_at", "tier", "session_id"))


def _replayed(absence: Absence, hands: Iterable[Hand], dealt: set[tuple[int, int]]) -> Due:
    """What passed one player since he went away, until he was dealt in again."""
    due, before = Due(absence), None
    for hand in hands:
        places = Places(**(hand.places or {}))
        if hand.started_at > absence.started_at and before is not None:
            if _plays(absence, hand, dealt):
                return replace(due, missed=None)
            due = _passed(due, before, places)
        before = places
    return due


def _plays(absence: Absence, hand: Hand, dealt: set[tuple[int, int]]) -> bool:
    """Whether the player was in this hand: listed in a full one, or back at the time of a tick."""
    if hand.tier == Hand.Tier.FULL:
        return (hand.pk, absence.sitting_id) in dealt
    return absence.ended_at is not None and absence.ended_at <= hand.started_at


def _passed(due: Due, before: Places, now: Places) -> Due:
    seat = due.absence.sitting.seat
    owing = {seat: due.missed} if due.missed else {}
    passed = lies_between(seat, before.bb, now.bb)
    return replace(due, missed=dues_after(owing, before, now, [seat]).get(seat), rounds=due.rounds + passed)
