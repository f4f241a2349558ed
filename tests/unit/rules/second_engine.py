"""PokerKit 0.7.7 at the same table: told the same setup and actions, asked the same questions.

Its betting, pots and shares are its own. Two things are made quick, because it spends nine tenths of its time on them:
its tables of ranks are asked once for each class of cards instead of for each five cards, and cards are compared by
identity.
"""

import warnings
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import Any, NamedTuple

from rules.play.actions import Action
from rules.table.setup import Setup

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pokerkit
    from pokerkit import Automation

AUTOMATIONS = frozenset(Automation) - {Automation.HOLE_DEALING, Automation.BOARD_DEALING}


ENDLESS = 1 << 62
"""The stack of a player whose chips nobody counted."""


class Card(pokerkit.Card):
    """A card of PokerKit's of which there is only one: equal is identical, and known is true."""

    __hash__ = object.__hash__
    __eq__ = object.__eq__

    def __bool__(self) -> bool:
        return True


CARDS = (*(Card(card.rank, card.suit) for card in pokerkit.Deck.STANDARD), pokerkit.Card.UNKNOWN)
"""PokerKit's cards in the order of ours."""
NUMBERS = {id(card): number for number, card in enumerate(CARDS)}
_RANK_BITS = tuple(1 << 3 * (number >> 2) for number in range(52))


