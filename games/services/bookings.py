"""The end of every recorded hand: takings checked, the session released, audit, rating asked for."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from config.audit.services import record
from config.errors import DomainError
from config.hooks.outbox import tell
from config.jobs.services import enqueue
from config.requests.models import RequestKey
from config.rooms.models import Room
from config.staff.models import User
from games.hook_events import HAND_RECORDED
from games.models import Hand
from games.selectors.counts import counted_stacks, ticked_since_count
from games.selectors.seats import SeatTaken, felt_balance
from players import four_eyes
from players.counts import NOTHING_FOUND, StackCount
from players.services.counting import explain, foresee
from rules.house.fee_schedule import NO_FEE, FeeSchedule
from rules.house.plaque import Plaque
from rules.house.plaque_check import why_not_opening
from rules.house.possible_fees import most_rake, never_owed
from rules.table.kill import KillState, why_not_debtors, why_not_other_kill
from rules.table.seats import Seat
from rules.table.setup import Setup
from tables.models import TableSession
from tables.services import count_hand, refusal, release_hand

NEVER_OWED = "takings_never_owed"
"""The question about takings that no hand under the plaque owes; confirmed, they are booked."""
_FEWEST = 2
"""Players of any hand."""


def hand_answered(earlier: RequestKey) -> Hand:
    """The hand that an earlier request with the same key recorded: the hand keeps the key, so that nothing else is
    written of the answer."""
    return Hand.objects.get(request_key=earlier.key)


def check_takings(
    *,
    session: TableSession,
    plaque: Plaque,
    rake_taken: int,
    promo_taken: int,
    pot: int | None,
    confirmed: Collection[str] = (),
) -> None:
    """Refuse rake and promo that can't have been dropped: no whole chips, or more than the pot held; ask about those
    that no hand under `plaque` owes.

    What was taken is a fact, even where it was wrong: whoever has looked says so (`confirmed` holds the code), and the
    alarm of the table's takings says it after. A file's chips are its own. Refusals: `not_chip_multiple`,
    `takings_above_pot`, `takings_never_owed`.
    """
    room = session.room
    chip = room.smallest_chip if session.source == TableSession.Source.FLOOR else 1
    for field, amount in (("rake_taken", rake_taken), ("promo_taken", promo_taken)):
        if amount < 0 or amount % chip:
            raise DomainError(
                "not_chip_multiple",
                f"Chips come in multiples of {room.money(chip)}: enter what lies in the box.",
                citation="004:L290",
                allowed={"multiple_of": chip},
                field=field,
            )
    if pot is not None and rake_taken + promo_taken > pot:
        raise DomainError(
            "takings_above_pot",
            f"Rake and promo are more than the pot of {room.money(pot)}: look at the amounts again.",
            allowed={"most": pot},
            field="rake_taken",
        )
    if session.source == TableSession.Source.FLOOR and NEVER_OWED not in confirmed:
        _ask_about_takings(room, plaque.fee or NO_FEE, rake_taken, promo_taken, pot)


def _ask_about_takings(room: Room, fee: FeeSchedule, rake: int, promo: int, pot: int | None) -> None:
    """Ask (`takings_never_owed`) about what the schedule never takes of a hand."""
    if why := never_owed(fee, rake=rake, promo=promo, pot=pot, money=room.money):
        is_rake = bool(never_owed(fee, rake=rake, promo=0, pot=pot))
        raise DomainError(
            NEVER_OWED,
            f"{' '.join(why)} Look into the box again; if so much was taken, say that it was.",
            rule=f"The plaque says: {fee.describe(room.money)}.",
            citation="002:L175-178",
            allowed={"most": most_rake(fee) if is_rake else fee.promo, "confirm": NEVER_OWED},
            field="rake_taken" if is_rake else "promo_taken",
        )


def refuse_session_of_a_file(session: TableSession) -> None:
    """Refuse (`imported`) to deal or tick where the hands come from a file: nobody sits there."""
    if session.source == TableSession.Source.IMPORT:
        message = "That session's hands come from a file: deal at a table that was opened on the floor."
        raise DomainError("imported", message)


def check_stacks(
    session: TableSession,
    stacks: Mapping[Seat, int],
    taken: Mapping[Seat, SeatTaken],
    reason: str,
    *,
    by: User | None,
    at: datetime,
    second: User | None = None,
) -> StackCount:
    """The chips that counting these stacks found at each seat above the books, why, and by whom.

    What ticks dropped since the last count still lies in the seats by the books, so seats as booked always pass.
    Refuses stacks that can't be on the table, together more than the books know of there (`table_short`), and stacks
    other than the books' as `players.counts.refuse_unexplained` does (`count_reason_missing`, `count_above_ticks`,
    `count_not_yours`), and above what one person may move alone without a `second` (`second_needed`).
    """
    sits_out = sum(place.stack for seat, place in taken.items() if seat not in stacks)
    booked = sum(place.stack for place in taken.values())
    held = booked + max(felt_balance(session), 0)
    if sum(stacks.values()) + sits_out > held:
        message = (
            f"By the books {session.room.money(held)} lies on the table, the hand begins with more: count again; "
            "chips that were bought come by Add on."
        )
        raise DomainError("table_short", message, allowed={"most": held})
    counted = counted_stacks(stacks, taken)
    if not counted:
        return NOTHING_FOUND
    ticked = ticked_since_count(session)
    explained = explain(session, counted, reason, by=by, second=second, ticked=ticked)
    if explained.beyond:
        facts: dict[str, Any] = {"amount": explained.beyond, "about": explained.about, "at": at}
        foresee(four_eyes.COUNT, session=session, by=by, second=second, **facts)
    return StackCount({each.seat: each.found for each in counted}, explained.reason, by, second)


def opening_refused(session: TableSession, players: int) -> DomainError | None:
    """The refusal of the first hand of a session with so few players: the house opens the game with more
    (`too_few_players`).

    What was opened is a game, and goes on with fewer. Files don't say who else sat there, and neither does a table
    whose seats nobody enters.
    """
    if session.hands_recorded or players < _FEWEST or session.source == TableSession.Source.IMPORT:
        return None
    refused = why_not_opening(session.plaque.game, players, session.plaque.house_rules.house)
    return refusal(refused) if refused else None


def refuse_opening_hand(session: TableSession, players: int) -> None:
    """Refuse the first hand of a session where `opening_refused` says why."""
    if refused := opening_refused(session, players):
        raise refused


def refuse_by_kill(setup: Setup, kill: KillState[Seat], room: Room) -> None:
    """Refuse a hand that isn't the one that the kill asks for, which the hands before left behind.

    Codes: `wrong_kill_limits`, `wrong_killer`, `kill_post_required`, and `kill_owed` for who can't post theirs yet.
    """
    refused = why_not_other_kill(setup, kill, room.money) or why_not_debtors(kill, setup.seats, setup.house)
    if refused:
        raise refusal(refused)


def close_hand(
    hand: Hand,
    session: TableSession,
    *,
    verb: str,
    by: User | None,
    at: datetime,
    button_seat: int | None = None,
    kill_after: dict[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
) -> Hand:
    """Free the session, write the audit event and ask for the rating; returns the hand, which answers the request whose
    key it keeps (`hand_answered`).

    A further version of a hand counts no new number and moves no button; the kill that it leaves is asked of the hands
    anew. Imported hands come by the thousand: they are rated together, when the report of their day is built, and no
    other system is told of them.
    """
    if session.hand_open:
        is_new = hand.supersedes_id is None
        release_hand(session=session, recorded=is_new, button_seat=button_seat, kill_after=kill_after)
    else:
        count_hand(session=session, button_seat=button_seat, kill_after=kill_after)
    record(verb, hand, room=hand.room, by=by, at=at, before=before, after=facts_of(hand), reason=hand.reason)
    if session.source == TableSession.Source.FLOOR:
        tell(HAND_RECORDED, hand, room=hand.room, at=at)
        enqueue("rake.rate_hand", room=hand.room, by=by, key=f"rake.rate_hand:{hand.pk}", hand_id=hand.pk)
    return hand


def facts_of(hand: Hand) -> dict[str, Any]:
    """The hand in the audit trail's words; amounts in minor units."""
    facts = ("number", "version", "tier", "pot", "rake_taken", "promo_taken", "winners", "void_cause")
    return {"table": hand.session.table.name} | {fact: getattr(hand, fact) for fact in facts}
