"""The fees that a schedule can ask for at all: the amounts that somebody who takes a fee is likely to mean.

Nothing here knows the hand. What a schedule never asks for of any hand is a slip of the finger, or a dealer who takes
too much; what it may ask for is rated where the pot is known (`rules.house.rake`).
"""

from bisect import bisect_left
from collections.abc import Iterator
from math import lcm

from rules.house.fee_schedule import WHOLE, FeeSchedule
from rules.house.rake import take
from rules.text.amounts import major
from rules.text.violation import Money


def never_owed(
    schedule: FeeSchedule, *, rake: int, promo: int, pot: int | None = None, money: Money = major
) -> list[str]:
    """Why no hand under the schedule owes this rake and this promo, in sentences; empty where one may (002:L175-178).

    A rake is none at all, an amount of the plaque's steps, or a multiple of its unit, never above its cap; a cap itself
    and the whole `pot` are owed however the unit divides. A collection is one of the plaque's, and none at all only
    where some hand is free. A promo is never above the plaque's. Amounts are minor units.
    """
    return [*_rake_never_owed(schedule, rake, pot, money), *_promo_never_owed(schedule, promo, money)]


def most_rake(schedule: FeeSchedule) -> int | None:
    """The most that one hand can owe, minor units; None where the plaque sets no limit."""
    if not schedule.rakes:
        return 0
    if schedule.mode == "hand":
        return schedule.collection
    highest = [schedule.steps[-1][1]] if schedule.steps else []
    limits = highest + ([schedule.cap] if schedule.cap is not None else [])
    return min(limits, default=None)


def likely_rakes(schedule: FeeSchedule, *, chip: int, count: int) -> tuple[int, ...]:
    """At most `count` rakes that a hand may owe and that chips of `chip` make up, rising from none to the most."""
    most = most_rake(schedule)
    if schedule.mode == "hand":
        amounts = [*schedule.collections]
    elif schedule.steps:
        amounts = [share for _, share in schedule.steps if most is None or share < most]
    else:
        amounts = list(_even_steps(schedule, most, chip, count))
    owed = sorted({min(schedule.collections, default=0), *amounts, *([most] if most else [])})
    payable = [amount for amount in owed if amount % chip == 0]
    if len(payable) <= count:
        return tuple(payable)
    return (payable[0], *payable[-(count - 1) :])


def largest_pot(schedule: FeeSchedule, rake: int, *, chip: int) -> int | None:
    """The largest called pot in whole chips of `chip` of which a dealer, who drops whole chips too, takes no more than
    this rake; minor units.

    None where the rake bounds no pot: it is at the cap or the last step, it is a collection, which is the same of every
    pot that holds it, or the schedule takes none. Less than any collection of a hand that saw a flop is that of a pot
    which held no more. The table counts as full, as where a hand is rated of which the pot alone is known. No rake at
    all is that of the largest pot below the first that pays a chip: nobody tells a hand apart that ended early
    (002:L177-178).
    """
    if schedule.mode == "hand":
        return None if rake >= _least_collection(schedule) else rake
    most, bound = most_rake(schedule), rake + chip
    if not tells_pot(schedule) or (most is not None and bound > most):
        return None
    pays_more = bisect_left(range(_pays(schedule, bound)), bound, key=lambda pot: _owed_of(schedule, pot))
    return (pays_more - 1) // chip * chip


def tells_pot(schedule: FeeSchedule) -> bool:
    """Whether a hand's rake tells anything of its pot: some pot pays rake under the schedule, and another one less."""
    return bool(schedule.steps or schedule.percent_bp) and most_rake(schedule) != 0


def _least_collection(schedule: FeeSchedule) -> int:
    """The least that a hand pays which isn't free and doesn't end early."""
    return min(amount for amount in (schedule.collection, *dict(schedule.collections_by_players).values()) if amount)


def _pays(schedule: FeeSchedule, rake: int) -> int:
    """A pot that surely owes so much."""
    if schedule.steps:
        return schedule.steps[-1][0]
    return (rake + schedule.unit) * WHOLE // schedule.percent_bp + 1


def _owed_of(schedule: FeeSchedule, pot: int) -> int:
    """The rake of a pot of a table that is too full for the caps of short ones."""
    players = max((players for players, _ in schedule.caps_by_players), default=0) + 1
    return take(schedule, [pot], players_dealt=players, flop_dealt=True).rake


def _rake_never_owed(schedule: FeeSchedule, rake: int, pot: int | None, money: Money) -> Iterator[str]:
    if not rake and 0 in (pot, *(schedule.collections or [0])):
        return
    most = most_rake(schedule)
    if most == 0:
        yield "The plaque takes nothing from the pot."
    elif most is not None and rake > most:
        yield f"The plaque never takes more than {money(most)} of a hand, not {money(rake)}."
    elif rake in (pot, *_caps(schedule)):
        return
    elif schedule.mode == "hand":
        if rake not in schedule.collections:
            posted = ", ".join(map(money, filter(None, schedule.collections)))
            yield f"The plaque's collection is {posted} a hand, never {money(rake)}."
    elif schedule.steps and rake not in {share for _, share in schedule.steps}:
        shares = ", ".join(money(share) for _, share in schedule.steps)
        yield f"The plaque takes {shares} by its steps, never {money(rake)}."
    elif not schedule.steps and rake % schedule.unit:
        yield f"The plaque's rake is a multiple of {money(schedule.unit)}, never {money(rake)}."


def _promo_never_owed(schedule: FeeSchedule, promo: int, money: Money) -> Iterator[str]:
    if promo > schedule.promo:
        asked = f"a promo of {money(schedule.promo)}" if schedule.promo else "no promo"
        yield f"The plaque takes {asked}, not {money(promo)}."


def _caps(schedule: FeeSchedule) -> list[int]:
    """The caps, by players and of a full table."""
    caps = [cap for _, cap in schedule.caps_by_players]
    return caps if schedule.cap is None else [*caps, schedule.cap]


def _even_steps(schedule: FeeSchedule, most: int | None, chip: int, count: int) -> Iterator[int]:
    """Multiples of the unit below the most, about evenly apart; without a limit the first ones."""
    if not schedule.rakes:
        return
    unit = lcm(schedule.unit, chip)
    between = count - 2
    step = unit if most is None else max(unit, most // (between + 1) // unit * unit)
    last = step * (between + 1) if most is None else most - 1
    yield from range(step, last + 1, step)
