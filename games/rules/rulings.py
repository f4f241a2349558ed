"""What a ruling does to a hand: void it, with every chip back, or declare one player's hand dead.

    refuse_void(hand, "misdeal")           # why it is too late for that; None when it isn't
    void_hand(hand, "fouled_deck")         # the settlement of a hand that never was
    replay(setup, actions, [DeadHand(seat=4, cause="fouled_hand", after=12)])
    settlement(hand, dead)                 # as the hand's own, with a line for each dead hand

The actions of a hand stay what they were: a ruling stands beside them, with the number of actions before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

from games.rules import amounts
from games.rules.actions import Action
from games.rules.explanation import Explanation, Step
from games.rules.hand import Hand
from games.rules.rulebook import RULES
from games.rules.settlement import Settlement
from games.rules.setup import LIVE_POSTS, Setup
from games.rules.substantial import is_substantial
from games.rules.turns import leave, next_stage, pass_turn
from games.rules.violation import Money, Refused, Violation, violation

VoidCause: TypeAlias = Literal["misdeal", "fouled_deck"]
"""Why a hand is void, by the rulebook's code."""
DeadCause: TypeAlias = Literal["dead_hand", "fouled_hand", "unprotected_hand", "hand_of_debtor"]
"""Why a player's hand is dead, by the rulebook's code."""


@dataclass(frozen=True, slots=True)
class DeadHand:
    """A ruling: the hand of `seat` is dead for `cause`, from the moment when `after` actions had happened."""

    seat: int
    cause: DeadCause
    after: int

    def to_json(self) -> dict[str, Any]:
        """One key per field."""
        return {"seat": self.seat, "cause": self.cause, "after": self.after}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DeadHand:
        """What `to_json` wrote. Raises ValueError for a cause that is none."""
        if data["cause"] not in get_args(DeadCause):
            raise ValueError(f"No hand is dead for “{data['cause']}”.")
        return cls(data["seat"], data["cause"], data["after"])


def refuse_void(hand: Hand, cause: VoidCause) -> Violation | None:
    """Why the hand can't be voided; None when it can.

    A misdeal ends with substantial action, by the house's knob of that name (004:L330); while cards are dealt to the
    players there is none. A fouled deck voids the hand whatever was done (WSOP 112).
    """
    dealing = hand.street == 0 and hand.stage == "hole"
    house = hand.setup.house
    if cause != "misdeal" or not is_substantial(_told(hand), house, dealer_still_dealing=dealing):
        return None
    return violation(
        "substantial_action",
        "There was substantial action: the hand is played out, and a hand that can't be is dead.",
        house=house.name,
        index=len(hand.actions),
    )


def void_hand(hand: Hand, cause: VoidCause) -> Settlement:
    """The settlement of a void hand: every chip goes back to who put it in, and the house takes nothing.

    Button, blinds and a kill stay as they were before it. Raises Refused as `refuse_void` says.
    """
    if refused := refuse_void(hand, cause):
        raise Refused(refused)
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
            _step(hand, cause, f"The hand is void: {hand.money(sum(back))} in all goes back, nothing is raked.")
        ),
    )


def replay(
    setup: Setup, actions: Sequence[Action], dead: Sequence[DeadHand] = (), money: Money = amounts.major
) -> Hand:
    """The hand after these actions and rulings. Raises Refused at the first action or ruling that isn't possible."""
    hand = Hand(setup, money)
    for index, action in enumerate([*actions, None]):
        for ruling in dead:
            if ruling.after == index:
                declare_dead(hand, ruling.seat, ruling.cause)
        if action:
            hand.apply(action)
    return hand


def settlement(hand: Hand, dead: Iterable[DeadHand] = ()) -> Settlement:
    """The hand's settlement, its lines beginning with the dead hands. Refuses as `Hand.settlement` does."""
    settled = hand.settlement()
    told = [_step(hand, ruling.cause, f"Seat {ruling.seat}'s hand is dead: what it put in stays.") for ruling in dead]
    return replace(settled, explanation=Explanation.of(*told, *settled.steps))


def declare_dead(hand: Hand, seat: int, cause: DeadCause) -> int:
    """Take the hand of `seat` out of play, whoever's turn it is; what it put in stays in the pot.

    Returns what goes back to it: a bet or raise of its own that nobody has called yet, in minor units (WSOP 110).
    Raises Refused, `not_in_hand` or `last_hand`, and leaves the hand as it was.
    """
    player = hand.setup.seats.index(seat) if seat in hand.setup.seats else -1
    if not hand.in_hand(player):
        raise Refused(_refusal(hand, "not_in_hand", f"Seat {seat} has no hand that could be dead.", cause))
    if hand.contenders == 1:
        raise Refused(_refusal(hand, "last_hand", f"Seat {seat} has the last hand and takes the pot.", cause))
    back = _uncalled(hand, player)
    _give_back(hand, player, back)
    _take_out(hand, player)
    return back


def _uncalled(hand: Hand, player: int) -> int:
    """What the player bet more than anybody has put in; a blind of which he hasn't made a bet yet is none."""
    if hand.street == 0 and hand.round.answered[player] < 0:
        return 0
    others = (paid for other, paid in enumerate(hand.paid) if other != player)
    return max(hand.paid[player] - max(others), 0)


def _give_back(hand: Hand, player: int, amount: int) -> None:
    """Return chips and let the betting stand where it stood without them."""
    if not amount:
        return
    hand.able += not hand.stacks[player]
    hand.stacks[player] += amount
    hand.paid[player] -= amount
    hand.pot -= amount
    if hand.stage == "betting":
        hand.bets[player] -= amount
        _lower_the_price(hand, hand.round.price - amount)


def _lower_the_price(hand: Hand, price: int) -> None:
    """Let the round stand at the bet before the one that was taken back, with that one's size for the next raise."""
    betting = hand.round
    levels = sorted({0, *(level for level in _levels(hand) if level <= price)})
    betting.price, betting.full = price, min(betting.full, price)
    betting.bets -= 1
    betting.increment = max(betting.size, levels[-1] - levels[-2] if len(levels) > 1 else 0)


def _levels(hand: Hand) -> Iterator[int]:
    """What the price of this street was, so far: the live posts of the first one, the bring-in, bets and raises."""
    if hand.street == 0:
        yield from (post.amount for post in hand.setup.posts if post.kind in LIVE_POSTS)
    for action in reversed(hand.actions):
        if action.verb in ("dh", "db", "sd", "h", "st"):
            return
        if action.verb in ("cbr", "pb"):
            yield action.amount or hand.setup.plaque.bring_in_amount


def _take_out(hand: Hand, player: int) -> None:
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


def _told(hand: Hand) -> Iterator[tuple[int, str]]:
    """Who did what, in the words of substantial action."""
    again = Hand(hand.setup, hand.money)
    for action in hand.actions:
        words = _WORDS.get(action.verb)
        if words:
            owed = action.verb == "cc" and again.to_call(action.position - 1) > 0
            yield hand.setup.seat(action.position), words[owed]
        again.apply(action)


_WORDS: Mapping[str, tuple[str, str]] = {
    "f": ("fold", "fold"),
    "cc": ("check", "call"),
    "cbr": ("raise", "raise"),
    "pb": ("bet", "bet"),
}
"""What an action is called where nothing is owed, and where something is."""


def _step(hand: Hand, code: str, text: str) -> Step:
    return Step(text, code, RULES[code].cite(hand.setup.house.name))


def _refusal(hand: Hand, code: str, message: str, cause: DeadCause) -> Violation:
    return violation(code, message, house=hand.setup.house.name, index=len(hand.actions), tried=cause)
