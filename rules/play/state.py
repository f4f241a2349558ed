"""The transitions of the table: each action as a transition from one state of the hand to the next.

The transitions here check nothing: `hand.Hand` verifies an action before it lets it happen. Each takes the action, and
who acts is the player to act.
"""

from __future__ import annotations

from rules.cards.card import UNKNOWN, mask_of
from rules.cards.half_known import has_halves, left_after, told_together
from rules.play.actions import Action
from rules.play.late_start import begin_late
from rules.play.posting import post_all
from rules.play.table import Table
from rules.play.turns import answer, leave, must_open, next_stage, open_street, pass_turn
from rules.table.setup import Setup
from rules.text import amounts
from rules.text.violation import Money


class State(Table):
    """The table with what was posted on it, and everything that may happen to it."""

    __slots__ = ()

    def __init__(self, setup: Setup, money: Money = amounts.major) -> None:
        super().__init__(setup, money)
        if setup.late:
            begin_late(self, setup.late)
            next_stage(self)
        else:
            post_all(self)
            open_street(self)

    def must_open(self, player: int) -> bool:
        """Whether the bring-in is forced on the player (`turns.must_open`)."""
        return must_open(self, player)

    # ----------------------------------------------------------------------------------------------------------- cards

    def deal_hole(self, action: Action) -> None:
        """Give the next player due their cards."""
        cards, street = action.cards, self.sheet.streets[self.street]
        if street.draw:
            self._draw_from_stock(cards)
        player = self.hole_due.pop(0)
        self.hole[player].extend(cards)
        if street.up:
            self.up[player].extend(cards[-street.up :])
        self.dealt_later = self.street > 0
        self.see(cards)
        if not self.hole_due:
            next_stage(self)

    def deal_board(self, action: Action) -> None:
        """Turn up the cards due."""
        self.board.extend(action.cards)
        self.board_due = 0
        self.dealt_later = self.street > 0
        self.see(action.cards)
        next_stage(self)

    def discard(self, action: Action) -> None:
        """The next player gives these cards up; in a draw they are owed as many, and standing pat is a draw too."""
        cards, player = action.cards, self.draw_due.pop(0)
        held = self.hole[player][:]
        self.hole[player][:] = _without(held, cards)
        self.lost[player] |= mask_of(held) & ~mask_of([*self.hole[player], *cards])
        self.stock.discards.extend(cards)
        if self.sheet.streets[self.street].draw:
            self.dealt_later = True
            if cards:
                self.hole_due.append(player)
        next_stage(self)

    def hit(self, action: Action) -> None:
        """The next player who completes a hand takes a card."""
        self.hole[self.draw_due[0]].extend(action.cards)
        self.see(action.cards)

    def stand(self, _: Action) -> None:
        """The next player who completes a hand is content with it."""
        self.draw_due.pop(0)
        next_stage(self)

    def _draw_from_stock(self, cards: tuple[int, ...]) -> None:
        """Take these replacements from the stock, shuffled anew where they show that it was."""
        again = self.may_come_again(len(cards))
        if not again.isdisjoint(cards) or self.stock.is_short(len(cards), more=len(self.hole_due) > 1):
            for card in again:
                self.seen &= ~(1 << card)
            self.stock.reshuffle(len(cards))
            return
        self.stock.cards -= len(cards)
        if again and max(cards) >= UNKNOWN:
            # one of these, which nobody saw, may be of the discards: then all of them may be in the stock
            for card in again:
                self.seen &= ~(1 << card)

    # --------------------------------------------------------------------------------------------------------- betting

    def bring_in(self, _: Action) -> None:
        """The player to act posts the bring-in; all-in for less, the price is the whole of it."""
        player, amount = self.to_act, self.setup.plaque.bring_in_amount
        self.bring_in_due = False
        self.said.append((player, "bet"))
        self.bet(player, min(amount, self.stacks[player]))
        self.structure.post(self.round, amount)
        answer(self, player)

    def fold(self, _: Action) -> None:
        """The player to act gives up."""
        player = self.to_act
        self.said.append((player, "fold"))
        self.folded[player] = True
        self.able -= 1
        self.stock.muck.extend(self.hole[player])
        leave(self, player)
        if self.contenders > 1:
            pass_turn(self, player)

    def check_or_call(self, _: Action) -> None:
        """The player to act matches the price as far as the stack goes."""
        player = self.to_act
        owed = self.to_call(player)
        self.said.append((player, "call" if owed else "check"))
        self.bet(player, owed)
        answer(self, player)

    def bet_to(self, action: Action) -> None:
        """The player to act makes it so much in all; a fixed bet that only counts in part may be stated as that."""
        player, to = self.to_act, action.amount
        if to < self.bets[player] + self.stacks[player] and self.is_all_that_counts(player, to):
            self.understated.append((player, to, self.structure.smallest(self.round)))
        self.bring_in_due = False
        self.said.append((player, "raise"))
        self.bet(player, to - self.bets[player])
        self.structure.bet(self.round, to, self.contenders)
        answer(self, player)

    # -------------------------------------------------------------------------------------------------------- showdown

    def show(self, action: Action) -> None:
        """The player turns the hand over; cards that are still unknown (`??`) change nothing."""
        player, cards = action.position - 1, action.cards
        self.shown.add(player)
        if tuple(self.hole[player]) == cards and max(cards, default=UNKNOWN) < UNKNOWN:
            return  # nothing new: most hands are recorded when they are dealt
        if has_halves([*cards, *self.hole[player]]):
            self.hole[player][:] = told_together(self.hole[player], cards) or self.hole[player]
            self.see(tuple(self.hole[player]))
            return
        known = [card for card in cards if card != UNKNOWN]
        kept = [card for card in self.hole[player] if card != UNKNOWN and card not in known]
        hidden = len(self.hole[player]) - len(known) - len(kept)
        if known:
            self.hole[player][:] = [*known, *kept, *[UNKNOWN] * hidden]
            self.see(cards)

    def muck(self, action: Action) -> None:
        """The player gives the hand up at the showdown."""
        player = action.position - 1
        self.mucked.append(player)
        leave(self, player)


def _without(held: list[int], cards: tuple[int, ...]) -> list[int]:
    """The hand without these cards; one that isn't among the known ones was one of the unknown.

    Where a known hand loses a card that nobody saw, nothing is known of what remains.
    """
    if has_halves([*held, *cards]):
        return list(left_after(held, cards) or ())
    left = [card for card in held if card == UNKNOWN or card not in cards]
    for _ in range(len(cards) - (len(held) - len(left))):
        if UNKNOWN not in left:
            return [UNKNOWN] * (len(held) - len(cards))
        left.remove(UNKNOWN)
    return left
