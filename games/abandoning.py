"""When a hand that is being entered may be given up or end void: not while a case about it is open.

As a misdeal it is never given up: that is an end which is recorded.
"""

from config.errors import DomainError
from games.disputes.models import Dispute
from games.models import HandDraft
from games.replay import hand_of
from games.rules.rulings import refuse_void
from games.rules.violation import Refused
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
    if case := open_case(draft):
        raise DomainError("case_open", f"Case {case} about this hand is open: rule on it first, or record the hand.")
    late = _too_late_for_a_misdeal(draft)
    if MISDEAL in reason.casefold():
        if late:
            raise late
        message = "A misdeal is recorded with its kind: tap Something went wrong, then Misdeal."
        raise DomainError("misdeal_recorded", message, field="reason")
    if late and not reason.strip():
        message = "There was substantial action: say why the hand is given up."
        raise DomainError("reason_missing", message, field="reason")


def refuse_to_void(draft: HandDraft) -> None:
    """Refuse (`case_open`) a misdeal or a fouled deck beside an open case about the hand.

    Its chips would go back before the case is ruled, and the ruling can be that the hand is void.
    """
    if sentence := why_not_void(draft):
        raise DomainError("case_open", sentence)


def why_not_void(draft: HandDraft) -> str:
    """What a supervisor does first, where a case keeps the hand from being void; empty where none does."""
    if not (case := open_case(draft)):
        return ""
    return f"Case {case} about this hand is open: rule on it first. The ruling can be that the hand is void."


def open_case(draft: HandDraft) -> int | None:
    """The number of a case about the hand that waits for its ruling."""
    about = {"session": draft.session_id, "hand_number": draft.number, "hand_started_at": draft.started_at}
    return Dispute.objects.filter(rulings=None, **about).values_list("pk", flat=True).first()


def _too_late_for_a_misdeal(draft: HandDraft) -> DomainError | None:
    """The refusal of a misdeal after substantial action; None before it, and where the hand can't be replayed."""
    try:
        late = refuse_void(hand_of(draft), "misdeal")
    except Refused:
        return None
    return refusal(late, field="reason") if late else None
