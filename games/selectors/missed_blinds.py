"""Players who are away from a table or new to its game, and the blinds that they owe: replayed from the recorded hands
(I-16)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, F, QuerySet, Value

from config.compiled import Among, Blank, compiled
from games.directed import Directed, What
from games.models import PLAYED, Hand, HandSeat
from games.selectors.directives import of_kinds, standing
from games.selectors.first_asked import IS_NEW, LEFT_OUT, WAS_AWAY, answer
from players.models import Absence, Sitting
from rules.table.button import Missed, Places
from rules.table.missed_blinds import big_blind_passed, missed_blinds_after
from rules.table.seats import Seat
from tables.models import TableSession

READ_AT_ONCE = 60
"""Hands: about those of the longest absence that a house allows."""
_ANY_NUMBER = 2**31 - 1
"""More than any hand's number: the session may have recorded hands since it was read."""
_Dealt = Set[tuple[int, int]]
"""The hands and players of all seats that were dealt in."""


@dataclass(frozen=True, slots=True)
class MissedBlinds:
    """The state of a player: whether they are away, what they `missed` or are new for, and how many rounds passed them
    since they last played.

    `directed` is the ruling that says what they owe, until they play again.
    """

    absence: Absence | None = None
    missed: Missed | None = None
    rounds: int = 0
    directed: Directed | None = None

    @property
    def is_away(self) -> bool:
        """Whether the player is away now."""
        return self.absence is not None and self.absence.ended_at is None


@dataclass(frozen=True, slots=True)
class _Stay:
    """A player at one table since joining it: the seats that they sat in, when they were away, and what rulings say
    that they owe; each in order."""

    sittings: list[Sitting]
    absences: list[Absence]
    directed: list[Directed]

    @property
    def sitting(self) -> Sitting:
        """The seat of the player now."""
        return self.sittings[-1]

    @property
    def came(self) -> datetime:
        """The time at which the player sat down."""
        return self.sittings[0].seated_at

    def seat_at(self, at: datetime) -> int | None:
        """The player's seat at an instant; None before they came."""
        return next((each.seat for each in reversed(self.sittings) if each.seated_at <= at), None)

    def is_away_at(self, at: datetime) -> bool:
        """Whether the player was away at an instant."""
        return any(each.started_at < at and (each.ended_at is None or each.ended_at > at) for each in self.absences)


def missed_blinds_of(session: TableSession) -> dict[int, MissedBlinds]:
    """The players who are away or owe blinds, by their sitting's id; six queries, two where everybody played all."""
    return missed_blinds_among(
        session,
        with_missed_blinds(session.sittings.filter(left_at=None), has_blinds=bool(session.posted.blinds)),
        standing(session),
    )


def with_missed_blinds(sittings: QuerySet[Sitting], *, has_blinds: bool) -> QuerySet[Any]:
    """Sittings of who is there at a session, each with what `missed_blinds_among` asks first.

    `is_new` says who joined a game that was going and hasn't played a hand of it yet, `left_out` who was left out of
    the last full hand of a game that they are in, `was_away` who was away from this table at any time (`first_asked`).
    """
    asked = sittings.annotate(was_away=answer(WAS_AWAY))
    if not has_blinds:
        return asked.annotate(is_new=_NO, left_out=_NO)
    return asked.annotate(is_new=answer(IS_NEW), left_out=answer(LEFT_OUT))


_NO = Value(value=False, output_field=BooleanField())


def missed_blinds_among(
    session: TableSession, sittings: Iterable[Any], directed: Collection[Directed]
) -> dict[int, MissedBlinds]:
    """The players among these sittings (`with_missed_blinds`, of everybody there) who are away or owe blinds, by their
    sitting's id; no query where everybody played all and nothing is `directed`, else four.

    Who is back, or was left out of a hand while a blind passed, owes until they are dealt in: a full hand says so, a
    tick counts as one that they play. Another seat of the table makes nobody free of what passed them; at another table
    nobody owes it (WSOP 83-99). Who is new to a game that is going owes the big blind until then (WSOP 154-157, RRoP
    4). What a ruling says that somebody owes, or no longer owes, counts from then on.
    """
    sittings = list(sittings)
    moved = {each.after for each in of_kinds(directed, What.BUTTON)}
    owed_by = {each.pk: MissedBlinds(missed="big") for each in sittings if each.is_new}
    left_out = [each.player_id for each in sittings if each.left_out and not each.is_new]
    away = [each.player_id for each in sittings if each.was_away]
    stays = list(_stays(session, of_kinds(directed, What.BLINDS), left_out, away))
    if stays:
        hands, dealt = _hands_since_played(session, stays)
        owed_by |= {
            stay.sitting.pk: _replayed(stay, hands, dealt, moved, owed_by.get(stay.sitting.pk)) for stay in stays
        }
    return {sitting: due for sitting, due in owed_by.items() if due.is_away or due.missed or due.directed}


def _stays(
    session: TableSession, directed: Iterable[Directed], left_out: Collection[int], away: Collection[int]
) -> Iterator[_Stay]:
    """The stays of those who sit there and were `away` in that time or `left_out`, or owe what a ruling says."""
    ruled: dict[int, list[Directed]] = defaultdict(list)
    for each in directed:
        ruled[each.player or 0].append(each)
    absences: dict[int, list[Absence]] = defaultdict(list)
    if away:
        for absence in _absences(session.pk, list(away)):
            absences[absence.sitting.player_id].append(absence)
    sittings: dict[int, list[Sitting]] = defaultdict(list)
    if absences or ruled or left_out:
        told = {*absences, *ruled, *left_out}
        for sitting in _sittings(session.pk, list(told)):
            sitting.session = session
            sittings[sitting.player_id].append(sitting)
    for player, rows in sittings.items():
        since = rows[-1].joined_at or rows[-1].seated_at
        stay = [sitting for sitting in rows if sitting.seated_at >= since]
        of_stay = [absence for absence in absences[player] if absence.sitting in stay]
        said = [each for each in ruled[player] if each.at >= since]
        if rows[-1].left_at is None and (of_stay or said or player in left_out):
            yield _Stay(stay, of_stay, said)


