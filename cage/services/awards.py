"""Awards out of promotional pools: the only way by which a pool falls (R43). Declared by one person and approved by
another of another role; a share that isn't paid yet goes back by two people."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Sum

from cage.award_shares import divide, remainder_of
from cage.models import AwardShare, AwardVoid, PoolAward, PromoPool
from cage.selectors.pool_money import money_in
from cage.services.award_people import ASKED, AT_A_TABLE, refuse_winners
from cage.services.pool_feeds import has_ended, pool_fed_by
from cage.services.two_people import signed_by
from cage.services.window import refuse_guest
from config.audit.services import record
from config.days.services import day_it_belongs_to
from config.errors import DomainError
from config.reasons import in_own_words
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_same_role
from players.dealt import dealt
from players.ledger import Move, lock, pool_account, post
from players.models import Account, AccountKind, Player, TransferKind
from players.services.admission import refuse_unfit
from players.services.people import lock_player
from players.works_here import refuse_oneself
from tables.models import Table

_A, _KIND = AccountKind, PoolAward.Kind


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody who has a share, by so many parts of the whole."""

    player: Player
    parts: int = 1


@transaction.atomic
def declare_award(
    *,
    pool: PromoPool,
    kind: str,
    what: str,
    amount: int,
    shares: Sequence[Named],
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    table: Table | None = None,
    hand: int | None = None,
    confirmed: Collection[str] = (),
) -> PoolAward:
    """Award an amount of a pool, minor units, to those named, which a `second` person of another role approves; returns
    the award. `hand` is the number of the hand at the `table` that won it, `confirmed` holds the codes of questions
    that were answered with yes.

    The pool pays it, and where it holds less, its reserve, of what the counts of its boxes brought. Each share is whole
    chips, the remainder is the first's (`cage.award_shares`). Refuses no words (`reason_missing`), nobody or no parts
    (`shares_missing`), somebody twice, by whichever record (`named_twice`), a share of nothing (`share_empty`), a hand
    that nobody recorded at that table (`hand_unknown`) or that is void (`hand_void`), what is won at a table without
    one (`table_missing`), a table that fed another pool when the hand was dealt, or without a hand feeds another one
    now (`not_of_this_pool`), a pool that ended, but for its whole disposition (`pool_ended`, `pool_runs`,
    `disposition_whole`), more than was counted or seeded, or than was deposited in a room that asks for it
    (`award_not_funded`), other than whole chips of a pool that runs (`award_not_in_chips`), who may not play
    (`player_barred`, `under_age`, `who_is_it`) or is known by a name alone (`guest_unidentified`), who declares or
    approves it for themselves (`serves_oneself`), and a second as `config.staff.second.refuse_alone` and
    `refuse_same_role`. Refuses and asks as `refuse_winners`. Source: C-12, C-13, WAC 230-15-405.
    """
    body: dict[str, object] = {"pool": pool.pk, "kind": kind, "what": what, "amount": amount, "hand": hand}
    body |= {"shares": [[each.player.pk, each.parts] for each in shares], "table": table.pk if table else None}
    if earlier := claim(key, "declare_award", body | ({"second": second.pk} if second else {}), by=by, at=at):
        return PoolAward.objects.get(pk=(earlier.answer or {})["award"])
    room, kind = pool.room, _KIND(kind)
    approver = signed_by(second, by, Permission.AWARD_DECLARE, room, "players’ money leaves their pool", at=at)
    refuse_same_role(approver, by, room)
    what = in_own_words(what, "what was won", field="what")
    people = _people_named(shares, room=room, at=at)
    refuse_oneself(people, by, approver, what="declares or approves an award of their own")
    pool = PromoPool.objects.select_for_update(no_key=True).get(pk=pool.pk)
    hand_id = _hand_of(pool, kind, table, hand)
    first, reserve, awards = places = _places(pool)
    held = lock(places)
    _refuse_unfunded(pool, kind, amount, held[first.pk].balance + held[reserve.pk].balance)
    of_pool = min(amount, held[first.pk].balance)
    amounts = _divided(room, amount, shares)
    refuse_winners(pool, kind, amount, hand_id, people, table=table, at=at, confirmed=confirmed)
    moves = _moves(((first, awards, of_pool), (reserve, awards, amount - of_pool)))
    post(room=room, key=key, moves=moves, by=by, at=at, reason=what)
    award = PoolAward.objects.create(
        room=room, pool=pool, kind=kind, what=what, table=table, hand_id=hand_id, primary=of_pool,
        reserve=amount - of_pool, declared_by=by, approved_by=approver, gaming_day=room.gaming_day(at), at=at,
        request_key=key,
        remainder=remainder_of(amount, [each.parts for each in shares], unit=room.smallest_chip),
    )  # fmt: skip
    _write_down(award, shares, amounts, confirmed)
    answered(key, {"award": award.pk})
    return award


