"""Cases of kind `hand`: PHH actions put to the state machine; the first refusal, the next decision, the settlement.

In the catalogue pN is the player in seat N; the engine counts positions from the left of the button.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.book.conformance import Answer, kind
from rules.book.scenarios.hands import read_action, read_posts
from rules.book.scenarios.plaques import STRUCTURES, read_plaque
from rules.book.scenarios.situation import Situation, amount, amounts_by_seat, player, players, seat
from rules.play.actions import Action, dead
from rules.play.hand import Hand
from rules.play.legal import Betting, Legal
from rules.play.rulings import void_hand
from rules.play.settlement import Settlement
from rules.play.showing import showing_order
from rules.table.button import clockwise
from rules.table.seats import Position
from rules.table.setup import Post, Setup
from rules.table.straddle import stated_straddle
from rules.text.amounts import major
from rules.text.violation import Refused

_LIMITS: Mapping[str, str] = {"bb": "min"}
"""The catalogue's word for the least bet of Hold'em Blackjack."""


@kind(
    "hand",
    given={"betting", "stacks", "button", "posts", "min_bet", "limits", "chip", "rake", "actions", "dead", "void"},
    expect={
        *("legal", "illegal_index", "reason", "next", "showing"),
        *("final_stacks", "awards", "returned", "rake", "pots", "settle_error"),
    },
)
def hand(case: Situation) -> Answer:
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
    showing = players(showing_order(played))
    settled = _told(settlement) if settlement else _settled(played)
    return {"legal": True, "next": _next(played.legal_actions()), "showing": showing, **settled}


def _with_rulings(case: Situation, setup: Setup) -> list[Action]:
    """The actions with the rulings among them, where they were made."""
    actions = [read_action(line, setup) for line in case.given["actions"]]
    for after, ruling in reversed(_dead_hands(case, setup)):
        actions.insert(after, ruling)
    return actions


def _dead_hands(case: Situation, setup: Setup) -> list[tuple[int, Action]]:
    """The rulings, written "p4 fouled_hand after 12": after so many of the actions as they are written."""
    rulings = [text.split() for text in case.given.get("dead", ())]
    dead_hands = [(int(after), dead(setup.position(seat(who)), cause)) for who, cause, _, after in rulings]
    return sorted(dead_hands, key=lambda ruling: ruling[0])


def _setup(case: Situation) -> Setup:
    given = case.given
    house = case.house
    if "odd_chip_unit" not in given.get("knobs", {}):
        house = house.with_answers(odd_chip_unit=amount(given.get("chip", "1")))
    stacks = amounts_by_seat(given["stacks"])
    seats = clockwise(stacks, given.get("button", 0))
    posts = tuple(
        Post(post, Position(seats.index(who) + 1), posted) for post, who, posted in read_posts(given["posts"])
    )
    lines: dict[str, Any] = {_LIMITS.get(name, name): line for name, line in given.get("limits", {}).items()}
    lines |= {name: given[name] for name in ("min_bet", "rake") if name in given}
    plaque = read_plaque({"game": case.game, "structure": STRUCTURES[given["betting"]], **lines}, house)
    blinds = tuple(sorted(post.amount for post in posts if post.kind in ("sb", "bb")))
    return Setup(
        plaque=replace(plaque, blinds=blinds, straddle=stated_straddle(posts, len(seats))),
        house=house,
        seats=seats,
        stacks=tuple(stacks[seat] for seat in seats),
        button=given.get("button", seats[-1]),
        posts=posts,
    )


def _next(legal: Legal) -> Mapping[str, object]:
    decision: dict[str, object] = {
        "actor": player(legal.seat) if legal.seat else "",
        "call": major(0),
        "may_raise": False,
    }
    if isinstance(legal, Betting):
        decision |= {"call": major(legal.call), "may_raise": legal.may_raise}
        if legal.may_raise and legal.raising.most is not None:
            decision |= {"min_raise_to": major(legal.raising.least), "max_raise_to": major(legal.raising.most)}
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
        "pots": [{"amount": major(pot.amount), "eligible": players(sorted(pot.eligible))} for pot in settlement.pots],
    }


def _by_seat(settlement: Settlement, amounts: Sequence[int | None]) -> dict[str, Any]:
    by_position = zip(settlement.seats, amounts, strict=True)
    return {player(number): major(each) for number, each in by_position if each is not None}
