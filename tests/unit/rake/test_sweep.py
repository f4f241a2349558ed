"""The time of tables: every second counted once, by what held in it."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from rake.sweep import Line, Opening, Seated, Span, Time, played_time

NOON = datetime(2025, 3, 7, 12, tzinfo=UTC)


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def span(since: int, until: int) -> Span:
    return Span(at(since), at(until))


def swept(opening: Opening, zone: str = "UTC") -> dict[Line, Time]:
    return played_time([opening], zone)


def whole(lines: dict[Line, Time]) -> Time:
    sums = Time()
    for time in lines.values():
        for name in Time.__slots__:
            setattr(sums, name, getattr(sums, name) + getattr(time, name))
    return sums


def test_two_players_make_a_game_and_one_makes_a_dead_spread() -> None:
    seated = [Seated(1, span(0, 60)), Seated(2, span(30, 60))]
    lines = swept(Opening(span(0, 60), [(NOON, "plaque", 9)], [], seated))
    assert list(lines) == [Line("plaque", None, NOON)]
    assert whole(lines) == Time(3600, 1800, 1800, 3600, 1800, 9 * 3600, 3600 + 1800, 3600 + 1800)


def test_an_absent_player_takes_a_seat_and_plays_in_none() -> None:
    seated = [Seated(1, span(0, 60)), Seated(2, span(0, 60), (span(10, 40),))]
    time = whole(swept(Opening(span(0, 60), [(NOON, "plaque", 6)], [], seated)))
    assert (time.taken, time.played, time.game, time.dead) == (7200, 7200 - 1800, 1800, 1800)


def test_whoever_plays_over_an_absent_player_is_in_the_seat_once() -> None:
    absent = Seated(2, span(0, 60), (span(0, 60),))
    over = Seated(2, span(20, 40))
    time = whole(swept(Opening(span(0, 60), [(NOON, "plaque", 9)], [], [absent, over])))
    assert (time.taken, time.played) == (3600, 1200)


def test_time_is_told_apart_by_dealer_plaque_and_hour() -> None:
    downs = [(span(0, 30), "Dora"), (span(30, 90), "Dan")]
    plaques = [(at(-500), "old", 9), (at(75), "new", 10)]
    lines = swept(Opening(span(0, 100), plaques, downs))
    found = {(line.plaque, line.dealer, line.hour): time.open // 60 for line, time in lines.items()}
    assert found == {
        ("old", "Dora", NOON): 30,
        ("old", "Dan", NOON): 30,
        ("old", "Dan", at(60)): 15,
        ("new", "Dan", at(60)): 15,
        ("new", None, at(60)): 10,
    }
    assert whole(lines).undealt == 600


def test_hours_begin_on_the_room_s_clock() -> None:
    lines = swept(Opening(span(0, 60), [(NOON, "plaque", 9)]), "Asia/Kathmandu")  # 45 minutes past the hour
    assert {line.hour: time.open // 60 for line, time in lines.items()} == {at(-45): 15, at(15): 45}


def test_the_hour_that_autumn_brings_twice_is_two_hours() -> None:
    began = datetime(2025, 11, 2, 5, tzinfo=UTC)  # 01:00 in New York, an hour before the clocks go back
    opening = Opening(Span(began, began + timedelta(hours=3)), [(began, "plaque", 9)])
    lines = swept(opening, "America/New_York")
    assert [time.open for time in lines.values()] == [3600] * 3


_minutes = st.integers(0, 300)
_spans = st.tuples(_minutes, _minutes).filter(lambda ends: ends[0] < ends[1]).map(lambda ends: span(*ends))
_seated = st.builds(Seated, st.integers(1, 9), _spans, st.lists(_spans, max_size=2).map(tuple))


@given(_spans, st.lists(_seated, max_size=12), st.lists(st.tuples(_spans, st.sampled_from("AB")), max_size=4))
def test_every_second_is_counted_once(opened: Span, seated: list[Seated], downs: list[tuple[Span, str]]) -> None:
    """Against a count that looks at each minute: nothing here begins or ends within one."""
    opening = Opening(opened, [(opened.since, "plaque", 6)], downs, seated)
    time = whole(swept(opening))
    assert opened.until is not None
    minutes = [
        opened.since + timedelta(minutes=n) for n in range((opened.until - opened.since) // timedelta(minutes=1))
    ]
    taken = [{each.seat for each in seated if each.span.covers(now)} for now in minutes]
    played = [{each.seat for each in seated if each.plays(now)} for now in minutes]
    assert time.open == 60 * len(minutes) == time.game + time.dead
    assert time.taken == 60 * sum(map(len, taken))
    assert time.played == 60 * sum(map(len, played))
    assert time.game == 60 * sum(len(seats) >= 2 for seats in played)
    assert time.seats == 60 * sum(max(6, len(seats)) for seats in taken)
    undealt = [not any(down.covers(now) for down, _ in downs) for now in minutes]
    assert time.undealt == 60 * sum(undealt)
    assert time.dead_undealt == 60 * sum(len(seats) < 2 for seats, left in zip(played, undealt, strict=True) if left)
