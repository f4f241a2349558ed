"""Stacks that were counted at the deal: what the books say of them, and whether they are expected to differ."""

from collections.abc import Iterator, Mapping

from config.rooms.models import Room
from config.staff.models import User
from games.models import Hand, HandDraft
from games.selectors.seats import SeatTaken, felt_balance
from players import four_eyes
from players.counts import Counted, beyond_ticks
from players.quick_hands import QuickHand, register
from rules.table.seats import Seat
from tables.models import TableSession


def counted_stacks(stacks: Mapping[Seat, int], taken: Mapping[Seat, SeatTaken]) -> tuple[Counted, ...]:
    """The stacks by seat that aren't what the books say; seats without a player are somebody else's question."""
    return tuple(
        Counted(seat, taken[seat].player, taken[seat].stack, stack)
        for seat, stack in stacks.items()
        if seat in taken and taken[seat].stack != stack
    )


@register
def quick_hands(session: TableSession) -> Iterator[QuickHand]:
    """The hands of a session that are ticks as they now count; one query."""
    ticks = Hand.objects.filter(session=session, tier=Hand.Tier.TICK, superseded_by=None, is_void=False)
    for started_at, pot in ticks.values_list("started_at", "pot"):
        yield QuickHand(started_at, pot)


@four_eyes.register
def counted_at_deals(room: Room, by: User | None, session: TableSession | None) -> int:
    """The amount that a person counted alone, off the books, at the deals of hands that are still played, but for that
    at `session`; minor units. It is booked with the hand; one query."""
    if by is None:
        return 0
    drafts = HandDraft.objects.filter(session__room=room, counted_by=by, count_second=None)
    counts = drafts.exclude(session=session) if session else drafts
    return sum(beyond_ticks(found.values(), reason) for found, reason in counts.values_list("found", "count_reason"))


def ticked_since_count(session: TableSession) -> bool:
    """Whether stacks are expected to differ from the books: hands were ticked since they were last right.

    A tick knows no stacks: what it dropped is missing from the felt until they are counted, and what it moved between
    players shows nowhere, so the hand just before counts as well.
    """
    if felt_balance(session) < 0:
        return True
    last = Hand.objects.filter(session=session, number=session.hands_recorded).order_by("-version")
    return last.values_list("tier", flat=True).first() == Hand.Tier.TICK
