"""Two connections at once: one of two tablets wins, the other is told; a hand is never booked twice."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, transaction

from config.audit.books import audit
from config.errors import DomainError
from games import services
from games.audit_checks import kills_follow
from games.models import Hand, HandDraft
from players.models import Account, AccountKind, Transfer
from players.services import change_seat, come_back, go_away, leave_seat, must_move, pick_up
from players.services.table_money import count_stack
from tables.services import close_table, link_feeder
from tests.support.arranged import arranged_to_commit
from tests.support.desk import key
from tests.support.races import Act, lanes, told
from tests.support.table import O8_KILL, HandTable, open_hand_table

Together = Callable[..., list[Any]]


@arranged_to_commit
def table() -> HandTable:
    return open_hand_table()


def codes(outcomes: list[Any]) -> list[str]:
    """The codes of what was refused; anything but a refusal or a result is a fault."""
    faults = [
        outcome for outcome in outcomes if isinstance(outcome, Exception) and not isinstance(outcome, DomainError)
    ]
    assert not faults, faults
    return [outcome.code for outcome in outcomes if isinstance(outcome, DomainError)]


def test_two_tablets_act_at_once_and_one_of_them_is_told(table: HandTable, together: Together) -> None:
    draft = table.deal()

    def act(action: str) -> HandDraft:
        return services.act(draft=draft, version=draft.version, action=action, by=table.floor, at=table.later())

    outcomes = together(lambda: act("f"), lambda: act("r 9"))
    assert codes(outcomes) == ["draft_moved_on"]
    assert HandDraft.objects.get().version == draft.version + 1


def test_two_tablets_deal_at_once_and_one_hand_is_dealt(table: HandTable, together: Together) -> None:
    session, deal = table.session, table.suggested()

    def start() -> HandDraft:
        return services.start_hand(session=session, deal=deal, key=key(), by=table.floor, at=table.later())

    assert codes(together(start, start)) == ["hand_open"]
    assert HandDraft.objects.count() == 1


def test_chips_that_come_to_a_seat_while_the_next_hand_is_dealt_are_never_overlooked(
    table: HandTable, together: Together
) -> None:
    """Either the count was first and the old deal is refused, or the hand was and the count waits for its end."""
    sitting, session = table.sittings[2], table.session
    count_stack(sitting=sitting, counted=190_00, reason="recount", key=key(), **table.by())
    deal = table.suggested()

    def start() -> HandDraft:
        return services.start_hand(session=session, deal=deal, key=key(), by=table.floor, at=table.later())

    def count() -> object:
        return count_stack(
            sitting=sitting, counted=200_00, reason="found it", key=key(), by=table.floor, at=table.later()
        )

    outcomes = together(count, start)
    assert codes(outcomes) in (["deal_outdated"], ["mid_hand"])
    if draft := HandDraft.objects.first():
        assert 190_00 in draft.setup["stacks"]
    assert table.stack(2) == (190_00 if draft else 200_00)


def test_while_a_hand_is_dealt_no_chip_of_its_table_moves(table: HandTable, together: Together) -> None:
    """A ruling on another table's case may pay to a seat here, and holds that other session only."""
    seats = Account.objects.filter(session=table.session, kind=AccountKind.SEAT)

    def take() -> list[Account]:
        with transaction.atomic():
            return list(seats.select_for_update(nowait=True))

    with transaction.atomic():
        table.deal()
        (outcome,) = together(take)
    assert isinstance(outcome, OperationalError)
    assert len(take()) == 4


def test_a_hand_recorded_four_times_at_once_is_booked_once(table: HandTable, together: Together) -> None:
    draft = table.act(table.deal(), "f", "f", "f")
    same = key()

    def record() -> Hand:
        return services.record_hand(
            draft=draft, version=draft.version, rake_taken=0, key=same, by=table.floor, at=table.later()
        )

    outcomes = together(record, record, record, record)
    assert codes(outcomes) == []
    assert len({hand.pk for hand in outcomes}) == Hand.objects.count() == 1
    assert Transfer.objects.filter(hand_id=outcomes[0].pk, target__kind=AccountKind.SEAT).count() == 1


def test_two_tablets_record_with_keys_of_their_own_and_one_is_told(table: HandTable, together: Together) -> None:
    draft = table.act(table.deal(), "f", "f", "f")

    def record() -> Hand:
        return services.record_hand(
            draft=draft, version=draft.version, rake_taken=0, key=key(), by=table.floor, at=table.later()
        )

    assert codes(together(record, record)) == ["draft_gone"]
    assert Hand.objects.count() == 1


