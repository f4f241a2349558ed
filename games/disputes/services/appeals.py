"""One appeal, to the manager, where the house knows that (WSOP 6)."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from config.staff.roles import Permission
from games.disputes.models import Appeal, DirectiveWithdrawal, Dispute, Ruling
from games.disputes.services.opening import ALARM
from games.disputes.services.ruling import (
    Decision,
    Judgement,
    already_ruled,
    body_of,
    get_dispute,
    judge,
    ruling_answered,
    show_button,
)
from games.rules.floor import refuse_appeal
from games.selectors.directives import not_acted_on
from players.debts import take_back_debts
from players.ledger import reverse
from players.models import Transfer
from tables.services import lock_session, raise_alarm, refusal


@transaction.atomic
def take_appeal(*, dispute: Dispute, party: str, words: str, key: str, by: User, at: datetime) -> Appeal:
    """Take a ruled case to the manager; the alarm of its table is raised again.

    Refusals: `ruling_final` in a house without appeal, `not_ruled`, `already_appealed`, `facts_missing`.
    """
    body = {"dispute": dispute.pk, "party": party, "words": words}
    if earlier := claim(key, "appeal", body, by=by, at=at):
        return Appeal.objects.get(pk=(earlier.answer or {})["appeal"])
    session = lock_session(dispute.session)
    dispute = get_dispute(dispute.pk)
    _check_appeal(dispute, words)
    appeal = Appeal.objects.create(dispute=dispute, party=party, words=words, taken_at=at, taken_by=by, request_key=key)
    text = f"Case {dispute.pk}: {dispute.sort.term}, taken to the manager by {party}."[:300]
    raise_alarm(session=session, kind=ALARM, subject=str(dispute.pk), text=text, at=at)
    record("dispute.appealed", dispute, room=dispute.room, by=by, at=at, after={"party": party}, reason=words[:400])
    answered(key, {"appeal": appeal.pk})
    return appeal


@transaction.atomic
def rule_on_appeal(
    *,
    dispute: Dispute,
    decision: Decision,
    takes_back: bool,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
) -> Ruling:
    """The manager's ruling, which ends the case. With `takes_back` the first one's chips go back before new ones move,
    and what it directed is withdrawn where no hand has been dealt by it.

    Refusals: `not_appealed`, `already_ruled`, `own_ruling` (who ruled, or confirmed it, does not hear the appeal),
    `appeal_not_yours`, and as `rule`; the ledger refuses to take back what a player no longer has.
    """
    body = body_of(dispute, decision, second) | {"takes_back": takes_back}
    if earlier := claim(key, "ruling", body, by=by, at=at):
        return ruling_answered(earlier)
    session = lock_session(dispute.session)
    dispute = get_dispute(dispute.pk)
    first = _check_hearing(dispute, by)
    holdings = []
    if takes_back:
        _take_back(first, key, by, at)
        holdings = list(dispute.holdings.select_related("sitting__player", "sitting__session__room"))
    withdrawn = not_acted_on(session, first.pk) if takes_back else []
    judgement = Judgement(
        dispute, session, decision, Ruling.Level.APPEAL, tuple(holdings), second, first if takes_back else None
    )
    ruling = judge(judgement, key=key, by=by, at=at)
    DirectiveWithdrawal.objects.bulk_create(DirectiveWithdrawal(directive=each, ruling=ruling) for each in withdrawn)
    show_button(session)
    return ruling


def _check_appeal(dispute: Dispute, words: str) -> None:
    if refused := refuse_appeal(dispute.house_rules.rules):
        raise refusal(refused)
    if not dispute.rulings.exists():
        raise DomainError("not_ruled", "There is no ruling yet: the supervisor rules first.")
    if Appeal.objects.filter(dispute=dispute).exists():
        raise DomainError("already_appealed", "This was taken to the manager already: there is one appeal.")
    if not words.strip():
        raise DomainError("facts_missing", "Say what the player objects to.", field="words")


def _check_hearing(dispute: Dispute, by: User) -> Ruling:
    """The ruling that is appealed. Refuses whoever may not hear it."""
    if not Appeal.objects.filter(dispute=dispute).exists():
        raise DomainError("not_appealed", "Nobody has appealed: the ruling stands.")
    if dispute.rulings.filter(level=Ruling.Level.APPEAL).exists():
        raise already_ruled(dispute)
    first = dispute.rulings.get(level=Ruling.Level.FLOOR)
    if by.pk in (first.ruled_by_id, first.second_id):
        raise DomainError("own_ruling", "You made or confirmed this ruling: another manager hears the appeal.")
    if not by.may(Permission.DISPUTE_APPEAL, dispute.room):
        raise DomainError("appeal_not_yours", "The manager hears appeals: ask one.", citation="WSOP 6")
    return first


def _take_back(first: Ruling, key: str, by: User, at: datetime) -> None:
    """Reverse every transfer of the first ruling, so that the case holds again what it held, and undo its debts."""
    moved = Transfer.objects.filter(request_key=first.request_key, reverses=None).order_by("number")
    transfers = list(moved.select_related("room", "source", "target"))
    take_back_debts(ruling_id=first.pk, key=key, by=by, at=at)
    if not transfers:
        return
    back = f"{key}:back"
    claim(back, "ruling_back", {"ruling": first.pk}, by=by, at=at)
    reverse(transfers=transfers, key=back, by=by, at=at, reason=f"{first.dispute}: taken back on appeal")
    answered(back, {"ruling": first.pk})