class HandType:
    """A hand type of PokerKit's; a hand is its place in PokerKit's table, larger is better.

    `hole` and `board` say how many cards of each a hand takes where that is fixed.
    """

    def __init__(self, theirs: Any, *, hole: int | None = None, board: int | None = None) -> None:
        self.theirs = theirs
        self.fixed = hole, board
        self.sign = -1 if theirs.low else 1
        self.most = 10_000  # more places than any of the tables has
        self.is_badugi = issubclass(theirs, pokerkit.BadugiHand)
        self.places: dict[int, int | None] = {}
        self.best = lru_cache(maxsize=64)(self._best)

    def from_game(self, hole: Iterable[Any], board: Iterable[Any] = ()) -> int:
        """The best hand. Raises ValueError where there is none, as PokerKit's own does."""
        held = tuple([NUMBERS[id(card)] for card in hole])
        place = self.best(held, tuple([NUMBERS[id(card)] for card in board]))
        if place is None:
            raise ValueError("no such hand")
        return place

    def place(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        """The place of the best hand of our cards in PokerKit's table, from 1 for the worst; 0 where there is none."""
        best = self._best(hole, board)
        return 0 if best is None else best + (1 if self.sign > 0 else self.most)

    def _best(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int | None:
        if self.is_badugi:
            return self._best_badugi(hole)
        suits = [card & 3 for card in hole + board]
        suited = max(map(suits.count, range(4))) >= 5
        from_hole, from_board = self.fixed
        if from_hole is None or from_board is None:
            choices: Iterable[tuple[int, ...]] = combinations(hole + board, 5)
        else:
            twos, threes = (_different(*part, suited) for part in ((hole, from_hole), (board, from_board)))
            choices = [two + three for two in twos for three in threes]
        return max(filter(_is_there, map(self._place if suited else self._unsuited, choices)), default=None)

    def _best_badugi(self, cards: tuple[int, ...]) -> int | None:
        for size in range(4, 0, -1):
            places = [self._place(chosen) for chosen in combinations(cards, size)]
            if any(place is not None for place in places):
                return max(filter(_is_there, places))
        return None

    def _place(self, cards: tuple[int, ...]) -> int | None:
        """The place of exactly these cards: the same for all of the same ranks, suited or rainbow alike."""
        suits = len({card & 3 for card in cards})
        alike = suits == len(cards) if self.is_badugi else suits == 1
        return self._known(sum([_RANK_BITS[card] for card in cards]) << 1 | alike, cards)

    def _unsuited(self, cards: tuple[int, ...]) -> int | None:
        a, b, c, d, e = cards
        return self._known(_RANK_BITS[a] + _RANK_BITS[b] + _RANK_BITS[c] + _RANK_BITS[d] + _RANK_BITS[e] << 1, cards)

    def _known(self, key: int, cards: tuple[int, ...]) -> int | None:
        """PokerKit's answer for all cards of this key, asked once."""
        if key not in self.places:
            try:
                entry = self.theirs.lookup.get_entry([CARDS[card] for card in cards])
            except ValueError:
                self.places[key] = None
            else:
                self.places[key] = self.sign * entry.index
        return self.places[key]


def _different(cards: tuple[int, ...], count: int, suited: bool) -> Collection[tuple[int, ...]]:
    """So many of the cards in every way, but once for the same ranks where no suit matters."""
    chosen = combinations(cards, count)
    return list(chosen) if suited else {sum([_RANK_BITS[card] for card in some]): some for some in chosen}.values()


def _is_there(place: int | None) -> bool:
    return place is not None


HIGH = HandType(pokerkit.StandardHighHand)
OMAHA = HandType(pokerkit.OmahaHoldemHand, hole=2, board=3)
OMAHA_LOW = HandType(pokerkit.OmahaEightOrBetterLowHand, hole=2, board=3)
LOW8 = HandType(pokerkit.EightOrBetterLowHand)
ACE_TO_FIVE = HandType(pokerkit.RegularLowHand)
DEUCE_SEVEN = HandType(pokerkit.StandardLowHand)
BADUGI = HandType(pokerkit.BadugiHand)
SHORT_DECK = HandType(pokerkit.ShortDeckHoldemHand)


class NoLimitHoldem(pokerkit.NoLimitTexasHoldem):
    hand_types = (HIGH,)


class LimitHoldem(pokerkit.FixedLimitTexasHoldem):
    hand_types = (HIGH,)


class PotLimitOmaha(pokerkit.PotLimitOmahaHoldem):
    hand_types = (OMAHA,)


class FiveCardOmaha(PotLimitOmaha):
    """Assembled from PokerKit's Omaha: a fifth card."""

    hole_dealing_count = 5


class LimitOmaha8(pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """PokerKit's own plays pot limit without a cap; with its fixed limit it is what its name says."""

    hand_types = (OMAHA, OMAHA_LOW)
    betting_structure = pokerkit.BettingStructure.FIXED_LIMIT
    max_completion_betting_or_raising_count = 4


class Stud(pokerkit.FixedLimitSevenCardStud):
    hand_types = (HIGH,)


class Stud8(pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter):
    hand_types = (HIGH, LOW8)


class Razz(pokerkit.FixedLimitRazz):
    hand_types = (ACE_TO_FIVE,)


class Badugi(pokerkit.FixedLimitBadugi):
    hand_types = (BADUGI,)


class DeuceSevenTripleDraw(pokerkit.FixedLimitDeuceToSevenLowballTripleDraw):
    hand_types = (DEUCE_SEVEN,)


class AceToFiveTripleDraw(DeuceSevenTripleDraw):
    """Assembled from PokerKit's triple draw and its hand of razz."""

    hand_types = (ACE_TO_FIVE,)


class SingleDraw(pokerkit.NoLimitDeuceToSevenLowballSingleDraw):
    hand_types = (DEUCE_SEVEN,)


class ShortDeck(pokerkit.NoLimitShortDeckHoldem):
    hand_types = (SHORT_DECK,)


VARIANTS: dict[tuple[str, str], Any] = {
    ("holdem", "no_limit"): NoLimitHoldem,
    ("holdem", "fixed_limit"): LimitHoldem,
    ("omaha", "pot_limit"): PotLimitOmaha,
    ("omaha5", "pot_limit"): FiveCardOmaha,
    ("omaha8", "fixed_limit"): LimitOmaha8,
    ("stud", "fixed_limit"): Stud,
    ("stud8", "fixed_limit"): Stud8,
    ("razz", "fixed_limit"): Razz,
    ("badugi", "fixed_limit"): Badugi,
    ("27td", "fixed_limit"): DeuceSevenTripleDraw,
    ("a5td", "fixed_limit"): AceToFiveTripleDraw,
    ("27sd", "no_limit"): SingleDraw,
    ("shortdeck", "no_limit"): ShortDeck,
}
"""The games that PokerKit plays, or can be put together from its own parts to play, by game and structure."""


class Turn(NamedTuple):
    """The player whose turn it is and what they may do; the amounts are 0 where they may not, and where nothing ends
    them."""

    position: int | None
    call: int = 0
    may_fold: bool = False
    bring_in: int = 0
    may_raise: bool = False
    least: int = 0
    most: int = 0


NOBODY = Turn(None)


class Theirs:
    """One hand as PokerKit plays it."""

    def __init__(self, setup: Setup, deck: Sequence[int] = range(52)) -> None:
        self.state = state = _state(setup)
        state.deck_cards = deque([CARDS[card] for card in deck])

    def next_cards(self, count: int) -> tuple[int, ...]:
        """The cards that lie on top of their deck; fewer where it is used up."""
        return tuple([NUMBERS[id(card)] for card in islice(self.state.deck_cards, count)])

    def do(self, action: Action) -> None:
        """The same action there."""
        state, cards = self.state, [CARDS[card] for card in action.cards]
        match action.verb:
            case "dh":
                state.deal_hole(cards, action.position - 1)
            case "db":
                state.deal_board(cards)
            case "sd":
                state.stand_pat_or_discard(cards)
            case "pb":
                state.post_bring_in()
            case "f":
                state.fold()
            case "cc":
                state.check_or_call()
            case "cbr":
                state.complete_bet_or_raise_to(action.amount)

    def turn(self) -> Turn:
        """The legal next steps."""
        state = self.state
        player = state.actor_index
        if player is None:
            return NOBODY
        least = state.min_completion_betting_or_raising_to_amount
        most = 0 if least is None else state.max_completion_betting_or_raising_to_amount
        return Turn(
            position=player + 1,
            call=state.checking_or_calling_amount or 0,
            may_fold=state.can_fold(),
            bring_in=state.effective_bring_in_amount or 0,
            may_raise=least is not None,
            least=least or 0,
            most=most if most < ENDLESS // 2 else 0,
        )

    @property
    def pot(self) -> int:
        """All that lies in the middle and before the players."""
        amount: int = self.state.total_pot_amount
        return amount

    @property
    def stacks(self) -> list[int]:
        """The chips behind, by position."""
        stacks: list[int] = self.state.stacks
        return stacks


def _state(setup: Setup) -> Any:
    plaque, players = setup.plaque, len(setup.seats)
    antes = _posted(setup, "ante")
    blinds = _posted(setup, "sb", "bb", "straddle", "post")
    bets = (plaque.small_bet, plaque.big_bet) if plaque.structure == "fixed_limit" else (plaque.opening_bet,)
    opening = blinds if plaque.sheet.has_button else plaque.bring_in_amount
    trimmed = len(set(antes)) == 1
    variant = VARIANTS[plaque.game, plaque.structure]
    cash = pokerkit.Mode.CASH_GAME  # in a tournament it forbids a fold that costs nothing
    stacks = [ENDLESS if stack is None else stack for stack in setup.stacks]
    return variant.create_state(AUTOMATIONS, trimmed, antes, opening, *bets, stacks, players, mode=cash)


def _posted(setup: Setup, *kinds: str) -> list[int]:
    """The posts of each player, in PokerKit's order: two players the small blind first, an entering player negative."""
    posted = [0] * len(setup.seats)
    for kind, position, amount in setup.posts:
        if kind in kinds:
            posted[position - 1] += -amount if kind == "post" else amount
    return posted[::-1] if len(posted) == 2 else posted
