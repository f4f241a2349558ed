"""The vault is counted by two people who don't know of each other's count; where they differ, by three together."""

from datetime import datetime

from django.db import transaction

from cage.counted import Counted
from cage.models import VaultCount, VaultLook, VaultSheet, VaultVariance
from cage.selectors.vault_counts import (
    PLACE,
    answers_for,
    has_looked_at_vault,
    running_count,
)
from cage.services.counts import end_of_ledger, may_count, refuse_unknown_values
from cage.services.investigations import investigate
from cage.services.more_than_issued import refuse_or_alarm_more_than_issued
from cage.services.two_people import refuse_as_supervisor, signed_by, three_of
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.own_making import refuse_own_making
from config.staff.roles import Permission
from players.ledger import Move, house_account, lock, post
from players.models import Account, AccountKind, TransferKind
from players.models.ledger import VAULT_KINDS

_S, _P = VaultCount.State, VaultSheet.Part
_OUTSIDE = (AccountKind.OVER_SHORT, AccountKind.OVER_SHORT_CASH)


@transaction.atomic
def begin_vault_count(*, room: Room, by: User, at: datetime) -> VaultCount:
    """Let the vault be counted: from now on nothing enters it or leaves it; returns the count.

    `by` counts first, and may have seen what must be there. What commits before is in the count, what comes after is
    refused. Refuses who counts no drawers (`counter_may_not`) and a vault that is being counted (`vault_counting`).
    Source: R25.
    """
    _refuse_counter(by, room)
    lock(house_account(room, kind) for kind in VAULT_KINDS)
    refuse_vault_counting(room)
    count = VaultCount.objects.create(room=room, counter=by, until=answers_for(room, at), began_at=at)
    record("vault.count_begun", count, room=room, by=by, at=at)
    return count


@transaction.atomic
def count_vault(
    *, count: VaultCount, counted: Counted, key: str, by: User, at: datetime, second: User | None = None
) -> VaultCount:
    """Enter one of the two counts of the vault; returns the count.

    It is what `by` counted, or `second`, who has shown badge and PIN at somebody else's tablet. The first is of who
    began it, the second of anybody else who counts, in any order; one of the two is a supervisor. Neither is told what
    the other counted nor what must be there (R39). Equal counts end it and book what the vault is short or over; others
    are counted together (`count_vault_together`). Refusals: `same_person`, `counter_may_not`, `supervisor_needed`,
    `second_is_let_in`, of the second who was shown what must be there `has_seen_expected`, `denomination_unknown`, and
    by its state `vault_counted`, `vault_recount`, `vault_count_given_up`.
    """
    body = {"count": count.pk} | counted.as_json() | ({"second": second.pk} if second else {})
    if claim(key, "count_vault", body, by=by, at=at):
        return VaultCount.objects.get(pk=count.pk)
    count = _lock(count, _S.COUNTING)
    who = second or by
    part = _P.FIRST if who.pk == count.counter_id else _P.SECOND
    _refuse_twice(count, part, who)
    _refuse_counter(who, count.room)
    if part == _P.SECOND:
        _refuse_second(count, who, at)
    sheet = _keep(count, part, counted, who=(who,), key=key, by=by, at=at)
    record("vault.counted", count, room=count.room, by=by, at=at, after={"counter": who.pk})
    both = [(each.chips, each.cash) for each in count.sheets.all()]
    if len(both) == 2:
        _end_or_recount(count, sheet, is_equal=both[0] == both[1], key=key, by=by, at=at)
    answered(key, {})
    return count


@transaction.atomic
def count_vault_together(
    *,
    count: VaultCount,
    counted: Counted,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    third: User | None = None,
) -> VaultCount:
    """End the count of a vault whose two counts differ with one together: of both who counted and a third person;
    returns the count. All three sheets stay.

    `by` is one of them, `second` and `third` have shown badge and PIN. Refuses as `three_of`, each but who began it as
    `count_vault` refuses the second, and by its state.
    """
    body: dict[str, object] = {"count": count.pk, **counted.as_json()}
    body |= {"second": second.pk if second else None, "third": third.pk if third else None}
    if claim(key, "count_vault_together", body, by=by, at=at):
        return VaultCount.objects.get(pk=count.pk)
    count = _lock(count, _S.RECOUNT)
    three = three_of(by, second, third, before=_counters(count))
    for person in three:
        field = "third_badge" if person == third else "badge"
        _refuse_counter(person, count.room, field=field)
        if person.pk != count.counter_id:
            _refuse_looked(person, count.room, field=field)
    sheet = _keep(count, _P.TOGETHER, counted, who=three, key=key, by=by, at=at)
    record("vault.counted", count, room=count.room, by=by, at=at, after={"counter": by.pk})
    _end(count, sheet, key=key, by=by, at=at)
    answered(key, {})
    return count


