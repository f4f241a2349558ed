"""What a ruling may do: until when chips move, who may not rule, and when a second person is asked for."""

from collections.abc import Sequence
from datetime import datetime

from config.errors import DomainError
from config.staff.models import User
from config.staff.roles import Permission
from games.disputes.models import Dispute
from games.disputes.money import Payment
from games.models import Hand
from games.rules.floor import refuse_late_ruling, second_person_limit
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
        late = refuse_late_ruling(dispute.house_rules.rules, next_hand_begun=not dispute.is_timely)
        if late:
            raise refusal(late, field="payments")


def why_second(dispute: Dispute, payments: Sequence[Payment], hand: Hand | None, by: User, at: datetime) -> str:
    """Why a second person has to be there, in one sentence; empty where nobody has to.

    House money always; players' money above what the house has posted (`second_person_above`); where only a stated time
    makes the case timely; and where the same person recorded the hand on an earlier gaming day (four eyes).
    """
    own = hand is not None and hand.recorded_by_id == by.pk and hand.gaming_day != dispute.room.gaming_day(at)
    if own and (payments or dispute.kind == RECORD_ERROR):
        return "Who recorded the hand does not correct it alone after the day."
    if not payments:
        return ""
    if any(payment.is_the_house_paying for payment in payments):
        return "Chips of the house are paid out."
    limit = limit_of(dispute)
    if sum(payment.amount for payment in payments) > limit:
        return f"More of the players' chips moves than {dispute.room.money(limit)}, which one may move alone here."
    if dispute.rests_on_a_statement:
        return "The next hand was dealt before the case was entered: only the stated time makes it timely."
    return ""


def limit_of(dispute: Dispute) -> int:
    """How much of the players' chips one person may move by a ruling, minor units: as the house had posted it then."""
    return second_person_limit(dispute.house_rules.rules, smallest_buy_in=dispute.plaque.sign.buy_in_min or 0)


def check_second(dispute: Dispute, reason: str, second: User | None, by: User) -> None:
    """Refuse a ruling without the second person it needs, or with one who may not be it.

    Refusals: `second_needed`, `second_is_first`, `second_may_not`.
    """
    if second is None:
        if reason:
            raise DomainError("second_needed", f"A second person confirms this. {reason}", field="badge", rule=_EYES)
        return
    if second.pk == by.pk:
        raise DomainError("second_is_first", "Somebody else confirms it: nobody is his own second.", field="badge")
    if not second.may(Permission.DISPUTE_RULE, dispute.room):
        raise DomainError(
            "second_may_not", f"{second} does not rule on disputes here: ask another supervisor.", field="badge"
        )


def refuse_judge(dispute: Dispute, *people: User | None) -> None:
    """Refuse (`own_error`) whoever dealt the disputed hand: nobody rules on what he did himself.

    A dealer who rules on disputes at other hours wears one badge for both.
    """
    badge = dispute.dealer_badge.strip().casefold()
    for person in people:
        if person and badge and person.badge_number.casefold() == badge:
            raise DomainError("own_error", f"{person} dealt this hand: another supervisor rules on it.")


_EYES = "A remedy that moves the house's money, or much of the players', is confirmed by a second person."


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