def _write_down(award: PoolAward, shares: Sequence[Named], amounts: Sequence[int], confirmed: Collection[str]) -> None:
    """The share of each in the amounts, and the award in the trail, with what two people answered with yes."""
    rows = zip(shares, amounts, strict=True)
    for number, (each, share) in enumerate(rows, start=1):
        AwardShare.objects.create(award=award, number=number, player=each.player, parts=each.parts, amount=share)
    after = {"pool": award.pool.name, "kind": str(award.kind), "amount": award.amount, "second": award.approved_by_id}
    after |= {"players": [each.player.pk for each in shares]}
    after |= {"answered_yes": [code for code in ASKED if code in confirmed]}
    by, at = award.declared_by, award.at
    record("award.declared", award, room=award.room, by=by, at=at, after=after, reason=award.what)


@transaction.atomic
def void_award(
    *,
    award: PoolAward,
    reason: str,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    share: AwardShare | None = None,
) -> list[AwardVoid]:
    """Take back what is left of an award, or one `share` of it, before it is paid: its money lies in the pool again.
    Always by two people; returns a row for each share.

    The reserve gets back first what it gave. It is booked on the open day; of an award of a locked one the trail names
    that. Refuses no words (`reason_missing`), an award of which nothing is left (`award_settled`), a share that is paid
    or was taken back (`share_paid`, `share_voided`), and a second as `config.staff.second.refuse_alone`.
    """
    body = {"award": award.pk, "reason": reason, "share": share.pk if share else None}
    if claim(key, "void_award", body | ({"second": second.pk} if second else {}), by=by, at=at):
        return list(AwardVoid.objects.filter(request_key=key))
    room = award.room
    witness = signed_by(second, by, Permission.AWARD_DECLARE, room, "an award goes back to its pool", at=at)
    reason = in_own_words(reason, "why it is taken back", field="reason")
    shares = _to_take_back(award, share)
    _lock_players(each.player for each in shares)
    _refuse_not_owed(shares)
    first, reserve, awards = places = _places(award.pool)
    lock(places)
    parts = _parts_back(award, shares)
    sums = [sum(part) for part in zip(*parts, strict=True)]
    moves = _moves(((awards, reserve, sums[1]), (awards, first, sums[0])))
    post(room=room, key=key, moves=moves, by=by, at=at, reason=reason)
    facts = {"reason": reason, "by": by, "second": witness, "gaming_day": room.gaming_day(at), "at": at}
    voids = [
        AwardVoid.objects.create(share=each, room=room, primary=part[0], reserve=part[1], request_key=key, **facts)
        for each, part in zip(shares, parts, strict=True)
    ]
    after: dict[str, object] = {"amount": sum(sums), "confirmed_by": witness.pk, "pool": award.pool.name}
    after |= {"players": [each.player_id for each in shares]}
    if day := day_it_belongs_to(room, award.gaming_day):
        after["of_day"] = day.isoformat()
    record("award.voided", award, room=room, by=by, at=at, after=after, reason=reason)
    answered(key, {"award": award.pk})
    return voids


