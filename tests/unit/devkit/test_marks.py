"""Marks in the names of what tests arrange."""

from itertools import combinations, pairwise

from players.likeness import MAY_BE, Known, score
from tests.support.marks import next_mark, next_number, to_keep


def test_no_test_gets_a_mark_of_an_arrangement_that_is_kept() -> None:
    with to_keep():
        kept = {next_mark() for _ in range(5)}
    assert not kept & {next_mark() for _ in range(10_000)}, "not even once they begin anew"


def test_no_mark_is_part_of_an_amount() -> None:
    marks = [next_mark() for _ in range(10_000)]
    assert not any(sign.isdigit() for mark in marks for sign in mark)


def test_marks_sort_as_they_were_given_until_they_begin_anew() -> None:
    marks = [next_mark() for _ in range(5_000)]
    assert sum(later < earlier for earlier, later in pairwise(marks)) <= 1
    assert len(set(marks)) == 5_000


def test_no_two_names_of_one_test_are_alike() -> None:
    for following in (next_mark, next_number):
        names = [Known((f"Player {following()}",)) for _ in range(200)]
        assert max(score(one, other) for one, other in combinations(names, 2)) < MAY_BE


def test_no_number_is_part_of_a_round_amount() -> None:
    assert not {"0", "5"} & {sign for _ in range(5_000) for sign in next_number()}
