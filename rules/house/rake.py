"""The fees that the house takes of one hand, step by step, and those it may post at all.

Only called money is raked (002:L176 "each total pot"): the uncalled part of a bet is no part of a pot. All
amounts are minor units and every division says how it rounds.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

from rules.house.fee_schedule import (
    CARDROOM_A_STANDARD,
    NO_FEE,
    PERCENT,
    WHOLE,
    FeeSchedule,
    FeeScheduleError,
    Mode,
    Rounding,
    live_time,
    percent_words,
)
from rules.house.house import House
from rules.house.house_rules import Value
from rules.text.amounts import major
from rules.text.violation import Money, Violation, violation

__all__ = [
    "CARDROOM_A_STANDARD",
    "NO_FEE",
    "FeeSchedule",
    "FeeScheduleError",
    "FeeStep",
    "PotFee",
    "RakeResult",
    "check_schedule",
    "live_time",
    "starting_schedule",
    "take",
    "time_charge",
    "under_ceiling",
]


class FeeStep(NamedTuple):
    """One step of the reckoning: a sentence for people, and where its rule stands."""

    sentence: str
    citation: str

    def to_json(self) -> dict[str, str]:
        """Plain JSON, one key per field."""
        return {"sentence": self.sentence, "citation": self.citation}


class PotFee(NamedTuple):
    """The fee that one pot bears."""

    rake: int = 0
    promo: int = 0


class RakeResult(NamedTuple):
    """The fees that the schedule takes of one hand: in all, from each pot (main pot first), and why."""

    rake: int
    promo: int
    per_pot: tuple[PotFee, ...]
    steps: tuple[FeeStep, ...]


def take(
    schedule: FeeSchedule,
    called_pots: Sequence[int],
    *,
    players_dealt: int,
    flop_dealt: bool,
    flop_game: bool = True,
    ante_posted: bool = False,
    money: Money = major,
) -> RakeResult:
    """The fees that the schedule takes of a hand whose called pots these are, the main pot first.

    `flop_dealt` says whether a card was dealt after the first betting round: the flop, fourth street, the
    first draw. Rake through pot k is min(cap, rounded share of the cumulative total), so one cap covers the
    hand (002:L176-177). A collection is the same of any pot that holds it, the main pot first. The promo is taken after
    the rake and leaves no pot below zero.
    """
    early_end = not flop_dealt and (flop_game or schedule.rake_free_until == "first_card_after_round_1")
    reckoning = _Reckoning(schedule, called_pots, players_dealt, money, flop_game=flop_game, is_early=early_end)
    rakes = reckoning.rake(free=early_end and schedule.no_flop_no_drop)
    promos = reckoning.promo(rakes, free=early_end and schedule.promo_no_flop_no_drop, ante_posted=ante_posted)
    per_pot = tuple(PotFee(rake, promo) for rake, promo in zip(rakes, promos, strict=True))
    return RakeResult(sum(rakes), sum(promos), per_pot, tuple(reckoning.steps))


def time_charge(schedule: FeeSchedule, *, players: int, half_hours: int) -> int:
    """The time charge of players for half hours; 0 where the plaque has no time charge (WSOP 27; 004:L48)."""
    return schedule.time_charge * players * half_hours


def check_schedule(schedule: FeeSchedule, house: House, game: str = "", money: Money = major) -> list[Violation]:
    """Why this house may not post the schedule; empty if it may.

    Codes `rake_percent_out_of_range` and `rake_cap_out_of_range`, against the house rules `rake_percent` (per
    cent) and `rake_cap` (minor units): card room A takes 0 to 5%, never more than 3.00 (002:L176-177).
    `fee_not_of_house` where the house rule `rake_mode` has the house paid in another way, `no_flop_no_drop_required`
    where the house rule `no_flop_no_drop` promises what the schedule doesn't keep (002:L177-178). A collection takes
    any pot that is no larger, so that no percentage but the whole is kept by it.
    """
    most_percent, most_rake = house.answers.rake_percent, house.answers.rake_cap
    refusals = [*_other_ways(schedule, house, game)]
    if isinstance(most_percent, int) and _highest_share_bp(schedule) > most_percent * PERCENT:
        refusals.append(_above_percent(schedule, most_percent, house, game))
    if isinstance(most_rake, int) and _highest_rake(schedule, most_rake) > most_rake:
        refusals.append(_above_cap(schedule, money(most_rake), house, game))
    return refusals


def under_ceiling(schedule: FeeSchedule, house: House) -> FeeSchedule:
    """The schedule as this house posts it: a percentage that is rounded up, or to the nearest, goes no further than the
    house rule `rake_percent`, where it sets a ceiling; rounded down it never does. Without one, and where
    `check_schedule` refuses the percentage itself, it is rounded as posted."""
    most = house.answers.rake_percent
    may_pass = schedule.mode == "percent" and schedule.rounding != "down" and isinstance(most, int)
    ceiling = most * PERCENT if may_pass and isinstance(most, int) else None
    if ceiling is not None and schedule.percent_bp > ceiling:
        ceiling = None
    return replace(schedule, ceiling_bp=ceiling)


def _above_percent(schedule: FeeSchedule, most: int, house: House, game: str) -> Violation:
    message, allowed = f"This house takes at most {most}% of a pot: post {most}% or less.", {}
    if schedule.mode == "hand":
        message = f"This house takes at most {most}% of a pot, and a collection can be all of one: post another fee."
        allowed = {"field": "fee"}
    return violation("rake_percent_out_of_range", message, house=house.name, game=game, allowed=allowed)


def _above_cap(schedule: FeeSchedule, most: str, house: House, game: str) -> Violation:
    posted, allowed = ("collection", {"field": "collection"}) if schedule.mode == "hand" else ("cap", {})
    message = f"This house takes at most {most} of a pot: post a {posted} of {most} or less."
    return violation("rake_cap_out_of_range", message, house=house.name, game=game, allowed=allowed)


def _other_ways(schedule: FeeSchedule, house: House, game: str) -> Iterator[Violation]:
    """The ways in which the schedule isn't the house's way of being paid."""
    way = house.answers.rake_mode
    if schedule.mode not in _MODES.get(way, (schedule.mode,)):
        sentence = f"This house is paid otherwise: {house.explain('rake_mode').sentence[:-1].lower()}."
        yield violation("fee_not_of_house", sentence, house=house.name, game=game, allowed={"field": "fee"})
    if schedule.rakes and not schedule.no_flop_no_drop and house.answers.no_flop_no_drop is True:
        sentence = "A hand that ends before the flop is free in this house: the plaque says so."
        allowed = {"field": "no_flop_no_drop"}
        yield violation("no_flop_no_drop_required", sentence, house=house.name, game=game, allowed=allowed)


_MODES: Final[Mapping[Value, tuple[Mode, ...]]] = {
    "percent": ("percent", "steps", "none"),
    "fixed": ("hand", "time", "none"),
    "time": ("time", "none"),
    "none": ("none",),
}
"""Fees that a house may post by each answer to `rake_mode`; it may always take nothing."""


def starting_schedule(house: House) -> FeeSchedule:
    """The fee schedule that a new plaque of this house begins with: its unit, its rounding, its allocation and when a
    hand is free, by the house rules; and its highest rake where it is paid in per cent and says how much."""
    percent, cap, way = house.answers.rake_percent, house.answers.rake_cap, house.answers.rake_mode
    unit = house.answers.rake_unit
    rate: dict[str, Any] = {}
    if way == "percent" and type(percent) is int:
        rate = {"mode": "percent", "percent_bp": percent * PERCENT, "cap": cap}
    return FeeSchedule(
        unit=unit if type(unit) is int else 1,
        rounding=house.answers.rake_rounding,
        no_flop_no_drop=house.answers.no_flop_no_drop is not False,
        rake_free_until=house.answers.rake_free_until,
        allocation=house.answers.rake_allocation,
        **rate,
    )


class _Reckoning:
    """The sums of one hand, writing down each step as it is made."""

    def __init__(
        self,
        schedule: FeeSchedule,
        pots: Sequence[int],
        players: int,
        money: Money,
        *,
        flop_game: bool,
        is_early: bool,
    ) -> None:
        self.schedule = schedule
        self.pots = pots
        self.total = sum(pots)
        self.cap = schedule.cap_for(players)
        self.players = players
        self.money = money
        self.is_early = is_early
        self.early_end = _BEFORE_THE_FLOP if flop_game else _BEFORE_A_CARD
        self.steps: list[FeeStep] = []

    def rake(self, free: bool) -> list[int]:
        """The rake that each pot bears."""
        schedule = self.schedule
        if not schedule.rakes:
            self._say(*_UNRAKED[schedule.mode])
        elif free:
            self._say(*self.early_end)
        else:
            return self._spread(self._through(self.total, self._say))
        return [0] * len(self.pots)

    def promo(self, rakes: Sequence[int], *, free: bool, ante_posted: bool) -> list[int]:
        """The promo drop that each pot bears, out of what the rake has left in it."""
        if not self.schedule.promo:
            return [0] * len(self.pots)
        why_none = self._no_promo(free, ante_posted)
        if why_none:
            self._say(why_none, "plaque")
            return [0] * len(self.pots)
        left = [pot - rake for pot, rake in zip(self.pots, rakes, strict=True)]
        promos = _fitted(min(self.schedule.promo, sum(left)), [0] * len(left), left)
        self._say(f"The promo drop of {self.money(sum(promos))} is taken after the rake, main pot first.", "plaque")
        return promos

    def _no_promo(self, free: bool, ante_posted: bool) -> str:
        """Why the hand gives no promo drop; empty if it does."""
        schedule = self.schedule
        if free:
            return "The hand ended early: no promo drop."
        if self.players < schedule.promo_players:
            return f"A hand dealt to fewer than {schedule.promo_players} players gives no promo drop."
        if ante_posted and not schedule.promo_with_ante:
            return "A hand with an ante gives no promo drop."
        if self.total < schedule.promo_from:
            return f"A pot below {self.money(schedule.promo_from)} gives no promo drop."
        return ""

    def _through(self, total: int, say: Callable[[str, str], None]) -> int:
        """The rake of called pots that add up to `total`."""
        share = _SHARES[self.schedule.mode](self, total, say)
        if self.cap is not None and share > self.cap:
            share = self.cap
            say(f"Never more than {self.money(share)}{self._for_players()}: the rake is {self.money(share)}.", _POSTED)
        return min(share, total)

    def _by_percent(self, total: int, say: Callable[[str, str], None]) -> int:
        schedule, money = self.schedule, self.money
        share = _rounded(total * schedule.percent_bp, WHOLE * schedule.unit, schedule.rounding) * schedule.unit
        rounding = "to the nearest" if schedule.rounding == "nearest" else schedule.rounding + " to a multiple of"
        sentence = f"{percent_words(schedule.percent_bp)} of the called {money(total)} is {money(share)}"
        say(f"{sentence}, rounded {rounding} {money(schedule.unit)}.", _POSTED)
        if schedule.ceiling_bp is None:
            return share
        most = total * schedule.ceiling_bp // (WHOLE * schedule.unit) * schedule.unit
        if share > most:
            beyond = f"That is beyond {percent_words(schedule.ceiling_bp)} of the pot, the most that the house takes"
            say(f"{beyond}: the rake is {money(most)}, the unit below.", "house rule rake_percent")
        return min(share, most)

    def _by_steps(self, total: int, say: Callable[[str, str], None]) -> int:
        reached = [step for step in self.schedule.steps if step[0] <= total]
        if not reached:
            say(f"A called pot of {self.money(total)} is below the first step: no rake.", "plaque")
            return 0
        start, share = reached[-1]
        say(f"A called pot of {self.money(total)} is raked {self.money(share)} from {self.money(start)} up.", "plaque")
        return share

    def _by_hand(self, total: int, say: Callable[[str, str], None]) -> int:
        share = self.schedule.collection_for(self.players, early=self.is_early)
        dealt = f" with {self.players} players dealt in" if self.schedule.collections_by_players else ""
        ended = " that ends early" if self.is_early and self.schedule.collection_early is not None else ""
        say(f"The collection of a hand{ended}{dealt} is {self.money(share)}, whatever its pot.", "plaque")
        if share > total:
            say(f"The called pot of {self.money(total)} holds no more: all of it is collected.", "house")
        return share

    def _for_players(self) -> str:
        return f" with {self.players} players dealt in" if self.cap != self.schedule.cap else ""

    def _spread(self, rake: int) -> list[int]:
        """The rake of the hand spread over its pots."""
        if not rake:
            return [0] * len(self.pots)
        if self.schedule.allocation == "pro_rata" and self.schedule.follows_pot:
            shares = [rake * pot // self.total // self.schedule.unit * self.schedule.unit for pot in self.pots]
            how = "every pot bears its part, the main pot what can't be divided"
        else:
            through = [self._through(total, _unsaid) for total in accumulate(self.pots)]
            shares = [after - before for before, after in pairwise([0, *through])]
            how = "the main pot bears the rake first, each side pot what it adds"
        borne = _fitted(rake, shares, self.pots)
        if len(self.pots) > 1:
            self._say(f"Of several pots {how}: {', '.join(map(self.money, borne))}.", "house")
        return borne

    def _say(self, sentence: str, citation: str) -> None:
        self.steps.append(FeeStep(sentence, citation))


_SHARES: Final = {"percent": _Reckoning._by_percent, "steps": _Reckoning._by_steps, "hand": _Reckoning._by_hand}
_POSTED: Final = "plaque · 002:L176-177"
_BEFORE_THE_FLOP: Final = ("The hand ended before the flop: no flop, no drop.", "002:L177-178")
_BEFORE_A_CARD: Final = (
    "The hand ended before a card was dealt after the first betting round: no drop.",
    "house, after 002:L177-178",
)
_UNRAKED: Final = {
    "time": ("The table pays a time charge: nothing is taken from the pot.", "004:L48"),
    "none": ("The plaque posts no rake.", "plaque"),
}


def _unsaid(sentence: str, citation: str) -> None:
    """Takes a step that needs no telling: the sums through a part of the pots."""


def _rounded(part: int, whole: int, rounding: Rounding) -> int:
    """part / whole as a whole number; nearest takes halves up, never to the even."""
    if rounding == "up":
        return -(-part // whole)
    return (2 * part + whole) // (2 * whole) if rounding == "nearest" else part // whole


def _fitted(amount: int, shares: Sequence[int], room: Sequence[int]) -> list[int]:
    """The amount as each pot bears it: its share as far as it has room, the rest from the first pots that have."""
    borne = [min(share, most) for share, most in zip(shares, room, strict=True)]
    rest = amount - sum(borne)
    for place, most in enumerate(room):
        more = min(rest, most - borne[place])
        borne[place] += more
        rest -= more
    return borne


def _highest_share_bp(schedule: FeeSchedule) -> int:
    """The largest part of a called pot that the schedule asks for, in basis points, rounded up."""
    if schedule.mode == "hand":
        return WHOLE
    by_steps = [_rounded(rake * WHOLE, start, "up") for start, rake in schedule.steps]
    return max([schedule.percent_bp, *by_steps])


def _highest_rake(schedule: FeeSchedule, ceiling: int) -> int:
    """The most that the schedule can take of a hand; above `ceiling` where nothing limits it."""
    if schedule.mode == "hand":
        return schedule.collection
    if schedule.steps:
        return min(schedule.steps[-1][1], schedule.cap if schedule.cap is not None else schedule.steps[-1][1])
    if schedule.cap is not None:
        return schedule.cap
    return ceiling + 1 if schedule.percent_bp else 0