def _lock_players(players: Iterable[Player]) -> list[Player]:
    """These players, locked, in the order of their ids."""
    return [lock_player(each) for each in sorted(players, key=lambda player: player.pk)]


def _people_named(shares: Sequence[Named], *, room: Room, at: datetime) -> list[Player]:
    """The people who get a share, locked from here on. Refuses those who get none, each by name."""
    if not shares or min(each.parts for each in shares) < 1:
        raise DomainError("shares_missing", "Name who won it, each with one part at least.", field="shares")
    people = _lock_players(each.player for each in shares)
    if len({each.person_id for each in people}) < len(people):
        raise DomainError("named_twice", "Somebody is named twice: give each person one share.", field="shares")
    for player in people:
        refuse_guest(player)
        try:
            refuse_unfit(player, room=room, at=at)
        except DomainError as error:
            message = f"{error.message} They get no share: leave them out, and divide it among the others."
            raise DomainError(error.code, message, allowed=error.allowed, field="shares") from error
    return people


def _hand_of(pool: PromoPool, kind: PoolAward.Kind, table: Table | None, hand: int | None) -> int | None:
    """The id of the hand that won it. Refuses a table or a hand that can't have won it from this pool."""
    if table is None:
        if kind in AT_A_TABLE or hand is not None:
            raise DomainError("table_missing", "Say at which table it was won.", field="table")
        return None
    if table.room_id != pool.room_id:
        raise DomainError(
            "not_of_this_pool", f"That table is of another room than {pool}: choose one of this.", field="table"
        )
    if hand is None:
        _refuse_fed_another(pool, kind, table)
        return None
    if (found := dealt().newest_of(table.pk, hand)) is None:
        message = f"No hand {hand} of {table} is recorded: look its number up, or leave it out."
        raise DomainError("hand_unknown", message, field="hand")
    if dealt().is_void(found):
        message = f"Hand {hand} of {table} is void: nobody won anything with it. Look the number of the right hand up."
        raise DomainError("hand_void", message, field="hand")
    _refuse_fed_another(pool, kind, table, found)
    return found


def _refuse_fed_another(pool: PromoPool, kind: PoolAward.Kind, table: Table, hand: int | None = None) -> None:
    """Refuse what is won at a table that fed another pool when the hand, by its id, was dealt; without a hand, that
    feeds another one now."""
    if kind not in AT_A_TABLE:
        return
    fed = pool_fed_by(table, dealt().as_dealt(hand).at if hand is not None else None)
    if fed == pool:
        return
    told = f"{table} feeds {fed}, not {pool}"
    if hand is not None:
        told = f"{table} fed {fed}, not {pool}, when {dealt().names([hand])[hand]} was dealt"
    raise DomainError("not_of_this_pool", f"{told}: award it from that pool.", field="table")


def _refuse_unfunded(pool: PromoPool, kind: PoolAward.Kind, amount: int, counted: int) -> None:
    """Refuse more than was counted for the pool, or deposited where the room asks for it, and of a pool that ended all
    but its whole disposition."""
    money = pool.room.money
    if kind != _KIND.DISPOSITION and has_ended(pool):
        message = f"No table feeds {pool} by its terms, so it has ended: what it holds goes by a disposition, whole."
        raise DomainError("pool_ended", message, field="pool")
    if kind == _KIND.DISPOSITION and not has_ended(pool):
        message = f"{pool} runs: a disposition is of a pool that no table feeds by its terms any more."
        raise DomainError("pool_runs", message, field="kind")
    if amount < 1 or amount > counted:
        message = f"{money(counted)} was counted for {pool} and isn’t awarded: no more can be paid. "
        message += "Let its boxes be pulled and counted first, or award less."
        raise DomainError("award_not_funded", message, allowed={"most": counted}, field="amount")
    chip = pool.room.smallest_chip
    if kind != _KIND.DISPOSITION and amount % chip:
        message = f"A pool is kept in chips, and {money(amount)} is none of them: award a multiple of {money(chip)}."
        raise DomainError("award_not_in_chips", message, field="amount")
    if kind == _KIND.DISPOSITION and amount != counted:
        message = f"{pool} holds {money(counted)}: a disposition is of all of it."
        raise DomainError("disposition_whole", message, allowed={"most": counted}, field="amount")
    if pool.room.awards_need_deposit:
        _refuse_undeposited(pool, amount)


