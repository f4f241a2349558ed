"""The sample of a gaming day: what was asked and told, what the house was owed by it, and how sure that is."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from math import ceil, floor
from operator import attrgetter
from typing import Any, Final

from django.db.models import Exists, OuterRef

from config.days.selectors import is_locked
from config.rooms.models import Room
from games.models import Hand
from rake.bands.betting import ALPHA, Band, Bounds, band
from rake.bands.draw import Lot, commitment, lot
from rake.bands.strata import Stratum, estimate
from rake.dealt import dealer_of_hand
from rake.models import PotAnswer, SamplingDay
from rake.sampling.selectors import VOIDED, pays_from_pots
from rules.house.fee_schedule import NO_FEE, FeeSchedule
from rules.house.possible_fees import most_rake
from tables.models import PlaqueVersion, TableSession

FEES: Final = ("rake", "promo")
_BELOW_A_UNIT = 4
"""Decimals of a minor unit below which a difference is what arithmetic left over."""


@dataclass(frozen=True, slots=True)
class Played:
    """One hand of a day, as it was first recorded. Amounts are minor units.

    `most` is the most that its plaque takes of any hand, None without a limit; `lot` is None where nothing was drawn.
    `dealer` is the id of who dealt, None where nobody was put down.
    `told` is what it owed by the pot that was answered, `chosen` by the pot that was entered with it.
    """

    table: str
    session: int
    number: int
    plaque: str
    dealer: int | None
    taken: Mapping[str, int]
    most: Mapping[str, int | None]
    is_askable: bool
    one_in: int = 0
    lot: Lot | None = None
    told: Mapping[str, int] | None = None
    is_chosen: bool = False
    chosen: Mapping[str, int] | None = None

    @property
    def is_asked(self) -> bool:
        """Whether it was drawn."""
        return self.is_askable and self.lot is not None and self.lot.is_drawn

    def difference(self, fee: str) -> int | None:
        """The takings beyond what was owed, less than 0 where too little was; None where its pot was not told."""
        return None if self.told is None else self.taken[fee] - self.told[fee]


@dataclass(frozen=True, slots=True)
class Owed:
    """One fee of the hands that might have been asked: what was taken, and what was owed by the sample.

    `about` is None where no pot was told, `least` and `most` where nothing bounds what is owed. Minor units, rounded
    outwards.
    """

    fee: str
    taken: int
    about: int | None
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class Chosen:
    """One fee of the hands whose pot was entered with them, as far as they are rated; minor units."""

    fee: str
    taken: int
    owed: int


@dataclass(frozen=True, slots=True)
class Sample:
    """The sample of a table, or of the room. `sampled` hands are what the draw was about; of the `asked` some were
    told, the others are `missing`. `by_choice` had their pot entered with them."""

    name: str
    hands: int
    sampled: int
    asked: int
    told: int
    by_choice: int
    owed: tuple[Owed, ...]
    chosen: tuple[Chosen, ...]

    @property
    def missing(self) -> int:
        """Hands that were asked for their pot and of which nobody told it."""
        return self.asked - self.told

    @property
    def others(self) -> int:
        """Hands of which nothing is asked: no pot tells what they owed, or nothing was drawn."""
        return self.hands - self.sampled - self.by_choice


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw of a table's day: its digest, and once the day is locked its secret and what it drew, made again."""

    table: str
    one_in: int
    commitment: str
    drawn_at: datetime
    seed: str = ""
    is_as_committed: bool = False
    drawn: tuple[str, ...] = ()
    """The hands that the secret draws, made again: the message of each, session and number ("7:12")."""
    not_drawn: tuple[str, ...] = ()
    """The hands that were answered though the secret doesn't draw them: none, unless somebody meddled."""


@dataclass(frozen=True, slots=True)
class SamplingReport:
    """The sample of a gaming day: table by table, of the room, and the draws that it rests on."""

    room: Room
    gaming_day: date
    is_locked: bool
    tables: tuple[Sample, ...]
    total: Sample
    draws: tuple[Draw, ...]


