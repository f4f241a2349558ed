"""In what order hands are turned over at the showdown, and who may give his up."""

from __future__ import annotations

from games.rules.hand import Hand
from games.rules.openers import first_on_board


def showing_order(hand: Hand) -> tuple[int, ...]:
    """The seats that are still in, in the order in which they show (WSOP 139, RRoP 3 Showdown).

    Who made the last bet or raise of the last betting round shows first, the others follow clockwise. Where that round
    was checked through, or nobody could bet in it, it begins with who would have opened it: in stud the high board,
    else the first left of the button. Empty while there is betting to come.
    """
    if not hand.betting_is_over:
        return ()
    live = [player for player in range(hand.players) if hand.in_hand(player)]
    first = _last_aggressor(hand)
    start = _first_in_line(hand) if first is None else first
    ordered = sorted(live, key=lambda player: (player - start) % hand.players)
    return tuple(hand.setup.seats[player] for player in ordered)


def _last_aggressor(hand: Hand) -> int | None:
    """Who bet or raised last in the round that was played last; None where nobody did."""
    for action in reversed(hand.actions):
        if action.verb == "cbr":
            return action.position - 1
        if action.verb in _BEFORE_A_ROUND:
            return None
    return None


_BEFORE_A_ROUND = frozenset({"dh", "db", "sd", "h", "st"})


def _first_in_line(hand: Hand) -> int:
    """Who opened the last round: in stud the best board, elsewhere the first left of the button."""
    opener = hand.sheet.streets[-1].opener
    if opener == "left_of_button" or opener == "left_of_blinds":  # noqa: PLR1714 - so that the type is narrowed
        return 0
    by_suit = hand.setup.house.value("stud_tie_first") == "suit"
    return first_on_board(opener, hand.boards, ties_by_suit=by_suit)
