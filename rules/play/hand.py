"""A hand of poker: what was dealt and done so far, what may happen next, and what comes of it.

    hand = Hand(setup)
    hand.legal_actions()              # Betting: whose turn, how much to call, how far a raise may go; or Dealing:
                                      # which cards are due; Drawing, Completing, Over
    hand.can(fold(3))                 # asks
    hand.verify(bet_or_raise_to(3, 1200))   # raises Refused, whose .violation says why
    hand.apply(check_or_call(3))      # verifies, then does
    hand.settlement()                 # who won what, and why

A refused action leaves the hand as it was. To take an action back, replay: `Hand.replay(setup, hand.actions[:-1])`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from rules.house.fee_schedule import FeeSchedule
from rules.house.variants import SHEETS
from rules.play.actions import INCIDENTS, Action
from rules.play.explanation import Explanation
from rules.play.irregular_words import steps, void_cause
from rules.play.irregularities import happen, make_way, why_not_irregular
from rules.play.legal import Legal, legal_actions
from rules.play.posting import posted, why_not_posts
from rules.play.refusals import REFUSALS
from rules.play.rulings import settle_void
from rules.play.settlement import Owed, Settlement, owed_by, settle
from rules.play.state import State
from rules.play.transitions import TRANSITIONS, begin
from rules.play.undecided import undecided
from rules.table.kill import why_not_kill
from rules.table.setup import Setup
from rules.table.straddle import why_not_straddle
from rules.text import amounts
from rules.text.violation import Money, Refused, Violation, violation


class Hand(State):
    """A hand that is being played under the rules of its plaque and its house.

    Refuses (Refused) a setup that can't be played: a game without a sheet, a kill that nobody posts, two live posts of
    one seat, a single player.
    """

    __slots__ = ()

    def __init__(self, setup: Setup, money: Money = amounts.major) -> None:
        refused = why_not_setup(setup, money)
        if refused:
            raise Refused(refused)
        super().__init__(setup, money)
        begin(self)

    def __repr__(self) -> str:
        turn = f"seat {self.setup.seats[self.to_act]} to act" if self.stage == "betting" else self.stage
        return f"<Hand {self.setup.plaque.short_name()}: {len(self.actions)} actions, {self.street_name}, {turn}>"

    @classmethod
    def replay(cls, setup: Setup, actions: Iterable[Action], money: Money = amounts.major) -> Self:
        """The hand after these actions. Raises Refused at the first that is not legal."""
        hand = cls(setup, money)
        for action in actions:
            hand.apply(action)
        return hand

    def refusal(self, action: Action) -> Violation | None:
        """Why `action` is not legal now; None when it is, or stands although it isn't (`irregularities`)."""
        return why_not_irregular(self, action) if action.why else REFUSALS[action.verb](self, action)

    def verify(self, action: Action) -> None:
        """Raise Refused unless `action` is legal now."""
        refused = self.refusal(action)
        if refused:
            raise Refused(refused)

    def can(self, action: Action) -> bool:
        """Whether `action` is legal now."""
        return self.refusal(action) is None

    def apply(self, action: Action) -> None:
        """Do `action`. Raises Refused, and leaves everything as it was, when it is not legal."""
        if action.why:
            self._happen(action)
            return
        verb = action.verb
        refused = REFUSALS[verb](self, action)
        if refused:
            raise Refused(refused)
        TRANSITIONS[verb](self, action)
        self.actions.append(action)

    def _happen(self, action: Action) -> None:
        """Do what stands against a rule, or let an incident happen beside the actions."""
        self.verify(action)
        self.irregular = True
        if action.verb in INCIDENTS:
            happen(self, action)
        else:
            make_way(self, action)
            TRANSITIONS[action.verb](self, action)
        self.actions.append(action)

    def legal_actions(self) -> Legal:
        """The acts that are legal next, with amounts."""
        return legal_actions(self)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left but showing: one player remains, the last round is answered, or the hand is void."""
        return self.stage in ("showdown", "uncontested", "void")

    @property
    def street_name(self) -> str:
        """The street that is being played, "pre-flop" to "river", then "showdown"."""
        streets = self.sheet.streets
        return streets[self.street].name if self.street < len(streets) else "showdown"

    def missing(self) -> tuple[str, ...]:
        """The facts that must still be known before the hand can be settled, a sentence each; empty when nothing is."""
        if not self.is_complete:
            return ("The hand is not over: more actions or cards are to be entered.",)
        return () if self.voided else undecided(self)

    def settlement(self, schedule: FeeSchedule | None = None) -> Settlement:
        """The settlement: who wins what and why, and what the house takes, by its plaque or another `schedule`.

        Refuses (Refused) `hand_not_complete`, and `showdown_incomplete` when a card that decides is unknown.
        """
        self._refuse_missing()
        return self._settled(schedule)

    def fees_owed(self) -> Owed:
        """The called money, and what the plaque takes of it; no hand is read for that. Refuses as `settlement`."""
        self._refuse_missing()
        return owed_by(self)

    def _refuse_missing(self) -> None:
        if missing := self.missing():
            code = "showdown_incomplete" if self.is_complete else "hand_not_complete"
            allowed = {"missing": missing}
            house, game = self.setup.house.name, self.setup.plaque.game
            index = len(self.actions)
            raise Refused(violation(code, missing[0], house=house, game=game, index=index, allowed=allowed))

    def outcome(self) -> tuple[Settlement | None, tuple[str, ...]]:
        """The settlement, or None and what must still be known before there is one (`missing`)."""
        missing = self.missing()
        return (None, missing) if missing else (self._settled(), ())

    def _settled(self, schedule: FeeSchedule | None = None) -> Settlement:
        if self.voided:
            return settle_void(self, void_cause(self), *steps(self))
        settled = settle(self, schedule)
        if self.irregular:
            return settled._replace(explanation=Explanation(lambda: (*steps(self), *settled.steps)))
        return settled


def why_not_setup(setup: Setup, money: Money = amounts.major) -> Violation | None:
    """Why no hand can be played from this setup; None when one can."""
    sheet = SHEETS.get(setup.plaque.game)
    house = setup.house.name
    if sheet is None or not sheet.is_played:
        name = sheet.name if sheet else f"“{setup.plaque.game}”"
        if sheet and sheet.house_banked:
            return violation("house_banked", f"{name} is dealt against the house: no hand of it is recorded here.")
        return violation("game_not_supported", f"{name} is not played by this version.", house=house)
    refused = _why_not_players(setup) or why_not_kill(setup, money)
    told = posted(setup.posts, len(setup.seats))
    if not refused and told.straddle:
        refused = why_not_straddle(setup)
    return refused or (why_not_posts(setup, money) if told.against_rule else None)


def _why_not_players(setup: Setup) -> Violation | None:
    sheet, house, game = setup.plaque.sheet, setup.house.name, setup.plaque.game
    if len(setup.seats) < 2:
        sentence = "A hand needs two players: seat another one first."
        return violation("too_few_players", sentence, house=house, game=game)
    for seat, stack in zip(setup.seats, setup.stacks, strict=True):
        if stack is not None and stack <= 0:
            sentence = f"Seat {seat} has no chips and can't be dealt in."
            return violation("no_chips", sentence, house=house, game=game, seat=seat)
    most = sheet.most_players
    if len(setup.seats) > most:
        sentence = f"The deck reaches for {most} players of {sheet.name}, not for {len(setup.seats)}."
        return violation("too_many_players", sentence, house=house, game=game)
    return None
