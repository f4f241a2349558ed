"""A share of an award is paid at a window, once: cash of the drawer, as the pool's chips become the house's."""

from datetime import datetime

from django.db import transaction

from cage.models import AwardShare, CashSlip, Drawer, HeldCashOut, PoolAward
from cage.selectors.changed_awards import to_look_at
from cage.services.alone import alone_up_to, check_second
from cage.services.awards import not_owed
from cage.services.barred_since import why_two_pay
from cage.services.cash_slips import paid_or_held
from cage.services.drawers import lock_own_drawer, tills_of
from cage.services.holds import end_if_identified, held_or_allowed
from cage.services.runners import refuse_runner
from cage.services.unidentified import held_refusal
from cage.services.window import refuse_foreign
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.web.text import begun
from players import four_eyes
from players.dealt import dealt
from players.ledger import Move, house_account, next_receipt, pool_account, post
from players.models import AccountKind, Player, TransferKind
from players.services.people import lock_player
from players.standing import standing
from players.works_here import refuse_oneself

_PAID = TransferKind.AWARD_PAID


def pay_award_share(
    *, share: AwardShare, drawer: Drawer, key: str, by: User, at: datetime, second: User | None = None
) -> CashSlip:
    """Pay a share of an award in cash to whose it is, by any record of theirs; returns its slip.

    As `pay_or_hold_share`, for whoever wants the slip: refuses (`cash_out_held`) what is held, once that is written
    down.
    """
    slip = pay_or_hold_share(share=share, drawer=drawer, key=key, by=by, at=at, second=second)
    if isinstance(slip, HeldCashOut):
        raise held_refusal(slip)
    return slip


@transaction.atomic
def pay_or_hold_share(
    *, share: AwardShare, drawer: Drawer, key: str, by: User, at: datetime, second: User | None = None
) -> CashSlip | HeldCashOut:
    """Pay a share of an award in cash to whose it is, by any record of theirs, or hold it; returns its slip, or what is
    held.

    The pool's chips go to the vault as the drawer's cash goes, so no chip comes into use and what is owed falls by what
    was paid. It counts as cash out of the patron's day (R52), and among what a cashier pays alone on it
    (`Room.payouts_alone`). Who was barred or excluded after it was won is paid too (I-14), but never by one person
    alone: until a supervisor confirms it, it is held (C-14). What would bring the day of somebody whose identity isn't
    on record above the room's limit is held and stays owed, unless a supervisor has allowed just that share (C-3); any
    more meanwhile is refused (`cash_out_held`). Refuses a share that was paid or taken back (`share_paid`,
    `share_voided`), one of a hand that was voided since (`hand_void`) or may be won otherwise since it was corrected,
    until two people looked at it anew (`hand_changed`), who declared or approved the award (`same_person`), who is too
    young (`under_age`), a drawer as `lock_own_drawer`, a chip runner's (`window_only`) and one that lacks the cash
    (`drawer_short`), one's own share, to pay or to confirm (`serves_oneself`), and as `four_eyes.check_second`. Source:
    C-13, R46.
    """
    body = {"share": share.pk, "drawer": drawer.pk} | ({"second": second.pk} if second else {})
    if earlier := claim(key, "pay_award_share", body, by=by, at=at):
        return paid_or_held(earlier.answer or {})
    award, room = share.award, share.award.room
    patron = lock_player(share.player)
    refuse_foreign(room, drawer, None)
    drawer = lock_own_drawer(drawer, by)
    refuse_runner(drawer, "Awards are")
    _refuse_own(share, by)
    refuse_oneself(patron, by, second, what="pays themselves an award")
    if not AwardShare.objects.filter(pk=share.pk).unpaid().exists():
        raise not_owed(share)
    _refuse_young(share, patron, at)
    _refuse_void_hand(share)
    _refuse_changed_hand(share)
    allowed = held_or_allowed(room, patron, drawer, share.amount, _PAID, share=share, key=key, by=by, at=at)
    if isinstance(allowed, HeldCashOut):
        return allowed
    _, cash = tills_of(drawer)
    chips = pool_account(room, AccountKind.POOL_AWARDS, award.pool_id)
    held = _why_held(patron, room, at)
    check_second(four_eyes.PAYOUT, room, _PAID, share.amount, second, by=by, at=at, key=key, because=held)
    moves = [
        Move(cash, house_account(room, AccountKind.AWARDS_PAID), share.amount, _PAID),
        Move(chips, house_account(room, AccountKind.VAULT_CHIPS), share.amount, _PAID),
    ]
    post(room=room, key=key, moves=moves, by=by, at=at, reason=str(award))
    slip = CashSlip.objects.create(
        room=room, kind=_PAID, player=patron, drawer=drawer, amount=share.amount, what=str(award), award_share=share,
        alone_up_to=alone_up_to(room, _PAID), second=second, allowed_by=allowed, receipt=next_receipt(room),
        gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    after = {"player": patron.pk, "amount": share.amount, "pool": award.pool.name}
    after |= {"held": held} if held else {}
    after |= {"of_day": award.gaming_day.isoformat()} | ({"confirmed_by": second.pk} if second else {})
    after |= {"allowed_by": allowed.pk} if allowed else {}
    record("award.paid", slip, room=room, by=by, at=at, after=after)
    end_if_identified(room, patron, key=key, by=by, at=at)
    answered(key, {"slip": slip.pk})
    return slip


def _refuse_own(share: AwardShare, by: User) -> None:
    """Refuse who declared or approved the award: a third person pays it."""
    if by.pk in (share.award.declared_by_id, share.award.approved_by_id):
        message = f"{by} declared this award, or approved it: somebody else pays its shares."
        raise DomainError("same_person", message)


def _refuse_young(share: AwardShare, patron: Player, at: datetime) -> None:
    """Refuse who is found to be too young since; nobody else is refused what was won."""
    stands = standing(list(Player.objects.of(patron)), room=share.award.room, at=at)
    if stands.is_under_age:
        message = f"{patron} is younger than {stands.least_age} and is paid nothing: "
        message += "let two people take the share back to its pool (Cage, Awards)."
        raise DomainError("under_age", message, allowed={"age": stands.least_age})


def _why_held(patron: Player, room: Room, at: datetime) -> str:
    """The reason why one person alone doesn't pay whoever was barred since; nothing where nobody bars them."""
    if not (told := why_two_pay(patron, room, at)):
        return ""
    return f"{told} Where the law takes it, two people take it back (Cage, Awards)."


def _refuse_changed_hand(share: AwardShare) -> None:
    """Refuse a share of a hand that may have been won otherwise since two people looked at the award last."""
    for changed in to_look_at(PoolAward.objects.filter(pk=share.award_id)):
        message = f"{changed.told}. It may be won otherwise now: let two people look at the award anew, and say why "
        message += "it stands or take it back (Cage, Awards)."
        raise DomainError("hand_changed", message, allowed={"award": share.award_id})


def _refuse_void_hand(share: AwardShare) -> None:
    """Refuse a share of a hand that is void by now: it was won with nothing."""
    hand = share.award.hand_id
    if hand is not None and dealt().is_void(hand):
        message = f"{begun(dealt().names([hand])[hand])}, with which this was won, was voided since. Let two "
        message += "people take the share back (Cage, Awards), and declare it anew if another hand won it."
        raise DomainError("hand_void", message)
