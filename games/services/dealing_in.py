"""The deal: who is dealt in with what stacks, and the setup and the first lines of a hand that come of it."""

from collections.abc import Mapping
from datetime import datetime

from config.errors import DomainError
from config.staff.models import User
from games.replay import write_action
from games.selectors.deals import Deal
from games.selectors.kill import kill_due
from games.selectors.seats import SeatTaken, players_in, seats_taken
from games.selectors.seen import Seen, changes_since
from games.services.bookings import StackCount, check_stacks, refuse_by_kill, refuse_opening_hand
from players.ledger import lock_stacks
from players.selectors.plaque_rules import refuse_unpayable
from rules.entry.dealing import deal_unasked
from rules.play.hand import Hand
from rules.table.missed_blinds import why_not_seats
from rules.table.seats import Seat
from rules.table.setup import Setup
from rules.text.violation import Refused
from tables.models import TableSession
from tables.services import refusal, refuse_seats_outside


def deal_hand(session: TableSession, deal: Deal, taken: Mapping[Seat, SeatTaken]) -> tuple[Setup, list[str]]:
    """The setup of a deal, and the lines that deal unknown cards; under the kill that the hands before ask for."""
    refuse_opening_hand(session, len(deal.stacks))
    setup = deal.setup(session.plaque)
    refuse_by_kill(setup, kill_due(session, session.plaque, players_in(taken, deal.stacks)), session.room)
    if deal.places and (misplaced := why_not_seats(deal.places, deal.stacks, setup.house)):
        raise refusal(misplaced)
    try:
        hand = Hand(setup, session.room.money)
        deal_unasked(hand)
    except Refused as refused:
        raise refusal(refused.violation) from refused
    return setup, [write_action(action, session.room) for action in hand.actions]


def seats_dealt_in(
    session: TableSession, deal: Deal, by: User | None, at: datetime
) -> tuple[dict[Seat, SeatTaken], StackCount]:
    """The seats that are dealt in, and what counting their stacks found; the stacks of the table stay locked.

    Refuses `deal_outdated`, `seat_empty` where nobody sits, or sits without chips, `player_barred`, and as
    `check_stacks`.
    """
    lock_stacks(session)
    taken = seats_taken(session)
    if deal.seen:
        _refuse_outdated(deal.seen, session, taken)
    for seat, stack in deal.stacks.items():
        if seat not in taken:
            raise DomainError("seat_empty", f"Nobody sits in seat {seat}: seat a player there, or leave it out.")
        if taken[seat].is_barred:
            message = f"{taken[seat].player} is barred: leave seat {seat} out, the chips go to the cage."
            raise DomainError("player_barred", message, citation="004:L64")
        if stack <= 0:
            raise DomainError("seat_empty", f"{taken[seat].player} has no chips: leave seat {seat} out of the deal.")
        refuse_unpayable(session.room, stack, field=f"stack_{seat}")
    refuse_seats_outside(session.posted, {seat: str(taken[seat].player) for seat in deal.stacks})
    count = check_stacks(session, deal.stacks, taken, deal.count_reason, by=by, at=at, second=deal.count_second)
    return {seat: taken[seat] for seat in deal.stacks}, count


def _refuse_outdated(seen: Seen, session: TableSession, taken: Mapping[Seat, SeatTaken]) -> None:
    """Refuse a deal that was made from books that have changed since, with what changed."""
    if changes := changes_since(seen, session, taken):
        message = f"Since this deal was shown, {', '.join(changes)}: look at the new figures, then deal."
        raise DomainError("deal_outdated", message)
