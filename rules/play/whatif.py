"""The outcome that a hand would have had: played otherwise from a disputed act on, and the two outcomes side by side.

Pure: a hand of the engine in, values out. Nothing of what was recorded is changed by asking.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.house.house import House
from rules.play.actions import INCIDENTS, Action
from rules.play.explanation import Step
from rules.play.hand import Hand
from rules.play.misdeals import VoidCause
from rules.play.pot_result import pot_result
from rules.play.pots import Pot
from rules.play.rulings import declare_dead, void_hand
from rules.play.settlement import Settlement
from rules.table.kill import KillState, next_kill
from rules.table.seats import NO_SEAT, Position, Seat
from rules.table.setup import Setup
from rules.text.violation import Refused, Violation


@dataclass(frozen=True, slots=True)
class Fork:
    """The point from which a hand is played otherwise: at action number `index`, 0 being the first.

    From there on `removed` actions make room for `inserted`; what follows them is kept as far as it is legal. `dead`
    is the position whose hand is dead from there on: its chips stay in the pot, its later actions fall away (004:L258).
    `void` gives every chip back, for its cause (misdeal, fouled deck; WSOP 104, 112). `house` plays the hand under the
    rules of another house.
    """

    index: int = 0
    removed: int = 0
    inserted: tuple[Action, ...] = ()
    dead: Position | None = None
    void: VoidCause | None = None
    house: House | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a hand, in minor units: each seat's gain or loss, the pots, the house's part, the next kill."""

    net: Mapping[int, int]
    pots: tuple[Pot, ...]
    rake: int
    promo: int
    kill: KillState[Seat]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of the fork. Without a `result` it says why: an action that is no longer legal, or what is missing.

    `kept` counts the actions after the fork that could be kept, `left_out` those that could not.
    """

    hand: Hand | None
    result: Result | None
    kept: int = 0
    left_out: int = 0
    violation: Violation | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shift:
    """Chips that would go from one place to another: a seat, or the rake or promo of the house. Minor units."""

    source: int | str
    target: int | str
    amount: int


RAKE, PROMO = "rake", "promo"
"""The house's parts, as places of a Shift."""


def what_if(hand: Hand, fork: Fork) -> Outcome:
    """The hand played otherwise, as far as it goes. Rake and promo are those of the pots as they then are.

    Never raises for what the rules refuse: the outcome says which action, and why.
    """
    if fork.void:
        return _void(hand, fork.void)
    setup = replace(hand.setup, house=fork.house) if fork.house else hand.setup
    try:
        played = Hand(setup, hand.money)
    except Refused as refused:
        return Outcome(None, None, left_out=len(hand.actions), violation=refused.violation)
    return _settled(_play(played, hand.actions, fork), fork)


def result_of(hand: Hand, settlement: Settlement) -> Result:
    """The result of a settled hand."""
    return Result(
        net=dict(zip(settlement.seats, settlement.net, strict=True)),
        pots=settlement.pots,
        rake=settlement.rake,
        promo=settlement.promo,
        kill=_kill_after(hand, settlement),
        steps=settlement.steps,
    )


def _kill_after(hand: Hand, settlement: Settlement) -> KillState[Seat]:
    """The kill that the hand leaves behind; a void one leaves it as it was."""
    before = kill_before(hand.setup)
    if hand.voided:
        return before
    result = pot_result(settlement.pots, settlement.awards, settlement.rake)
    return next_kill(hand.setup.plaque, hand.setup.house, before, result)


def kill_before(setup: Setup) -> KillState[Seat]:
    """The kill under which the hand was played, by its own limits and posts."""
    if not setup.killed:
        return KillState()
    posted = (setup.seat(post.position) for post in setup.posts if post.kind == "kill")
    return KillState(next(posted, NO_SEAT))


