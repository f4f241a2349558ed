"""Rows of the ledger that others took back on the same side of a count: together they moved nothing there."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from cage.models import BoxPull, Investigation
from cage.selectors.fallen import key_of_cover
from cage.selectors.regulator_notes import of_room
from config.rooms.models import Room
from players.dealt import dealt
from players.models import Transfer, TransferKind

_Act = tuple[str, int, int, bool]
"""An act, by what makes it one and its id, before, in or after the time of a count, in cash or in chips."""


def moved_at(row: Transfer, places: Collection[int]) -> int:
    """The amount that a row brought to these places, below zero where it took it away."""
    return row.amount * ((row.target_id in places) - (row.source_id in places))


def undone(rows: Sequence[Transfer], places: Collection[int], since: int, until: int) -> dict[int, list[int]]:
    """The numbers of these rows that moved something at these places, and nothing together with what else was done of
    the same act in the time of a count, from row `since` to row `until`, or in that after it; each with the numbers of
    the others.

    One act are a row and its reversal, whatever voided it; all that the versions of a hand, its corrections and rulings
    on it moved there, with the covers of boxes that were pulled before; and a slip that went and came back. Where one
    of two was done in that time and the other one before or since, the books of the count had one of them alone: both
    may explain what was counted. Five queries at most.
    """
    if not rows:
        return {}
    covered = {row.request_key.rpartition(":")[0] for row in rows if row.kind == TransferKind.VARIANCE}
    first = [*rows, *_there(Q(request_key__in=covered), rows, places)]
    versions = dealt().versions({row.hand_id for row in first if row.hand_id}).values()
    hands = {version: min(ids) for ids in versions for version in ids}
    found = {row.pk: row for row in [*first, *_there(_same_act(first, hands), rows, places)]}
    base = {key_of_cover(row.request_key, is_back=back): row for row in found.values() for back in (False, True)}
    covers = _there(Q(kind=TransferKind.VARIANCE, request_key__in=base), rows, places)
    found |= {row.pk: row for row in covers}
    acts: dict[_Act, list[Transfer]] = defaultdict(list)
    for row in found.values():
        of = _act(base.get(row.request_key, row), hands)
        acts[*of, (row.chain_number > since) + (row.chain_number > until), row.source.holds_cash].append(row)
    named = {row.chain_number for row in rows}
    nothing: dict[int, list[int]] = {}
    for done in acts.values():
        if not sum(moved_at(row, places) for row in done):
            numbers = sorted(row.chain_number for row in done if moved_at(row, places))
            nothing |= {number: [each for each in numbers if each != number] for number in numbers if number in named}
    return nothing


def end_of_count(variance_key: str, pull: BoxPull | None, room: int) -> int:
    """The number of the last row that the books of a count had, before they were brought to it: of a box the last one
    before it was pulled."""
    if pull is not None:
        return pull.last_number
    brought = Transfer.objects.filter(room=room, request_key=variance_key).order_by("chain_number")
    return (brought.values_list("chain_number", flat=True).first() or 1) - 1


def _same_act(rows: Sequence[Transfer], hands: Collection[int]) -> Q:
    """The condition of what else belongs to the acts of these rows."""
    ways = {end.pk for row in rows for end in (row.source, row.target) if end.slip_id}
    same = Q(pk__in=[row.reverses_id for row in rows if row.reverses_id]) | Q(reverses__in=[row.pk for row in rows])
    return same | Q(hand_id__in=hands) | Q(source__in=ways) | Q(target__in=ways)


def _there(which: Q, rows: Sequence[Transfer], places: Collection[int]) -> QuerySet[Transfer]:
    """The rows of the room that a condition names and that moved something at these places."""
    there = Q(source__in=places) | Q(target__in=places)
    return Transfer.objects.filter(which, there, room=rows[0].room_id).select_related("source", "target")


def _act(row: Transfer, hands: Mapping[int, int]) -> tuple[str, int]:
    if row.hand_id:
        return "hand", hands.get(row.hand_id, row.hand_id)
    slip = row.source.slip_id or row.target.slip_id
    return ("slip", slip) if slip else ("row", row.reverses_id or row.pk)


def explained_by_voided(room: Room, day: date) -> list[tuple[Investigation, Transfer]]:
    """The investigations that were explained by a row which was taken back on the day since, each with the row that did
    so, by the order of these; two queries."""
    taken = Transfer.objects.filter(room=room, gaming_day=day, reverses__isnull=False).select_related("by", "reverses")
    back = {row.reverses.chain_number: row for row in taken.order_by("chain_number") if row.reverses}
    if not back:
        return []
    names = reduce(or_, (Q(transfers__contains=[number]) for number in back))
    settled = of_room(room).filter(names, state=Investigation.State.EXPLAINED).select_related("settled_by")
    explained = [
        (found, back[number])
        for found in settled.order_by("pk")
        for number in found.transfers
        if number in back and found.settled_at and found.settled_at < back[number].at
    ]
    return sorted(explained, key=lambda each: each[1].chain_number)
