"""What lies on the table while a hand is played: chips, cards and whose turn it is.

The transitions here check nothing: `hand.Hand` verifies an action before it lets it happen. Players are counted from
0 here, in the order of play from the left of the button; amounts are minor units.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from games.rules import amounts
from games.rules.actions import Action
from games.rules.betting import UNBOUNDED, structure_of
from games.rules.cards import UNKNOWN
from games.rules.openers import Boards, first_on_board, has_open_pair
from games.rules.setup import LIVE_POSTS, Post, Setup
from games.rules.supply import Stock, StudSupply, stud_supply
from games.rules.variants import Street
from games.rules.violation import Money

Stage: TypeAlias = Literal["draw", "hole", "board", "betting", "showdown", "uncontested"]
"""What comes next: a player changes or takes cards, cards to players, cards to the board, an action, hands turned
over, or nothing at all."""

NOBODY = -1


class State:
    """The table during one hand.

    `paid` is what each player put in to be matched (bets, blinds, antes), `dead_paid` what he put in besides;
    `bets` is what lies before him on this street. `contenders` counts players with a live hand, `able` those of them
    who have chips left to bet. `acts_last` is the killer who lets the others act before him in the first round.
    `mucked` lists who gave up at the showdown, first to last. `seen` has a bit for each known card, `up` are the cards
    of `hole` that lie face up. `bring_in_due` means that stud waits for its bring-in, `dealt_later` that a card was
    dealt after the first betting round. In a draw `draw_due` are those who still say what they change, `stock` is what
    they draw from. `actions` is what happened so far, `money` the words in which amounts are told to people.
    """

    __slots__ = (
        "able", "actions", "acts_last", "bets", "board", "board_due", "bring_in_due", "contenders", "dead_paid",
        "dealt_later", "draw_due", "folded", "hole", "hole_due", "money", "mucked", "paid", "players", "pot", "round",
        "seen", "setup", "sheet", "shown", "stacks", "stage", "stock", "street", "structure", "to_act", "up",
    )  # fmt: skip

    def __init__(self, setup: Setup, money: Money = amounts.major) -> None:
        players = len(setup.seats)
        self.setup = setup
        self.money = money
        self.actions: list[Action] = []
        self.sheet = setup.plaque.sheet
        self.structure = structure_of(setup.in_force, setup.house, self.sheet.streets[0].stake)
        self.players = players
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
        self.pot = 0
        self.street = 0
        self.stage: Stage = "hole"
        self.to_act = NOBODY
        self.contenders = players
        self.able = sum(1 for stack in self.stacks if stack)
        self.acts_last = self._killer_who_waits()
        self.bring_in_due = False
        self.dealt_later = False
        self.draw_due: list[int] = []
        self.stock = Stock(self.sheet.deck_size - players * self.sheet.hole_cards)
        self.round = self.structure.open(players, self.sheet.streets[0].tier)
        self._post_all()
        self._open_street()

    # ---------------------------------------------------------------------------------------------------- questions

    def in_hand(self, player: int) -> bool:
        """Whether the player's hand can still win."""
        return 0 <= player < self.players and not self.folded[player] and player not in self.mucked

    def to_call(self, player: int) -> int:
        """What the player must add to stay, at most his stack.

        When nobody else has chips left it is what the others' bets really are: a short blind is called short.
        """
        price = self.round.price if self.able > 1 else self._highest_bet_but(player)
        return min(max(price - self.bets[player], 0), self.stacks[player])

    def can_be_called(self, player: int) -> bool:
        """Whether some opponent could put in more than the price, so that a raise would mean anything."""
        price = self.round.price
        return self.able > 1 and any(
            stack and stack + self.bets[other] > price
            for other, stack in enumerate(self.stacks)
            if other != player and not self.folded[other]
        )

    def pot_to_call(self, player: int) -> int:
        """The pot with the call of `player` in it; all money counts (002:L166-171)."""
        return self.pot + self.round.price - self.bets[player] + self._small_blind_rounding()

    @property
    def betting_is_over(self) -> bool:
        """Whether no more bets can be made: hands may be turned over, cards may still be due."""
        return self.stage in ("showdown", "uncontested") or (self.stage in ("hole", "board") and self._no_more_bets())

    def has_flop(self) -> bool:
        """Whether a card was dealt after the first betting round (002:L177-178)."""
        return self.dealt_later

    def must_open(self, player: int) -> bool:
        """Whether the bring-in is forced on the player: his is the card that brings it in (001:L193-198).

        Where that one went all-in on the ante it is the next player's to open, who may also fold (RRoP 8).
        """
        return self.bring_in_due and player == self._opener()

    def cards_due(self, player: int) -> int:
        """How many cards the dealer owes the player: those of the street, or as many as he discarded."""
        return self.sheet.streets[self.street].dealt or self.sheet.hole_cards - len(self.hole[player])

    def may_come_again(self, count: int) -> frozenset[int]:
        """The discards that a draw of `count` cards may bring back: those that are shuffled when the stock runs out.

        A draw takes the last card only if that completes it for everybody (WSOP Section X, 269-273); where others
        haven't said yet what they change, either may have happened.
        """
        more = len(self.hole_due) > 1 or bool(self.draw_due)
        return self.stock.shuffled(count) if self.street and self.stock.is_short(count, more=more) else frozenset()

    def supply(self) -> StudSupply:
        """How the deck reaches for the last street of stud."""
        burned = self.street - 1 if self.setup.house.value("burn_cards") is True else 0
        out = sum(map(len, self.hole)) + len(self.board) + burned
        return stud_supply(self.sheet.deck_size - out, burned, self.contenders, self.setup.house)

    def _no_more_bets(self) -> bool:
        return self.street > 0 and self.able <= 1

    def _highest_bet_but(self, player: int) -> int:
        return max(bet for other, bet in enumerate(self.bets) if other != player and not self.folded[other])

    def _small_blind_rounding(self) -> int:
        """What a small blind that was not added to lacks to a big one, where the house counts it so (WSOP 187)."""
        if self.street or self.setup.house.value("pl_sb_rounds_up") is not True:
            return 0
        small = (post for post in self.setup.posts if post.kind == "sb")
        return sum(self.structure.sizes["small"] - post.amount for post in small if self._only_posted(post))

    def _only_posted(self, post: Post) -> bool:
        return self.bets[post.position - 1] == post.amount

    # ------------------------------------------------------------------------------------------------ before the deal

    def _post_all(self) -> None:
        pooled = self._antes_are_pooled()
        for kind, position, amount in self.setup.posts:
            player = position - 1
            posted = min(amount, self.stacks[player])
            if kind == "dead" or (kind == "ante" and pooled):
                self._take(player, posted)
                self.dead_paid[player] += posted
            else:
                self._pay(player, posted)
                self.bets[player] += posted if kind in LIVE_POSTS else 0
        self._price_the_first_round()

    def _killer_who_waits(self) -> int:
        """The killer, where the house has him act last in the first round."""
        if self.setup.house.value("kill_act") != "last":
            return NOBODY
        return next((post.position - 1 for post in self.setup.posts if post.kind == "kill"), NOBODY)

    def _antes_are_pooled(self) -> bool:
        """Whether antes are dead money: one player's ante for the table, or where the house doesn't trim them."""
        antes = [post.amount for post in self.setup.posts if post.kind == "ante"]
        uniform = len(antes) == self.players and len(set(antes)) == 1
        return not uniform or self.setup.house.value("ante_trimming") is False

    def _price_the_first_round(self) -> None:
        live = [post for post in self.setup.posts if post.kind in LIVE_POSTS]
        straddles = [post.amount for post in live if post.kind == "straddle"]
        if live:
            doubling = self.setup.house.value("straddle_raise") == "straddle"
            raise_by = max(straddles, default=0) if doubling else 0
            self.structure.post(self.round, max(post.amount for post in live), raise_by)

    # ----------------------------------------------------------------------------------------------------- transitions

    def deal_hole(self, cards: tuple[int, ...]) -> None:
        """Give the next player due his cards."""
        if self.sheet.streets[self.street].draw:
            self._draw_from_stock(cards)
        player = self.hole_due.pop(0)
        self.hole[player].extend(cards)
        up = self.sheet.streets[self.street].up
        if up:
            self.up[player].extend(cards[-up:])
        self.dealt_later = self.street > 0
        self._see(cards)
        self._next_stage()

    def deal_board(self, cards: tuple[int, ...]) -> None:
        """Turn up the cards due."""
        self.board.extend(cards)
        self.board_due = 0
        self.dealt_later = self.street > 0
        self._see(cards)
        self._next_stage()

    def discard(self, cards: tuple[int, ...]) -> None:
        """The next player in the draw gives these cards up and is owed as many; standing pat is a draw too."""
        player = self.draw_due.pop(0)
        self.hole[player][:] = _without(self.hole[player], cards)
        self.stock.discards.extend(cards)
        self.dealt_later = True
        if cards:
            self.hole_due.append(player)
        self._next_stage()

    def hit(self, cards: tuple[int, ...]) -> None:
        """The next player who completes his hand takes a card."""
        self.hole[self.draw_due[0]].extend(cards)
        self._see(cards)

    def stand(self) -> None:
        """The next player who completes his hand is content with it."""
        self.draw_due.pop(0)
        self._next_stage()

    def bring_in(self) -> None:
        """The player to act posts the bring-in; all-in for less, the price is the whole of it."""
        player, amount = self.to_act, self.setup.plaque.bring_in_amount
        self.bring_in_due = False
        self._bet(player, min(amount, self.stacks[player]))
        self.structure.post(self.round, amount)
        self._answer(player)

    def fold(self) -> None:
        """The player to act gives up."""
        player = self.to_act
        self.folded[player] = True
        self.able -= 1
        self.stock.muck.extend(self.hole[player])
        self._leave(player)
        if self.contenders > 1:
            self._pass_turn(player)

    def check_or_call(self) -> None:
        """The player to act matches the price as far as his stack goes."""
        player = self.to_act
        self._bet(player, self.to_call(player))
        self._answer(player)

    def bet_to(self, to: int) -> None:
        """The player to act makes his bet `to` in all."""
        player = self.to_act
        self.bring_in_due = False
        self._bet(player, to - self.bets[player])
        self.structure.bet(self.round, to, self.contenders)
        self._answer(player)

    def show(self, player: int, cards: tuple[int, ...]) -> None:
        """The player turns his hand over; cards that are still unknown (`??`) change nothing."""
        known = [card for card in cards if card != UNKNOWN]
        kept = [card for card in self.hole[player] if card != UNKNOWN and card not in known]
        hidden = len(self.hole[player]) - len(known) - len(kept)
        if known:
            self.hole[player][:] = [*known, *kept, *[UNKNOWN] * hidden]
            self._see(cards)
        self.shown.add(player)

    def muck(self, player: int) -> None:
        """The player gives his hand up at the showdown."""
        self.mucked.append(player)
        self._leave(player)

    # ---------------------------------------------------------------------------------------------------------- inside

    def _see(self, cards: tuple[int, ...]) -> None:
        for card in cards:
            if card != UNKNOWN:
                self.seen |= 1 << card

    def _take(self, player: int, amount: int) -> None:
        if amount:
            self.stacks[player] -= amount
            self.pot += amount
            if not self.stacks[player]:
                self.able -= 1

    def _pay(self, player: int, amount: int) -> None:
        self._take(player, amount)
        self.paid[player] += amount

    def _bet(self, player: int, amount: int) -> None:
        self._pay(player, amount)
        self.bets[player] += amount

    def _leave(self, player: int) -> None:
        self.contenders -= 1
        if self.contenders == 1:
            self.stage, self.to_act = "uncontested", NOBODY
            self.hole_due.clear()
            self.draw_due.clear()
            self.board_due = 0

    def _answer(self, player: int) -> None:
        self.round.answered[player] = self.round.price
        self._pass_turn(player)

    def _pass_turn(self, player: int) -> None:
        self.to_act = self._next_to_act(player + 1)
        if self.to_act == NOBODY:
            self._close_street()

    def _next_to_act(self, start: int) -> int:
        """The first player from `start` on who has chips and owes an answer."""
        if self.able < 2 and self._nothing_left_to_answer():
            return NOBODY
        answered, price = self.round.answered, self.round.price
        waiting = NOBODY
        for step in range(start, start + self.players):
            player = step % self.players
            if answered[player] < price and self.stacks[player] and not self.folded[player]:
                if player != self.acts_last or self.street:
                    return player
                waiting = player
        return waiting

    def _nothing_left_to_answer(self) -> bool:
        """Whether the last player with chips, if there is one, has matched all that the others could put in."""
        able = [player for player, stack in enumerate(self.stacks) if stack and not self.folded[player]]
        return all(self.bets[player] >= self._highest_bet_but(player) for player in able)

    def _close_street(self) -> None:
        self.bets = [0] * self.players
        self.street += 1
        if self.street == len(self.sheet.streets):
            self.stage = "showdown"
        else:
            street = self.sheet.streets[self.street]
            if street.stake:
                self.structure = structure_of(self.setup.in_force, self.setup.house, street.stake)
            self.round = self.structure.open(self.players, street.tier)
            self._open_street()

    def _open_street(self) -> None:
        street = self.sheet.streets[self.street]
        live = [player for player in range(self.players) if not self.folded[player]]
        self.hole_due = live if street.dealt else []
        self.draw_due = live if street.draw or street.hits else []
        self.board_due = street.board
        if street.draw:
            self.stock.open(burn=self._burns_before_the_draw())
        if street.may_run_short and self.supply().is_common:
            self.hole_due, self.board_due = [], 1
        self._next_stage()

    def _next_stage(self) -> None:
        if self.draw_due:
            self.stage = "draw"
        elif self.hole_due:
            self.stage = "hole"
        elif self.board_due:
            self.stage = "board"
        else:
            self.stage = "betting"
            self.bring_in_due = self.street == 0 and self.sheet.opened_by == "bring_in"
            self._offer_the_big_bet(self.sheet.streets[self.street])
            self.to_act = self._next_to_act(self._opener())
            if self.to_act == NOBODY:
                self._close_street()

    def _burns_before_the_draw(self) -> bool:
        """Whether a card is burned now, by the house's knob `burn_before_draw`."""
        burns = self.setup.house.value("burn_before_draw")
        return burns == "each" or (burns == "first_only" and self.street == 1)

    def _draw_from_stock(self, cards: tuple[int, ...]) -> None:
        """Take these replacements from the stock, shuffled anew where they show that it was."""
        again = self.may_come_again(len(cards))
        if not again.isdisjoint(cards) or self.stock.is_short(len(cards), more=len(self.hole_due) > 1):
            for card in again:
                self.seen &= ~(1 << card)
            self.stock.reshuffle(len(cards))
        else:
            self.stock.cards -= len(cards)

    def _boards(self) -> Boards:
        """The up cards of those who are in the hand."""
        return [None if folded else board for folded, board in zip(self.folded, self.up, strict=True)]

    def _offer_the_big_bet(self, street: Street) -> None:
        """The bigger bet of fourth street, by the house's knob `fourth_street_pair`."""
        if not street.open_pair:
            return
        offered = self.setup.house.value("fourth_street_pair")
        on_pair = offered in ("optional_on_open_pair", "mandatory_on_open_pair") and has_open_pair(self._boards())
        if on_pair or offered == "always_optional":
            big = self.structure.sizes["big"]
            self.structure.offer(self.round, big, instead=offered == "mandatory_on_open_pair")

    def _opener(self) -> int:
        """Who is first in line to act: left of the last blind in the first round, left of the button after it; in
        stud whom the boards name."""
        opener = self.sheet.streets[self.street].opener
        if opener == "left_of_button":
            return 0
        if opener != "left_of_blinds":
            by_suit = self.setup.house.value("stud_tie_first") == "suit"
            return first_on_board(opener, self._boards(), ties_by_suit=by_suit)
        # Without a big blind the kill stands in its place: the killer was due to post it.
        for kind in ("straddle", "bb", "kill", "sb"):
            posts = [(post.amount, post.position) for post in self.setup.posts if post.kind == kind]
            if posts:
                return max(posts)[1] % self.players
        return 0


def _without(held: list[int], cards: tuple[int, ...]) -> list[int]:
    """The hand without these cards; one that isn't among the known ones was one of the unknown.

    Where a known hand loses a card that nobody saw, nothing is known of what remains.
    """
    left = [card for card in held if card == UNKNOWN or card not in cards]
    for _ in range(len(cards) - (len(held) - len(left))):
        if UNKNOWN not in left:
            return [UNKNOWN] * (len(held) - len(cards))
        left.remove(UNKNOWN)
    return left
