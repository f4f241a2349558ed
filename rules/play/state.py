"""The state of a hand while it is played: the chips, bets and cards on the table, and what can be asked of them.

Players are counted from 0 here, in the order of play from the left of the button; amounts are minor units. What
changes a state are functions: `posting`, `turns`, `transitions`.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import Literal, TypeAlias

from rules.cards.card import UNKNOWN, bits_of, mask_of
from rules.cards.openers import Boards
from rules.play.actions import Action
from rules.play.betting import UNBOUNDED, Structure, structure_of
from rules.table.setup import Post, Setup
from rules.table.supply import Stock, StudSupply, stud_supply
from rules.text import amounts
from rules.text.violation import Money

Stage: TypeAlias = Literal["draw", "hole", "board", "betting", "showdown", "uncontested", "void"]
"""The next step: a player changes or takes cards, cards to players, cards to the board, an action, hands turned over,
or nothing at all: one hand is left, or the hand is void."""

NOBODY = -1


@lru_cache(maxsize=128)
def around(players: int) -> tuple[tuple[int, ...], ...]:
    """By player, and for the place after the last one: everybody in the order of play from there on."""
    order = range(players)
    return tuple((*order[start:], *order[:start]) for start in range(players + 1))


class State:
    """The chips, bets and cards of one hand.

    `paid` is what each player put in to be matched (bets, blinds, antes), `dead_paid` what they put in besides; `bets`
    is what lies before them on this street, `found` what lay in the middle when the record began, nobody's by name.
    `contenders` counts players with a live hand, `able` those of them who have chips left to bet. `acts_last` is the
    killer who lets the others act first in the first round.
    `mucked` lists who gave up at the showdown, first to last. `seen` has a bit for each known card, `has_halves` says
    that of some card only the rank or the suit is known, `lost` has by player the bits of the cards that they may have
    discarded unseen; `up` are the cards of `hole` that lie face up. `bring_in_due` means that stud waits for its
    bring-in, `dealt_later` that a card was dealt after the first betting round. In a draw `draw_due` are those who
    still say what they change, `stock` is what they draw from. `scrap` counts cards taken out of the deck unplayed.
    `actions` is what happened so far, `irregular` says that not all of it was by the rules, `said` is who did what of
    it in the words of substantial action, `voided` why the hand is void. `money` are the words in which amounts
    are told to people. `understated` holds the fixed raises that were stated at what counts of them, as (player,
    stated, size). `around` is the order of play from each player on.
    """

    __slots__ = (
        "able", "actions", "acts_last", "around", "bets", "board", "board_due", "bring_in_due", "contenders",
        "dead_paid", "dealt_later", "draw_due", "folded", "found", "has_halves", "hole", "hole_due", "irregular",
        "lost", "money", "mucked", "paid", "players", "round", "said", "scrap", "seen", "setup", "sheet", "shown",
        "stacks", "stage", "stock", "street", "structure", "to_act", "understated", "up", "voided",
    )  # fmt: skip

    def __init__(self, setup: Setup, money: Money = amounts.major) -> None:
        players = len(setup.seats)
        self.setup = setup
        self.money = money
        self.actions: list[Action] = []
        self.irregular = False
        self.said: list[tuple[int, str]] = []
        self.voided = ""
        self.scrap = 0
        self.sheet = sheet = setup.plaque.sheet
        self.players = players
        self.around = around(players)
        self.stacks = [UNBOUNDED if stack is None else stack for stack in setup.stacks]
        self.bets = [0] * players
        self.paid = [0] * players
        self.dead_paid = [0] * players
        self.folded = [False] * players
        self.mucked: list[int] = []
        self.shown: set[int] = set()
        self.hole: list[list[int]] = [[] for _ in range(players)]
        self.up: list[list[int]] = [[] for _ in range(players)]
        self.board: list[int] = []
        self.seen = 0
        self.lost = [0] * players
        self.has_halves = False
        self.found = 0
        self.street = setup.late.street if setup.late else 0
        self.stage: Stage = "hole"
        self.to_act = NOBODY
        self.contenders = players
        self.able = players - self.stacks.count(0)
        self.acts_last = NOBODY
        self.understated: list[tuple[int, int, int]] = []
        self.bring_in_due = False
        self.dealt_later = False
        self.hole_due: list[int] = []
        self.draw_due: list[int] = []
        self.board_due = 0
        self.stock = Stock(sheet.deck_size - players * sheet.held[0])
        self.structure = self.structure_of_round()
        self.round = self.structure.open(players, sheet.streets[self.street].tier)

    # -------------------------------------------------------------------------------------------------- chips and bets

    def in_hand(self, player: int) -> bool:
        """Whether the player's hand can still win."""
        return 0 <= player < self.players and not self.folded[player] and player not in self.mucked

    def live(self) -> list[int]:
        """The players whose hands can still win."""
        live = [player for player, folded in enumerate(self.folded) if not folded]
        return [player for player in live if player not in self.mucked] if self.mucked else live

    def to_call(self, player: int) -> int:
        """The amount that the player must add to stay, at most the stack.

        When nobody else has chips left it is what the others' bets really are: a short blind is called short.
        """
        price = self.round.price if self.able > 1 else self.highest_bet_but(player)
        owed, stack = price - self.bets[player], self.stacks[player]
        if owed <= 0:
            return 0
        return owed if owed < stack else stack

    def structure_of_round(self) -> Structure:
        """The structure of the round of this street: at the game's own stake, or at the plaque's range for it."""
        plaque = self.setup.in_force
        in_round = plaque.in_round(self.street) if plaque.ranges else plaque
        return structure_of(in_round, self.setup.house, self.sheet.streets[self.street].stake)

    def owed(self, player: int) -> int:
        """The amount a raise must exceed: the call or, of the player who opens, the bring-in (WSOP 216, RRoP 8)."""
        return self.setup.plaque.bring_in_amount if self.bring_in_due else self.to_call(player)

    def is_all_that_counts(self, player: int, to: int) -> bool:
        """Whether a fixed bet or raise may be stated as `to`, which is less: all that the only opponent with chips can
        put in. The rest would come back uncalled, and nobody is left to raise."""
        if not self.structure.is_fixed or to >= self.structure.smallest(self.round):
            return False
        able = [
            other for other, stack in enumerate(self.stacks) if stack and other != player and not self.folded[other]
        ]
        if len(able) != 1 or to <= self.bets[player] + self.owed(player):
            return False
        return to == self.bets[able[0]] + self.stacks[able[0]]

    def can_be_called(self, player: int) -> bool:
        """Whether some opponent could put in more than the price, so that a raise would mean anything."""
        if self.able < 2:
            return False
        price, bets, folded = self.round.price, self.bets, self.folded
        for other, stack in enumerate(self.stacks):
            if stack and stack + bets[other] > price and other != player and not folded[other]:
                return True
        return False

    @property
    def pot(self) -> int:
        """The chips in the middle, bets of this street included."""
        return sum(self.paid) + sum(self.dead_paid) + self.found

    def pot_to_call(self, player: int) -> int:
        """The pot with the call of `player` in it; all money counts (002:L166-171)."""
        return self.pot + self.round.price - self.bets[player] + self._small_blind_rounding()

    def highest_bet_but(self, player: int) -> int:
        """The highest bet of this street that belongs to another live player."""
        return max(bet for other, bet in enumerate(self.bets) if other != player and not self.folded[other])

    @property
    def betting_is_over(self) -> bool:
        """Whether no more bets can be made: hands may be turned over, cards may still be due."""
        return self.stage in ("showdown", "uncontested") or (self.stage in ("hole", "board") and self._no_more_bets())

    def _no_more_bets(self) -> bool:
        return self.street > 0 and self.able <= 1

    def _small_blind_rounding(self) -> int:
        """The amount that a small blind alone lacks to a big one, where the house counts it so (WSOP 187)."""
        if self.street or not self.setup.house.answers.pl_sb_rounds_up:
            return 0
        small = (post for post in self.setup.posts if post.kind == "sb")
        return sum(self.structure.sizes["small"] - post.amount for post in small if self._only_posted(post))

    def _only_posted(self, post: Post) -> bool:
        return self.bets[post.position - 1] == post.amount

    # ----------------------------------------------------------------------------------------------------------- cards

    @property
    def boards(self) -> Boards:
        """The up cards of those who are in the hand."""
        return [None if folded else board for folded, board in zip(self.folded, self.up, strict=True)]

    def has_flop(self) -> bool:
        """Whether a card was dealt after the first betting round (002:L177-178)."""
        return self.dealt_later

    def cards_due(self, player: int) -> int:
        """The number of cards that the dealer owes the player: those of the street, or as many as were discarded."""
        return self.sheet.streets[self.street].dealt or self.sheet.held[self.street] - len(self.hole[player])

    def may_come_again(self, count: int) -> frozenset[int]:
        """The discards that a draw of `count` cards may bring back: those that are shuffled when the stock runs out.

        A draw takes the last card only if that completes it for everybody (WSOP Section X, 269-273); where others
        haven't said yet what they change, either may have happened. Who may have discarded a card unseen may also have
        folded it since among those of which nothing is known.
        """
        more = len(self.hole_due) > 1 or bool(self.draw_due)
        if not self.street or not self.stock.is_short(count, more=more):
            return frozenset()
        lost = reduce(or_, self.lost)
        return self.stock.shuffled(count).union(card for card in range(UNKNOWN) if lost >> card & 1)

    def supply(self) -> StudSupply:
        """The way the deck reaches for the last street of stud."""
        burned = self.street - 1 if self.setup.house.answers.burn_cards else 0
        out = sum(map(len, self.hole)) + len(self.board) + burned + self.scrap
        return stud_supply(self.sheet.deck_size - out, burned, self.contenders, self.setup.house)

    def halves_out(self, but: int = NOBODY) -> list[int]:
        """The half-known cards that are out: on the board, in hands except the one of `but`, or folded.

        In a draw what is folded or discarded may come again.
        """
        if not self.has_halves:
            return []
        held = [hand for player, hand in enumerate(self.hole) if player != but and not self.folded[player]]
        out = chain(self.board, *held, () if self.draws else self.stock.muck)
        return [card for card in out if card > UNKNOWN]

    def known_out(self) -> int:
        """The known cards, as bits, that can be no card whose other half nobody saw."""
        if not self.draws:
            return self.seen
        held = chain(*(hand for player, hand in enumerate(self.hole) if not self.folded[player]))
        return mask_of([*held, *self.board])

    @property
    def draws(self) -> bool:
        """Whether players change cards in this game."""
        return any(street.draw for street in self.sheet.streets)

    def see(self, cards: tuple[int, ...]) -> None:
        """Remember that these cards are known to be out."""
        known, is_plain = bits_of(cards)
        self.seen |= known
        if not is_plain and max(cards) > UNKNOWN:
            self.has_halves = True

    # -------------------------------------------------------------------------------------------------- moves of chips

    def take(self, player: int, amount: int) -> None:
        """Move chips from the player to the middle."""
        if amount:
            self.stacks[player] -= amount
            if not self.stacks[player]:
                self.able -= 1

    def pay(self, player: int, amount: int) -> None:
        """Move chips of the player to the middle that others have to match."""
        self.take(player, amount)
        self.paid[player] += amount

    def bet(self, player: int, amount: int) -> None:
        """Move chips of the player to the middle as a part of the bet on this street."""
        if amount:
            self.stacks[player] -= amount
            self.paid[player] += amount
            self.bets[player] += amount
            if not self.stacks[player]:
                self.able -= 1