@transaction.atomic
def give_up_vault_count(
    *, count: VaultCount, by: User, at: datetime, second: User | None = None, reason: str = ""
) -> VaultCount:
    """Give a count of the vault up that is half done: things move there again; returns the count. What was entered
    stays on record and counts no more, and what was due stays due.

    Where two counts differ a supervisor who made neither lets it be given up (`second`, with badge and PIN), for a
    `reason`. Refuses who counts no drawers (`counter_may_not`), a count that has ended (`vault_counted`,
    `vault_count_given_up`), and where two counts differ as `give_up_count` does for a drawer.
    """
    count = _lock(count, *VaultCount.RUNS)
    _refuse_counter(by, count.room)
    if count.state == _S.RECOUNT:
        count.second, count.reason = _supervisor(count, second, reason, by=by, at=at), reason.strip()
    count.state, count.ended_at, count.given_up_by = _S.GIVEN_UP, at, by
    count.save()
    after = {"second": count.second.display_name} if count.second else {}
    record("vault.count_given_up", count, room=count.room, by=by, at=at, after=after, reason=count.reason)
    return count


def refuse_vault_counting(room: Room) -> None:
    """Refuse (`vault_counting`) what would enter the vault or leave it while it is counted; the caller has locked its
    places, so that a count is begun before or after."""
    if running_count(room) is not None:
        message = "The vault is being counted: finish the count on its page, or give it up there."
        raise DomainError("vault_counting", message)


def note_vault_look(*, room: Room, by: User, at: datetime) -> None:
    """Note that somebody was shown what the vault must hold: they count it first or not at all, until it is counted.
    Once is enough until then."""
    if has_looked_at_vault(room, by):
        return
    with transaction.atomic():
        VaultLook.objects.create(room=room, by=by, at=at)
        record("vault.expected_seen", room, room=room, by=by, at=at)


def _lock(count: VaultCount, *states: VaultCount.State) -> VaultCount:
    """The count, locked. Refuses one in another state by the code of that state."""
    rows = VaultCount.objects.select_for_update(of=("self",), no_key=True).select_related("room", "counter")
    count = rows.get(pk=count.pk)
    if count.state not in states:
        code, message = {
            _S.COUNTED: ("vault_counted", "The vault is counted already: reload the page."),
            _S.GIVEN_UP: ("vault_count_given_up", "This count was given up: reload the page, and begin another."),
            _S.RECOUNT: ("vault_recount", "The two counts differ: reload the page, and count together."),
            _S.COUNTING: ("vault_counting", "One after the other counts the vault: reload the page."),
        }[_S(count.state)]
        raise DomainError(code, message)
    return count


def _counters(count: VaultCount) -> dict[int, User]:
    """The people who have counted so far, by their ids."""
    return {sheet.counted_by_id: sheet.counted_by for sheet in count.sheets.select_related("counted_by")}


def _refuse_counter(person: User, room: Room, *, field: str = "badge") -> None:
    if not may_count(person, room):
        message = f"{person} doesn’t count the vault: ask a cashier, or a supervisor."
        raise DomainError("counter_may_not", message, field=field)


def _refuse_twice(count: VaultCount, part: VaultSheet.Part, who: User) -> None:
    made = count.sheets.filter(part=part).select_related("counted_by").first()
    if made is None:
        return
    is_same = made.counted_by_id == who.pk
    message = f"{'You have' if is_same else f'{made.counted_by} has'} counted already: somebody else counts next."
    raise DomainError("same_person", message, field="badge")