def test_ticks_at_once_are_numbered_without_gaps(table: HandTable, together: Together) -> None:
    session = table.session

    def tick() -> Hand:
        return services.record_tick(session=session, rake_taken=100, key=key(), by=table.floor, at=table.later())

    outcomes = together(*[tick] * 6)
    assert codes(outcomes) == []
    assert sorted(hand.number for hand in outcomes) == [1, 2, 3, 4, 5, 6]
    assert table.session.hands_recorded == 6


def test_a_table_that_closes_while_a_hand_is_dealt_does_one_of_both(table: HandTable, together: Together) -> None:
    for sitting in list(table.sittings.values()):
        table.desk.leave(sitting)
    session = table.session

    def tick() -> Hand:
        return services.record_tick(session=session, rake_taken=0, key=key(), by=table.floor, at=table.later())

    outcomes = together(tick, lambda: close_table(session=session, by=table.floor, at=table.later()))
    assert codes(outcomes) in ([], ["table_closed"])
    session.refresh_from_db()
    assert session.closed_at is not None
    assert session.hands_recorded == Hand.objects.count()
    assert not session.hand_open


def test_a_hand_dealt_while_a_kill_starts_is_of_one_mind_with_it(committed_db: str, together: Together) -> None:
    table = open_hand_table(O8_KILL)
    session, deal = table.session, replace(table.suggested(), seen=None)

    def tick() -> Hand:
        return services.record_tick(
            session=session, rake_taken=0, pot=60_00, winners=[3], key=key(), by=table.floor, at=table.later()
        )

    def start() -> HandDraft:
        return services.start_hand(session=session, deal=deal, key=key(), by=table.floor, at=table.later())

    assert codes(together(tick, start)) in (["hand_open"], ["wrong_kill_limits"])
    assert Hand.objects.count() + HandDraft.objects.count() == 1


def test_ticks_of_one_kill_at_once_follow_each_other(committed_db: str, together: Together) -> None:
    table = open_hand_table(O8_KILL)
    session = table.session

    def tick(winner: int) -> Hand:
        return services.record_tick(
            session=session, rake_taken=0, pot=60_00, winners=[winner], key=key(), by=table.floor, at=table.later()
        )

    outcomes = together(lambda: tick(1), lambda: tick(2), lambda: tick(3))
    assert codes(outcomes) == []
    assert list(kills_follow()) == []


def leaving(table: HandTable) -> Act:
    return partial(leave_seat, sitting=table.sittings[4], key=key(), **table.by())


def changing_seats(table: HandTable) -> Act:
    return partial(change_seat, sitting=table.sittings[4], seat=9, key=key(), **table.by())


def must_moving(table: HandTable) -> Act:
    link_feeder(feeder=table.session, main=table.desk.open_table(), **table.by())
    return partial(must_move, sitting=table.sittings[1], seat=1, key=key(), **table.by())


def picking_up(table: HandTable) -> Act:
    go_away(sitting=table.sittings[4], **table.by())
    table.desk.now += timedelta(hours=1)
    facts = {"counted": 200_00, "witness": table.desk.cashier, "rounds_missed": 0}
    return partial(pick_up, sitting=table.sittings[4], key=key(), **facts, **table.by())


def coming_back(table: HandTable) -> Act:
    go_away(sitting=table.sittings[4], **table.by())
    return partial(come_back, sitting=table.sittings[4], **table.by())


@pytest.mark.parametrize(
    ("arrange", "in_a_hand"),
    [
        (leaving, "mid_hand"),
        (changing_seats, "mid_hand"),
        (must_moving, "mid_hand"),
        (picking_up, "mid_hand"),
        (coming_back, ""),
    ],
)
def test_whoever_is_dealt_in_stays_until_the_hand_is_over(
    committed_db: str, arrange: Callable[[HandTable], Act], in_a_hand: str
) -> None:
    """The hand is dealt first, and the stack stays; or the seat has changed first, and the old deal is refused."""
    for deal_is_first in (True, False):
        table = open_hand_table()
        act = arrange(table)
        dealing = partial(services.start_hand, session=table.session, deal=table.suggested(), key=key(), **table.by())
        with lanes() as people:
            if deal_is_first:
                assert told(people.in_turn(dealing, act)) == ("", in_a_hand)
            else:
                assert told(people.in_turn(act, dealing)) == ("", "deal_outdated")
    assert [finding for finding in audit() if not finding.holds] == []
