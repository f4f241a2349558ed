"""One hand in both engines: what is compared at a turn and at the end, and what is counted on the way."""

from collections import Counter

from rules.play.actions import Action, check_or_call
from rules.play.hand import Hand
from rules.play.legal import Betting
from rules.play.settlement import Settlement
from tests.unit.rules import disagreements as known
from tests.unit.rules.second_engine import NOBODY, Theirs, Turn


class Parted(Exception):  # noqa: N818 - no error: the hand goes apart by a known difference
    """The two engines go on with different amounts from here."""


class Match:
    """One hand in both engines. `tally` counts turns, known differences by name, and what kinds of hands there were."""

    def __init__(self, hand: Hand, theirs: Theirs, tally: Counter[str]) -> None:
        self.hand = hand
        self.theirs = theirs
        self.tally = tally

    def do(self, action: Action) -> None:
        """The same action in both."""
        self.hand.apply(action)
        self.theirs.do(action)

    def compare_turn(self, legal: Betting) -> Turn:
        """Compare the legal actions, the pot and the stacks; returns what PokerKit allows."""
        ours, theirs = _turn(legal), self.theirs.turn()
        self.tally["turns"] += 1
        if ours != theirs:
            found = known.explained(known.Moment(self.hand, legal, ours, theirs, self.theirs))
            assert found is not None, (ours, theirs, legal.raising.refusal, self.story())
            self.tally.update(difference.name for difference in found)
            if any(difference.parts for difference in found):
                raise Parted
        assert (self.hand.pot, self.hand.stacks) == (self.theirs.pot, self.theirs.stacks), self.story()
        return theirs

    def answer_for_nothing(self) -> None:
        """Check for the player whom only PokerKit asks."""
        asked = self.theirs.turn()
        if asked.position:
            stacks = zip(self.hand.stacks, self.hand.folded, strict=True)
            assert sum(1 for stack, folded in stacks if stack and not folded) <= 1
            assert (asked.call, asked.may_raise) == (0, False)
            self.tally[known.EMPTY_TURN.name] += 1
            self.theirs.do(check_or_call(asked.position))

    def compare_end(self) -> None:
        """The final stacks: to the chip, or as the same winners share the same pots there."""
        assert self.theirs.turn() == NOBODY
        settlement = self.hand.settlement()
        theirs = self.theirs.stacks
        ours = [
            there if stack is None else stack for stack, there in zip(settlement.finishing_stacks, theirs, strict=True)
        ]
        self._count_features(settlement)
        if ours == theirs:
            return
        their_way, difference = known.shared_their_way(self.hand, settlement)
        assert (their_way, bool(difference)) == (theirs, True), (ours, theirs, self.story())
        assert difference
        self.tally[difference.name] += 1

    def story(self) -> str:
        """The hand in one line, for the message of a failure."""
        lines = ", ".join(map(str, self.hand.actions))
        return f"{self.hand.setup.stacks} {[tuple(post) for post in self.hand.setup.posts]}: {lines}"

    def _count_features(self, settlement: Settlement) -> None:
        tally, awards = self.tally, settlement.awards
        tally["complete"] += 1
        tally["all-in"] += 0 in self.hand.stacks
        tally["side pots"] += len(settlement.pots) > 1
        tally["split"] += len({(award.pot, award.half) for award in awards}) < len(awards)
        tally["showdown"] += self.hand.contenders > 1


def _turn(legal: Betting) -> Turn:
    call = 0 if legal.bring_in else legal.call
    least, most = legal.raising.least, legal.raising.most or 0
    return Turn(legal.position, call, legal.may_fold, legal.bring_in, legal.may_raise, least, most)
