"""The signals in words. What is found is worth a look: none of it says what anybody did, or why."""

from collections.abc import Mapping
from datetime import date
from math import exp, inf
from typing import Any

from config.amounts import plain_major
from config.days.registry import in_words as day_in_words
from config.rooms.models import Room
from rake.assurance.causes import Cause
from rake.assurance.per_down import ALPHA, Rate
from rake.assurance.seen import Kind, Side, Subject
from rake.assurance.split import Signal

TITLES = {
    Signal.BOX: "Rake boxes hold less than was recorded",
    Signal.BOX_OVER: "Rake boxes hold more than was recorded",
    Signal.PROMO: "Promo boxes hold less than was recorded",
    Signal.PROMO_OVER: "Promo boxes hold more than was recorded",
    Signal.POTS: "Less was taken than the sampled pots owed",
    Signal.OVER_RAKE: "More was taken than the sampled pots owed",
    Signal.PACE: "Fewer hands an hour than at the same tables",
}
NULLS = {
    Signal.BOX: "Expected: chips lack as often in the hands of one as of another, whoever else has a part in it.",
    Signal.BOX_OVER: "Expected: boxes hold too much as often for one as for another, whoever else has a part in it.",
    Signal.PROMO: "Expected: promo lacks as often in the hands of one as of another, whoever else has a part in it.",
    Signal.PROMO_OVER: "Expected: promo boxes hold too much as often for one as for another.",
    Signal.POTS: "Expected: what was taken of drawn hands falls short of the plaque as often for one as for another.",
    Signal.OVER_RAKE: "Expected: no more than the plaque says is taken of players, or as rarely by one as by another.",
    Signal.PACE: "Expected: nine tenths of the median of the other dealers’ hours, same plaque and players, or more.",
}
"""The assumption about everybody until the evidence says otherwise, signal by signal."""
ACTS = {
    Signal.BOX: "Pull boxes at this person’s pushes for some shifts: a box for each down tells soon.",
    Signal.BOX_OVER: "See whether hands stay unentered, or are entered with less than was dropped.",
    Signal.PROMO: "Pull promo boxes at pushes for some shifts: a box for each down tells soon.",
    Signal.PROMO_OVER: "See whether hands stay unentered, or are entered with less promo than was dropped.",
    Signal.POTS: "Hold the table’s sign against its plaque, and watch some of the drops.",
    Signal.OVER_RAKE: "Hold the table’s sign against its plaque: players may have paid too much, and get it back.",
    Signal.PACE: "Count hands at the table for an hour, and hold them against those that were entered.",
}
"""The next step for each signal."""
_CONFIDENCE = f"{round(100 * (1 - ALPHA))} % confidence"
_KINDS = {Kind.DEALER: "dealer", Kind.TABLE: "table", Kind.ENTERER: "enters hands"}


def nothing_to_judge(found: Mapping[str, Any], since: date | None) -> str:
    """The sentence for a reading that saw no box and no pot; empty where it saw some."""
    seen = (each["seen"] for each in found["signals"] if each["signal"] != Signal.PACE)
    if any(seen):
        return ""
    begun = f"{day_in_words(since)}, the day of the first hand" if since else "this room began"
    return f"Nothing to judge yet: no box was counted and no pot told since {begun}."


def kind_in_words(subject: Subject) -> str:
    """The kind of a subject: “dealer”, “table”, “enters hands”."""
    return _KINDS[subject.kind]


def odds(evidence: float) -> str:
    """The odds of evidence of that strength by chance: “1 in 25,000”."""
    if evidence <= 0:
        return "nothing unusual"
    if evidence > 20:
        return "less than 1 in 400 million"
    times = exp(evidence)
    digits = max(0, len(str(int(times))) - 2)
    return f"1 in {round(times, -digits):,.0f}" if times >= 2 else "nothing unusual"


def money_a_down(rate: Rate, hands_a_down: float, room: Room) -> dict[str, int | None]:
    """A rate in money for each down, minor units: about, at least, and at most; None where nothing bounds it."""
    by = hands_a_down * room.smallest_chip
    bounds = {"about": rate.about, "least": rate.least, "most": rate.most}
    return {name: None if abs(each) == inf else round(each * by) for name, each in bounds.items()}


def money_in_words(money: dict[str, int | None], room: Room) -> str:
    """Money for each down with its band, which holds the true rate 95 times in 100: “3.20 a down, and with 95 %
    confidence between 1.10 and 5.40”."""
    about = f"{room.money(money['about'] or 0)} a down"
    if money["least"] is None or money["most"] is None:
        return f"{about}; nothing bounds it yet"
    return f"{about}, and with {_CONFIDENCE} between {room.money(money['least'])} and {room.money(money['most'])}"


def in_hundred(rate: float) -> str:
    """A rate as chips in a hundred hands."""
    return f"{rate * 100:.1f} chips in 100 hands".replace("-", "−")


def cause_in_words(cause: Cause, name: str) -> str:
    """The sentence of a cause, and how much likelier it makes all that was seen."""
    times = f" Everything seen is {_likelier(cause.gain)} with it than with everybody’s errors alone."
    if cause.part is None:
        one = "box lacks" if cause.late == 1 else "boxes lack"
        return f"Late drops: {cause.late} {one} what the next box of the table holds too much.{times}"
    rate = in_hundred(cause.rate)
    subject, side = cause.part
    if subject.kind == Kind.DEALER:
        what = "lack" if side == Side.LACKING else "are too many"
        return f"One dealer: in the hands of {name} about {rate} {what}, at whichever table.{times}"
    if side == Side.SURPLUS:
        where = f"at {name}" if subject.kind == Kind.TABLE else f"where {name} enters"
        return f"Hands not entered: {where} about {rate} are too many, whoever deals.{times}"
    if subject.kind == Kind.TABLE:
        return f"Sign and plaque differ: at {name} about {rate} lack, whoever deals.{times}"
    return f"Entered from habit: where {name} enters about {rate} lack, whoever deals.{times}"


def _likelier(gain: float) -> str:
    return "over a hundred million times likelier" if gain > 18.5 else f"{exp(gain):,.0f} times likelier"


def amount(minor: int | None, room: Room) -> str:
    """An amount as files have it; empty where there is none."""
    return "" if minor is None else plain_major(minor, exponent=room.exponent)
