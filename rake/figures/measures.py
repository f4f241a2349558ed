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
    BOOKS = "books"


TIERS: Mapping[Tier, str] = {
    Tier.COUNTED: "counted by two people, blind",
    Tier.RECORDED: "every hand recorded at the table, quick or full, as it was entered",
    Tier.RATED: "the hands whose pot is known: an estimate, for the others are not in it",
    Tier.CLOCK: "the times of what the floor entered: tables, seats, absences, dealers, lists",
    Tier.BOOKS: "the chip ledger",
}


class Source(StrEnum):
    """The rows that a measure is read from; each is one reader in `rake.figures.readers`."""

    HANDS = "hands"
    PLAY = "play"
    DROP = "drop"
    TIME = "time"
    LISTS = "lists"
    DRAWERS = "drawers"
    CASES = "cases"


@dataclass(frozen=True, slots=True)
class Measure:
    """One quantity: a sum of money in minor units, of seconds, or a count, as `means` says."""

    code: str
    title: str
    source: Source
    tier: Tier
    means: str


def _of(source: Source, tier: Tier, **each: tuple[str, str]) -> list[Measure]:
    return [Measure(code, title, source, tier, means) for code, (title, means) in each.items()]


_ALL = [
    *_of(
        Source.HANDS,
        Tier.RECORDED,
        ticks=("quick hands", "Hands of which only the takings were recorded, and the pot where somebody gave it."),
        full_hands=("full hands", "Hands recorded with every action and card."),
        timed=("hands under a time charge", "Hands at tables where players pay for time in place of a rake."),
        rake_taken=("rake taken", "Rake dropped, as recorded with each hand."),
        promo_taken=("promo taken", "Promo dropped, as recorded with each hand."),
    ),
    *_of(
        Source.HANDS,
        Tier.RATED,
        rated=("rated hands", "Hands with a known pot, for which the plaque’s schedule says what was owed."),
        unrated=("hands not rated yet", "Hands with a known pot that wait for their rating."),
        pot=("known pots", "The called money of the hands whose pot is known, before rake and promo."),
        rake_owed=("rake owed", "What the schedule on the plaque takes of the rated hands."),
        rake_over=("rake over", "Rake dropped beyond what was owed, hand by hand; never set off against rake under."),
        rake_under=("rake under", "Rake owed and not dropped, hand by hand; never set off against rake over."),
        promo_owed=("promo owed", "What the plaque takes for promotions, of the rated hands."),
        promo_over=("promo over", "Promo dropped beyond what was owed, hand by hand."),
        promo_under=("promo under", "Promo owed and not dropped, hand by hand."),
    ),
    *_of(
        Source.PLAY,
        Tier.CLOCK,
        open_seconds=("table time", "Seconds that tables were open."),
        game_seconds=("game time", "Seconds of them with two players present or more: hands can be dealt."),
        dead_seconds=("dead spread", "Seconds of them with fewer than two players present."),
        undealt_seconds=("time without a dealer", "Seconds of them with nobody put down as the dealer."),
        seat_seconds=("seat time", "Seconds that tables were open, times the seats of their plaques."),
        taken_seconds=("taken seat time", "Seconds of seats with somebody’s chips, present or away."),
        played_seconds=("played seat time", "Seconds of seats with a player present."),
    ),
    *_of(
        Source.DROP,
        Tier.COUNTED,
        rake_counted=("rake counted", "Chips counted out of rake boxes."),
        promo_counted=("promo counted", "Chips counted out of promo boxes."),
        time_counted=("time counted", "Chips counted out of time boxes."),
        drop_over=("boxes over", "What boxes held beyond what hands and collections recorded, box by box."),
        drop_under=("boxes short", "What boxes lacked of what hands and collections recorded, box by box."),
        boxes_counted=("boxes counted", "Boxes pulled and counted; those of tokes, which are not the house’s, apart."),
        boxes_waiting=("boxes not counted", "Boxes pulled and not counted yet: what they hold is in no figure."),
    ),
    *_of(
        Source.TIME,
        Tier.BOOKS,
        time_collected=("time collected", "Time charges collected from players."),
        time_waived=("time waived", "Time charges that were waived, each with its reason."),
        time_payers=("charges collected", "Time charges collected, each of one player and half hour."),
    ),
    *_of(
        Source.LISTS,
        Tier.CLOCK,
        names=("names on lists", "Names that left a list in the period, whichever way."),
        names_seated=("seated from lists", "Names that left a list for a seat."),
        names_declined=("declined", "Names that declined a seat when they were called."),
        names_no_show=("no-shows", "Names that were called and did not come in time."),
        names_removed=("taken off", "Names taken off a list without a call that was answered."),
        wait_seconds=(
            "time waited",
            "Seconds from joining, or coming into the room if later, to the seat, of the seated.",
        ),
        quoted_names=("quoted and seated", "Seated names that had been told how long they would wait."),
        quoted_seconds=("time quoted", "Seconds of wait that these had been told."),
        quoted_wait_seconds=("time they waited", "Seconds that these waited."),
    ),
    *_of(
        Source.DRAWERS,
        Tier.COUNTED,
        drawers_over=("drawers over", "What counts of drawers found beyond the books, count by count."),
        drawers_short=("drawers short", "What counts of drawers found to be missing, count by count."),
        drawer_variances=("drawers that were off", "Counts of drawers that differed from the books."),
    ),
    *_of(
        Source.CASES,
        Tier.RECORDED,
        cases_opened=("disputes opened", "Cases opened at tables."),
        cases_ruled=("disputes ruled", "Cases with a first ruling."),
        ruling_seconds=("time to rulings", "Seconds from opening a case to its first ruling."),
    ),
]

MEASURES: Mapping[str, Measure] = {measure.code: measure for measure in _ALL}
"""Every measure by its code."""