def shifts(was: Result, would_be: Result) -> tuple[Shift, ...]:
    """The fewest chips that have to move to make the one result the other: who got too much pays who got too little.

    The house's part comes last on either side, so that players settle among themselves first.
    """
    before, after = _places(was), _places(would_be)
    missing = {place: after[place] - before[place] for place in before}
    owing = [[place, -amount] for place, amount in missing.items() if amount < 0]
    due = [[place, amount] for place, amount in missing.items() if amount > 0]
    return tuple(_pair_off(owing, due))


def _play(played: Hand, actions: list[Action], fork: Fork) -> Outcome:
    """The fork's actions, as far as they are legal, on a hand that has just been dealt."""
    for action in [*actions[: fork.index], *fork.inserted]:
        if refused := _why_not(played, action):
            return Outcome(played, None, left_out=len(actions) - len(played.actions), violation=refused)
    tail, kept = actions[fork.index + fork.removed :], 0
    for action in tail:
        if _dies_now(played, fork):
            _take_out(played, fork)
        if _falls_away(played, action):
            continue
        if refused := _why_not(played, action):
            return Outcome(played, None, kept, len(tail) - kept, refused)
        kept += 1
    if _dies_now(played, fork):
        _take_out(played, fork)
    return Outcome(played, None, kept, len(tail) - kept)


def _settled(outcome: Outcome, fork: Fork) -> Outcome:
    """The outcome with its result, where the hand can be settled."""
    played = outcome.hand
    if played is None or outcome.violation:
        return outcome
    if missing := played.missing():
        return replace(outcome, missing=missing)
    return replace(outcome, result=result_of(played, played.settlement()))


def _falls_away(played: Hand, action: Action) -> bool:
    """Whether nothing is left of the action: the hand or its betting has ended, or its player is out by then."""
    nobody_bets = played.betting_is_over and played.able <= 1 and action.verb in ("cc", "cbr", "f")
    is_out = action.position > 0 and not played.in_hand(action.position - 1)
    return played.stage in ("uncontested", "void") or nobody_bets or is_out


def _why_not(played: Hand, action: Action) -> Violation | None:
    """Why the action can't be done; None when it was. What stood against a rule may be allowed where it is tried."""
    if action.why and action.verb not in INCIDENTS and played.can(plain := action._replace(why="")):
        action = plain
    refused = played.refusal(action)
    if refused is None:
        played.apply(action)
    return refused


def _dies_now(played: Hand, fork: Fork) -> bool:
    """Whether the dead hand is still to be taken out; the last hand of all is none."""
    begun = len(played.actions) >= fork.index
    return fork.dead is not None and begun and played.contenders > 1 and played.in_hand(fork.dead - 1)


def _take_out(played: Hand, fork: Fork) -> None:
    """Declare the fork's hand dead."""
    if fork.dead is not None:
        declare_dead(played, played.setup.seat(fork.dead), "dead_hand")


def _void(hand: Hand, cause: VoidCause) -> Outcome:
    """The hand as it never was, and the kill as it stood before; or why it is too late for that."""
    try:
        voided = void_hand(hand, cause)
    except Refused as refused:
        return Outcome(hand, None, violation=refused.violation)
    return Outcome(hand, replace(result_of(hand, voided), kill=kill_before(hand.setup)))


def _places(result: Result) -> dict[int | str, int]:
    """The gain of each place of the hand."""
    gained: dict[int | str, int] = {seat: result.net[seat] for seat in result.net}
    return gained | {PROMO: result.promo, RAKE: result.rake}


def _pair_off(owing: list[list[int | str]], due: list[list[int | str]]) -> Iterator[Shift]:
    waiting = [(place, int(amount)) for place, amount in due]
    for source, amount in owing:
        left = int(amount)
        while left and waiting:
            target, wanted = waiting.pop(0)
            moved = min(left, wanted)
            yield Shift(source, target, moved)
            left -= moved
            if wanted > moved:
                waiting.insert(0, (target, wanted - moved))
