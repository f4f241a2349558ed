"""A drawer is closed, or handed over, by two counts that don't know of each other; where they differ, three people
count it together."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from cage.counted import Counted
from cage.models import DrawerCount, DrawerSession, DrawerVariance, GivenUpCount
from cage.selectors.drawers import may_stand_in, works_at
from cage.selectors.sheets import has_looked
from cage.selectors.transit import open_slips_of
from cage.services.counts import end_of_ledger, expected_in, keep_count, refuse_as_counter, refuse_unknown_chips
from cage.services.drawers import lock_session, not_yours
from cage.services.one_drawer import refuse_busy_successor
from cage.services.two_people import refuse_as_supervisor, signed_by, three_of
from cage.services.variances import post_variance
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from config.staff.roles import Permission

_S, _P = DrawerSession.State, DrawerCount.Part


@transaction.atomic
def begin_close(
    *, session: DrawerSession, by: User, at: datetime, successor: User | None = None, reason: str = ""
) -> DrawerSession:
    """Let an open drawer be counted: from now on nothing goes in or out; returns the session.

    `by` counts first: its cashier, or for a `reason` who stands in for a cashier that is gone (`may_stand_in`). With
    a `successor` the drawer is handed over: the successor counts second, and works it as soon as both agree (R26).
    Refuses whoever else asks (`not_your_drawer`), a stand-in without a reason (`reason_missing`), who was shown what
    must be there (`has_seen_expected`), a successor who sells no chips (`successor_may_not`), works another drawer
    (`works_another_drawer`) or is who counts first (`same_person`), a drawer that a fill or a credit is on its
    way to or from (`slip_on_its_way`), and one that isn't open (`drawer_closed`, `drawer_opening`, `drawer_counting`).
    """
    drawer, session = lock_session(session, _S.OPEN)
    is_own = session.cashier_id == by.pk
    if not (is_own or may_stand_in(by, session)):
        raise not_yours(drawer, session)
    _refuse_open_slip(session)
    if not (is_own or is_reason(reason)):
        message = f"Say why you count in the place of {session.cashier}, who works this drawer."
        raise DomainError("reason_missing", message, field="reason")
    refuse_as_counter(session, by)
    if successor is not None:
        _refuse_successor(session, by, successor)
    session.state, session.counter, session.successor = _S.COUNTING, by, successor
    session.counter_reason = "" if is_own else reason.strip()
    session.round += 1
    session.save()
    after = {"counter": by.pk} | ({"successor": successor.pk} if successor else {})
    record("drawer.close_begun", session, room=session.room, by=by, at=at, after=after, reason=session.counter_reason)
    return session


@transaction.atomic
def count_drawer(
    *, session: DrawerSession, counted: Counted, key: str, by: User, at: datetime, second: User | None = None
) -> DrawerSession:
    """Enter one of the two counts of a drawer that is being closed; returns the session.

    The count is that of `by`, or of `second`, who has shown badge and PIN at somebody else's tablet. The first is of
    who began the close, the second of anybody else who may count, in any order; neither is told what the other counted
    nor what must be there (R39). Equal counts close the drawer and book what it is short or over; others are counted
    together (`recount_drawer`). Refusals: `same_person`, `has_seen_expected`, `counter_may_not`, `not_the_successor`,
    `works_another_drawer` of the successor, `denomination_unknown`, and by the state of the drawer as `begin_close`.
    """
    body = {"session": session.pk} | counted.as_json() | ({"second": second.pk} if second else {})
    if claim(key, "count_drawer", body, by=by, at=at):
        return DrawerSession.objects.get(pk=session.pk)
    _, session = lock_session(session, _S.COUNTING)
    who = second or by
    part = _P.FIRST if who.pk == session.counter_id else _P.SECOND
    _refuse_counter(session, who, part)
    refuse_unknown_chips(session.drawer, counted, who=(who,), by=by, at=at)
    count = keep_count(session, part, counted, who=(who,), key=key, by=by, at=at)
    record("drawer.counted", session, room=session.room, by=by, at=at, after={"counter": who.pk})
    both = [(each.chips, each.cash) for each in counts_of_round(session)]
    if len(both) == 2:
        _close_or_recount(session, count, is_equal=both[0] == both[1], key=key, by=by, at=at)
    answered(key, {})
    return session


@transaction.atomic
def recount_drawer(
    *,
    session: DrawerSession,
    counted: Counted,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    third: User | None = None,
) -> DrawerSession:
    """Close a drawer whose two counts differ with a count together: of both who counted and a third person; returns the
    session. All three counts stay.

    `by` is one of them, `second` and `third` have shown badge and PIN. Refuses fewer than three people
    (`second_needed`, `third_needed`, `same_person`), where one who counted is not among them (`counter_missing`), each
    of the three as `count_drawer` refuses them, and by the state of the drawer.
    """
    body: dict[str, object] = {"session": session.pk, **counted.as_json()}
    body |= {"second": second.pk if second else None, "third": third.pk if third else None}
    if claim(key, "recount_drawer", body, by=by, at=at):
        return DrawerSession.objects.get(pk=session.pk)
    _, session = lock_session(session, _S.RECOUNT)
    counted_before = {count.counted_by_id: count.counted_by for count in counts_of_round(session)}
    three = three_of(by, second, third, before=counted_before)
    _refuse_busy(session, field="badge")
    for person in three:
        _refuse_together(session, person, counted_before, field="third_badge" if person == third else "badge")
    refuse_unknown_chips(session.drawer, counted, who=three, by=by, at=at)
    count = keep_count(session, _P.TOGETHER, counted, who=three, key=key, by=by, at=at)
    _close(session, count, key=key, by=by, at=at)
    answered(key, {})
    return session


@transaction.atomic
def give_up_count(
    *, session: DrawerSession, by: User, at: datetime, second: User | None = None, reason: str = ""
) -> DrawerSession:
    """Give a count up that is half done: an opening leaves the drawer closed, a close leaves it open; returns the
    session. What was counted stays on record and counts no more.

    Where two counts differ a supervisor who made neither lets it be given up (`second`, with badge and PIN), for a
    `reason` (`GivenUpCount`). Refuses who is neither its cashier nor counts it nor stands in (`not_your_drawer`), a
    drawer that is not being opened or counted (`drawer_closed`, `drawer_open`), and where two counts differ no reason
    (`reason_missing`), who is no supervisor (`not_a_supervisor`), who has counted (`same_person`), and as
    `config.staff.second.refuse_alone`.
    """
    drawer, session = lock_session(session, _S.OPENING, _S.COUNTING, _S.RECOUNT)
    if by.pk not in (session.cashier_id, session.counter_id) and not may_stand_in(by, session):
        raise not_yours(drawer, session)
    given: dict[str, object] = {}
    if session.state == _S.RECOUNT:
        supervisor = _supervisor(session, second, reason, by=by, at=at)
        GivenUpCount.objects.create(
            session=session, round=session.round, reason=reason.strip(), by=by, second=supervisor, at=at
        )
        given = {"round": session.round, "second": supervisor.display_name}
    if session.state == _S.OPENING:
        session.state, session.closed_at, session.last_number = _S.CLOSED, at, end_of_ledger(session.room)
    else:
        session.state, session.counter, session.successor, session.counter_reason = _S.OPEN, None, None, ""
    session.save()
    after = {"state": session.state} | given
    record("drawer.count_given_up", session, room=session.room, by=by, at=at, after=after, reason=reason.strip())
    return session


def _supervisor(session: DrawerSession, second: User | None, reason: str, *, by: User, at: datetime) -> User:
    """The supervisor who lets two counts that differ be given up."""
    if not is_reason(reason):
        message = "The two counts differ: say why nobody counts it together."
        raise DomainError("reason_missing", message, field="reason")
    what = "two counts that differ are given up"
    supervisor = signed_by(second, by, Permission.DRAWER_COUNT, session.room, what, at=at)
    counted = {count.counted_by_id for count in counts_of_round(session)}
    refuse_as_supervisor(supervisor, session.room, counted=counted)
    return supervisor


def counts_of_round(session: DrawerSession) -> list[DrawerCount]:
    """The first and the second count of the close that goes on, so far as they are made."""
    made = session.counts.filter(round=session.round, part__in=(_P.FIRST, _P.SECOND))
    return list(made.select_related("counted_by").order_by("part"))


def _refuse_open_slip(session: DrawerSession) -> None:
    for slip in open_slips_of(session.drawer)[:1]:
        message = f"{slip} is {slip.get_state_display()}: receive or void it on its page, then count the drawer."
        raise DomainError("slip_on_its_way", message, allowed={"slip": slip.pk})


def _refuse_successor(session: DrawerSession, by: User, successor: User) -> None:
    if successor.pk in (by.pk, session.cashier_id):
        message = "A drawer is handed over to somebody else: choose who works it next."
        raise DomainError("same_person", message, field="successor")
    _refuse_as_successor(session, successor, "choose somebody who may", field="successor")
    refuse_busy_successor(session, successor, "choose somebody else", field="successor")


def _refuse_as_successor(session: DrawerSession, successor: User, way_on: str, *, field: str) -> None:
    needed = works_at(session.drawer)
    if not successor.may(needed, session.room):
        message = f"{successor} may not {needed.sentence}: {way_on}."
        raise DomainError("successor_may_not", message, field=field)


def _refuse_busy(session: DrawerSession, *, field: str) -> None:
    """Refuse a count of a drawer that is handed over to somebody who has opened another meanwhile: whichever count
    comes last hands it over."""
    if session.successor is not None:
        refuse_busy_successor(session, session.successor, "give the count up", field=field)


def _refuse_counter(session: DrawerSession, who: User, part: DrawerCount.Part) -> None:
    """Refuse a count of somebody who has counted already, who doesn't count this drawer, or who takes it over and may
    work it no more; and any count of a drawer whose successor works another by now."""
    made = {count.part: count.counted_by for count in counts_of_round(session)}
    if part in made:
        is_same = made[part].pk == who.pk
        message = f"{'You have' if is_same else f'{made[part]} has'} counted already: somebody else counts next."
        raise DomainError("same_person", message, field="badge")
    if part == _P.SECOND and session.successor_id:
        if who.pk != session.successor_id:
            message = f"The drawer is handed over to {session.successor}, who counts it: or give the count up."
            raise DomainError("not_the_successor", message, field="badge")
        _refuse_as_successor(session, who, "give the count up, and hand the drawer to somebody else", field="badge")
    _refuse_busy(session, field="badge")
    refuse_as_counter(session, who)


def _refuse_together(session: DrawerSession, person: User, counted: Mapping[int, User], *, field: str) -> None:
    """Refuse one of three who doesn't count the drawer, or has seen what must be there since they counted it."""
    if person.pk in counted and has_looked(session, person):
        message = (
            f"{person} has looked at what must be in the drawer since counting it: give the count up, and let others "
            "count."
        )
        raise DomainError("has_seen_expected", message, field=field)
    refuse_as_counter(session, person, field=field)
    if session.successor_id == person.pk:
        _refuse_as_successor(session, person, "give the count up, and hand the drawer to somebody else", field=field)