def _refuse_undeposited(pool: PromoPool, amount: int) -> None:
    """Refuse more than what was deposited in the pool's own bank account and isn't awarded (WAC 230-15-400(3))."""
    told, state = pool.room.money, money_in(pool)
    if amount > state.not_awarded:
        message = f"{told(state.not_deposited)} of {pool} isn’t deposited in its bank account, and nothing is awarded "
        message += f"before that: {told(state.not_awarded)} is deposited and not awarded. Let two people deposit it on "
        message += "the pool’s page first, or award less."
        raise DomainError("award_not_funded", message, allowed={"most": state.not_awarded}, field="amount")


def _divided(room: Room, amount: int, shares: Sequence[Named]) -> list[int]:
    amounts = divide(amount, [each.parts for each in shares], unit=room.smallest_chip)
    for each, share in zip(shares, amounts, strict=True):
        if share < 1:
            message = f"{each.player}’s parts come to less than the smallest chip: give more parts, or leave them out."
            raise DomainError("share_empty", message, field="shares")
    return amounts


def _to_take_back(award: PoolAward, share: AwardShare | None) -> list[AwardShare]:
    """The share, or all that are owed still. Raises ValueError for a share of another award."""
    if share is not None:
        if share.award_id != award.pk:
            raise ValueError("that share is of another award")
        return [share]
    owed = AwardShare.objects.filter(award=award).unpaid().select_related("player")
    if shares := list(owed.order_by("number")):
        return shares
    message = "Every share of this award was paid or taken back: nothing of it is left to go back to the pool."
    raise DomainError("award_settled", message)


def _refuse_not_owed(shares: Sequence[AwardShare]) -> None:
    """Refuse shares that are paid or were taken back; their players are locked."""
    owed = set(AwardShare.objects.filter(pk__in=[each.pk for each in shares]).unpaid().values_list("pk", flat=True))
    for each in shares:
        if each.pk not in owed:
            raise not_owed(each)


def not_owed(share: AwardShare) -> DomainError:
    """The refusal of a share that is owed no more: it was taken back, or a slip that stands paid it."""
    if AwardVoid.objects.filter(share=share).exists():
        return DomainError("share_voided", f"{share.player}’s share was taken back: look at the award.")
    paid = share.slips.filter(void=None).get()
    message = f"{share.player} was paid this share with receipt {paid.receipt}: look at that one."
    return DomainError("share_paid", message)


def _parts_back(award: PoolAward, shares: Sequence[AwardShare]) -> list[tuple[int, int]]:
    """The parts of each share for the pool and for its reserve, which gets back first what it gave; the pool's awards
    are locked."""
    back = AwardVoid.objects.filter(share__award=award).aggregate(sum=Sum("reserve", default=0))["sum"]
    left, parts = award.reserve - back, []
    for each in shares:
        reserve = min(left, each.amount)
        left -= reserve
        parts.append((each.amount - reserve, reserve))
    return parts


def _places(pool: PromoPool) -> list[Account]:
    """The pool, its reserve, and its awards that are not yet paid."""
    return [pool_account(pool.room, kind, pool.pk) for kind in (_A.POOL_PRIMARY, _A.POOL_RESERVE, _A.POOL_AWARDS)]


def _moves(ways: Iterable[tuple[Account, Account, int]]) -> list[Move]:
    return [Move(source, target, amount, TransferKind.AWARD) for source, target, amount in ways if amount]
