"""Where PokerKit 0.7.7 and this engine differ on purpose: each difference, when it comes up, and whose rule ours is.

A difference that isn't in the table is a fault of one of the two. The conditions are as narrow as they can be said, and
mostly in PokerKit's own terms; a difference that never comes up fails too, by the games in which it must.
"""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from rules.house.plaque import Plaque
from rules.play.hand import Hand
from rules.play.legal import Betting
from rules.play.settlement import Settlement
from rules.play.showdown import read_showdown
from tests.unit.rules.second_engine import Theirs, Turn

RARE = 1_000_000
"""More hands than a run has: such a difference is shown by a hand of its own."""
RAISE = frozenset({"may_raise", "least", "most"})


class Moment(NamedTuple):
    """A turn as both see it."""

    hand: Hand
    legal: Betting
    ours: Turn
    theirs: Turn
    other: Theirs

    @property
    def state(self) -> Any:
        return self.other.state

    @property
    def fields(self) -> frozenset[str]:
        """The points in which the two differ."""
        return frozenset(
            name for name, ours, theirs in zip(Turn._fields, self.ours, self.theirs, strict=True) if ours != theirs
        )

    @property
    def owed(self) -> int:
        """The blind or the bring-in that opens the first round, however much of it was there."""
        plaque = self.hand.setup.plaque
        if not plaque.sheet.has_button:
            return plaque.bring_in_amount
        return max(post.amount for post in self.hand.setup.posts if post.kind in ("sb", "bb"))

    @property
    def size(self) -> int:
        """The bet of this street."""
        return self.state.street.min_completion_betting_or_raising_amount

    @property
    def only_they_raise(self) -> bool:
        return self.theirs.may_raise and not self.ours.may_raise

    @property
    def only_we_raise(self) -> bool:
        return self.ours.may_raise and not self.theirs.may_raise

    @property
    def is_capped_there(self) -> bool:
        state = self.state
        return state.completion_betting_or_raising_count == state.street.max_completion_betting_or_raising_count


Where = Callable[[Plaque], bool]


class Difference(NamedTuple):
    """A known difference, and the source of our rule.

    It lies in `fields` of a turn where `holds`; it comes up `where` such a plaque is, surely within so many hands. The
    hands go apart with it if it `parts` them.
    """

    name: str
    source: str
    where: Where
    within: int
    fields: frozenset[str] = frozenset()
    holds: Callable[[Moment], bool] = lambda _: False
    parts: bool = False


def _anywhere(_: Plaque) -> bool:
    return True


def _with_blinds(plaque: Plaque) -> bool:
    return plaque.sheet.has_button


def _in_stud(plaque: Plaque) -> bool:
    return not plaque.sheet.has_button


def _in_limit(plaque: Plaque) -> bool:
    return plaque.structure == "fixed_limit"


def _in_limit_with_blinds(plaque: Plaque) -> bool:
    return _in_limit(plaque) and _with_blinds(plaque)


def _in_no_limit(plaque: Plaque) -> bool:
    return not _in_limit(plaque)


def _with_open_pairs(plaque: Plaque) -> bool:
    return any(street.open_pair for street in plaque.sheet.streets)


def _with_a_board(plaque: Plaque) -> bool:
    return plaque.sheet.board_cards > 0


def _hi_lo(plaque: Plaque) -> bool:
    return plaque.sheet.low is not None


def _passed_on_bring_in(at: Moment) -> bool:
    return at.legal.bring_in > 0 and not at.legal.must_open and not at.theirs.may_fold


def _short_opening(at: Moment) -> bool:
    return at.hand.street == 0 and max(at.state.bets) < at.owed


def _blind_is_the_bet(at: Moment) -> bool:
    button = at.hand.sheet.has_button
    return at.legal.raising.refusal == "raise_cap_reached" and at.hand.street == 0 and button and not at.is_capped_there


def _small_all_in_uses_no_raise(at: Moment) -> bool:
    return at.only_we_raise and at.is_capped_there and at.hand.structure.is_fixed


