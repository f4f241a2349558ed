"""The lock of a gaming day: by two people, in order, over a day that is over and settled; what it refuses."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.utils import timezone

from cage.selectors.of_day import drawer_people
from config.audit.models import AuditEvent
from config.days import selectors, services
from config.days.models import DayLock, DayState, KeptFigures
from config.days.services import digest_of
from config.rooms.models import Room
from config.staff.models import StaffRole, User
from rake.services import ask_for_day, rate_hand, rebuild_day
from rake.unbuilt import days_to_rebuild
from tests.support.arranged import arranged
from tests.support.days import (
    close_drawers,
    end_day,
    lock_day,
    locked_day,
    open_drawers,
    second_of,
    tie_out,
)
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly, open_exactly
from tests.support.people import a_room
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """A table in play."""
    table = open_hand_table()
    table.tick(3_00, pot=60_00, winners=[1])
    return table


@pytest.fixture
def desk(table: HandTable) -> Desk:
    return table.desk


def test_a_day_is_open_then_cut_off_by_the_clock_then_tied_out_then_locked(desk: Desk) -> None:
    day = desk.room.gaming_day(desk.now)
    seen = [selectors.state_of(desk.room, day, desk.now)]
    end_day(desk)
    seen.append(selectors.state_of(desk.room, day, desk.now))
    tie_out(desk, day)
    seen.append(selectors.state_of(desk.room, day, desk.now))
    lock_day(desk, day)
    seen.append(selectors.state_of(desk.room, day, desk.now))
    assert seen == [DayState.OPEN, DayState.CUT_OFF, DayState.TIED_OUT, DayState.LOCKED]


def test_the_lock_is_kept_with_both_people_and_the_digests_of_what_is_kept(desk: Desk) -> None:
    day = end_day(desk)
    tie_out(desk, day)
    second = second_of(desk)
    lock = lock_day(desk, day, second=second)
    assert (lock.locked_by, lock.second, lock.locked_at) == (desk.manager, second, desk.now)
    kept = {row.code: row for row in KeptFigures.objects.filter(lock=lock)}
    assert kept.keys() == {"rake_report", "liability", "pools", "pools_reconciled"}
    assert all(row.digest == digest_of(row.text) for row in kept.values())
    event = AuditEvent.objects.get(verb="day.locked", subject_id=str(lock.pk))
    assert event.after["kept"] == {code: row.digest for code, row in kept.items()}


def hand_over(desk: Desk, cashier: User) -> None:
    """The drawer is closed, counted as the books say, and opened by another cashier."""
    close_drawers(desk)
    open_exactly(desk.drawer, by=cashier, at=desk.at())


def who_sells_and_locks(desk: Desk) -> User:
    """A manager who works as a cashier too."""
    helper = person(desk.room, "manager")
    StaffRole.objects.create(user=helper, room=desk.room, role="cashier")
    return helper


class TestRefusals:
    def test_a_day_that_goes_on(self, desk: Desk) -> None:
        day = desk.room.gaming_day(desk.now)
        refused("day_not_cut_off", lambda: lock_day(desk, day))

    def test_a_day_until_its_last_moment(self, desk: Desk) -> None:
        day = end_day(desk)
        tie_out(desk, day)
        end = desk.room.start_of(day + timedelta(days=1))
        refused("day_not_cut_off", lambda: lock_day(desk, day, at=end - timedelta(microseconds=1)))
        assert lock_day(desk, day, at=end).gaming_day == day

    def test_something_open_with_the_whole_list(self, desk: Desk) -> None:
        day = end_day(desk)
        error = refused("day_open_items", lambda: lock_day(desk, day))
        assert len(error.allowed["open_items"]) == len(selectors.open_items(desk.room, day)) >= 3
        assert not DayLock.objects.exists()

    def test_a_later_day_first(self, desk: Desk) -> None:
        day = end_day(desk)
        desk.now += timedelta(days=1)
        tie_out(desk, day)
        error = refused("earlier_day_open", lambda: lock_day(desk, day + timedelta(days=1)))
        assert error.allowed["day"] == day.isoformat()

    def test_a_day_before_the_books(self, desk: Desk) -> None:
        day = end_day(desk)
        refused("no_such_day", lambda: lock_day(desk, day - timedelta(days=1)))

    def test_a_room_without_books(self, desk: Desk) -> None:
        refused("no_such_day", lambda: lock_day(desk, date(2025, 3, 7), room=a_room()))

    def test_a_day_that_is_locked(self, desk: Desk) -> None:
        day = locked_day(desk)
        refused("day_locked", lambda: lock_day(desk, day))

    def test_a_day_that_somebody_locks_between_two_looks(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is locked, and no day that the books don't have."""
        day = end_day(desk)
        tie_out(desk, day)

        def next_after_them(room: Room) -> date | None:
            facts = {"locked_at": desk.now, "locked_by": desk.manager, "second": second_of(desk), "request_key": key()}
            DayLock.objects.get_or_create(room=room, gaming_day=day, defaults=facts)
            return selectors.next_to_lock(room)

        monkeypatch.setattr(services, "next_to_lock", next_after_them)
        refused("day_locked", lambda: lock_day(desk, day))

    def test_one_person_as_two(self, desk: Desk) -> None:
        day = end_day(desk)
        tie_out(desk, day)
        refused("same_person", lambda: lock_day(desk, day, second=desk.manager))

    def test_one_person_alone(self, desk: Desk) -> None:
        day = end_day(desk)
        tie_out(desk, day)
        refused("second_needed", lambda: lock_day(desk, day, second=None))

    def test_a_second_without_the_right(self, desk: Desk) -> None:
        day = end_day(desk)
        tie_out(desk, day)
        refused("second_may_not", lambda: lock_day(desk, day, second=person(desk.room, "host")))

    def test_a_second_who_sold_at_a_drawer_on_the_day(self, desk: Desk) -> None:
        helper = who_sells_and_locks(desk)
        hand_over(desk, helper)
        desk.buy_in(desk.player(), 100_00, by=helper)
        day = end_day(desk)
        tie_out(desk, day)
        refused("second_worked_drawer", lambda: lock_day(desk, day, second=helper))

    def test_a_second_who_sold_at_a_drawer_taken_over_the_day_before(self, desk: Desk) -> None:
        """Their opening count is of the day before; the session that it began runs on."""
        helper = who_sells_and_locks(desk)
        hand_over(desk, helper)
        since = desk.now + timedelta(minutes=1)
        assert drawer_people(desk.room, since, since + timedelta(hours=1)) == {helper.pk: f"worked {desk.drawer}"}

    def test_a_second_who_paid_at_a_drawer_on_the_day(self, desk: Desk) -> None:
        helper = who_sells_and_locks(desk)
        player = desk.player()
        desk.buy_in(player, 100_00)
        hand_over(desk, helper)
        desk.cash_out(player, 100_00, by=helper)
        day = end_day(desk)
        tie_out(desk, day)
        refused("second_worked_drawer", lambda: lock_day(desk, day, second=helper))

    def test_a_second_who_counted_a_drawer_of_the_day(self, desk: Desk) -> None:
        helper = person(desk.room, "manager")
        day = end_day(desk)
        close_exactly(desk.drawer, by=desk.cashier, second=helper, at=desk.at())
        tie_out(desk, day)
        floor = person(desk.room, "floor")
        said = refused("second_worked_drawer", lambda: lock_day(desk, day, second=helper)).message
        assert said.startswith(f"{helper} counted {desk.drawer} on that day.")
        named = said.partition("Ask")[2]
        assert ("floor " in named, "cashier " in named) == (True, False)
        assert lock_day(desk, day, second=floor).second == floor

    def test_who_worked_a_drawer_on_another_day_may_be_the_second(self, desk: Desk) -> None:
        helper = who_sells_and_locks(desk)
        day = end_day(desk)
        close_drawers(desk)
        open_exactly(desk.drawer, by=helper, at=desk.at())
        desk.buy_in(desk.player(), 100_00, by=helper)
        tie_out(desk, day)
        assert lock_day(desk, day, second=helper).second == helper


