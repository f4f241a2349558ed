"""Amend a ruling: by who hears appeals, with a reason, moving only the difference; what it amends stays readable."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import claim
from config.staff.models import User
from config.staff.roles import Permission
from disputes.models import Appeal, Dispute, Ruling
from disputes.services.ruling import Decision, Judgement, body_of, get_dispute, judge, ruling_answered
from disputes.standing import difference, paid_by, rulings_of, standing_rulings
from tables.services import lock_session


@transaction.atomic
def amend(
    *,
    dispute: Dispute,
    amends: Ruling,
    decision: Decision,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
) -> Ruling:
    """A further ruling that follows the last one (`amends`). Its payments say what shall have moved in all: only what
    differs from what stands is moved, in minor units. The same `key` amends once.

    Whoever made or confirmed the ruling amends it with a second person. A case that was taken to the manager waits for
    that ruling. Refusals: `not_ruled`, `appeal_waits`, `amended_already` (by another tablet), `amendment_not_yours`,
    `reason_missing`, `nothing_amended`, and as `rule`.
    """
    body = body_of(dispute, decision, second) | {"amends": amends.pk}
    if earlier := claim(key, "ruling", body, by=by, at=at):
        return ruling_answered(earlier)
    session = lock_session(dispute.session)
    dispute = get_dispute(dispute.pk)
    rulings = standing_rulings(rulings_of(dispute))
    last = _check(dispute, rulings, amends, by)
    _refuse_the_same(rulings, last, decision)
    own = by.pk in (last.ruled_by_id, last.second_id)
    because = "Who made or confirmed a ruling does not amend it alone." if own else ""
    judgement = Judgement(
        dispute, session, decision, Ruling.Level.AMENDED, (), second, earlier=tuple(rulings), because=because
    )
    return judge(judgement, key=key, by=by, at=at)


def _check(dispute: Dispute, rulings: Sequence[Ruling], amends: Ruling, by: User) -> Ruling:
    """The ruling that is amended. Refuses where there is none, another one, or somebody else is asked."""
    if not rulings:
        raise DomainError("not_ruled", "There is no ruling yet: the supervisor rules first.")
    last = rulings[-1]
    appealed = Appeal.objects.filter(dispute=dispute).exists()
    if appealed and not dispute.rulings.filter(level=Ruling.Level.APPEAL).exists():
        raise DomainError("appeal_waits", "It was taken to the manager: rule on the appeal.")
    if last.pk != amends.pk:
        raise DomainError("amended_already", f"{last.ruled_by} amended it meanwhile: read that ruling first.")
    if not by.may(Permission.DISPUTE_APPEAL, dispute.room):
        raise DomainError("amendment_not_yours", "Who hears appeals amends rulings: ask a manager.")
    return last


def _refuse_the_same(rulings: Sequence[Ruling], last: Ruling, decision: Decision) -> None:
    if not is_reason(decision.words):
        raise DomainError("reason_missing", "Say why the ruling is amended.", field="words")
    moves = difference(decision.payments, paid_by(rulings))
    same = (decision.outcome.strip(), decision.rule_code) == (last.outcome, last.rule_code)
    if same and not moves and not decision.directions:
        raise DomainError("nothing_amended", "That is what was ruled: change the outcome, the rule or the chips.")
