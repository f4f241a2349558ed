"""Kill and half-kill: when one starts, who posts it, how much, at which limits, and when it ends.

The state is a function of the plaque, the house and the hands before, so that any record of a hand will do: a full one
or a tick with its pot and winners. Limits are always those of the plaque times the kill, never of a kill before
(004 Glossary, HALF-KILL and KILL; WSOP Kill Pots).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from rules.house.house import House
from rules.house.plaque import Kill, Plaque
from rules.table.seats import Seat
from rules.table.setup import Setup
from rules.text import amounts
from rules.text.violation import Money, Violation, violation

Who = TypeVar("Who", bound=int)
"""The seat of a player at one table, or whatever else a player is known by from hand to hand."""


@dataclass(frozen=True, slots=True)
class KillState(Generic[Who]):
    """Whether the next hand is played at the limits of the kill, and by whom it was started.

    `owing` are those who left without posting their kill: they post it before they play again (RRoP 13).
    """

    killer: Who | None = None
    owing: frozenset[Who] = frozenset()

    @property
    def active(self) -> bool:
        """Whether a kill is in force."""
        return self.killer is not None


NO_KILL: Final[KillState[Any]] = KillState()


@dataclass(frozen=True, slots=True)
class PotResult(Generic[Who]):
    """Facts that a kill asks of a finished hand: the called pot, gross, the rake taken of it, and the seats that won.

    `high` won the high half or the whole of the main pot, `low` its low half, `side` any side pot; `contested` is
    False where all but one folded. Minor units.
    """

    pot: int
    rake: int
    high: frozenset[Who]
    low: frozenset[Who] = frozenset()
    side: frozenset[Who] = frozenset()
    contested: bool = True

    @property
    def scooper(self) -> Who | None:
        """The seat that won everything; None where several won."""
        winners = self.high | self.low | self.side
        return next(iter(winners)) if len(winners) == 1 else None

    @property
    def is_split_both_ways(self) -> bool:
        """Whether high and low went to more than one player; a quartered pot is split as well."""
        return bool(self.low) and len(self.high | self.low) > 1

    @property
    def is_quartered(self) -> bool:
        """Whether the winner of the high half shares the low one, or the other way round."""
        return bool(self.high & self.low) and len(self.high | self.low) > 1


def next_kill(plaque: Plaque, house: House, previous: KillState[Who], result: PotResult[Who]) -> KillState[Who]:
    """The kill after a hand. Without a kill on the plaque there is none.

    A pot qualifies by the house rules `kill_pot_basis` and `kill_threshold_scales`. One winner of a qualifying pot
    starts or keeps the kill and is the one who posts; it ends when high and low are split or when a pot doesn't
    qualify (004 Glossary). `kill_persist` says what a qualifying pot does that was tied without a low: by the
    `glossary` the last killer stays, under `requalify` the kill is over. `kill_quartered` says whether a quartered pot
    counts as split, `kill_uncontested` whether a pot that nobody contested starts a kill.
    """
    if plaque.kill is None:
        return KillState()
    qualifies = _counted(house, result) >= _threshold(plaque.kill, house, previous)
    return replace(previous, killer=_next_killer(house, previous, result) if qualifies else None)


def _next_killer(house: House, previous: KillState[Who], result: PotResult[Who]) -> Who | None:
    scooper = result.scooper
    if scooper is not None and (result.contested or previous.active or house.answers.kill_uncontested == "starts"):
        return scooper
    split = result.is_split_both_ways and not (result.is_quartered and house.answers.kill_quartered == "goes_on")
    return previous.killer if house.answers.kill_persist == "glossary" and not split else None


def _counted(house: House, result: PotResult[Any]) -> int:
    return result.pot - (result.rake if house.answers.kill_pot_basis == "net" else 0)


def _threshold(kill: Kill, house: House, previous: KillState[Any]) -> int:
    scaled = previous.active and house.answers.kill_threshold_scales
    return kill.of(kill.qualifies_at) if scaled else kill.qualifies_at


def explain_kill(
    plaque: Plaque, house: House, previous: KillState[Seat], result: PotResult[Seat], money: Money = amounts.major
) -> Iterator[tuple[str, str]]:
    """The effect of the hand on the kill, as sentences with their sources; nothing where the plaque has none.

    Each sentence cites the house's answers by which it is so.
    """
    if plaque.kill is None:
        return
    counted, threshold = _counted(house, result), _threshold(plaque.kill, house, previous)
    less = "less the rake" if house.answers.kill_pot_basis == "net" else "before the rake"
    reaches = "reaches" if counted >= threshold else "doesn't reach"
    sentence = f"For the kill the pot {less} is {money(counted)}: it {reaches} the {money(threshold)} of the plaque."
    yield sentence, house.cite("kill_pot_basis")
    state = next_kill(plaque, house, previous, result)
    yield _consequence(previous, state, result), _source(house, result)


def _consequence(previous: KillState[Seat], state: KillState[Seat], result: PotResult[Seat]) -> str:
    if state.active:
        how = f"seat {state.killer} won all of it" if result.scooper is not None else "it was tied without a low"
        return f"The next hand is played at the limits of the kill: {how}."
    return "The kill is over." if previous.active else "No kill starts."


def _source(house: House, result: PotResult[Seat]) -> str:
    """The answers that decided: for a pot that nobody contested, that was quartered, or any other."""
    if not result.contested:
        return house.cite("kill_uncontested")
    return house.cite("kill_quartered" if result.is_quartered else "kill_persist")


def kill_for_deal(state: KillState[Who], dealt_in: Collection[Who], house: House) -> KillState[Who]:
    """The kill of the hand that is dealt to these seats, after the hands before left it as `state`.

    Where a killer posts (`kill_blind`) and isn't dealt in, they owe it; the house rule `kill_unposted` says whether the
    limits stand all the same. Who owes one and comes back posts it in the first hand without another kill: there is
    one in a hand (WSOP 194).
    """
    if house.answers.kill_blind != "winner_posts":
        return state
    if state.killer is not None and state.killer not in dealt_in:
        left = state.killer if house.answers.kill_unposted == "stays" else None
        state = KillState(left, state.owing | {state.killer})
    back = sorted(state.owing.intersection(dealt_in))
    return KillState(back[0], state.owing - {back[0]}) if back and not state.active else state


def why_not_debtors(state: KillState[Seat], dealt_in: Collection[Seat], house: House) -> Violation | None:
    """Why one of these seats may not be dealt in yet, by the kill of the hand (`kill_for_deal`): `kill_owed`."""
    waiting = sorted(state.owing.intersection(dealt_in))
    if not waiting:
        return None
    sentence = f"Seat {waiting[0]} left without posting a kill: they wait for a hand in which they can post it."
    return violation("kill_owed", sentence, house=house.name, seat=waiting[0])


def kill_blind(plaque: Plaque, house: House) -> int:
    """The post of the killer: the small bet of the kill, or nothing where the house has no such post."""
    return (plaque.killed.small_bet or 0) if house.answers.kill_blind == "winner_posts" else 0


def why_not_kill(setup: Setup, money: Money = amounts.major) -> Violation | None:
    """Why a hand can't be played under the kill that its posts and limits state; None when it can.

    Codes: `kill_not_in_force` where somebody posts a kill that isn't on, `kill_post_required` where one is on and
    nobody posts it or the post is of another amount, `one_kill_only` where two do.
    """
    plaque, house = setup.plaque, setup.house
    if plaque.kill is None:
        return None
    posted = [post for post in setup.posts if post.kind == "kill"]
    if not setup.killed:
        return _refusal("kill_not_in_force", "No kill is on: nobody posts one.", setup) if posted else None
    due = kill_blind(plaque, house)
    if len(posted) > 1:
        return _refusal("one_kill_only", "One kill is posted in a hand, not two.", setup)
    if setup.kill_unposted and not posted:
        return None
    if due and [post.amount for post in posted] != [due]:
        amount = money(due)
        return _refusal("kill_post_required", f"A kill is on: its blind of {amount} has to be posted.", setup)
    return None


def why_not_other_kill(setup: Setup, state: KillState[Seat], money: Money = amounts.major) -> Violation | None:
    """Why the hand isn't the one that follows from the hands before: `wrong_kill_limits`, `wrong_killer`."""
    if setup.killed is not state.active:
        word = "a kill is on" if state.active else "no kill is on"
        limits = setup.plaque.killed if state.active else setup.plaque
        stakes = f"{money(limits.small_bet or 0)}/{money(limits.big_bet or 0)}"
        return _refusal("wrong_kill_limits", f"After the last hand {word}: this one is played at {stakes}.", setup)
    if setup.kill_unposted and state.killer in setup.seats:
        sentence = f"Seat {state.killer} is dealt in and posts the kill."
        return _refusal("kill_post_required", sentence, setup)
    posting = [setup.seat(post.position) for post in setup.posts if post.kind == "kill"]
    if posting and posting != [state.killer]:
        return _refusal("wrong_killer", f"Seat {state.killer} won the last pot and posts the kill.", setup)
    return None


def _refusal(code: str, message: str, setup: Setup) -> Violation:
    return violation(code, message, house=setup.house.name, game=setup.plaque.game)
