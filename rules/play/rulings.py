"""The effects of a ruling on a hand: void it, with every chip back, or declare one player's hand dead.

    why_not_void(hand, "misdeal")           # why it is too late for that; None when it isn't
    void_hand(hand, "fouled_deck")         # the settlement of a hand that never was
    declare_dead(hand, 4, "fouled_hand")   # the hand of seat 4 is out, its chips stay

In the course of a hand they are incidents, which `Hand.apply` does (`irregularities`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias, get_args

from rules.play.explanation import Explanation, Step, cite_in
from rules.play.misdeals import VoidCause
from rules.play.settlement import Settlement
from rules.play.state import State
from rules.play.substantial import is_substantial
from rules.play.turns import leave, next_stage, pass_turn
from rules.table.seats import Seat
from rules.table.setup import LIVE_POSTS
from rules.text.violation import Refused, Violation, violation

DeadCause: TypeAlias = Literal["dead_hand", "fouled_hand", "unprotected_hand", "hand_of_debtor", "out_of_turn", "clock"]
"""Why a player's hand is dead, by the rulebook's code: `out_of_turn` was thrown away out of turn, of `clock` the time
ran out."""
DEAD_CAUSES: Final[tuple[str, ...]] = get_args(DeadCause)


def why_not_void(hand: State, cause: VoidCause) -> Violation | None:
    """Why the hand can't be voided; None when it can.

    A misdeal ends with substantial action, by the house rule of that name (004:L330); while cards are dealt to the
    players there is none. A fouled deck voids the hand whatever was done (WSOP 112).
    """
    dealing = hand.street == 0 and hand.stage == "hole"
    house = hand.setup.house
    if cause != "misdeal" or not is_substantial(hand.said, house, dealer_still_dealing=dealing):
        return None
    return violation(
        "substantial_action",
        "There was substantial action: the hand is played out, and a hand that can't be is dead.",
        house=house.name,
        game=hand.setup.plaque.game,
        index=len(hand.actions),
    )


def void_hand(hand: State, cause: VoidCause, *told: Step) -> Settlement:
    """The settlement of a void hand: every chip goes back to who put it in, and the house takes nothing.

    Button, blinds and a kill stay as they were before it. `told` are the lines of what happened before. Raises Refused
    as `why_not_void` says.
    """
    if refused := why_not_void(hand, cause):
        raise Refused(refused)
    return settle_void(hand, cause, *told)


def settle_void(hand: State, cause: VoidCause, *told: Step) -> Settlement:
    """The settlement of a hand that was declared void when that was possible."""
    nothing = (0,) * hand.players
    back = tuple(paid + dead for paid, dead in zip(hand.paid, hand.dead_paid, strict=True))
    return Settlement(
        seats=hand.setup.seats,
        pots=(),
        awards=(),
        put_in=nothing,
        returned=back,
        won=nothing,
        net=nothing,
        finishing_stacks=hand.setup.stacks,
        rake=0,
        promo=0,
        flop_dealt=hand.has_flop(),
        explanation=Explanation.of(
            *told, _step(hand, cause, f"The hand is void: {hand.money(sum(back))} in all goes back, nothing is raked.")
        ),
    )


def why_not_dead(hand: State, seat: Seat, cause: str) -> Violation | None:
    """Why the hand of `seat` can't be declared dead, `not_in_hand` or `last_hand`; None when it can."""
    player = hand.setup.seats.index(seat) if seat in hand.setup.seats else -1
    if not hand.in_hand(player):
        return _refusal(hand, "not_in_hand", f"Seat {seat} has no hand that could be dead.", cause)
    if hand.contenders == 1:
        return _refusal(hand, "last_hand", f"Seat {seat} has the last hand and takes the pot.", cause)
    return None


def back_if_dead(hand: State, seat: Seat) -> int:
    """Chips that would go back to the seat were its hand dead: its bet or raise that nobody has called (WSOP 110)."""
    return _uncalled(hand, hand.setup.position(seat) - 1)


def declare_dead(hand: State, seat: Seat, cause: DeadCause) -> int:
    """Take the hand of `seat` out of play, whoever's turn it is; what it put in stays in the pot.

    Returns what goes back to it: a bet or raise of its own that nobody has called yet, in minor units (WSOP 110).
    Raises Refused, `not_in_hand` or `last_hand`, and leaves the hand as it was.
    """
    if refused := why_not_dead(hand, seat, cause):
        raise Refused(refused)
    player = hand.setup.seats.index(seat)
    back = _uncalled(hand, player)
    _give_back(hand, player, back)
    _take_out(hand, player)
    return back


def _uncalled(hand: State, player: int) -> int:
    """The chips that the player bet more than anybody has put in; a blind that isn't a bet yet is none."""
    if hand.street == 0 and hand.round.answered[player] < 0:
        return 0
    others = (paid for other, paid in enumerate(hand.paid) if other != player)
    return max(hand.paid[player] - max(others), 0)


def _give_back(hand: State, player: int, amount: int) -> None:
    """Return chips and let the betting stand where it stood without them."""
    if not amount:
        return
    hand.able += not hand.stacks[player]
    hand.stacks[player] += amount
    hand.paid[player] -= amount
    if hand.stage == "betting":
        hand.bets[player] -= amount
        _lower_the_price(hand, hand.round.price - amount)


def _lower_the_price(hand: State, price: int) -> None:
    """Let the round stand at the bet before the one that was taken back, with that one's size for the next raise."""
    betting = hand.round
    levels = sorted({0, *(level for level in _levels(hand) if level <= price)})
    betting.price, betting.full = price, min(betting.full, price)
    betting.bets -= 1
    betting.increment = max(betting.size, levels[-1] - levels[-2] if len(levels) > 1 else 0)


def _levels(hand: State) -> Iterator[int]:
    """The prices of this street, so far: the live posts of the first one, the bring-in, bets and raises."""
    if hand.street == 0:
        yield from (post.amount for post in hand.setup.posts if post.kind in LIVE_POSTS)
    for action in reversed(hand.actions):
        if action.verb in ("dh", "db", "sd", "h", "st"):
            return
        if action.verb in ("cbr", "pb"):
            yield action.amount or hand.setup.plaque.bring_in_amount


def _take_out(hand: State, player: int) -> None:
    hand.folded[player] = True
    hand.able -= bool(hand.stacks[player])
    hand.stock.muck.extend(hand.hole[player])
    waits = hand.hole_due + hand.draw_due
    for due in (hand.hole_due, hand.draw_due):
        due[:] = [other for other in due if other != player]
    leave(hand, player)
    if hand.stage == "betting" and not hand.bring_in_due:
        pass_turn(hand, hand.to_act - 1)
    elif hand.bring_in_due or (hand.stage in ("draw", "hole") and player in waits):
        next_stage(hand)


def _step(hand: State, code: str, text: str) -> Step:
    return Step(text, code, cite_in(hand.setup, code))


def _refusal(hand: State, code: str, message: str, cause: str) -> Violation:
    house, game = hand.setup.house.name, hand.setup.plaque.game
    return violation(code, message, house=house, game=game, index=len(hand.actions), tried=cause)