def _hands_since_played(session: TableSession, stays: Iterable[_Stay]) -> tuple[list[Hand], _Dealt]:
    """The session's hands, in order, since each of these players last played one or came; and who was dealt in.

    Nothing before a hand that somebody played counts for them, so hands are read from the last one backwards until all
    of them have: however long the session, they are the hands of an absence. Two queries for each READ_AT_ONCE.
    """
    waiting, before = list(stays), _ANY_NUMBER
    hands, dealt = list[Hand](), set[tuple[int, int]]()
    while waiting:
        some = _last_hands(session.pk, before)
        dealt |= set(_dealt_in([hand.pk for hand in some]))
        for hand in filter(_has_blinds, some):
            hands.append(hand)
            waiting = [stay for stay in waiting if stay.came < hand.started_at and not _plays(stay, hand, dealt)]
        if len(some) < READ_AT_ONCE:
            break
        before = some[-1].number
    return hands[::-1], dealt


def _has_blinds(hand: Hand) -> bool:
    return Places(**(hand.places or {})).has_blinds


@compiled
def _last_hands(session: Blank, before: Blank) -> QuerySet[Hand]:
    """The newest versions of the last hands with places whose number is below `before`, the last one first; a void one
    takes no blind from anybody."""
    played = Hand.objects.filter(places__isnull=False, session=session, number__lt=before, **PLAYED)
    rows = played.order_by("-number").only("pk", "number", "places", "started_at", "tier", "session_id")
    return rows[:READ_AT_ONCE]


@compiled
def _absences(session: Blank, players: Blank) -> QuerySet[Absence]:
    rows = Absence.objects.filter(Among(F("sitting__player"), players), sitting__session=session)
    return rows.select_related("sitting").order_by("started_at", "pk")


@compiled
def _sittings(session: Blank, players: Blank) -> QuerySet[Sitting]:
    return Sitting.objects.filter(Among(F("player"), players), session=session).order_by("seated_at", "pk")


@compiled
def _dealt_in(hands: Blank) -> QuerySet[HandSeat, tuple[int, int]]:
    return HandSeat.objects.filter(Among(F("hand"), hands)).values_list("hand_id", "player_id")


def _replayed(
    stay: _Stay,
    hands: Iterable[Hand],
    dealt: _Dealt,
    moved: Set[int],
    new: MissedBlinds | None,
) -> MissedBlinds:
    """Return what passed one player since they first went away, or a ruling said what they owe, and no hand has settled
    since.

    A player who is `new` owed on coming. Where a ruling `moved` the button after a hand, the blinds of the next one
    didn't come to their seats by passing.
    """
    absence = stay.absences[-1] if stay.absences else None
    owed, before, waiting = MissedBlinds(absence, new.missed if new else None), None, list(stay.directed)
    earlier = 0
    for hand in hands:
        while waiting and waiting[0].after < hand.number:
            owed = _ruled(owed, waiting.pop(0))
        places = Places(**(hand.places or {}))
        seat = stay.seat_at(hand.started_at)
        if seat is not None and _plays(stay, hand, dealt):
            owed = replace(owed, missed=None, rounds=0, directed=None)
        elif seat and before and _passes(stay, owed, hand) and moved.isdisjoint(range(earlier, hand.number)):
            owed = _passed(owed, Seat(seat), before, places, counts=_counts(owed, hand))
        before, earlier = places, hand.number
    for directed in waiting:
        owed = _ruled(owed, directed)
    return owed


def _ruled(owed: MissedBlinds, directed: Directed) -> MissedBlinds:
    """Return what the player owes as a ruling says it, whatever passed them before."""
    missed: dict[str, Missed] = {"small": "small", "big": "big", "both": "both"}
    return replace(owed, missed=missed.get(directed.missed), directed=directed)


def _passes(stay: _Stay, owed: MissedBlinds, hand: Hand) -> bool:
    """Whether a hand that the player isn't in may pass a blind of theirs: they owe one, were away or left out.

    A full hand says who was dealt in; whoever else sat there missed what passed (WSOP 154-157, RRoP 4).
    """
    return bool(owed.missed) or hand.tier == Hand.Tier.FULL or stay.is_away_at(hand.started_at)


def _counts(owed: MissedBlinds, hand: Hand) -> bool:
    """Whether a round that passed the player belongs to the absence that lasts."""
    return owed.absence is not None and hand.started_at > owed.absence.started_at


def _plays(stay: _Stay, hand: Hand, dealt: _Dealt) -> bool:
    """Whether the player was in this hand: listed in a full one, or there at the time of a tick."""
    if hand.tier == Hand.Tier.FULL:
        return (hand.pk, stay.sitting.player_id) in dealt
    return not stay.is_away_at(hand.started_at)


def _passed(owed: MissedBlinds, seat: Seat, before: Places, now: Places, *, counts: bool) -> MissedBlinds:
    """Return what the player owes after one more hand; the round `counts` where it passed in the absence that lasts."""
    owing = {seat: owed.missed} if owed.missed else {}
    passed = counts and big_blind_passed(seat, before, now)
    return replace(owed, missed=missed_blinds_after(owing, before, now, [seat]).get(seat), rounds=owed.rounds + passed)
