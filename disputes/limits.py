"""The limits of a ruling: until when chips move, who may not rule, and when two people rule whatever the amount."""

from collections.abc import Sequence
from datetime import datetime

from config.errors import DomainError
from config.staff.models import User
from disputes.models import Dispute
from disputes.money import Paid, Payment
from disputes.put_right import why_not_between_players
from games.entered import entered_before, hand_entered_by
from games.models import Hand
from players.four_eyes import least_of
from players.models import Player, Sitting
from players.works_here import refuse_oneself
from rules.disputes.kind import RECORD_ERROR
from rules.table.floor import second_person_limit


def refuse_payments(dispute: Dispute, payments: Sequence[Payment]) -> None:
    """Refuse chips that this kind of dispute doesn't move, or no longer.

    Players' chips move where it was reported in the hand (class H) or before the next deal (class D); what the house
    took too much goes back at any time (class A), and so do the chips of a hand that was keyed wrongly at a table that
    was closed since. Refusals: `not_reversible`, `ruling_too_late`, `not_chip_multiple`.
    """
    for payment in payments:
        _refuse_odd_amount(dispute, payment)
        if payment.is_the_house_paying and "A" in dispute.sort.reversal:
            continue
        if refused := why_not_between_players(dispute):
            raise refused


def why_second(dispute: Dispute, paid: Sequence[Paid], hand: Hand | None, by: User, at: datetime) -> str:
    """Return why a ruling needs a second person whatever its amount, in one sentence; empty where it doesn't.

    The house's money always; the record of a closed table; what a player doesn't have; where only a stated time makes
    the case timely; and where the same person recorded the hand on an earlier gaming day. How much one person moves
    alone is `players.four_eyes`.
    """
    is_correction = bool(paid) or dispute.kind == RECORD_ERROR
    if is_correction and hand is not None and entered_before(hand, by, at):
        return "Who recorded the hand does not correct it alone after the day."
    if not paid:
        return ""
    if always := _why_of_class_a(dispute, paid):
        return always
    if short := sum(done.shortfall for done in paid):
        return f"{dispute.room.money(short)} of it isn't there and will be owed."
    if dispute.rests_on_a_statement:
        return "The next hand was dealt before the case was entered: only the stated time makes it timely."
    return ""


def _why_of_class_a(dispute: Dispute, paid: Sequence[Paid]) -> str:
    """The reason why what is put right at any time needs two people; empty for other chips."""
    if any(done.payment.is_the_house_paying for done in paid):
        return "Chips of the house are paid out."
    if dispute.kind == RECORD_ERROR:
        return "The table is closed: what its record gave wrongly is adjusted by two people."
    return ""


def limit_of(dispute: Dispute) -> int:
    """The amount of the players' chips that one person may move by a ruling, minor units: as the house had posted it
    then.

    A plaque with a larger buy-in that was posted while people sat at the table raises nothing (`players.four_eyes`).
    """
    smallest = min(dispute.plaque.plaque.buy_in_min, least_of(dispute.session))
    return second_person_limit(dispute.house_rules.house, smallest_buy_in=smallest)


def refuse_judge(dispute: Dispute, *people: User | None) -> None:
    """Refuse (`own_error`) whoever dealt the disputed hand: nobody rules on what they did themselves.

    A dealer who rules on disputes at other hours wears one badge for both.
    """
    badge = dispute.dealer_badge.strip().casefold()
    for person in people:
        if person and badge and person.badge_number.casefold() == badge:
            raise DomainError("own_error", f"{person} dealt this hand: another supervisor rules on it.")


def refuse_maker(dispute: Dispute, payments: Sequence[Payment], hand: Hand | None, second: User | None) -> None:
    """Refuse (`second_made_it`) a second person for money of the house who recorded or corrected the hand, or opened
    the case: whoever confirms what goes back did not make the slip (R69)."""
    if second is None or not any(payment.is_the_house_paying for payment in payments):
        return
    did = "opened this case" if dispute.opened_by_id == second.pk else ""
    if hand is not None and hand_entered_by(hand, second):
        did = "recorded or corrected this hand"
    if did:
        message = f"{second} {did}: somebody else who may rule confirms what the house pays back."
        raise DomainError("second_made_it", message, field="badge")


def refuse_own_hand(dispute: Dispute, hand: Hand | None, payments: Sequence[Payment], *people: User | None) -> None:
    """Refuse (`serves_oneself`) who was dealt in to the disputed hand, is a party of the case, or gets or gives chips
    by its ruling: who plays judges nothing that touches them. Of a quick hand nobody says whom it was dealt to."""
    touched = {party.player_id for party in dispute.parties.all()}
    touched |= set(hand.seats.values_list("player", flat=True)) if hand is not None else set()
    sides = [side for payment in payments for side in (payment.source, payment.target)]
    touched |= {side.player_id for side in sides if isinstance(side, Sitting)}
    refuse_oneself(Player.objects.filter(pk__in=touched), *people, what="rules on a hand that they played")


def _refuse_odd_amount(dispute: Dispute, payment: Payment) -> None:
    chip = dispute.room.smallest_chip
    if payment.amount <= 0 or payment.amount % chip:
        message = f"Chips come in multiples of {dispute.room.money(chip)}: enter what is moved."
        raise DomainError("not_chip_multiple", message, allowed={"multiple_of": chip}, field="payments")
