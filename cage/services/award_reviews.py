"""An award whose hand was corrected or voided since: two people look at it anew, and let it stand or take it back."""

from datetime import datetime

from django.db import transaction

from cage.models import AwardReview, PoolAward, PromoPool
from cage.selectors.changed_awards import to_look_at
from cage.services.two_people import signed_by
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_same_role
from players.works_here import refuse_oneself


@transaction.atomic
def let_award_stand(
    *, award: PoolAward, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> AwardReview:
    """Let an award stand for the newest version of the hand that won it, as `by` says why and a `second` person of
    another role confirms; returns the decision. It moves nothing: unpaid shares may be paid again.

    Refuses no words (`reason_missing`), an award whose hand is won as it was when it was looked at last
    (`nothing_changed`), a void hand while a share is unpaid, which is taken back first (`hand_void`), an award of
    one's own (`serves_oneself`), and as `config.staff.second.refuse_alone` and `refuse_same_role`. Source: C-12.
    """
    body = {"award": award.pk, "reason": reason} | ({"second": second.pk} if second else {})
    if earlier := claim(key, "let_award_stand", body, by=by, at=at):
        return AwardReview.objects.get(pk=(earlier.answer or {})["review"])
    room = award.room
    witness = signed_by(second, by, Permission.AWARD_DECLARE, room, "an award stands for the hand as it is now", at=at)
    refuse_same_role(witness, by, room)
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why it stands, in words.", field="reason")
    PromoPool.objects.select_for_update(no_key=True).get(pk=award.pool_id)
    found = to_look_at(PoolAward.objects.filter(pk=award.pk))
    if not found:
        message = "The hand that won it is as it was when somebody looked at it last: reload the page."
        raise DomainError("nothing_changed", message)
    (changed,) = found
    refuse_oneself([each.player for each in (*changed.paid, *changed.owed)], by, witness, what="lets their own stand")
    if changed.change.is_void and changed.owed:
        message = f"{changed.told}. Nobody won anything with it: take back what isn’t paid of the award first, "
        message += "then say why what was paid stands."
        raise DomainError("hand_void", message)
    review = AwardReview.objects.create(
        award=award, room=room, hand_id=changed.change.hand, reason=reason.strip(), by=by, second=witness,
        gaming_day=room.gaming_day(at), at=at, request_key=key,
    )  # fmt: skip
    after = {"amount": award.amount, "pool": award.pool.name, "confirmed_by": witness.pk, "hand": changed.change.name}
    record("award.stands", award, room=room, by=by, at=at, after=after, reason=review.reason)
    answered(key, {"review": review.pk})
    return review
