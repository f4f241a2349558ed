"""Stacks that were counted at the deal: what the books say of them, and why they usually differ."""

from collections.abc import Mapping

from games.models import Hand
from games.selectors.seats import SeatTaken, felt_balance
from players.counts import Counted, CountReason
from tables.models import TableSession


def counted_stacks(stacks: Mapping[int, int], taken: Mapping[int, SeatTaken]) -> tuple[Counted, ...]:
    """The stacks by seat that aren't what the books say; seats without a player are somebody else's question."""
    return tuple(
        Counted(seat, taken[seat].player, taken[seat].stack, stack)
        for seat, stack in stacks.items()
        if seat in taken and taken[seat].stack != stack
    )


def usual_reason(session: TableSession) -> CountReason | None:
    """Why stacks are expected to differ from the books: hands were ticked since they were last right; None if not.

    A tick knows no stacks: what it dropped is missing from the felt until they are counted, and what it moved between
    players shows nowhere, so the hand just before counts as well.
    """
    if felt_balance(session) < 0:
        return CountReason.TICKS
    last = Hand.objects.filter(session=session, number=session.hands_recorded).order_by("-version")
    ticked = last.values_list("tier", flat=True).first() == Hand.Tier.TICK
    return CountReason.TICKS if ticked else None