def test_the_same_key_locks_once(desk: Desk) -> None:
    day = end_day(desk)
    tie_out(desk, day)
    given = {"key": key(), "second": second_of(desk)}
    assert lock_day(desk, day, **given) == lock_day(desk, day, **given)
    assert DayLock.objects.count() == 1


def test_days_are_locked_one_after_the_other_those_without_an_entry_too(desk: Desk) -> None:
    day = locked_day(desk)
    following = locked_day(desk)
    assert following == day + timedelta(days=1)
    assert selectors.next_to_lock(desk.room) == day + timedelta(days=2)


class TestAfterTheLock:
    def test_a_sale_dated_into_the_day_is_refused_in_a_sentence(self, desk: Desk) -> None:
        late = desk.now
        locked_day(desk)
        error = refused("day_locked", lambda: desk.buy_in(desk.player(), 100_00, at=late))
        assert "7 March 2025 is locked" in error.message

    def test_a_hand_dated_into_the_day_is_refused(self, table: HandTable) -> None:
        late = table.desk.now
        locked_day(table.desk)
        refused("day_locked", lambda: table.tick(3_00, at=late))

    def test_the_next_day_goes_on(self, table: HandTable) -> None:
        day = locked_day(table.desk)
        assert table.tick(3_00).gaming_day == day + timedelta(days=1)
        assert table.desk.buy_in(table.desk.player(), 100_00).gaming_day == day + timedelta(days=1)

    def test_its_report_is_never_built_again(self, desk: Desk) -> None:
        day = locked_day(desk)
        refused("day_locked", lambda: rebuild_day(room=desk.room, gaming_day=day, at=desk.at()))
        given = {"room": desk.room, "gaming_day": day, "key": key()}
        refused("day_locked", lambda: ask_for_day(**given, **desk.by()))
        assert days_to_rebuild(desk.room) == []

    def test_a_rating_that_comes_late_is_none(self, table: HandTable) -> None:
        hand = table.tick(3_00, pot=60_00, winners=[1])
        locked_day(table.desk)
        rating = rate_hand(hand_id=hand.pk, at=table.desk.at())
        assert rating is not None
        assert rating.rated_at < table.desk.now