def sampling_report(room: Room, day: date) -> SamplingReport:
    """The sample of a gaming day, by table and of the room; six queries."""
    days = list(SamplingDay.objects.filter(room=room, gaming_day=day).select_related("table").order_by("table", "pk"))
    hands = _played(room, day, {each.table_id: each for each in days})
    by_table = defaultdict(list)
    for hand in hands:
        by_table[hand.table].append(hand)
    tables = tuple(_sample(name, hands) for name, hands in by_table.items())
    locked = is_locked(room, day)
    draws = tuple(_draw(each, by_table[each.table.name], is_locked=locked) for each in days)
    return SamplingReport(room, day, locked, tables, _sample("Room", hands), draws)


# ------------------------------------------------------------------------------------------------------- what was dealt


def _played(room: Room, day: date, days: Mapping[int, SamplingDay]) -> list[Played]:
    """The hands of the day on the floor, in the order of the tables."""
    voided = Hand.objects.filter(session=OuterRef("session"), number=OuterRef("number"), **VOIDED)
    first = Hand.objects.filter(room=room, gaming_day=day, version=1, session__source=TableSession.Source.FLOOR)
    rows = list(
        first.exclude(Exists(voided))
        .order_by("session__table__position", "session__table__name", "session", "number")
        .annotate(dealer=dealer_of_hand())
        .values(
            "pk", "session", "session__table", "session__table__name", "number", "tier", "pot", "plaque", "dealer",
            "rake_taken", "promo_taken", "rating__rake_owed", "rating__promo_owed", "pot_answer__rake_owed",
            "pot_answer__promo_owed",
        )
    )  # fmt: skip
    plaques = PlaqueVersion.objects.in_bulk({row["plaque"] for row in rows})
    fees = {pk: plaque.plaque.fee or NO_FEE for pk, plaque in plaques.items()}
    names = {pk: plaque.short_name for pk, plaque in plaques.items()}
    return [_hand(row, fees[row["plaque"]], names[row["plaque"]], days.get(row["session__table"])) for row in rows]


def _hand(row: Mapping[str, Any], fee: FeeSchedule, plaque: str, day: SamplingDay | None) -> Played:
    knows_pot = row["tier"] == Hand.Tier.FULL or row["pot"] is not None
    return Played(
        table=row["session__table__name"],
        session=row["session"],
        number=row["number"],
        plaque=plaque,
        dealer=row["dealer"],
        taken={"rake": row["rake_taken"], "promo": row["promo_taken"]},
        most={"rake": _most_rake(fee), "promo": fee.promo},
        is_askable=not knows_pot and pays_from_pots(fee) and day is not None and day.one_in > 0,
        one_in=day.one_in if day else 0,
        lot=lot(day.seed, row["session"], row["number"], one_in=day.one_in) if day else None,
        told=_fees(row, "pot_answer"),
        is_chosen=knows_pot and pays_from_pots(fee),
        chosen=_fees(row, "rating") if knows_pot else None,
    )


def _fees(row: Mapping[str, Any], source: str) -> dict[str, int] | None:
    if row[f"{source}__rake_owed"] is None:
        return None
    return {fee: row[f"{source}__{fee}_owed"] for fee in FEES}


def _most_rake(fee: FeeSchedule) -> int | None:
    """The most that a schedule takes of any hand, however many were dealt in; None without a limit."""
    most = most_rake(fee)
    caps = [cap for _, cap in fee.caps_by_players]
    return None if most is None else max([most, *caps]) if fee.rakes else 0


# ------------------------------------------------------------------------------------------------------- what it says


def _sample(name: str, hands: list[Played]) -> Sample:
    asked = [hand for hand in hands if hand.is_asked]
    fees = [fee for fee in FEES if any(hand.most[fee] != 0 or hand.taken[fee] for hand in hands)]
    return Sample(
        name=name,
        hands=len(hands),
        sampled=sum(hand.is_askable for hand in hands),
        asked=len(asked),
        told=sum(hand.told is not None for hand in asked),
        by_choice=sum(hand.is_chosen for hand in hands),
        owed=tuple(owed_by_sample(fee, [hand for hand in hands if hand.is_askable]) for fee in fees),
        chosen=tuple(_chosen(fee, hands) for fee in fees),
    )


def _chosen(fee: str, hands: list[Played]) -> Chosen:
    rated = [hand for hand in hands if hand.is_chosen and hand.chosen is not None]
    return Chosen(fee, sum(hand.taken[fee] for hand in rated), sum(hand.chosen[fee] for hand in rated if hand.chosen))


