"""The limits of a ruling: until when chips move, who may not rule, and when two people rule whatever the amount."""

from collections.abc import Sequence
from datetime import datetime

from config.errors import DomainError
from config.staff.models import User
from disputes.models import Dispute
from disputes.money import Paid, Payment
from games.entered import entered_before
from games.models import Hand
from players.four_eyes import least_of
from rules.table.floor import second_person_limit, why_not_late_ruling
from tables.services import refusal

RECORD_ERROR = "RECORD_ERROR"
"""The kind of case that corrects the record: what it is ruled on alone after the day is one's own keying."""
_ENDS = "RRoP 2 #5-6 · WSOP 51-52"


def refuse_payments(dispute: Dispute, payments: Sequence[Payment]) -> None:
    """Refuse chips that this kind of dispute doesn't move, or no longer.

    Players' chips move where it was reported in the hand (class H) or before the next deal (class D); what the house
    took too much goes back at any time (class A). Refusals: `not_reversible`, `ruling_too_late`, `not_chip_multiple`.
    """
    for payment in payments:
        _refuse_odd_amount(dispute, payment)
        if payment.is_the_house_paying and "A" in dispute.sort.reversal:
            continue
        _refuse_class(dispute)
        late = why_not_late_ruling(dispute.house_rules.house, next_hand_begun=not dispute.is_timely)
        if late:
            raise refusal(late, field="payments")


def why_second(dispute: Dispute, paid: Sequence[Paid], hand: Hand | None, by: User, at: datetime) -> str:
    """Return why a ruling needs a second person whatever its amount, in one sentence; empty where it doesn't.

    The house's money always; what a player doesn't have; where only a stated time makes the case timely; and where the
    same person recorded the hand on an earlier gaming day. How much one person moves alone is `players.four_eyes`.
    """
    is_correction = bool(paid) or dispute.kind == RECORD_ERROR
    if is_correction and hand is not None and entered_before(hand, by, at):
        return "Who recorded the hand does not correct it alone after the day."
    if not paid:
        return ""
    if any(done.payment.is_the_house_paying for done in paid):
        return "Chips of the house are paid out."
    if short := sum(done.shortfall for done in paid):
        return f"{dispute.room.money(short)} of it isn't there and will be owed."
    if dispute.rests_on_a_statement:
        return "The next hand was dealt before the case was entered: only the stated time makes it timely."
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


def _refuse_class(dispute: Dispute) -> None:
    reversal = dispute.sort.reversal
    if "D" in reversal or ("H" in reversal and dispute.was_in_play):
        return
    raise DomainError(
        "not_reversible",
        f"{dispute.sort.term}: no chips are moved between players. It is put right {dispute.sort.until}.",
        rule=dispute.sort.rule.sentence,
        citation=_ENDS,
        field="payments",
    )


def _refuse_odd_amount(dispute: Dispute, payment: Payment) -> None:
    chip = dispute.room.smallest_chip
    if payment.amount <= 0 or payment.amount % chip:
        message = f"Chips come in multiples of {dispute.room.money(chip)}: enter what is moved."
        raise DomainError("not_chip_multiple", message, allowed={"multiple_of": chip}, field="payments")
