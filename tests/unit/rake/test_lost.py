"""The arithmetic of lost rake, worked by hand."""

from datetime import UTC, datetime, timedelta

from rake.lost.reckoning import FEWEST_QUOTES, Change, Quoted, Worth, lost_by_hour, quotes_of, worth_of

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
