"""A pulled box is counted by two people who don't know of each other's count; where they differ, by three together."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.db import transaction

from cage.counted import Counted
from cage.models import BoxCount, BoxPull, BoxVariance, GivenUpBoxCount, PoolShare, PromoPool
from cage.pool_shares import Parts, split
from cage.services.box_looks import refuse_as_box_counter
from cage.services.counts import refuse_unknown_values
from cage.services.investigations import investigate
from cage.services.more_than_issued import refuse_or_alarm_more_than_issued
from cage.services.pool_feeds import terms_of
from cage.services.two_people import refuse_as_supervisor, signed_by, three_of
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from config.staff.roles import Permission
from players.ledger import Move, custody_account, house_account, lock, pool_account, post
from players.models import Account, AccountKind, TransferKind

_S, _P = BoxPull.State, BoxCount.Part
_K = AccountKind


@transaction.atomic
def count_box(
    *, pull: BoxPull, counted: Counted, key: str, by: User, at: datetime, second: User | None = None
) -> BoxPull:
    """Enter one of the two counts of a pulled box; returns the pull.

    The count is that of `by`, or of `second`, who has shown badge and PIN at somebody else's tablet. Neither is told
    what the other counted nor what must be there, and no box is added to another before it is recorded (R38, R39).
    Equal counts end it; others are counted together (`count_box_together`). Refuses `same_person`, whoever doesn't
    count it as `refuse_as_box_counter` does (`counter_may_not`, `counter_pulled`, `counter_dealt`, `counter_booked`,
    `has_seen_expected`), `denomination_unknown`, and by its state `box_counted` and `box_recount`.
    """
    body = {"pull": pull.pk} | counted.as_json() | ({"second": second.pk} if second else {})
    if claim(key, "count_box", body, by=by, at=at):
        return BoxPull.objects.get(pk=pull.pk)
    pull = _lock(pull, _S.PULLED)
    who = second or by
    first = pull.counts.filter(round=pull.round).select_related("counted_by").first()
    _refuse_twice(first, who)
    refuse_as_box_counter(pull, who)
    part = _P.FIRST if first is None else _P.SECOND
    count = _keep(pull, part, counted, who=(who,), key=key, by=by, at=at)
    record("box.counted", pull, room=pull.room, by=by, at=at, after={"counter": who.pk})
    if first is not None:
        if first.chips == count.chips:
            _finish(pull, count, key=key, by=by, at=at)
        else:
            pull.state = _S.RECOUNT
            pull.save(update_fields=["state"])
    answered(key, {})
    return pull


@transaction.atomic
def count_box_together(
    *,
    pull: BoxPull,
    counted: Counted,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    third: User | None = None,
) -> BoxPull:
    """End the count of a box whose two counts differ with one together: of both who counted and a third person; returns
    the pull. All three counts stay.

    `by` is one of them, `second` and `third` have shown badge and PIN. Refuses fewer than three people
    (`second_needed`, `third_needed`, `same_person`), where one who counted is not among them (`counter_missing`), a
    third as `count_box` refuses them, and by the state of the box.
    """
    body: dict[str, object] = {"pull": pull.pk, **counted.as_json()}
    body |= {"second": second.pk if second else None, "third": third.pk if third else None}
    if claim(key, "count_box_together", body, by=by, at=at):
        return BoxPull.objects.get(pk=pull.pk)
    pull = _lock(pull, _S.RECOUNT)
    three = three_of(by, second, third, before=counters_so_far(pull))
    for person in three:
        refuse_as_box_counter(pull, person, field="third_badge" if person == third else "badge")
    count = _keep(pull, _P.TOGETHER, counted, who=three, key=key, by=by, at=at)
    record("box.counted", pull, room=pull.room, by=by, at=at, after={"counter": by.pk})
    _finish(pull, count, key=key, by=by, at=at)
    answered(key, {})
    return pull


@transaction.atomic
def give_up_box_counts(*, pull: BoxPull, reason: str, by: User, at: datetime, second: User | None = None) -> BoxPull:
    """Give up two counts of a box that differ and can't be made together, because one who counted is gone or has looked
    at what boxes must hold; returns the pull, which two people count anew, blind. Both counts stay on record.

    A supervisor who made neither lets it be given up (`second`, with badge and PIN), for a `reason`. Refuses who counts
    no boxes (`counter_may_not`), a box that isn't counted together (`box_counted`, `box_counts_agree`), no reason
    (`reason_missing`), who is no supervisor (`not_a_supervisor`), who has counted (`same_person`), and as
    `config.staff.second.refuse_alone`.
    """
    if not by.may(Permission.BOX_COUNT, pull.room):
        raise DomainError("counter_may_not", f"{by} counts no boxes: ask somebody who does.")
    pull = _lock_differing(pull)
    if not is_reason(reason):
        message = "The two counts differ: say why they aren’t made together."
        raise DomainError("reason_missing", message, field="reason")
    what = "two counts of a box that differ are given up"
    supervisor = signed_by(second, by, Permission.BOX_COUNT, pull.room, what, at=at)
    refuse_as_supervisor(supervisor, pull.room, counted=counters_so_far(pull))
    facts: dict[str, Any] = {"round": pull.round, "reason": reason.strip(), "by": by, "second": supervisor, "at": at}
    GivenUpBoxCount.objects.create(pull=pull, **facts)
    after = {"number": pull.number, "round": pull.round, "second": supervisor.display_name}
    pull.state, pull.round = _S.PULLED, pull.round + 1
    pull.save(update_fields=["state", "round"])
    record("box.counts_given_up", pull, room=pull.room, by=by, at=at, after=after, reason=reason.strip())
    return pull


def counters_so_far(pull: BoxPull) -> dict[int, User]:
    """The people who have counted a box, of the counts that go on, by their ids."""
    made = pull.counts.filter(round=pull.round).select_related("counted_by")
    return {count.counted_by_id: count.counted_by for count in made}


def _lock_differing(pull: BoxPull) -> BoxPull:
    """The pull, locked. Refuses one whose counts don't differ."""
    pull = BoxPull.objects.select_for_update(of=("self",), no_key=True).select_related("room", "table").get(pk=pull.pk)
    if pull.state == _S.COUNTED:
        raise DomainError("box_counted", f"{pull} is counted: nothing is left to give up.")
    if pull.state != _S.RECOUNT:
        message = f"{pull} has no two counts that differ: reload the page, and count it."
        raise DomainError("box_counts_agree", message)
    return pull


