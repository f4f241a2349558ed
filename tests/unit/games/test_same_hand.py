"""The same hand twice is asked about: from the console, from a file, and however its stacks were made to fit."""

from collections.abc import Callable

from games import services
from games.models import Hand
from games.services.same_hand import SAME_HAND_AGAIN
from tests.support.refusals import refused
from tests.support.table import HandTable

WALK = ("f", "f", "f")


def _walk(table: HandTable, **facts: object) -> Callable[[], Hand]:
    draft = table.act(table.deal(), *WALK)
    return lambda: table.record(draft, **{"confirmed": (), **facts})


def test_a_walk_to_another_blind_is_another_hand(table: HandTable) -> None:
    for _ in range(3):
        _walk(table)()
    assert table.session.hands_recorded == 3


def test_folds_without_cards_are_only_compared_with_the_hand_before(table: HandTable) -> None:
    for _ in range(5):  # the fifth is the first again, a round later
        _walk(table)()
    assert table.session.hands_recorded == 5


def test_the_same_cards_are_the_same_hand_a_round_later_too(table: HandTable) -> None:
    def shown() -> Callable[[], Hand]:
        draft = table.act(table.deal(), "f", "c", "c", "c")
        draft = table.name(draft, "board", "8d5c2h")
        draft = table.act(draft, "r 6", "f", "f")
        return lambda: table.record(draft, confirmed=())

    first = shown()()
    for _ in range(3):
        _walk(table)()
    again = shown()
    error = refused(SAME_HAND_AGAIN, again)
    assert error.allowed == {"hand": first.pk, "number": 1, "confirm": SAME_HAND_AGAIN}
    assert table.session.hands_recorded == 4


def test_a_correction_may_end_as_it_began(table: HandTable) -> None:
    hand = _walk(table)()
    draft = services.reopen_hand(hand=hand, reason="to look", key="a-key-of-its-own", **table.by())
    assert table.record(draft, confirmed=()).version == 2