class TestClocks:
    """2025-03-09 has 23 hours in New York, 2025-11-02 has 25; the gaming day starts at 6."""

    @pytest.mark.parametrize(
        ("day", "hours"), [(date(2025, 3, 8), 23), (date(2025, 11, 1), 25), (date(2025, 6, 1), 24)]
    )
    def test_a_day_has_its_hours_and_ends_with_them(self, day: date, hours: int) -> None:
        desk = open_desk(time_zone="America/New_York")
        room = desk.room
        row = selectors.day_row(room, day, room.start_of(day + timedelta(days=2)))
        assert row is not None
        assert row.hours == hours
        last = row.ends_at - timedelta(microseconds=1)
        assert room.gaming_day(last) == day == room.gaming_day(row.starts_at)
        assert not selectors.is_cut_off(room, day, last)
        assert selectors.is_cut_off(room, day, row.ends_at)

    @pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
    def test_each_room_has_its_own_end(self, zone: str) -> None:
        desk = open_desk(time_zone=zone)
        desk.seated(seat=1)
        day = end_day(desk)
        tie_out(desk, day)
        end = datetime.combine(day + timedelta(days=1), time(6), tzinfo=desk.room.zone)
        refused("day_not_cut_off", lambda: lock_day(desk, day, at=end - timedelta(seconds=1)))
        lock_day(desk, day, at=end)
        open_drawers(desk)
        player = desk.player()
        refused("day_locked", lambda: desk.buy_in(player, 100_00, at=end - timedelta(seconds=1)))
        assert desk.buy_in(player, 100_00, at=end).gaming_day == day + timedelta(days=1)

    def test_a_day_of_23_hours_is_locked_after_them(self) -> None:
        desk = open_desk(time_zone="America/New_York")
        for _ in range(2):
            locked_day(desk)
        assert selectors.locked_until(desk.room) == date(2025, 3, 8)
        lock = DayLock.objects.get(gaming_day=date(2025, 3, 8))
        assert lock.locked_at < datetime(2025, 3, 9, 12, tzinfo=UTC)


def test_nobody_has_locked_anything_before(desk: Desk) -> None:
    assert selectors.locked_until(desk.room) is None
    assert selectors.next_to_lock(desk.room) == desk.room.gaming_day(desk.room.books_opened_at or timezone.now())
