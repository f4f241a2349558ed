"""An outcome and the chips that move have to say the same; where they don't, it is asked what is meant."""

from collections.abc import Sequence

from config.errors import DomainError
from disputes.models import Dispute
from disputes.money import Payment

UPHELD = "The ruling stands"
"""The outcome of a manager who leaves a ruling as it is."""


def contradiction(
    dispute: Dispute, outcome: str, payments: Sequence[Payment], *, recorded: bool, changes: bool = False
) -> str:
    """Return what is at odds between an outcome and the chips that moved by it in all, in a sentence; "" where nothing
    is.

    Chips of a hand that is still being played lie in its pot: an outcome about it moves none by the ruling. `changes`
    says that the ruling on an appeal moves chips or takes them back.
    """
    if outcome.strip() == UPHELD:
        return f"“{UPHELD}”, and chips move otherwise." if changes else ""
    says = dispute.sort.follows.get(outcome.strip())
    if says == "moves" and recorded and not payments:
        return f"“{outcome}” moves chips, and none move here."
    if says == "stays" and payments:
        moved = dispute.room.money(sum(payment.amount for payment in payments))
        return f"“{outcome}” leaves the chips where they are, and {moved} moves here."
    return ""


def refuse_contradiction(sentence: str, *, is_meant: bool, words: str) -> None:
    """Ask about a `contradiction` once: whoever means it says so, and why (`outcome_contradicts`)."""
    if sentence and not (is_meant and words.strip()):
        message = f"{sentence} Change one of them; or say that it is meant so, and why."
        raise DomainError("outcome_contradicts", message, field="is_meant")
