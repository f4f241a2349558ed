"""Cases of kind `hand`: PHH actions put to the state machine; the first refusal, the next decision, the settlement.

In the catalogue pN is the player in seat N; the engine counts positions from the left of the button.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.book.conformance import Answer, Case, kind
from rules.house.fee_written import read_schedule
from rules.house.house import HOUSES
from rules.house.plaque import Plaque
from rules.house.rake import starting_schedule
from rules.house.variants import Structure
from rules.play.actions import Action, dead
from rules.play.hand import Hand
from rules.play.incident_lines import parse_line
from rules.play.legal import Legal
from rules.play.rulings import void_hand
from rules.play.settlement import Settlement
from rules.play.showing import showing_order
from rules.table.button import clockwise
from rules.table.setup import Post, Setup
from rules.table.straddle import stated_straddle
from rules.text.amounts import major, minor
from rules.text.violation import Refused

_STRUCTURES: Mapping[str, Structure] = {
    "NL": "no_limit",
    "PL": "pot_limit",
    "FL": "fixed_limit",
    "SPREAD": "spread",
    "BJ": "spread",
}
_LIMITS: Mapping[str, str] = {
    "small": "small_bet",
    "big": "big_bet",
    "bring_in": "bring_in",
    "min": "spread_min",
    "max": "spread_max",
    "bb": "spread_min",
}


@kind(
    "hand",
    given={"betting", "stacks", "button", "posts", "min_bet", "limits", "chip", "rake", "actions", "dead", "void"},
    expect={
        *("legal", "illegal_index", "reason", "next", "showing"),
        *("final_stacks", "awards", "returned", "rake", "pots", "settle_error"),
    },
)
def hand(case: Case) -> Answer:
    """The hand as far as it is legal, and what comes of it and of the rulings on it."""
    setup = _setup(case)
    try:
        played = Hand.replay(setup, _with_rulings(case, setup))
        settlement = void_hand(played, case.given["void"]) if "void" in case.given else None
    except Refused as refused:
        violation = refused.violation
        index = violation.index or 0
        ruled = sum(after + place < index for place, (after, _) in enumerate(_dead_hands(case, setup)))
        return {"legal": False, "illegal_index": index - ruled, "reason": violation.code}
    showing = [f"p{seat}" for seat in showing_order(played)]
    settled = _told(settlement) if settlement else _settled(played)
    return {"legal": True, "next": _next(played.legal_actions()), "showing": showing, **settled}


def _with_rulings(case: Case, setup: Setup) -> list[Action]:
    """The actions with the rulings among them, where they were made."""
    actions = _actions(case.given["actions"], setup)
    for after, ruling in reversed(_dead_hands(case, setup)):
        actions.insert(after, ruling)
    return actions


def _dead_hands(case: Case, setup: Setup) -> list[tuple[int, Action]]:
    """The rulings, written "p4 fouled_hand after 12": after so many of the actions as they are written."""
    rulings = [text.split() for text in case.given.get("dead", ())]
    dead_hands = [(int(after), dead(setup.position(_seat(player)), cause)) for player, cause, _, after in rulings]
    return sorted(dead_hands, key=lambda ruling: ruling[0])


def _setup(case: Case) -> Setup:
    given = case.given
    house = HOUSES[case.house].with_answers(**{"odd_chip_unit": minor(given.get("chip", "1")), **case.house_answers})
    stacks = {_seat(player): minor(stack) for player, stack in given["stacks"].items()}
    seats = clockwise(stacks, given.get("button", 0))
    posts = tuple(_post(text, seats) for text in given["posts"])
    stated = dict(given.get("limits", {}))
    ranges = tuple((minor(least), minor(most)) for least, most in stated.pop("ranges", ()))
    limits: dict[str, Any] = {_LIMITS[name]: minor(amount) for name, amount in stated.items()}
    if "min_bet" in given:
        limits["min_bet"] = minor(given["min_bet"])
    return Setup(
        plaque=Plaque(
            game=case.game,
            structure=_STRUCTURES[given["betting"]],
            blinds=tuple(sorted(post.amount for post in posts if post.kind in ("sb", "bb"))),
            straddle=stated_straddle(posts, len(seats)),
            ranges=ranges,
            fee=read_schedule(given["rake"], starting_schedule(house)) if "rake" in given else None,
            **limits,
        ),
        house=house,
        seats=seats,
        stacks=tuple(stacks[seat] for seat in seats),
        button=given.get("button", seats[-1]),
        posts=posts,
    )


def _post(text: str, seats: Sequence[int]) -> Post:
    player, kind_of_post, amount = text.split()
    return Post(kind_of_post, seats.index(_seat(player)) + 1, minor(amount))  # type: ignore[arg-type]  # a PostKind


def _actions(lines: Sequence[str], setup: Setup) -> list[Action]:
    actions = [parse_line(line, minor) for line in lines]
    return [_by_position(action, setup) for action in actions if action]


def _by_position(action: Action, setup: Setup) -> Action:
    return action._replace(position=setup.position(action.position)) if action.position else action


def _next(legal: Legal) -> Mapping[str, object]:
    decision: dict[str, object] = {
        "actor": f"p{legal.seat}",
        "call": major(legal.call),
        "may_raise": legal.may_raise,
    }
    if legal.may_raise and legal.max_raise_to is not None:
        decision |= {"min_raise_to": major(legal.min_raise_to), "max_raise_to": major(legal.max_raise_to)}
    return decision


def _settled(played: Hand) -> Answer:
    try:
        settlement = played.settlement()
    except Refused as refused:
        return {"settle_error": refused.violation.code}
    return _told(settlement)


def _told(settlement: Settlement) -> Answer:
    return {
        "final_stacks": _by_seat(settlement, settlement.finishing_stacks),
        "awards": _by_seat(settlement, [won or None for won in settlement.won]),
        "returned": _by_seat(settlement, [returned or None for returned in settlement.returned]),
        "rake": major(settlement.rake),
        "pots": [
            {"amount": major(pot.amount), "eligible": [f"p{seat}" for seat in sorted(pot.eligible)]}
            for pot in settlement.pots
        ],
    }


def _by_seat(settlement: Settlement, amounts: Sequence[int | None]) -> dict[str, Any]:
    by_position = zip(settlement.seats, amounts, strict=True)
    return {f"p{seat}": major(amount) for seat, amount in by_position if amount is not None}


def _seat(player: str) -> int:
    return int(player.removeprefix("p"))
