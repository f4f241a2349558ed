"""Measures: the quantities that figures are made of. Each adds up over tables, hours and days, and comes from one
source."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Tier(StrEnum):
    """The record that a measure rests on."""

    COUNTED = "counted"
    RECORDED = "recorded"
    RATED = "rated"
    CLOCK = "clock"
    PLANNED = "planned"
    BOOKS = "books"
    POINTS = "points"


TIERS: Mapping[Tier, str] = {
    Tier.COUNTED: "counted by two people, blind",
    Tier.RECORDED: "every hand recorded at the table, quick or full, as it was entered",
    Tier.RATED: "the hands whose pot is known: an estimate, for the others are not in it",
    Tier.CLOCK: "the times of what the floor entered: tables, seats, absences, dealers, lists",
    Tier.PLANNED: "what managers planned before the hour began, and the times at which tables opened and closed",
    Tier.BOOKS: "the chip ledger",
    Tier.POINTS: "the accounts of points, entry by entry",
}


class Quantity(StrEnum):
    """The kinds of sums."""

    MONEY = "money, in minor units"
    SECONDS = "seconds"
    COUNT = "a count"


class Source(StrEnum):
    """The rows that a measure is read from; each is one reader in `rake.figures.readers`."""

    HANDS = "hands"
    PLAY = "play"
    PLANS = "plans"
    DROP = "drop"
    TIME = "time"
    LISTS = "lists"
    DRAWERS = "drawers"
    CASES = "cases"
    COMPS = "comps"
    COMPS_OWED = "comps owed"


@dataclass(frozen=True, slots=True)
class Measure:
    """One sum: of money in minor units, of seconds, or a count of what `means` says."""

    code: str
    title: str
    source: Source
    tier: Tier
    quantity: Quantity
    means: str


_Told = tuple[Quantity, str, str]


def _money(title: str, means: str) -> _Told:
    return Quantity.MONEY, title, means


def _seconds(title: str, means: str) -> _Told:
    return Quantity.SECONDS, title, means


def _count(title: str, means: str) -> _Told:
    return Quantity.COUNT, title, means


def _of(source: Source, tier: Tier, **each: _Told) -> list[Measure]:
    return [Measure(code, title, source, tier, quantity, means) for code, (quantity, title, means) in each.items()]


_ALL = [
    *_of(
        Source.HANDS,
        Tier.RECORDED,
        ticks=_count(
            "quick hands", "Hands of which only the takings were recorded, and the pot where somebody gave it."
        ),
        full_hands=_count("full hands", "Hands recorded with every action and card."),
        timed=_count("hands under a time charge", "Hands at tables where players pay for time in place of a rake."),
        rake_taken=_money("rake taken", "Rake dropped, or a collection, as recorded with each hand."),
        promo_taken=_money("promo taken", "Promo dropped, as recorded with each hand."),
    ),
    *_of(
        Source.HANDS,
        Tier.RATED,
        rated=_count("rated hands", "Hands with a known pot, for which the plaque’s schedule says what was owed."),
        unrated=_count("hands not rated yet", "Hands with a known pot that wait for their rating."),
        pot=_money("known pots", "The called money of the hands whose pot is known, before rake and promo."),
        raked_pot=_money("known pots that bear rake", "The known pots of hands that aren’t under a time charge."),
        rake_owed=_money("rake owed", "What the schedule on the plaque takes of the rated hands."),
        rake_over=_money(
            "rake over", "Rake dropped beyond what was owed, hand by hand; never set off against rake under."
        ),
        rake_under=_money("rake under", "Rake owed and not dropped, hand by hand; never set off against rake over."),
        promo_owed=_money("promo owed", "What the plaque takes for promotions, of the rated hands."),
        promo_over=_money("promo over", "Promo dropped beyond what was owed, hand by hand."),
        promo_under=_money("promo under", "Promo owed and not dropped, hand by hand."),
    ),
    *_of(
        Source.PLAY,
        Tier.CLOCK,
        open_seconds=_seconds("table time", "Seconds that tables were open."),
        game_seconds=_seconds("game time", "Seconds of them with two players present or more: hands can be dealt."),
        dead_seconds=_seconds("dead spread", "Seconds of them with fewer than two players present."),
        undealt_seconds=_seconds("time without a dealer", "Seconds of them with nobody put down as the dealer."),
        dead_undealt_seconds=_seconds(
            "dead spread without a dealer",
            "Seconds of them with fewer than two players present and nobody put down as the dealer.",
        ),
        seat_seconds=_seconds("seat time", "Seconds that tables were open, times the seats of their plaques."),
        taken_seconds=_seconds("taken seat time", "Seconds of seats with somebody’s chips, present or away."),
        played_seconds=_seconds("played seat time", "Seconds of seats with a player present."),
        timed_seconds=_seconds(
            "table time under a time charge", "Seconds of them at tables where players pay for time in place of a rake."
        ),
        timed_played_seconds=_seconds(
            "played seat time under a time charge",
            "Seconds of seats with a player present, at tables where players pay for time in place of a rake.",
        ),
        dealer_cost=_money(
            "cost of dealers", "Minutes with a dealer at the table, at the room’s cost of one when the day was built."
        ),
        table_cost=_money(
            "cost of tables", "Time that tables were open, at the room’s cost of an hour when the day was built."
        ),
    ),
    *_of(
        Source.PLANS,
        Tier.PLANNED,
        planned_seconds=_seconds("planned table time", "Seconds of tables that were planned, of days with a plan."),
        over_seconds=_seconds(
            "table time beyond the plan", "Seconds of open tables that nobody planned, of days with a plan."
        ),
        short_seconds=_seconds("table time short of the plan", "Seconds of planned tables that were not open."),
    ),
    *_of(
        Source.DROP,
        Tier.COUNTED,
        rake_counted=_money("rake counted", "Chips counted out of rake boxes."),
        promo_counted=_money("promo counted", "Chips counted out of promo boxes."),
        time_counted=_money("time counted", "Chips counted out of time boxes."),
        drop_over=_money("boxes over", "What boxes held beyond what was recorded by their count, box by box."),
        drop_under=_money("boxes short", "What boxes lacked of what was recorded by their count, box by box."),
        boxes_counted=_count(
            "boxes counted", "Boxes pulled and counted; those of tokes, which are not the house’s, apart."
        ),
        boxes_waiting=_count("boxes not counted", "Boxes pulled and not counted yet: what they hold is in no figure."),
    ),
    *_of(
        Source.TIME,
        Tier.BOOKS,
        time_collected=_money("time collected", "Time charges collected from players, less what was voided."),
        time_waived=_money("time waived", "Time charges that were waived, each with its reason."),
        time_payers=_count("charges collected", "Time charges that stand, each of one player and half hour."),
    ),
    *_of(
        Source.LISTS,
        Tier.CLOCK,
        names=_count("names on lists", "Names that left a list in the period, whichever way."),
        names_seated=_count("seated from lists", "Names that left a list for a seat."),
        names_declined=_count("declined", "Names that declined a seat when they were called."),
        names_no_show=_count("no-shows", "Names that were called and did not come in time."),
        names_removed=_count("taken off", "Names taken off a list without a call that was answered."),
        wait_seconds=_seconds(
            "time waited",
            "Seconds from joining, or coming into the room if later, to the seat, of the seated.",
        ),
        quoted_names=_count("quoted and seated", "Seated names that had been told how long they would wait."),
        quoted_seconds=_seconds("time quoted", "Seconds of wait that these had been told."),
        quoted_wait_seconds=_seconds("time they waited", "Seconds that these waited."),
    ),
    *_of(
        Source.DRAWERS,
        Tier.COUNTED,
        drawers_over=_money("drawers over", "What counts of drawers found beyond the books, count by count."),
        drawers_short=_money("drawers short", "What counts of drawers found to be missing, count by count."),
        drawer_variances=_count("drawers that were off", "Counts of drawers that differed from the books."),
    ),
    *_of(
        Source.CASES,
        Tier.RECORDED,
        cases_opened=_count("disputes opened", "Cases opened at tables."),
        cases_ruled=_count("disputes ruled", "Cases with a first ruling."),
        ruling_seconds=_seconds("time to rulings", "Seconds from opening a case to its first ruling."),
    ),
    *_of(
        Source.COMPS,
        Tier.POINTS,
        points_earned=_count("points earned", "Points for hours of locked days, and what was corrected of them."),
        points_redeemed=_count("points redeemed", "Points redeemed, less what was taken back."),
        points_expired=_count("points gone", "Points taken off accounts because their days were over."),
        comps_redeemed=_money("comps redeemed", "What redeemed points were worth then, less what was taken back."),
    ),
    *_of(
        Source.COMPS_OWED,
        Tier.POINTS,
        points_unredeemed=_count("points not redeemed", "Points in all accounts at the end of the period."),
        comps_owed=_money("comps owed", "What these are worth by the rules of that day."),
    ),
]

MEASURES: Mapping[str, Measure] = {measure.code: measure for measure in _ALL}
"""Every measure by its code."""
MEASURES_OF: Mapping[Source, tuple[Measure, ...]] = {
    source: tuple(measure for measure in _ALL if measure.source == source) for source in Source
}
"""The measures of every source."""
COUNTED_APART = ("rake", "promo", "time")
"""The kinds of boxes of which each has a measure of what was counted, and in a reading how many wait for their count:
“rake_counted” and “rake_waiting”."""
