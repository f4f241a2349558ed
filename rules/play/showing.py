"""In what order hands are turned over at the showdown, and who may give theirs up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.cards.card import UNKNOWN
from rules.cards.openers import first_on_board
from rules.play.hand import Hand
from rules.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Showing:
    """The seats in the order in which they show, why the first of them is first, the rule, and where that stands."""

    order: tuple[Seat, ...]
    why: str
    rule: str = "showdown_incomplete"
    citation: str = "WSOP 139 · RRoP 3 Showdown"


def showing(hand: Hand) -> Showing | None:
    """The order of showing, and why; None while there is betting to come, and where nobody is left to show against."""
    order = showing_order(hand)
    if len(order) < 2:
        return None
    aggressor = _last_aggressor(hand)
    if aggressor is None and hand.sheet.has_button:
        return Showing(order, "nobody bet in the last round, and this is the first left of the button")
    start = hand.setup.seats[_first_in_line(hand) if aggressor is None else aggressor]
    did = f"nobody bet in the last round, and {{}} has the {_board_word(hand)}"
    if aggressor is not None:
        did = "{} made the last bet or raise"
    return Showing(
        order, did.format("this seat") if start == order[0] else f"{did.format(f'seat {start}')}; this seat is next"
    )


def _board_word(hand: Hand) -> str:
    return "low board" if hand.sheet.streets[-1].opener == "low_board" else "high board"


def showing_order(hand: Hand) -> tuple[Seat, ...]:
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


def hands_down(hand: Hand, *, but: Seat | None = None) -> tuple[Seat, ...]:
    """The seats that haven't turned their hands over yet, in the order in which they show, without one of them.

    Cards that were noted before the showdown are known, and not shown: whoever holds them shows or mucks in turn.
    """
    return tuple(seat for seat in showing_order(hand) if seat != but and not _is_turned_over(hand, seat))


def noted_down(hand: Hand) -> tuple[Seat, ...]:
    """The seats among `hands_down` whose cards are known all the same: they were noted while the hand was played."""
    return tuple(seat for seat in hands_down(hand) if UNKNOWN not in _held(hand, seat))


def face_up(hand: Hand) -> tuple[Seat, ...]:
    """The seats whose known cards play, whatever is said of who wins, in the order in which they show."""
    return tuple(seat for seat in showing_order(hand) if _is_turned_over(hand, seat))


def _held(hand: Hand, seat: Seat) -> Sequence[int]:
    return hand.hole[hand.setup.position(seat) - 1]


def _is_turned_over(hand: Hand, seat: Seat) -> bool:
    """Whether everybody sees the hand: it was shown, to one player or to all, or it is known and nobody could bet in
    the last round, so that all hands lie face up (WSOP 139)."""
    player = hand.setup.position(seat) - 1
    if UNKNOWN in hand.hole[player]:
        return False
    shown = player in hand.shown or any(
        (action.verb, action.position) == ("showall", player + 1) for action in hand.actions
    )
    return shown or _nobody_could_bet(hand)


def _nobody_could_bet(hand: Hand) -> bool:
    """Whether the last cards are dealt, or due, to players of whom one at most has chips left."""
    if not hand.is_complete:
        return True  # the betting is over before the last card
    told = (action.verb for action in reversed(hand.actions) if action.verb in _BETS | _BEFORE_A_ROUND)
    return hand.able <= 1 and next(told, "") not in _BETS


def sharing_a_side_pot(hand: Hand, given_up: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats among those given up between which a side pot lies that nobody else can win; none where no pot does.

    Who is all-in wins no more of anybody than they put in themselves (RRoP 3 The Showdown, WSOP 139): if several put in
    more than all who keep their hands, it is for these to show or muck one after the other.
    """
    paid = {seat: hand.paid[hand.setup.position(seat) - 1] for seat in showing_order(hand)}
    most = max((amount for seat, amount in paid.items() if seat not in given_up), default=0)
    beyond = tuple(seat for seat in given_up if paid[seat] > most)
    return beyond if len(beyond) > 1 else ()


def _last_aggressor(hand: Hand) -> int | None:
    """The seat that bet or raised last in the round that was played last; None where nobody did."""
    for action in reversed(hand.actions):
        if action.verb == "cbr":
            return action.position - 1
        if action.verb in _BEFORE_A_ROUND:
            return None
    return None


_BEFORE_A_ROUND = frozenset({"dh", "db", "sd", "h", "st"})
_BETS = frozenset({"cc", "cbr", "pb", "f"})


def _first_in_line(hand: Hand) -> int:
    """The seat that opened the last round: in stud the best board, elsewhere the first left of the button."""
    opener = hand.sheet.streets[-1].opener
    if opener == "left_of_button" or opener == "left_of_blinds":  # noqa: PLR1714 - so that the type is narrowed
        return 0
    by_suit = hand.setup.house.answers.stud_tie_first == "suit"
    return first_on_board(opener, hand.boards, ties_by_suit=by_suit)
