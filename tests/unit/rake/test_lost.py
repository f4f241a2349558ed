"""The arithmetic of lost rake, worked by hand."""

from datetime import UTC, datetime, timedelta

from rake.lost.reckoning import (
    FEWEST_QUOTES,
    Change,
    Closed,
    Quoted,
    Worth,
    lost_after_closes,
    lost_by_hour,
    quotes_of,
    worth_of,
)

START = datetime(2025, 3, 7, 18, 0, tzinfo=UTC)


def minute(number: int) -> datetime:
    return START + timedelta(minutes=number)


def hour_of(at: datetime) -> datetime:
    return at.replace(minute=0, second=0, microsecond=0)


def lost(*changes: Change, until: int = 180) -> dict[int, int]:
    """Minutes lost by hour from the start."""
    found = lost_by_hour(changes, START, minute(until), hour_of)
    return {int((hour - START).total_seconds()) // 3600: seconds // 60 for hour, seconds in found.items()}


def test_the_smaller_of_empty_seats_and_waiting_names_is_lost() -> None:
    """Three seats empty from 0 on; one name waits from 10, a second from 20; both sit at 50."""
    names = [Change(minute(10), names=1), Change(minute(20), names=1), Change(minute(50), seats=-2, names=-2)]
    assert lost(Change(minute(0), seats=3), *names) == {0: 10 + 2 * 30}


def test_nothing_is_lost_where_nobody_waits_or_no_seat_is_empty() -> None:
    assert lost(Change(minute(0), seats=3)) == {}
    assert lost(Change(minute(0), names=3)) == {}
    assert lost(Change(minute(0), seats=-1, names=2)) == {}


def test_an_hour_has_what_was_lost_in_it() -> None:
    assert lost(Change(minute(50), seats=1, names=1), Change(minute(130), seats=-1)) == {0: 10, 1: 60, 2: 10}


def test_what_began_before_the_period_counts_from_its_start_and_ends_with_it() -> None:
    assert lost(Change(minute(-90), seats=1, names=1), until=30) == {0: 30}


def after(*facts: Change | Closed, until: int = 180) -> dict[tuple[str, int], tuple[int, int]]:
    """Minutes of tables and of seats after closes, by cause and hour from the start."""
    changes = [fact for fact in facts if isinstance(fact, Change)]
    closes = [fact for fact in facts if isinstance(fact, Closed)]
    found = lost_after_closes(changes, closes, START, minute(until), hour_of)
    return {
        (cause, int((hour - START).total_seconds()) // 3600): (idle.tables // 60, idle.seats // 60)
        for cause, hours in found.items()
        for hour, idle in hours.items()
    }


def closed(since: int, until: int, seats: int = 9, cause: str = "order") -> Closed:
    return Closed(minute(since), minute(until), seats, cause)


def waits(since: int, names: int = 1) -> Change:
    return Change(minute(since), names=names)


def test_names_that_wait_would_have_filled_a_table_that_was_closed() -> None:
    """Closed at 10; one name waits from 0, a second from 30, a third from 50; all go at 70, the day ends at 90.

    Two make a game from 30 on: 20 minutes of two and 10 of three to the hour, then 10 of three.
    """
    assert after(closed(10, 90), waits(0), waits(30), waits(50), waits(70, -3)) == {
        ("order", 0): (30, 20 * 2 + 10 * 3),
        ("order", 1): (10, 10 * 3),
    }


def test_empty_seats_of_open_tables_take_names_first() -> None:
    """Three wait from 0; an open table has one empty seat until 20 and two from then on: one name left is no game."""
    seats = [Change(minute(0), seats=1), Change(minute(20), seats=1)]
    assert after(closed(0, 60), waits(0, 3), *seats) == {("order", 0): (20, 40)}
    crowded = Change(minute(0), seats=-2)
    assert after(closed(0, 60), waits(0, 3), crowded, until=30) == {("order", 0): (30, 90)}


def test_a_closed_table_seats_as_many_as_it_has_seats_and_the_next_what_is_left() -> None:
    """Eight wait: six at the table closed first, two at that without a dealer; from 30 on seven: one is no game."""
    closes = [closed(10, 60, 6, "dealer"), closed(0, 60, 6)]
    assert after(*closes, waits(-5, 8), waits(30, -1)) == {("order", 0): (60, 360), ("dealer", 0): (20, 40)}


def test_a_table_that_opened_again_loses_nothing_more() -> None:
    assert after(closed(-30, 20), waits(-60, 4)) == {("order", 0): (20, 80)}
    assert after(closed(40, 60), waits(0, 4), until=30) == {}
    assert after(waits(0, 4)) == {}


def test_quotes_are_told_too_long_or_too_short() -> None:
    waits = [Quoted(30, 20)] * 8 + [Quoted(10, 30), Quoted(10, 70)]
    found = quotes_of(waits)
    assert (found.many, found.bias, found.nine_of_ten) == (10, 0, 20)
    assert quotes_of(waits[: FEWEST_QUOTES - 1]).bias is None


def test_the_worth_of_a_lost_seat_hour_is_the_rake_of_one_played() -> None:
    """600 of rake over ten hours played are 60 an hour; half an hour lost, and two names that would have stayed two."""
    assert worth_of(1800, 2, [3600, 7200, 36000], 600, 36000) == Worth(30, 30 + 2 * 2 * 60)
    assert worth_of(1800, 2, [], 600, 36000) == Worth(30, 30)
    assert worth_of(1800, 2, [3600], 600, 0) is None
    assert worth_of(1800, 0, [], 600, 36000, after_closes=7200) == Worth(30, 30 + 120, 120)
