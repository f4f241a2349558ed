"""The way of a hand's chips: what brought them to the table, what the hand moved, the boxes that it fell into, and who
counted these."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet

from games.cases import cases
from games.models import Hand, HandSeat
from games.shares import BOXES
from players.box_ways import IntoBox, boxes_with
from players.models import DebtEntry, Sitting, Transfer
from players.selectors.ledger_group import Line, balances
from players.selectors.ledger_rows import TransferRow, told, with_words
from players.selectors.ledger_way import Brought, brought

_END = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Dealt:
    """A player of the hand: what they had brought by then, and their part in it where it is known, minor units."""

    brought: Brought
    seat: HandSeat | None


@dataclass(frozen=True, slots=True)
class Step:
    """The transfers of one request that moved chips of the hand, and why in words."""

    title: str
    rows: Sequence[TransferRow]

    @property
    def key(self) -> str:
        """The request key of its group."""
        return self.rows[0].transfer.request_key


@dataclass(frozen=True, slots=True)
class Way:
    """One hand's way from buy-in to box. `is_dealt_known` says whether the players were entered, or are those who sat
    at the table then; `boxes` are the house's boxes with what the hand left in each, corrections counted, and `counts`
    what became of them, for the template `cage/box_way.html`."""

    hand: Hand
    versions: Sequence[Hand]
    is_dealt_known: bool
    players: Sequence[Dealt]
    steps: Sequence[Step]
    boxes: Sequence[Line]
    counts: Sequence[Any]
    cases: Sequence[Any]


def way_of(hand: Hand) -> Way:
    """The way of a hand's chips, whichever of its versions is asked about; a fixed number of queries for any number of
    players, and those of its cases."""
    versions = list(Hand.objects.filter(session=hand.session_id, number=hand.number).order_by("version"))
    moved = told(with_words(_moved(hand, versions)).order_by("chain_number"))
    seats = _seats(versions)
    sittings = [seat.sitting for seat in seats.values()] or _sat_there(versions[0])
    before = moved[0].transfer.chain_number if moved else _END
    ways = brought(sittings, since=hand.session.gaming_day, before=before)
    players = [Dealt(way, seats.get(way.sitting.pk)) for way in ways]
    steps, counts = _steps(moved, versions), boxes_with(hand.session.table, _into_boxes(moved))
    return Way(hand, versions, bool(seats), players, steps, _boxes(moved), counts, cases().told(hand))


def _moved(hand: Hand, versions: Sequence[Hand]) -> QuerySet[Transfer]:
    """The transfers of all versions of a hand, of the rulings on it, and of the debts that these left."""
    ids = [version.pk for version in versions]
    owed = Q(debt__hand_id__in=ids) | Q(debt__case_id__in=cases().numbers(hand))
    moved = Q(hand_id__in=ids) | Q(request_key__in=DebtEntry.objects.filter(owed).values("request_key"))
    return Transfer.objects.filter(moved, room=hand.room_id)


def _seats(versions: Sequence[Hand]) -> dict[int, HandSeat]:
    """The players who were dealt in, in the order of their seats, by sitting; as the newest version says that has
    any."""
    rows = HandSeat.objects.filter(hand__in=versions).select_related("sitting__player", "sitting__session")
    newest = {row.sitting_id: row for row in rows.order_by("hand__version")}
    return dict(sorted(newest.items(), key=lambda each: each[1].seat))


def _sat_there(first: Hand) -> list[Sitting]:
    """The people who sat at the table when a quick hand was recorded."""
    then = first.recorded_at
    sat = Sitting.objects.filter(Q(left_at=None) | Q(left_at__gt=then), session=first.session_id, seated_at__lte=then)
    return list(sat.select_related("player", "session").order_by("seat", "seated_at", "pk"))


def _steps(moved: Sequence[TransferRow], versions: Sequence[Hand]) -> list[Step]:
    """The transfers by request, in their order, each with its title."""
    titles = {version.request_key: _title(version) for version in versions}
    requests = groupby(moved, key=lambda row: row.transfer.request_key)
    steps = [(key, list(rows)) for key, rows in requests]
    return [Step(titles.get(key) or rows[0].transfer.get_kind_display().capitalize(), rows) for key, rows in steps]


def _title(version: Hand) -> str:
    if version.is_void:
        return f"Version {version.version}: voided"
    return f"Version {version.version}: corrected" if version.version > 1 else "As first recorded"


def _boxes(moved: Sequence[TransferRow]) -> list[Line]:
    """The boxes of the house that the hand's chips went through, with what came and went."""
    lines = [line for balance in balances(moved) for line in balance.lines]
    return [line for line in lines if line.place.account.kind in BOXES]


def _into_boxes(moved: Sequence[TransferRow]) -> list[IntoBox]:
    """The parts of these transfers that touched a box of the house; those of files are in none that anybody takes off a
    table."""
    rows = [row.transfer for row in moved if not row.is_import]
    sides = [
        (row, place, amount) for row in rows for place, amount in ((row.source, -row.amount), (row.target, row.amount))
    ]
    return [
        IntoBox(place.pk, place.kind, row.chain_number, row.request_key, amount)
        for row, place, amount in sides
        if place.kind in BOXES
    ]
