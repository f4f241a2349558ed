"""Hands as files: the PHH document that a recorded hand keeps, and the file that many of them make."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from config.clocks import comes_twice
from games.models import Hand
from rules.house.rake import RakeResult
from rules.phh.export import from_hand
from rules.phh.irregularities import actions_of
from rules.phh.numerals import Numeral, currency_exponent
from rules.phh.reader import read_hands
from rules.phh.setup import stated_house, to_setup
from rules.phh.values import PhhHand, Unreadable
from rules.phh.writer import write_hand, write_hands
from rules.play import hand as rules
from rules.play.settlement import Settlement
from rules.text.amounts import AmountError, major_text, minor_units
from tables.models import TableSession


def file_of(
    played: rules.Hand,
    settlement: Settlement,
    *,
    session: TableSession,
    number: int,
    names: Sequence[str],
    started_at: datetime,
) -> str:
    """The hand as a PHH document that settles again to the same chip, with the rake and promo that were taken."""
    room = session.room
    local = started_at.astimezone(room.zone)
    phh = from_hand(
        played,
        settled=settlement,
        players=tuple(names),
        venue=room.name,
        table=session.table.name,
        currency=room.currency if currency_exponent(room.currency) == room.exponent else None,
        time=local.time().replace(microsecond=0, tzinfo=None),
        time_zone=room.zone.key,
        time_zone_abbreviation=local.tzname() if comes_twice(local) else None,
        day=local.day,
        month=local.month,
        year=local.year,
    )
    taken = {"_rake": settlement.rake, "_drop": settlement.promo}
    extras = {name: _number(amount, phh.exponent) for name, amount in taken.items()}
    return write_hand(
        replace(
            phh,
            hand=number,
            finishing_stacks=settlement.finishing_stacks,
            winnings=settlement.won,
            extras={**phh.extras, **extras},
        )
    )


def played_of(hand: Hand) -> rules.Hand:
    """The engine's hand of a recorded full hand, replayed from its file alone. Raises Refused and Unreadable."""
    return stored(hand)[1]


def stored(hand: Hand) -> tuple[PhhHand, rules.Hand]:
    """The file of a recorded full hand as it was read, and the engine's hand that it tells. Raises as `played_of`."""
    phh = next(iter(read_hands(hand.phh)))
    house = stated_house(phh)
    setup = to_setup(phh, house) if house else to_setup(phh)
    return phh, rules.Hand.replay(setup, actions_of(phh), hand.room.money)


def stated_takings(phh: PhhHand, owed: RakeResult) -> tuple[int, int]:
    """Rake and promo that a file says were taken, in minor units: by name, else by what its stacks lack in the end.

    What it doesn't say is what the schedule owes. Raises Unreadable where it says it unreadably.
    """
    if named := named_takings(phh):
        return named
    lacking = _lacking(phh)
    return (owed.rake, owed.promo) if lacking is None else (max(lacking - owed.promo, 0), min(owed.promo, lacking))


def named_takings(phh: PhhHand) -> tuple[int, int] | None:
    """Rake and promo that a file names (`_rake`, `_drop`), in minor units; None where it names neither."""
    if "_rake" in phh.extras or "_drop" in phh.extras:
        return _amount(phh, "_rake"), _amount(phh, "_drop")
    return None


def _lacking(phh: PhhHand) -> int | None:
    """The chips that all stacks together lack in the end; None where the file doesn't say, or says that they grew."""
    start, finish = phh.starting_stacks, phh.finishing_stacks
    if finish is None or None in start or None in finish:
        return None
    lacking = sum(stack or 0 for stack in start) - sum(stack or 0 for stack in finish)
    return lacking if lacking >= 0 else None


def _amount(phh: PhhHand, name: str) -> int:
    try:
        amount = minor_units(str(phh.extras.get(name, 0)), phh.exponent)
    except AmountError as problem:
        raise Unreadable(f"the field “{name}” {problem}") from None
    if amount < 0:
        raise Unreadable(f"the field “{name}” is below 0")
    return amount


def file_of_many(hands: Iterable[Hand]) -> Iterator[str]:
    """A .phhs file of recorded full hands, hand by hand."""
    return write_hands(next(iter(read_hands(hand.phh))) for hand in hands)


def _number(amount: int, exponent: int) -> int | Numeral:
    text = major_text(amount, exponent)
    return Numeral(text) if "." in text else int(text)
