"""The values that a room counts in: what is usual, what is posted, and amounts in pieces."""

import pytest

from cage import services as cage
from cage.counted import Counted, fewest_pieces
from cage.selectors.denominations import usual_values, values_of
from config.rooms.models import Room
from tests.support.desk import Desk
from tests.support.refusals import refused


@pytest.mark.parametrize(
    ("currency", "exponent", "smallest", "chips"),
    [
        ("USD", 2, 1_00, [1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00]),
        ("USD", 2, 50, [50, 1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00]),
        ("EUR", 2, 5_00, [5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00, 10_000_00]),
        ("JPY", 0, 100, [100, 500, 1_000, 5_000, 10_000, 25_000, 100_000]),
        ("KWD", 3, 250, [250, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000]),
    ],
)
def test_usual_chips_are_made_of_the_smallest(currency: str, exponent: int, smallest: int, chips: list[int]) -> None:
    room = Room(currency=currency, exponent=exponent, smallest_chip=smallest)
    values = usual_values(room)
    assert sorted(values.chips) == chips
    assert 1 in values.cash, "every amount of cash can be counted"
    assert max(values.cash) >= 50 * 10**exponent


def test_posted_values_hold_and_the_earlier_ones_stay(desk: Desk) -> None:
    first = cage.post_denominations(room=desk.room, chips=[1_00, 3_00, 1_00], cash=[1], **desk.by())
    assert values_of(desk.room).chips == (3_00, 1_00)
    cage.post_denominations(room=desk.room, chips=[1_00], cash=[5, 1], **desk.by())
    assert (values_of(desk.room).chips, values_of(desk.room).cash) == ((1_00,), (5, 1))
    first.refresh_from_db()
    assert first.chips == [3_00, 1_00]


@pytest.mark.parametrize(
    ("chips", "cash", "code"),
    [
        ([], [1], "denominations_uncountable"),
        ([1_00], [], "denominations_uncountable"),
        ([1_00, 0], [1], "denominations_uncountable"),
        ([1_00], list(range(1, 26)), "denominations_uncountable"),
        ([5_00], [1], "smallest_chip_missing"),
    ],
)
def test_values_that_nothing_can_be_counted_in_are_refused(
    desk: Desk, chips: list[int], cash: list[int], code: str
) -> None:
    refused(code, lambda: cage.post_denominations(room=desk.room, chips=chips, cash=cash, **desk.by()))


def test_amounts_follow_from_pieces() -> None:
    counted = Counted({5_00: 3, 1_00: 0}, {25: 2})
    assert counted.amounts == (15_00, 50)
    assert counted.as_json() == {"chips": {"500": 3}, "cash": {"25": 2}}
    assert Counted.read(**counted.as_json()) == Counted({5_00: 3}, {25: 2})


def test_an_amount_in_pieces_the_largest_first() -> None:
    assert fewest_pieces(131_00, (100_00, 25_00, 1_00)) == {100_00: 1, 25_00: 1, 1_00: 6}
    with pytest.raises(ValueError, match="no pieces"):
        fewest_pieces(50, (1_00,))