def owed_by_sample(fee: str, hands: list[Played]) -> Owed:
    """The fee that the hands owed which might have been asked: what was taken, less the differences that the drawn ones
    tell of, by plaque and dealer; with the band of those differences (R-2 b, c)."""
    taken = sum(hand.taken[fee] for hand in hands)
    off = estimate(_strata(fee, hands))
    sure = _band(fee, hands)
    if sure is not None and off is not None:
        sure = sure.holding(off)
    return Owed(
        fee=fee,
        taken=taken,
        about=None if off is None else round(taken - off),
        least=None if sure is None else floor(round(taken - sure.most, _BELOW_A_UNIT)),
        most=None if sure is None else ceil(round(taken - sure.least, _BELOW_A_UNIT)),
    )


def _strata(fee: str, hands: list[Played]) -> dict[tuple[Any, ...], Stratum]:
    known: dict[tuple[Any, ...], list[int | None]] = defaultdict(list)
    for hand in hands:
        known[hand.table, hand.plaque, hand.dealer].append(hand.difference(fee) if hand.is_asked else None)
    return {
        name: Stratum(len(values), tuple(value for value in values if value is not None))
        for name, values in known.items()
    }


def _band(fee: str, hands: list[Played]) -> Band | None:
    """The band of the sum of the differences; None where a plaque sets no limit to what a hand owes.

    Hands drawn at one rate are one population; those of further rates have bands of their own, which add up.
    """
    if any(hand.most[fee] is None for hand in hands):
        return None
    rates = sorted({hand.one_in for hand in hands})
    alike = [[hand for hand in hands if hand.one_in == rate] for rate in rates]
    return sum((_band_alike(fee, group, ALPHA / len(rates)) for group in alike), Band(0, 0))


def _band_alike(fee: str, hands: list[Played], alpha: float) -> Band:
    """The band of hands that were all drawn at the same rate.

    Nothing less than nothing is owed, and nothing above what the plaque takes at most: these bound each difference, and
    the sum of those that nobody knows. Drawn hands stand in the order of the draw: that order is chance, time is not.
    """
    bounds = Bounds(
        min(hand.taken[fee] - (hand.most[fee] or 0) for hand in hands), max(hand.taken[fee] for hand in hands)
    )
    drawn = sorted((hand for hand in hands if hand.is_asked), key=attrgetter("lot"))
    return band([hand.difference(fee) for hand in drawn], len(hands), bounds, alpha=alpha).within(
        Band(sum(_least(fee, hand) for hand in hands), sum(_most(fee, hand) for hand in hands))
    )


def _least(fee: str, hand: Played) -> int:
    known = hand.difference(fee) if hand.is_asked else None
    return hand.taken[fee] - (hand.most[fee] or 0) if known is None else known


def _most(fee: str, hand: Played) -> int:
    known = hand.difference(fee) if hand.is_asked else None
    return hand.taken[fee] if known is None else known


# ------------------------------------------------------------------------------------------------------- the draw again


def _draw(day: SamplingDay, hands: list[Played], *, is_locked: bool) -> Draw:
    """A table's draw as the page shows it. Before the day is locked nothing tells the secret, nor what it will draw."""
    shown = Draw(day.table.name, day.one_in, day.commitment, day.drawn_at)
    if not is_locked:
        return shown
    drawn = [hand for hand in hands if hand.is_asked]
    stray = [hand for hand in hands if hand.told is not None and not hand.is_asked]
    return Draw(
        shown.table, shown.one_in, shown.commitment, shown.drawn_at, seed=day.seed,
        is_as_committed=commitment(day.seed) == day.commitment,
        drawn=tuple(_numbers(drawn)), not_drawn=tuple(_numbers(stray)),
    )  # fmt: skip


def _numbers(hands: list[Played]) -> Iterator[str]:
    return (f"{hand.session}:{hand.number}" for hand in hands)


def answers_of(room: Room, day: date) -> list[PotAnswer]:
    """The answers of a gaming day, in the order in which they were given."""
    answers = PotAnswer.objects.filter(room=room, gaming_day=day)
    return list(answers.select_related("hand__session__table", "answered_by").order_by("answered_at", "pk"))
