"""Stacks that were counted at the deal: what the books say of them, and whether they are expected to differ."""

from collections.abc import Mapping

from games.models import Hand
from games.selectors.seats import SeatTaken, felt_balance
from players.counts import Counted
from tables.models import TableSession


def counted_stacks(stacks: Mapping[int, int], taken: Mapping[int, SeatTaken]) -> tuple[Counted, ...]:
    """The stacks by seat that aren't what the books say; seats without a player are somebody else's question."""
    return tuple(
        Counted(seat, taken[seat].player, taken[seat].stack, stack)
        for seat, stack in stacks.items()
        if seat in taken and taken[seat].stack != stack
    )


def ticked_since_count(session: TableSession) -> bool:
    """Whether stacks are expected to differ from the books: hands were ticked since they were last right.

    A tick knows no stacks: what it dropped is missing from the felt until they are counted, and what it moved between
    players shows nowhere, so the hand just before counts as well.
    """
    if felt_balance(session) < 0:
        return True
    last = Hand.objects.filter(session=session, number=session.hands_recorded).order_by("-version")
    return last.values_list("tier", flat=True).first() == Hand.Tier.TICK