def _small_all_in_is_completed(at: Moment) -> bool:
    more = at.theirs.least - at.ours.least
    return at.hand.structure.is_fixed and at.ours.may_raise and at.theirs.may_raise and 0 < 2 * more < at.size


def _half_a_raise_reopens(at: Moment) -> bool:
    """Half a bet on top of one's own, or the round's first whole bet over a short all-in that one called."""
    if not at.only_we_raise or at.is_capped_there or not at.hand.structure.is_fixed:
        return False
    betting = at.hand.round
    first_bet = betting.bets == 1 and betting.full > betting.answered[at.hand.to_act]
    return first_bet or at.size <= 2 * at.ours.call < 2 * at.size


def _nothing_full_to_reopen(at: Moment) -> bool:
    small = at.state.completion_betting_or_raising_amount < at.size
    return at.only_they_raise and at.legal.raising.refusal == "betting_not_reopened" and small


def _all_ins_add_up(at: Moment) -> bool:
    faced = max(at.state.bets) - at.state.bets[at.hand.to_act]
    whole = faced >= at.state.completion_betting_or_raising_amount
    return at.only_we_raise and whole and not at.hand.structure.is_fixed


def _open_pair(at: Moment) -> bool:
    """A pair that was dealt face up, its owner folded or not: the offer is for the round."""
    dealt = [action for action in at.hand.actions if action.verb == "dh"]
    boards = [[action.cards[-1] >> 2 for action in dealt if action.position == first.position] for first in dealt]
    pair = any(board[0] == board[1] for board in boards if len(board) == 2)
    more = at.ours.most - at.theirs.most
    return at.hand.sheet.streets[at.hand.street].open_pair and pair and 0 < more <= at.size


IN_A_TURN = (
    Difference(
        "a bring-in passed on may be folded",
        "RRoP 8 · G-09",
        _in_stud,
        1_000,
        frozenset({"may_fold"}),
        _passed_on_bring_in,
    ),
    Difference(
        "a short blind or bring-in is called in full",
        "WSOP 150 · G-06",
        _anywhere,
        100,
        RAISE | {"call", "may_fold"},
        _short_opening,
        parts=True,
    ),
    Difference(
        "the blind is the bet of a capped round",
        "002:L102",
        _in_limit_with_blinds,
        100,
        RAISE,
        _blind_is_the_bet,
    ),
    Difference(
        "an all-in below half a bet uses no raise",
        "RRoP 3 Betting #6 · G-03",
        _in_stud,
        10_000,
        RAISE,
        _small_all_in_uses_no_raise,
    ),
    Difference(
        "an all-in below half a bet is completed",
        "RRoP 3 Betting #6 · G-03",
        _in_limit,
        1_000,
        RAISE,
        _small_all_in_is_completed,
    ),
    Difference(
        "half a raise reopens",
        "RRoP 3 Betting #6 · WSOP 129 · G-03",
        _in_limit,
        10_000,
        RAISE,
        _half_a_raise_reopens,
    ),
    Difference(
        "a first all-in below the bet reopens nothing",
        "WSOP 171-173 · G-01 · G-02",
        _anywhere,
        1_000,
        RAISE,
        _nothing_full_to_reopen,
    ),
    Difference(
        "short all-ins that add up to a raise reopen",
        "WSOP 171-173 · G-01",
        _in_no_limit,
        RARE,
        RAISE,
        _all_ins_add_up,
    ),
    Difference(
        "an open pair offers the big bet",
        "WSOP 220 · RRoP 8 #4",
        _with_open_pairs,
        100,
        frozenset({"most"}),
        _open_pair,
    ),
)
"""The points in which a turn may differ."""
EMPTY_TURN = Difference("nobody acts who has nobody to bet against", "G-04 · 002:L106-110", _with_blinds, 1_000)
"""PokerKit asks the last player with chips whose opponents are all-in for less; that player can only check."""
ODD_CHIPS = Difference("odd chips go out one by one", "WSOP 148-149 · G-15", _with_a_board, 10_000)
"""All odd chips of a share go to one winner there, and pots merge whose losers have mucked."""
NO_LOW = Difference("without a low the high takes all", "001:L169", _hi_lo, 10_000)
"""PokerKit halves a pot for a low that only a player of another pot has, and splits that half among those without."""
DIFFERENCES = (*IN_A_TURN, EMPTY_TURN, ODD_CHIPS, NO_LOW)