def _refuse_second(count: VaultCount, who: User, at: datetime) -> None:
    """Refuse a second who has seen what must be there, whom the first has let in today, and two without a
    supervisor."""
    _refuse_looked(who, count.room, field="badge")
    refuse_own_making(who, count.counter, count.room, at)
    if not any(person.may(Permission.SLIP_AUTHORISE, count.room) for person in (count.counter, who)):
        message = "One of the two is a supervisor: let somebody of the floor, or a manager, count second."
        raise DomainError("supervisor_needed", message, field="badge")


def _refuse_looked(person: User, room: Room, *, field: str) -> None:
    if has_looked_at_vault(room, person):
        message = (
            f"{person} has seen what must be in the vault since its last count: somebody who hasn’t counts second."
        )
        raise DomainError("has_seen_expected", message, field=field)


def _keep(
    count: VaultCount, part: VaultSheet.Part, counted: Counted, *, who: tuple[User, ...], key: str, by: User,
    at: datetime,
) -> VaultSheet:  # fmt: skip
    """Keep a count as it was entered; chips that nobody issued raise an alarm."""
    refuse_unknown_values(count.room, counted)
    people = {person.pk: person for person in (*who, by)}
    refuse_or_alarm_more_than_issued(count.room, counted.chips, place=PLACE, who=people.values(), at=at)
    second, third = (*who[1:], None, None)[:2]
    return VaultSheet.objects.create(
        count=count, part=part, **counted.as_json(), chips_amount=counted.chips_amount, cash_amount=counted.cash_amount,
        counted_by=who[0], second=second, third=third, by=by, at=at, request_key=key,
    )  # fmt: skip


def _end_or_recount(
    count: VaultCount, sheet: VaultSheet, *, is_equal: bool, key: str, by: User, at: datetime
) -> None:  # fmt: skip
    if is_equal:
        _end(count, sheet, key=key, by=by, at=at)
        return
    count.state = _S.RECOUNT
    count.save(update_fields=["state"])


def _end(count: VaultCount, sheet: VaultSheet, *, key: str, by: User, at: datetime) -> None:
    """Bring the books of the vault to its count, by transfers of their own against the names of who counted; beyond the
    room's notice it is investigated, as a drawer's variance is."""
    room = count.room
    places, outside = ([house_account(room, kind) for kind in kinds] for kinds in (VAULT_KINDS, _OUTSIDE))
    held = lock([*places, *outside])
    count.expected_chips, count.expected_cash = (held[place.pk].balance for place in places)
    found = sheet.chips_amount - count.expected_chips, sheet.cash_amount - count.expected_cash
    moves = [_move(*ends) for ends in zip(outside, places, found, strict=True) if ends[2]]
    post(room=room, key=key, moves=moves, by=by, at=at, reason=f"{count.names} counted", held=held)
    variance = _variance(count, *found, key=key, by=by, at=at) if moves else None
    count.state, count.ended_at, count.last_number = _S.COUNTED, at, end_of_ledger(room)
    count.save()
    if variance is not None:
        investigate(variance, at=at)
    after = {"chips": found[0], "cash": found[1]} if variance else {}
    record("vault.count_ended", count, room=room, by=by, at=at, after=after)


def _move(outside: Account, place: Account, found: int) -> Move:
    """Into the vault what was over, out of it what was short."""
    source, target = (outside, place) if found > 0 else (place, outside)
    return Move(source, target, abs(found), TransferKind.VARIANCE)


def _variance(count: VaultCount, chips: int, cash: int, *, key: str, by: User, at: datetime) -> VaultVariance:
    room = count.room
    return VaultVariance.objects.create(
        room=room, count=count, chips=chips, cash=cash, gaming_day=room.gaming_day(at), at=at, by=by, request_key=key
    )


def _supervisor(count: VaultCount, second: User | None, reason: str, *, by: User, at: datetime) -> User:
    """The supervisor who lets two counts that differ be given up."""
    if not is_reason(reason):
        message = "The two counts differ: say why nobody counts it together."
        raise DomainError("reason_missing", message, field="reason")
    what = "two counts that differ are given up"
    supervisor = signed_by(second, by, Permission.DRAWER_COUNT, count.room, what, at=at)
    refuse_as_supervisor(supervisor, count.room, counted=_counters(count))
    return supervisor
