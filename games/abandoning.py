"""The end of a hand that is being entered, given up or void: not while a case about it is open.

As a misdeal it is never given up: that is an end which is recorded.
"""

from config.errors import DomainError
from config.reasons import is_reason
from games.cases import cases
from games.models import HandDraft
from games.replay import hand_of
from rules.play.rulings import why_not_void
from rules.text.violation import Refused
from tables.services import refusal

MISDEAL = "misdeal"


def refuse_to_abandon(draft: HandDraft, reason: str) -> None:
    """Refuse to give up a hand that somebody will ask for.

    Refusals: `case_open` while a case about the hand waits for its ruling; `substantial_action` and `misdeal_recorded`
    where it is given up as a misdeal, which is an end that is recorded (004:L330); `reason_missing` after substantial
    action. The draft of a correction may always be left: the hand stays as it was recorded.
    """
    if draft.supersedes_id:
        return
    if case := cases().open_case(draft):
        raise DomainError("case_open", f"Case {case} about this hand is open: rule on it first, or record the hand.")
    late = _too_late_for_a_misdeal(draft)
    if MISDEAL in reason.casefold():
        if late:
            raise late
        message = "A misdeal is recorded with its kind: tap Something went wrong, then Misdeal."
        raise DomainError("misdeal_recorded", message, field="reason")
    if late and not is_reason(reason):
        message = "There was substantial action: say why the hand is given up."
        raise DomainError("reason_missing", message, field="reason")


def refuse_to_void(draft: HandDraft) -> None:
    """Refuse (`case_open`) a misdeal or a fouled deck beside an open case about the hand.

    Its chips would go back before the case is ruled, and the ruling can be that the hand is void.
    """
    if sentence := case_against_void(draft):
        raise DomainError("case_open", sentence)


def case_against_void(draft: HandDraft) -> str:
    """The first step of a supervisor, where a case keeps the hand from being void; empty where none does."""
    if not (case := cases().open_case(draft)):
        return ""
    return f"Case {case} about this hand is open: rule on it first. The ruling can be that the hand is void."


def _too_late_for_a_misdeal(draft: HandDraft) -> DomainError | None:
    """The refusal of a misdeal after substantial action; None before it, and where the hand can't be replayed."""
    try:
        late = why_not_void(hand_of(draft), "misdeal")
    except Refused:
        return None
    return refusal(late, field="reason") if late else None