def _close_or_recount(
    session: DrawerSession, count: DrawerCount, *, is_equal: bool, key: str, by: User, at: datetime
) -> None:
    if is_equal:
        _close(session, count, key=key, by=by, at=at)
        return
    session.state = _S.RECOUNT
    session.save(update_fields=["state"])


def _close(session: DrawerSession, count: DrawerCount, *, key: str, by: User, at: datetime) -> None:
    """End the session with its last count, book what it is short or over, and let the successor go on from there."""
    session.expected_chips, session.expected_cash = expected_in(session.drawer)
    variance = post_variance(session, DrawerVariance.Part.CLOSING, count, key=key, by=by, at=at)
    session.state, session.closed_at, session.last_number = _S.CLOSED, at, end_of_ledger(session.room)
    session.save()
    after = {"chips": variance.chips, "cash": variance.cash} if variance else {}
    record("drawer.closed", session, room=session.room, by=by, at=at, after=after)
    if session.successor is not None:
        _hand_over(session, session.successor, count, key=key, by=by, at=at)


def _hand_over(
    session: DrawerSession, successor: User, count: DrawerCount, *, key: str, by: User, at: datetime
) -> None:
    """Open the drawer for the successor with the count that both have signed."""
    begun = DrawerSession.objects.create(
        room=session.room, drawer=session.drawer, cashier=successor, state=_S.OPEN, began_at=at, opened_at=at,
        after_number=end_of_ledger(session.room),
    )  # fmt: skip
    counted = Counted.read(count.chips, count.cash)
    keep_count(begun, _P.OPENING, counted, who=(successor,), key=key, by=by, at=at)
    after = {"cashier": successor.pk, "worked_before": session.cashier_id}
    record("drawer.handed_over", begun, room=session.room, by=by, at=at, after=after)
