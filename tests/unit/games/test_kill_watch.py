"""A correction that changes the kill of later hands is told to somebody, until they are corrected or looked at."""

import pytest

from games import services
from games.models import Hand
from games.services.kill_watch import KILL_CHANGED, hands_in_words
from tables.models import SessionAlarm
from tables.services import put_away_alarm
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.table import NLH, O8_KILL, HandTable, open_hand_table


@arranged
def table() -> HandTable:
    """Omaha hi-lo 4/8 with a half-kill from 40; four players."""
    return open_hand_table(O8_KILL)


def tick(table: HandTable, pot: int, *winners: int) -> Hand:
    return table.tick(100, pot=pot, winners=winners)


def correct(table: HandTable, hand: Hand, pot: int, *winners: int) -> Hand:
    facts = {"tick": hand, "rake_taken": 100, "pot": pot, "winners": winners, "reason": "miskeyed", "key": key()}
    return services.supersede_tick(**facts, **table.by())


def said() -> list[str]:
    return [alarm.text for alarm in SessionAlarm.objects.filter(kind=KILL_CHANGED, cleared_at=None)]


def test_a_correction_names_the_later_hands_whose_kill_it_changes(table: HandTable) -> None:
    first = tick(table, 30_00, 1)
    second, third, _ = tick(table, 50_00, 2), tick(table, 20_00, 3), tick(table, 20_00, 4)
    assert (second.killer_seat, third.killer_seat) == (None, 2)
    correct(table, first, 60_00, 1)
    (alarm,) = SessionAlarm.objects.filter(kind=KILL_CHANGED)
    assert alarm.text == "The correction of hand 1 changes the kill of hand 2"
    assert alarm.hands == {str(second.pk): "played under no kill, the kill of seat 1 was on"}


def test_the_alarm_moves_along_with_the_corrections(table: HandTable) -> None:
    """A kill follows from the hand before as that was played: each correction changes it for the next hand."""
    first = tick(table, 60_00, 1)
    second, _, _ = (tick(table, 60_00, 1) for _ in range(3))
    correct(table, first, 60_00, 2)
    assert said() == ["The correction of hand 1 changes the kill of hand 2"]
    correct(table, second, 20_00, 1)
    assert said() == ["The correction of hand 2 changes the kill of hand 3"]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([13], "hand 13"), ([13, 14], "hands 13-14"), ([13, 14, 15, 17, 19, 20], "hands 13-15, 17 and 19-20")],
)
def test_hands_in_a_row_are_named_as_a_row(numbers: list[int], words: str) -> None:
    assert hands_in_words(numbers) == words


def test_a_correction_that_changes_no_kill_says_nothing(table: HandTable) -> None:
    first = tick(table, 60_00, 1)
    tick(table, 20_00, 2)
    correct(table, first, 70_00, 1)
    assert said() == []


def test_without_a_kill_on_the_plaque_nothing_is_asked(db: None) -> None:
    table = open_hand_table(NLH)
    first = table.tick(100, pot=20_00, winners=[1])
    table.tick(100)
    correct(table, first, 90_00, 2)
    assert said() == []


def test_correcting_the_later_hands_ends_the_alarm(table: HandTable) -> None:
    first, second = tick(table, 60_00, 1), tick(table, 20_00, 2)
    correct(table, first, 20_00, 1)
    assert said() == ["The correction of hand 1 changes the kill of hand 2"]
    correct(table, second, 20_00, 2)
    assert said() == []


def test_a_full_hand_that_is_corrected_is_watched_too(table: HandTable) -> None:
    first = tick(table, 30_00, 1)
    played = table.record(table.act(table.deal(), "f", "f", "f"))
    tick(table, 20_00, 2)
    correct(table, first, 60_00, 1)
    assert said() == [f"The correction of hand 1 changes the kill of hand {played.number}"]
    draft = services.reopen_hand(hand=played, reason="its limits were those of a kill", key=key(), **table.by())
    table.record(table.act(draft, "f", "f", "f"), rake=0)
    assert said() == []


def test_what_somebody_put_away_is_said_again_only_if_it_changes(table: HandTable) -> None:
    first, _ = tick(table, 60_00, 1), tick(table, 20_00, 2)
    again = correct(table, first, 20_00, 1)
    alarm = SessionAlarm.objects.get(kind=KILL_CHANGED)
    put_away_alarm(alarm=alarm, seen=alarm.version, reason="stands as played", **table.by())
    again = correct(table, again, 24_00, 1)
    assert said() == []
    correct(table, again, 60_00, 3)
    assert said() == ["The correction of hand 1 changes the kill of hand 2"]
