"""Who is away from a table, and the blinds that passed him meanwhile: replayed from the recorded hands (I-16)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from games.models import Hand, HandSeat
from games.rules.button import Missed, Places
from games.rules.dues import big_blind_passed, dues_after
from players.models import Absence, Sitting
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Due:
    """How a player stands: whether he is away, what he `missed`, and how many rounds of blinds passed him."""

    absence: Absence
    missed: Missed | None = None
    rounds: int = 0

    @property
    def is_away(self) -> bool:
        """Whether he is away now."""
        return self.absence.ended_at is None


@dataclass(frozen=True, slots=True)
class _Stay:
    """A player at one table since he joined it: the seats that he sat in, and when he was away; both in order."""

    sittings: list[Sitting]
    absences: list[Absence]

    @property
    def sitting(self) -> Sitting:
        """Where he sits now."""
        return self.sittings[-1]

    def seat_at(self, at: datetime) -> int | None:
        """His seat at an instant; None before he came."""
        return next((each.seat for each in reversed(self.sittings) if each.seated_at <= at), None)

    def is_away_at(self, at: datetime) -> bool:
        """Whether he was away at an instant."""
        return any(each.started_at < at and (each.ended_at is None or each.ended_at > at) for each in self.absences)


def dues_of(session: TableSession) -> dict[int, Due]:
    """The players who are away or owe blinds since, by their sitting's id; four queries, one where nobody was away.

    Who is back owes until he is dealt in: a full hand says so, a tick counts as one that he plays. Another seat of the
    table makes nobody free of what passed him; at another table nobody owes it (WSOP 83-99).
    """
    stays = list(_stays(session))
    if not stays:
        return {}
    hands = _hands(session)
    seats = HandSeat.objects.filter(hand__in=[hand.pk for hand in hands])
    dealt = set(seats.values_list("hand_id", "player_id"))
    dues = {stay.sitting.pk: _replayed(stay, hands, dealt) for stay in stays}
    return {sitting: due for sitting, due in dues.items() if due.is_away or due.missed}


def _stays(session: TableSession) -> Iterator[_Stay]:
    """The stays of those who sit there and were away in that time."""
    seated = session.sittings.filter(left_at=None).values("player")
    away = Absence.objects.filter(sitting__session=session, sitting__player__in=seated).select_related("sitting")
    absences: dict[int, list[Absence]] = defaultdict(list)
    for absence in away.order_by("started_at", "pk"):
        absences[absence.sitting.player_id].append(absence)
    sittings: dict[int, list[Sitting]] = defaultdict(list)
    if absences:
        for sitting in session.sittings.filter(player__in=absences).order_by("seated_at", "pk"):
            sittings[sitting.player_id].append(sitting)
    for player, rows in sittings.items():
        since = rows[-1].joined_at or rows[-1].seated_at
        stay = [sitting for sitting in rows if sitting.seated_at >= since]
        if of_stay := [absence for absence in absences[player] if absence.sitting in stay]:
            yield _Stay(stay, of_stay)


def _hands(session: TableSession) -> list[Hand]:
    """The newest versions of the session's hands that have blinds, in order."""
    hands = Hand.objects.filter(Q(places__isnull=False), session=session, superseded_by=None).order_by("number")
    return list(hands.only("pk", "number", "places", "started_at", "tier", "session_id"))


def _replayed(stay: _Stay, hands: Iterable[Hand], dealt: Collection[tuple[int, int]]) -> Due:
    """What passed one player since he first went away, and wasn't settled by a hand that he played."""
    due, before = Due(stay.absences[-1]), None
    for hand in hands:
        places = Places(**(hand.places or {}))
        seat = stay.seat_at(hand.started_at)
        if hand.started_at > stay.absences[0].started_at and before is not None and seat is not None:
            if _plays(stay, hand, dealt):
                due = replace(due, missed=None)
            elif due.missed or stay.is_away_at(hand.started_at):
                due = _passed(due, seat, before, places, counts=hand.started_at > due.absence.started_at)
        before = places
    return due


def _plays(stay: _Stay, hand: Hand, dealt: Collection[tuple[int, int]]) -> bool:
    """Whether the player was in this hand: listed in a full one, or there at the time of a tick."""
    if hand.tier == Hand.Tier.FULL:
        return (hand.pk, stay.sitting.player_id) in dealt
    return not stay.is_away_at(hand.started_at)


def _passed(due: Due, seat: int, before: Places, now: Places, *, counts: bool) -> Due:
    """What he owes after one more hand; the round `counts` where it passed in the absence that lasts."""
    owing = {seat: due.missed} if due.missed else {}
    passed = counts and big_blind_passed(seat, before, now)
    return replace(due, missed=dues_after(owing, before, now, [seat]).get(seat), rounds=due.rounds + passed)