def _lock(pull: BoxPull, state: BoxPull.State) -> BoxPull:
    """The pull, locked. Refuses one in another state by the code of that state."""
    pull = BoxPull.objects.select_for_update(of=("self",), no_key=True).select_related("room", "table").get(pk=pull.pk)
    if pull.state == _S.COUNTED:
        raise DomainError("box_counted", f"{pull} is counted: go on with the next.")
    if pull.state != state:
        is_recount = pull.state == _S.RECOUNT
        what = "its two counts differ, so it is counted together" if is_recount else "one after the other counts it"
        raise DomainError("box_recount", f"{pull}: {what}. Reload the page.")
    return pull


def _refuse_twice(first: BoxCount | None, who: User) -> None:
    if first is None:
        return
    if first.counted_by_id == who.pk:
        raise DomainError("same_person", f"{who} has counted this box already: somebody else counts it next.")


def _keep(
    pull: BoxPull, part: BoxCount.Part, counted: Counted, *, who: tuple[User, ...], key: str, by: User, at: datetime
) -> BoxCount:
    """Keep a count of a box as it was entered; every count of one by denomination passes here."""
    refuse_unknown_values(pull.room, counted)
    if counted.cash_amount:
        raise DomainError("denomination_unknown", "Boxes hold chips: reload the page and count by what it shows.")
    people = {person.pk: person for person in (*who, by)}
    refuse_or_alarm_more_than_issued(pull.room, counted.chips, place=str(pull), who=people.values(), at=at)
    second, third = (*who[1:], None, None)[:2]
    return BoxCount.objects.create(
        pull=pull, part=part, round=pull.round, chips=counted.as_json()["chips"], amount=counted.chips_amount,
        counted_by=who[0], second=second, third=third, by=by, at=at, request_key=key,
    )  # fmt: skip


def _finish(pull: BoxPull, count: BoxCount, *, key: str, by: User, at: datetime) -> None:
    """Book what a box held: what was over or short by itself, and the chips to where they belong."""
    room, day = pull.room, pull.room.gaming_day(at)
    custody, over_short = custody_account(room, pull.pk), house_account(room, _K.OVER_SHORT)
    held = lock([custody, over_short, *_targets(pull)])
    found = count.amount - pull.expected
    moves = [Move(over_short, custody, found, TransferKind.VARIANCE)] if found > 0 else []
    for target, amount in _parts(pull, count.amount, held, day):
        moves.append(Move(custody, target, amount, TransferKind.BOX_COUNT))
    if found < 0:
        moves.append(Move(custody, over_short, -found, TransferKind.VARIANCE))
    post(room=room, key=key, moves=moves, by=by, at=at, reason=f"{pull}", held=held)
    if found:
        given = {"gaming_day": day, "at": at, "by": by, "request_key": key}
        variance = BoxVariance.objects.create(room=room, pull=pull, chips=found, **given)
        investigate(variance, at=at)
    pull.state, pull.counted, pull.counted_at, pull.counted_key = _S.COUNTED, count.amount, at, key
    pull.save(update_fields=["state", "counted", "counted_at", "counted_key"])
    record("box.count_ended", pull, room=room, by=by, at=at, after={"number": pull.number, "table": pull.table.name})


def _targets(pull: BoxPull) -> list[Account]:
    """The places that a counted box may go to. Dealers' tokes go to the vault: their shares are paid in cash."""
    if pull.pool is None:
        return [house_account(pull.room, _K.VAULT_CHIPS)]
    kinds = (_K.POOL_PRIMARY, _K.POOL_RESERVE, _K.POOL_ADMIN)
    return [pool_account(pull.room, kind, pull.pool.pk) for kind in kinds]


def _parts(pull: BoxPull, amount: int, held: dict[int, Account], day: date) -> Iterator[tuple[Account, int]]:
    """Each place with what goes there of a counted box."""
    targets = _targets(pull)
    if pull.pool is None:
        amounts = [amount] * len(targets)
    else:
        parts = _share(pull, pull.pool, amount, [held[target.pk].balance for target in targets], day)
        amounts = [parts.primary, parts.reserve, parts.admin]
    yield from ((target, part) for target, part in zip(targets, amounts, strict=True) if part)


def _share(pull: BoxPull, pool: PromoPool, amount: int, balances: list[int], day: date) -> Parts:
    """The parts of counted promo by the terms that its pool has now, in whole chips, kept beside the pull."""
    terms = terms_of(pool)
    parts = split(amount, terms, primary=balances[0], reserve=balances[1], unit=pull.room.smallest_chip)
    shares = {"primary": parts.primary, "reserve": parts.reserve, "admin": parts.admin}
    PoolShare.objects.create(pull=pull, pool=pool, version=terms, room=pull.room, gaming_day=day, **shares)
    return parts