def explained(at: Moment) -> list[Difference] | None:
    """The known differences that together are what the two say differently; None if they aren't all of it."""
    left, found = at.fields, []
    for known in IN_A_TURN:
        if left & known.fields and known.holds(at):
            found.append(known)
            left -= known.fields
    return None if left else found


def expected(plaque: Plaque, hands: int) -> set[str]:
    """The differences that so many hands under this plaque must meet."""
    return {known.name for known in DIFFERENCES if known.where(plaque) and known.within <= hands}


class Share(NamedTuple):
    """The pots that PokerKit pushes at once: the same winners are left in them, and who wins either half."""

    amount: int
    eligible: frozenset[int]
    high: tuple[int, ...]
    low: tuple[int, ...]


def shared_their_way(hand: Hand, settlement: Settlement) -> tuple[list[int], Difference | None]:
    """The final stacks by PokerKit's division of the same pots among the same winners, and which difference that is;
    None where it divides as we do.

    Hands that win nothing are killed before the pots are made, so that pots merge; all odd chips go to one winner.
    """
    lows = _lows(hand) & {award.seat for award in settlement.awards}
    shares = _shares(settlement, lows)
    halves = [half for share in shares for half in _halves(share, lows)]
    won = dict.fromkeys(settlement.seats, 0)
    for winners, amount in halves:
        each, odd = divmod(amount, len(winners))
        for place, seat in enumerate(winners):
            won[seat] += each + (0 if place else odd)
    before = zip(hand.setup.stacks, settlement.put_in, won.values(), strict=True)
    stacks = [(stack or 0) - put_in + taken for stack, put_in, taken in before]
    if any(lows and not lows & share.eligible for share in shares):
        return stacks, NO_LOW
    merged = len(shares) < len(settlement.pots)
    several = any(amount % len(winners) > 1 for winners, amount in halves)
    twice = bool(lows) and any(share.high == share.low for share in shares)
    return stacks, ODD_CHIPS if merged or several or twice else None


def _halves(share: Share, lows: frozenset[int]) -> list[tuple[tuple[int, ...], int]]:
    if not lows:
        return [(share.high, share.amount)]
    return [(share.high, share.amount - share.amount // 2), (share.low, share.amount // 2)]


def _lows(hand: Hand) -> frozenset[int]:
    """The seats with any low at the showdown."""
    return frozenset(read_showdown(hand).low or ()) if hand.sheet.low and hand.contenders > 1 else frozenset()


def _shares(settlement: Settlement, lows: frozenset[int]) -> list[Share]:
    winners = [award.seat for award in settlement.awards]
    shares: list[Share] = []
    for place, pot in enumerate(settlement.pots):
        left = frozenset(pot.eligible) & set(winners)
        above = shares.pop().amount if shares and shares[-1].eligible == left else 0
        high, low = (_winners(settlement, place, half) for half in ("high", "low"))
        shares.append(Share(pot.net + above, left, high, low if lows & left else _in_order(settlement, left)))
    return shares


def _winners(settlement: Settlement, place: int, half: str) -> tuple[int, ...]:
    """The winners of this half of the pot, or of the whole, in the order of play."""
    awards = [award for award in settlement.awards if award.pot == place and award.half in (half, "whole")]
    return _in_order(settlement, {award.seat for award in awards})


def _in_order(settlement: Settlement, seats: Collection[int]) -> tuple[int, ...]:
    return tuple(seat for seat in settlement.seats if seat in seats)
