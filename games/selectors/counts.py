"""Stacks that were counted at the deal: what the books say of them, and whether they are expected to differ."""

from collections.abc import Iterator, Mapping

from config.rooms.models import Room
from config.staff.models import User
from games.models import Hand, HandDraft
from games.selectors.seats import SeatTaken, felt_balance
from players import four_eyes
from players.counts import Counted
from players.models import Sitting
from players.quick_hands import QuickHand, register
from players.services.counting import counted_beyond
from rules.house.possible_fees import largest_pot, tells_pot
from rules.house.rake import NO_FEE, FeeSchedule
from rules.table.seats import Seat
from tables.models import PlaqueVersion, TableSession


def counted_stacks(stacks: Mapping[Seat, int], taken: Mapping[Seat, SeatTaken]) -> tuple[Counted, ...]:
    """The stacks by seat that aren't what the books say; seats without a player are somebody else's question."""
    return tuple(
        Counted(taken[seat].sitting.pk, seat, taken[seat].player, taken[seat].stack, stack)
        for seat, stack in stacks.items()
        if seat in taken and taken[seat].stack != stack
    )


@register
def quick_hands(session: TableSession) -> Iterator[QuickHand]:
    """The hands of a session that are ticks as they now count; two queries.

    Whoever makes up a hand can state any pot, but pays its rake into a box that others count. So a hand explains the
    pot that was stated, and no larger one than its rake is that of (`largest_pot`); a promo drop bounds none, for it is
    taken from every pot alike. Where no rake tells of a pot (a time charge, a collection, or nothing) a stated pot
    stands by itself: tables on time are counted all evening, and two people for each count would be asked of honest
    rooms alone. It is a record by name, and the day says who moved much by counts; a collection lies in the box, too,
    and a hand without it explains no more than it paid. A pot that nobody stated explains nothing there.
    """
    ticks = Hand.objects.filter(session=session, tier=Hand.Tier.TICK, superseded_by=None, is_void=False)
    hands = list(ticks.values_list("started_at", "pot", "winners", "rake_taken", "plaque"))
    plaques = PlaqueVersion.objects.in_bulk({plaque for *_, plaque in hands})
    fees = {pk: plaque.plaque.fee or NO_FEE for pk, plaque in plaques.items()}
    chip = session.room.smallest_chip
    most = {(plaque, rake): largest_pot(fees[plaque], rake, chip=chip) for *_, rake, plaque in hands}
    for started_at, pot, winners, rake, plaque in hands:
        yield QuickHand(started_at, _explains(fees[plaque], pot, most[plaque, rake]), frozenset(winners or ()))


def _explains(fee: FeeSchedule, pot: int | None, most: int | None) -> int | None:
    """The pot that a quick hand explains, stated or not, where its rake is that of `most`; minor units."""
    if not tells_pot(fee):
        pot = pot or 0
    return min((bound for bound in (pot, most) if bound is not None), default=None)


@four_eyes.register
def counted_at_deals(room: Room, by: User | None, session: TableSession | None) -> int:
    """The amount that a person counted alone, off the books, at the deals of hands that are still played, but for that
    at `session`; minor units. It is booked with the hand; one query, and for each count of quick hands one more and
    those of the session."""
    if by is None:
        return 0
    drafts = HandDraft.objects.filter(session__room=room, counted_by=by, count_second=None)
    counts = drafts.exclude(session=session) if session else drafts
    waiting = counts.select_related("session__room", "session__plaque")
    return sum(counted_beyond(each.session, _found(each), each.count_reason) for each in waiting)


def _found(draft: HandDraft) -> dict[int, int]:
    """The chips that the count found, by sitting: of the players who were dealt in, whoever has their seats now."""
    if not draft.found:
        return {}
    dealt = dict(Sitting.objects.filter(pk__in=draft.sittings).values_list("seat", "pk"))
    return {dealt[int(seat)]: found for seat, found in draft.found.items()}


def ticked_since_count(session: TableSession) -> bool:
    """Whether stacks are expected to differ from the books: hands were ticked since they were last right.

    A tick knows no stacks: what it dropped is missing from the felt until they are counted, and what it moved between
    players shows nowhere, so the hand just before counts as well.
    """
    if felt_balance(session) < 0:
        return True
    last = Hand.objects.filter(session=session, number=session.hands_recorded).order_by("-version")
    return last.values_list("tier", flat=True).first() == Hand.Tier.TICK
