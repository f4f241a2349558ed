"""One appeal, to the manager, where the house knows that (WSOP 6)."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from config.staff.roles import Permission
from disputes.models import Appeal, DirectiveWithdrawal, Dispute, Ruling
from disputes.money import places_of
from disputes.selectors.directives import not_acted_on
from disputes.services.opening import ALARM
from disputes.services.ruling import (
    Decision,
    Judgement,
    already_ruled,
    body_of,
    get_dispute,
    judge,
    refuse_netted,
    ruling_answered,
)
from disputes.standing import rulings_of
from games.services.button import show_button
from players import four_eyes
from players.ledger import lock, reverse
from players.models import Account, Transfer
from players.services.debts import places_to_take_back, take_back_debts
from players.tills import tills
from rules.table.floor import why_not_appeal
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
    """The manager's ruling, which ends the appeal. With `takes_back` the chips of what was ruled before go back first,
    and what it directed is withdrawn where no hand has been dealt by it.

    Refusals: `not_appealed`, `already_ruled`, `own_ruling` (who ruled, or confirmed it, does not hear the appeal),
    `appeal_not_yours`, `ruling_netted`, `passed_on` (another ruling took the same chips further), and as `rule`; the
    ledger refuses to take back what a player no longer has.
    """
    body = body_of(dispute, decision, second) | {"takes_back": takes_back}
    if earlier := claim(key, "ruling", body, by=by, at=at):
        return ruling_answered(earlier)
    session = lock_session(dispute.session)
    dispute = get_dispute(dispute.pk)
    rulings = _check_hearing(dispute, by)
    holdings = []
    if takes_back:
        refuse_netted(rulings, field="takes_back")
        holdings = list(dispute.holdings.select_related("sitting__player", "sitting__session__room"))
        lock([*_places_taken_back(rulings), *places_of(dispute, decision.payments, holdings)])
        four_eyes.lock_day(dispute.room, by)  # both postings come behind all locks
        _take_back(rulings, key, by, at)
    withdrawn = [each for ruling in rulings for each in not_acted_on(session, ruling.pk)] if takes_back else []
    judgement = Judgement(
        dispute, session, decision, Ruling.Level.APPEAL, tuple(holdings), second, tuple(rulings), takes_back
    )
    ruling = judge(judgement, key=key, by=by, at=at)
    DirectiveWithdrawal.objects.bulk_create(DirectiveWithdrawal(directive=each, ruling=ruling) for each in withdrawn)
    show_button(session)
    return ruling


def _check_appeal(dispute: Dispute, words: str) -> None:
    if refused := why_not_appeal(dispute.house_rules.house):
        raise refusal(refused)
    if not dispute.rulings.exists():
        raise DomainError("not_ruled", "There is no ruling yet: the supervisor rules first.")
    if Appeal.objects.filter(dispute=dispute).exists():
        raise DomainError("already_appealed", "This was taken to the manager already: there is one appeal.")
    if not is_reason(words):
        raise DomainError("facts_missing", "Say what the player objects to.", field="words")


def _check_hearing(dispute: Dispute, by: User) -> list[Ruling]:
    """The ruling that is appealed, with its amendments. Refuses whoever may not hear it."""
    if not Appeal.objects.filter(dispute=dispute).exists():
        raise DomainError("not_appealed", "Nobody has appealed: the ruling stands.")
    if dispute.rulings.filter(level=Ruling.Level.APPEAL).exists():
        raise already_ruled(dispute)
    earlier = rulings_of(dispute)
    if any(by.pk in (ruling.ruled_by_id, ruling.second_id) for ruling in earlier):
        raise DomainError("own_ruling", "You made or confirmed this ruling: another manager hears the appeal.")
    if not by.may(Permission.DISPUTE_APPEAL, dispute.room):
        raise DomainError("appeal_not_yours", "The manager hears appeals: ask one.", citation="WSOP 6")
    return earlier


def _take_back(rulings: Sequence[Ruling], key: str, by: User, at: datetime) -> None:
    """Reverse every transfer of these rulings, so that the case holds again what it held, and undo their debts. What
    over-and-short covered for them goes back to it."""
    for ruling in reversed(rulings):
        take_back_debts(ruling_id=ruling.pk, key=key, by=by, at=at)
    transfers = _transfers(rulings)
    if not transfers:
        return
    back = f"{key}:back"
    claim(back, "ruling_back", {"rulings": [ruling.pk for ruling in rulings]}, by=by, at=at)
    reverse(transfers=transfers, key=back, by=by, at=at, reason=f"{rulings[0].dispute}: taken back on appeal")
    keys = [ruling.request_key for ruling in rulings]
    tills().uncover_boxes(rulings[0].dispute.room, keys, key=back, by=by, at=at)
    answered(back, {"rulings": [ruling.pk for ruling in rulings]})


def _places_taken_back(rulings: Sequence[Ruling]) -> list[Account]:
    """From and to where `_take_back` moves."""
    moved = [place for each in _transfers(rulings) for place in (each.source, each.target)]
    return [*moved, *places_to_take_back([ruling.pk for ruling in rulings])]


def _transfers(rulings: Sequence[Ruling]) -> list[Transfer]:
    moved = Transfer.objects.filter(request_key__in=[ruling.request_key for ruling in rulings], reverses=None)
    return list(moved.select_related("room", "source", "target").order_by("pk"))
