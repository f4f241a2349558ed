"""Kill and half-kill: when one starts, who posts it, how much, at which limits, and when it ends.

The state is a function of the sign, the house and the hands before, so that any record of a hand will do: a full one
or a tick with its pot and winners. Limits are always those of the sign times the kill, never of a kill before
(004 Glossary, HALF-KILL and KILL; WSOP Kill Pots).
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import amounts
from games.rules.house import House
from games.rules.plaque import Kill, Plaque
from games.rules.settlement import Settlement
from games.rules.setup import Setup
from games.rules.violation import Violation, violation


@dataclass(frozen=True, slots=True)
class KillState:
    """Whether the next hand is played at the limits of the kill, and by whom it was started (his seat)."""

    killer: int | None = None

    @property
    def active(self) -> bool:
        """Whether a kill is in force."""
        return self.killer is not None


NO_KILL = KillState()


@dataclass(frozen=True, slots=True)
class PotResult:
    """What a kill asks of a finished hand: the called pot, gross, the rake taken of it, and the seats that won.

    `high` won the high half or the whole of the main pot, `low` its low half, `side` any side pot. Minor units.
    """

    pot: int
    rake: int
    high: frozenset[int]
    low: frozenset[int] = frozenset()
    side: frozenset[int] = frozenset()

    @classmethod
    def of(cls, settlement: Settlement) -> PotResult:
        """What a settled hand says of it; an uncontested pot counts by the money that was called."""
        main = [award for award in settlement.awards if award.pot == 0]
        return cls(
            pot=settlement.called_pot,
            rake=settlement.rake,
            high=frozenset(award.seat for award in main if award.half != "low"),
            low=frozenset(award.seat for award in main if award.half == "low"),
            side=frozenset(award.seat for award in settlement.awards if award.pot),
        )

    @property
    def scooper(self) -> int | None:
        """The seat that won everything; None where several won."""
        winners = self.high | self.low | self.side
        return next(iter(winners)) if len(winners) == 1 else None

    @property
    def is_split_both_ways(self) -> bool:
        """Whether high and low went to more than one player; a quartered pot is split as well."""
        return bool(self.low) and len(self.high | self.low) > 1


def next_kill(plaque: Plaque, house: House, previous: KillState, result: PotResult) -> KillState:
    """The kill after a hand. Without a kill on the sign there is none.

    A pot qualifies by the knobs `kill_pot_basis` and `kill_threshold_scales`. One winner of a qualifying pot starts or
    keeps the kill and is the one who posts; it ends when high and low are split or when a pot doesn't qualify (004
    Glossary). `kill_persist` says what a qualifying pot does that was tied without a low: by the `glossary` the last
    killer stays, under `requalify` the kill is over.
    """
    if plaque.kill is None or not _qualifies(plaque.kill, house, previous, result):
        return NO_KILL
    scooper = result.scooper
    if scooper is not None:
        return KillState(scooper)
    stays = previous.active and house.value("kill_persist") == "glossary" and not result.is_split_both_ways
    return previous if stays else NO_KILL


def _qualifies(kill: Kill, house: House, previous: KillState, result: PotResult) -> bool:
    net = house.value("kill_pot_basis") == "net"
    scaled = previous.active and house.value("kill_threshold_scales") is True
    threshold = kill.of(kill.qualifies_at) if scaled else kill.qualifies_at
    return result.pot - (result.rake if net else 0) >= threshold


def kill_blind(plaque: Plaque, house: House) -> int:
    """What the killer posts: the small bet of the kill, or nothing where the house has no such post."""
    return (plaque.killed.small_bet or 0) if house.value("kill_blind") == "winner_posts" else 0


def refuse_kill(setup: Setup) -> Violation | None:
    """Why a hand can't be played under the kill that its posts and limits state; None when it can.

    Codes: `kill_not_in_force` where somebody posts a kill that isn't on, `kill_post_required` where one is on and
    nobody posts it or the post is of another amount, `one_kill_only` where two do.
    """
    posted = [post for post in setup.posts if post.kind == "kill"]
    plaque, house = setup.plaque, setup.house
    if plaque.kill is None:
        return None
    if not setup.killed:
        return _refusal("kill_not_in_force", "No kill is on: nobody posts one.", setup) if posted else None
    due = kill_blind(plaque, house)
    if len(posted) > 1:
        return _refusal("one_kill_only", "One kill is posted in a hand, not two.", setup)
    if due and [post.amount for post in posted] != [due]:
        amount = amounts.major(due)
        return _refusal("kill_post_required", f"A kill is on: its blind of {amount} has to be posted.", setup)
    return None


def refuse_other_kill(setup: Setup, state: KillState) -> Violation | None:
    """Why the hand isn't the one that follows from the hands before: `wrong_kill_limits`, `wrong_killer`."""
    if setup.killed is not state.active:
        word = "a kill is on" if state.active else "no kill is on"
        limits = setup.plaque.killed if state.active else setup.plaque
        stakes = f"{amounts.major(limits.small_bet or 0)}/{amounts.major(limits.big_bet or 0)}"
        return _refusal("wrong_kill_limits", f"After the last hand {word}: this one is played at {stakes}.", setup)
    posting = [setup.seat(post.position) for post in setup.posts if post.kind == "kill"]
    if posting and posting != [state.killer]:
        return _refusal("wrong_killer", f"Seat {state.killer} won the last pot and posts the kill.", setup)
    return None


def _refusal(code: str, message: str, setup: Setup) -> Violation:
    return violation(code, message, house=setup.house.name)
