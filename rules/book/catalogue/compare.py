"""Cases of kind `compare`: which of several hands is best, and what each of them is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.book.conformance import Answer, kind
from rules.book.scenarios.situation import Situation
from rules.cards import evaluate
from rules.cards.card import CardError, parse_cards, require_distinct
from rules.house.house import House

Cards = tuple[int, ...]
Strength = Callable[[Cards, Cards], int]
Name = Callable[[Cards, int], str]


@dataclass(frozen=True, slots=True)
class Evaluator:
    """The ranking of a hand by an evaluator of the catalogue, and the key under which it names it.

    `strength` takes the player's cards and the board and gives 0 where the hand doesn't qualify.
    """

    strength: Strength
    key: str
    name: Name


@kind(
    "compare",
    given={"evaluator", "use", "board", "hands"},
    expect={"order", "category", "low", "badugi", "blackjack"},
)
def compare(case: Situation) -> Answer:
    """The hands in order, best first, and the name of each; or the code of the refusal."""
    evaluator = _evaluators(case.house)[case.given["evaluator"], case.given["use"]]
    try:
        board = parse_cards(case.given.get("board", ""))
        hands = {player: parse_cards(cards) for player, cards in case.given["hands"].items()}
        for cards in hands.values():
            require_distinct(cards + board)
        strengths = {player: evaluator.strength(cards, board) for player, cards in hands.items()}
    except CardError as refusal:
        return {"error": refusal.code}
    names = {player: evaluator.name(hands[player] + board, strengths[player]) for player in hands}
    return {"order": _order(strengths), evaluator.key: names}


def _order(strengths: Mapping[str, int]) -> list[list[str]]:
    """The players in groups of equal strength, best first; who doesn't qualify is left out."""
    qualified = sorted((player for player in strengths if strengths[player]), key=lambda player: -strengths[player])
    return [list(group) for _, group in groupby(qualified, key=strengths.__getitem__)]


def _evaluators(house: House) -> Mapping[tuple[str, str], Evaluator]:
    """The evaluators by their name and by which cards they may use."""
    fallback, charlie_ties = house.answers.badugi_fallback, house.answers.charlie_ties
    high_name, low_name = _of_strength(evaluate.high_category), _of_strength(evaluate.low_name)
    return {
        ("high", "any"): Evaluator(_of_all(evaluate.high), "category", high_name),
        ("high", "exactly2"): Evaluator(evaluate.high_exactly_two, "category", high_name),
        ("low8", "any"): Evaluator(_of_all(evaluate.low8), "low", low_name),
        ("low8", "exactly2"): Evaluator(evaluate.low8_exactly_two, "low", low_name),
        ("ace_to_five", "any"): Evaluator(_of_all(evaluate.ace_to_five), "low", low_name),
        ("deuce7", "any"): Evaluator(
            _of_all(evaluate.deuce_seven), "category", _of_strength(evaluate.deuce_seven_category)
        ),
        ("badugi", "any"): Evaluator(
            _of_all(lambda cards: evaluate.badugi(cards, fallback)), "badugi", _of_strength(evaluate.badugi_name)
        ),
        ("blackjack", "any"): Evaluator(
            _of_all(lambda cards: evaluate.blackjack(cards, charlie_ties)),
            "blackjack",
            lambda cards, _: evaluate.blackjack_name(cards),
        ),
    }


def _of_all(strength: Callable[[Sequence[int]], int]) -> Strength:
    return lambda hand, board: strength(hand + board)


def _of_strength(name: Callable[[int], str]) -> Name:
    return lambda _, strength: name(strength)
