"""The answers of the play to what the ledger asks of hands (`players.dealt.Dealt`)."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, QuerySet

from config.rooms.models import Room
from games.files import played_of
from games.models import Hand, HandDraft, HandSeat
from games.selectors.who_sat import sittings_at
from players.dealt import AsDealt, AtItsEnd, Changed, LateChange
from rules.phh.reader import read_hands

_AMOUNTS: Final = ("cc", "cbr", "pb")
"""The verbs of a check, call, bet or raise, and a bring-in: amounts, which say nothing of who won with what."""


class RecordedHands:
    """The hands of all rooms."""

    def names(self, hands: Collection[int]) -> dict[int, str]:
        """The names of these hands, by id: "hand 12 of Table 3", and the version where it is not the first."""
        rows = Hand.objects.filter(pk__in=hands).values_list("pk", "number", "session__table__name", "version")
        return {pk: _name(number, table, version) for pk, number, table, version in rows}

    def days(self, hands: Collection[int]) -> dict[int, date]:
        """The gaming day that each of these hands belongs to, by id."""
        rows = Hand.objects.filter(pk__in=hands).values_list("pk", "belongs_to_day", "gaming_day")
        return {pk: named or day for pk, named, day in rows}

    def versions(self, hands: Collection[int]) -> dict[int, frozenset[int]]:
        """The ids of all versions of each of these hands, by the id of any of them."""
        rows = Hand.objects.filter(session__hands__in=hands, session__hands__number=F("number"))
        found: dict[int, set[int]] = defaultdict(set)
        for asked, version in rows.values_list("session__hands", "pk"):
            found[asked].add(version)
        return {asked: frozenset(ids) for asked, ids in found.items()}

    def numbered(self, room: Room, number: int) -> QuerySet[Any]:
        """The ids of every version of the room's hands with this number."""
        return Hand.objects.filter(room=room, number=number).values("pk")

    def newest_of(self, table: int, number: int) -> int | None:
        """The id of the newest hand with this number at a table, as it was last recorded."""
        hands = Hand.objects.filter(session__table=table, number=number).order_by("-pk")
        return hands.values_list("pk", flat=True).first()

    def is_void(self, hand: int) -> bool:
        """Whether a hand is void in its newest version."""
        return bool(_versions(hand).order_by("-version").values_list("is_void", flat=True).first())

    def as_dealt(self, hand: int) -> AsDealt:
        """A hand as it was last recorded: its versions, when it was dealt, to whom, and its game."""
        rows = list(_versions(hand).select_related("plaque").order_by("version"))
        persons: frozenset[int] | None = None
        if rows[-1].tier == Hand.Tier.FULL:
            seats = HandSeat.objects.filter(hand=rows[-1]).select_related("player")
            persons = frozenset(seat.player.person_id for seat in seats)
        return AsDealt(frozenset(row.pk for row in rows), rows[-1].started_at, persons, rows[-1].plaque.game)

    def at_its_end(self, hand: int) -> AtItsEnd | None:
        """The end of a hand as it was last recorded: who hadn't folded, whether at a showdown; None of a tick."""
        row = _versions(hand).select_related("room").order_by("version").last()
        if row is None or row.tier != Hand.Tier.FULL:
            return None
        played = played_of(row)
        seats = HandSeat.objects.filter(hand=row).select_related("player")
        stayed = frozenset(seat.player.person_id for seat in seats if not played.folded[seat.position - 1])
        return AtItsEnd(stayed, has_showdown=played.stage == "showdown")

    def seated(self, hand: int) -> frozenset[int]:
        """The persons in the seats of its table when a hand was dealt."""
        row = Hand.objects.select_related("session").get(pk=hand)
        return frozenset(each.player.person_id for each in sittings_at(row.session, row.started_at).values())

    def has_later(self, hand: str) -> Exists:
        """Whether a later version is recorded of the hand whose id a query calls `hand`."""
        return Exists(Hand.objects.filter(supersedes=OuterRef(hand), supersedes__isnull=False))

    def changed(self, hands: Collection[int]) -> dict[int, Changed]:
        """The hands that somebody may have won otherwise by their newest version, by the ids of these versions."""
        rows = Hand.objects.filter(pk__in=hands).prefetch_related("seats")
        before = {each.pk: each for each in rows.filter(superseded_by__isnull=False)}
        sessions = {(each.session_id, each.number) for each in before.values()}
        later = Hand.objects.filter(session__in={one for one, _ in sessions}, number__in={each for _, each in sessions})
        newest = later.filter(superseded_by=None).select_related("session__table", "recorded_by")
        now = {(each.session_id, each.number): each for each in newest.prefetch_related("seats")}
        found: dict[int, Changed] = {}
        for pk, was in before.items():
            hand = now[was.session_id, was.number]
            if hand.is_void or _how_won(hand) != _how_won(was):
                found[pk] = Changed(
                    hand.pk, _named(hand), str(hand.recorded_by or "The system"), hand.recorded_at, hand.reason,
                    hand.is_void,
                )  # fmt: skip
        return found

    def changed_late(self, room: Room, day: date) -> list[LateChange]:
        """The versions of hands of a gaming day that were recorded after it had ended, oldest first."""
        again = Hand.objects.filter(room=room, supersedes__isnull=False, gaming_day__gt=day)
        first = {"session__hands__version": 1, "session__hands__number": F("number")}
        of_day = again.filter(**first, session__hands__gaming_day=day)
        rows = of_day.select_related("supersedes", "session__table", "recorded_by").order_by("recorded_at", "pk")
        return [
            LateChange(
                each.pk, _named(each), str(each.recorded_by or "The system"), each.recorded_at, each.is_void,
                after_lock=each.belongs_to_day is not None,
                rake=each.rake_taken - each.supersedes.rake_taken, promo=each.promo_taken - each.supersedes.promo_taken,
            )
            for each in rows if each.supersedes
        ]  # fmt: skip

    def recorded_since(self, session: int, since: datetime) -> int:
        """The number of hands of a session that were recorded after an instant, each once however often corrected."""
        return Hand.objects.filter(session=session, version=1, recorded_at__gt=since).count()

    def is_dealt_in(self, session: int, sitting: int) -> bool:
        """Whether a sitting is in the hand that is entered at a session, or is corrected there; also where none is."""
        dealt = HandDraft.objects.filter(session=session).values_list("sittings", flat=True).first()
        return dealt is None or sitting in dealt

    def newest(self, sessions: Collection[int]) -> dict[int, datetime]:
        """The instant at which the newest hand of each of these sessions was recorded, whatever became of it since."""
        last = Hand.objects.filter(session__in=sessions, version=1, number=F("session__hands_recorded"))
        return dict(last.order_by().values_list("session", "recorded_at"))


def _versions(hand: int) -> QuerySet[Hand]:
    """Every version of a hand, by the id of any of them."""
    return Hand.objects.filter(session__hands__pk=hand, number=F("session__hands__number"))


def _how_won(hand: Hand) -> tuple[Any, ...]:
    """The facts that say who won a hand with what: who was dealt in, who won, of a full hand every card and fold."""
    seats = sorted((each.seat, each.player_id) for each in hand.seats.all())
    acts: list[Any] = []
    if hand.tier == Hand.Tier.FULL:
        notations = next(iter(read_hands(hand.phh))).actions
        acts = [each.action for each in notations if each.action and each.action.verb not in _AMOUNTS]
    return hand.tier, sorted(hand.winners or []), seats, acts


def _named(hand: Hand) -> str:
    return _name(hand.number, hand.session.table.name, hand.version)


def _name(number: int, table: str, version: int) -> str:
    return f"hand {number} of {table}" + (f", version {version}" if version > 1 else "")
