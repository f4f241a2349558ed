"""Worked examples as the pages of the rules draw them: the table, what was done, and what the engine says to it.

Everything here is the same for everybody and is played once per process.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from config.web.felt import FeltSeat, SeatState
from rules.book.examples import Example, Outcome, examples_of_house_rule, examples_of_rule, play, play_answers
from rules.cards.card import print_cards
from rules.entry.story import StreetStory, tell
from rules.house.house_rules import HOUSE_RULES, Value
from rules.play.explanation import Step
from rules.play.hand import Hand
from rules.table.setup import Post
from rules.text.amounts import major
from rules.text.violation import Money


@dataclass(frozen=True, slots=True)
class Told:
    """The words of the engine under one answer of the houses; `answer` is empty where only one rule is shown.

    `steps` are those of the settlement, without the ones that are the same under every answer.
    """

    answer: str
    outcome: Outcome
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table as the felt draws it: seats, board, how many cards the board will have, and the pot."""

    seats: list[FeltSeat]
    board: str
    places: int
    pot: str


@dataclass(frozen=True, slots=True)
class Worked:
    """An example on a page: the situation, the house it happens in, the table and its story, and what is said to it."""

    title: str
    house: str
    table: Drawn | None
    streets: list[StreetStory]
    told: tuple[Told, ...]


@cache
def worked_of_rule(code: str) -> tuple[Worked, ...]:
    """The examples of the rule `code`."""
    return tuple(_worked(example, {"": play(example)}) for example in examples_of_rule(code))


@cache
def worked_of_house_rule(name: str) -> tuple[Worked, ...]:
    """The examples of the house rule `name`, each under the answers that it compares."""
    return tuple(_worked(example, play_answers(example)) for example in examples_of_house_rule(name))


def _worked(example: Example, outcomes: Mapping[str, Outcome]) -> Worked:
    hand = next(iter(outcomes.values())).hand
    settled = [outcome.steps for outcome in outcomes.values()]
    same = frozenset.intersection(*map(frozenset, settled)) if example.house_rule else frozenset()
    told = tuple(_told(example, text, outcome, same) for text, outcome in outcomes.items())
    house = "" if example.house.name == "standard" else example.house.title
    streets = tell(hand.setup, hand.actions, {})[1] if hand else []
    return Worked(example.title, house, drawn(hand) if hand else None, streets, told)


def _told(example: Example, text: str, outcome: Outcome, same: frozenset[Step]) -> Told:
    answer = answer_in_words(example.house_rule, example.answers()[text]) if example.house_rule else ""
    return Told(answer, outcome, tuple(step for step in outcome.steps if step not in same))


def answer_in_words(name: str, value: Value, money: Money | None = None) -> str:
    """An answer to the house rule `name` as a sentence, its amount as `money` writes it, or as the rulebooks do; a
    measure that no rulebook names is told with its unit."""
    house_rule = HOUSE_RULES[name]
    if any(value == listed.value and type(value) is type(listed.value) for listed in house_rule.values):
        listed = house_rule.explain(value)
        return listed.told(money) if money else listed.sentence
    amount = house_rule.measure == "minor units" and type(value) is int
    return f"{(money or major)(value)}." if amount and isinstance(value, int) else f"{value} {house_rule.measure}."


def drawn(hand: Hand, *, turn: bool = True) -> Drawn:
    """The table as it stands in the hand; `turn` says whether it shows whose turn it is."""
    seats = [_seat(hand, player, turn=turn) for player in range(hand.players)]
    in_order = sorted(seats, key=lambda seat: seat.number)
    pot = f"Pot {major(hand.pot)}" if hand.pot else ""
    return Drawn(in_order, print_cards(hand.board), hand.sheet.board_cards, pot)


def _seat(hand: Hand, player: int, *, turn: bool) -> FeltSeat:
    seat, stack = hand.setup.seats[player], hand.stacks[player]
    return FeltSeat(
        seat,
        stack_text=major(stack),
        bet_text=major(hand.bets[player]) if hand.bets[player] else "",
        state=_state(hand, player),
        is_turn=turn and player == hand.to_act,
        has_button=hand.setup.has_button and seat == hand.setup.button,
        cards=print_cards(hand.hole[player]),
        badge=_badge(hand, player),
    )


def _state(hand: Hand, player: int) -> SeatState:
    if not hand.in_hand(player):
        return "folded"
    return "in" if hand.stacks[player] else "all-in"


def _badge(hand: Hand, player: int) -> str:
    """The post of the player besides the blinds, as the felt says it."""
    mine = [post for post in hand.setup.posts if post.position == player + 1]
    return next((post.kind.upper() for post in mine if _is_told(post)), "")


def _is_told(post: Post) -> bool:
    return post.kind in ("kill", "straddle")
