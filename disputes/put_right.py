"""The ways in which a case is put right as things now stand: whether chips move between players, by which outcomes, and
in which words the pages say it. The refusal and the pages ask the same question."""

from config.errors import DomainError
from disputes.models import Dispute
from rules.disputes.kind import RECORD_ERROR
from rules.table.floor import why_not_appeal, why_not_late_ruling
from tables.services import refusal

CORRECTED, ADJUSTED = "Superseded by the corrected hand", "Adjusted between players"
"""Outcomes of a case about the record: at a table that is open, and at one that is closed."""
_OF_THE_RECORD = "Where only the record of the hand is wrong, open a case “Hand keyed wrongly” on it."
_ENDS = "RRoP 2 #5-6 · WSOP 51-52"
_HOUSE_PAYS = ("A",)
"""The class of cases whose outcomes move chips of the house alone."""


def why_not_between_players(dispute: Dispute) -> DomainError | None:
    """The refusal (`not_reversible`, `ruling_too_late`) of chips between players by a ruling on this case; None where
    they move.

    A hand that was keyed wrongly is corrected while its table is open, which moves what the books gave. Once it is
    closed nothing corrects it, and the chips of those who have left are adjusted by a ruling, at any time (WSOP 51).
    """
    sort = dispute.sort
    if dispute.kind == RECORD_ERROR:
        if not dispute.session.is_open:
            return None
        return _refusal(dispute, "Correct the hand: that books the difference to everybody who played it.")
    if "D" in sort.reversal or ("H" in sort.reversal and dispute.was_in_play):
        late = why_not_late_ruling(dispute.house_rules.house, next_hand_begun=not dispute.is_timely)
        if late is None:
            return None
        error = refusal(late, field="payments")
        error.message = f"{error.message} {_who_answers(dispute)} {_OF_THE_RECORD}"
        return error
    if "A" in sort.reversal:
        return _refusal(dispute, f"It is put right {sort.later}.")
    return _refusal(dispute, f"The result stands. {_who_answers(dispute)}")


def words_of(dispute: Dispute) -> str:
    """Until when, and how, this case is put right, as it now stands; for its page."""
    if refused := why_not_between_players(dispute):
        return refused.message
    if dispute.kind == RECORD_ERROR:
        return "by a ruling of two people, at any time: the table is closed, and its hands are corrected no more"
    return dispute.sort.until


def outcomes_of(dispute: Dispute) -> tuple[str, ...]:
    """The usual outcomes of such a case but for those that can't be carried out any more."""
    sort = dispute.sort
    if dispute.kind == RECORD_ERROR:
        gone = {CORRECTED} if not dispute.session.is_open else {ADJUSTED}
        return tuple(remedy for remedy in sort.remedies if remedy not in gone)
    if sort.reversal == _HOUSE_PAYS or why_not_between_players(dispute) is None:
        return sort.remedies
    return tuple(remedy for remedy in sort.remedies if sort.follows.get(remedy) != "moves")


def _refusal(dispute: Dispute, way: str) -> DomainError:
    sort = dispute.sort
    return DomainError(
        "not_reversible",
        f"{sort.term}: a ruling moves no chips between players. {way}",
        rule=sort.rule.sentence,
        citation=_ENDS,
        field="payments",
    )


def _who_answers(dispute: Dispute) -> str:
    """A sentence that says who answers for what is not put right any more."""
    appeal = ", and the manager on appeal" if why_not_appeal(dispute.house_rules.house) is None else ""
    return f"The supervisor who rules answers for it{appeal}."
