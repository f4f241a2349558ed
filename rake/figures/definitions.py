"""The figures: each with its one definition, in chapters as they are read."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rake.figures.formulas import Formula, Ratio, Total, hours, mean_minutes, per, per_hour, total
from rake.figures.measures import MEASURES, TIERS, Measure, Source, Tier
from rake.figures.units import IN_WORDS, Unit


class Chapter(StrEnum):
    """The subject of a group of figures."""

    TAKINGS = "takings"
    DROP = "drop"
    PLAY = "play"
    DEALERS = "dealers"
    LISTS = "lists"
    DISPUTES = "disputes"
    COMPS = "comps"


CHAPTERS: Mapping[Chapter, str] = {
    Chapter.TAKINGS: "Takings by hand",
    Chapter.DROP: "Drop as counted",
    Chapter.PLAY: "Tables and seats",
    Chapter.DEALERS: "Dealers",
    Chapter.LISTS: "Waiting lists",
    Chapter.DISPUTES: "Disputes",
    Chapter.COMPS: "Comps",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: the code by which page, files and API name it, its formula and unit, and what it is good for."""

    code: str
    title: str
    chapter: Chapter
    unit: Unit
    formula: Formula
    means: str

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that its formula reads, each once."""
        return tuple(MEASURES[code] for code in dict.fromkeys(self.formula.measures()))

    @property
    def sources(self) -> frozenset[Source]:
        """The sources of its measures."""
        return frozenset(measure.source for measure in self.measures)

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """The records that it rests on, each once."""
        return tuple(dict.fromkeys(measure.tier for measure in self.measures))

    @property
    def formula_in_words(self) -> str:
        """The formula with the titles of its measures."""
        return self.formula.words({code: measure.title for code, measure in MEASURES.items()})

    @property
    def unit_in_words(self) -> str:
        """The unit as pages and files show it, and how exactly."""
        return IN_WORDS[self.unit]

    @property
    def rests_on(self) -> str:
        """The records that it rests on, in words."""
        return "; ".join(TIERS[tier] for tier in self.tiers)


_HANDS = ("ticks", "full_hands")
_RATED_TAKEN = Total(("rake_owed", "rake_over"), ("rake_under",))
_REVENUE = ("rake_counted", "time_counted")
_COSTS = ("dealer_cost", "table_cost")


_TAKINGS = (
    Figure("hands", "Hands", Chapter.TAKINGS, Unit.COUNT, total(*_HANDS), "Hands of both tiers that count."),
    Figure("rake_taken", "Rake taken", Chapter.TAKINGS, Unit.MONEY, total("rake_taken"), "Rake dropped, as recorded."),
    Figure(
        "rake_owed", "Rake owed", Chapter.TAKINGS, Unit.MONEY, total("rake_owed"), "Of the hands whose pot is known."
    ),
    Figure("rake_over", "Rake over", Chapter.TAKINGS, Unit.MONEY, total("rake_over"), "Taken beyond what was owed."),
    Figure("rake_under", "Rake under", Chapter.TAKINGS, Unit.MONEY, total("rake_under"), "Owed and not taken."),
    Figure(
        "promo_taken", "Promo taken", Chapter.TAKINGS, Unit.MONEY, total("promo_taken"), "Promo dropped, as recorded."
    ),
    Figure("promo_over", "Promo over", Chapter.TAKINGS, Unit.MONEY, total("promo_over"), "Taken beyond what was owed."),
    Figure("promo_under", "Promo under", Chapter.TAKINGS, Unit.MONEY, total("promo_under"), "Owed and not taken."),
    Figure(
        "rake_per_hand",
        "Rake a hand",
        Chapter.TAKINGS,
        Unit.MONEY,
        Ratio(total("rake_taken"), Total(_HANDS, ("timed",))),
        "What a raked hand brings, whatever its pot; hands under a time charge are not among them.",
    ),
    Figure(
        "rake_per_table_hour",
        "Rake a table-hour",
        Chapter.TAKINGS,
        Unit.MONEY,
        per_hour("rake_taken", "open_seconds", less="timed_seconds"),
        "What an open table that is raked brings in an hour; the hours of tables under a time charge are not among "
        "them (up to release 0.3.0 they were).",
    ),
    Figure(
        "rake_per_seat_hour",
        "Rake a seat-hour",
        Chapter.TAKINGS,
        Unit.MONEY,
        per_hour("rake_taken", "played_seconds", less="timed_played_seconds"),
        "What a player present at a raked table pays in an hour; the hours of those who pay for time are not among "
        "them (up to release 0.3.0 they were).",
    ),
    Figure(
        "rake_and_time",
        "Rake and time",
        Chapter.TAKINGS,
        Unit.MONEY,
        total("rake_taken", "time_collected"),
        "Rake dropped and time collected, as recorded: what boxes of rake and of time take.",
    ),
    Figure(
        "rake_share",
        "Share of pots",
        Chapter.TAKINGS,
        Unit.SHARE,
        Ratio(_RATED_TAKEN, total("raked_pot")),
        "The part of the known pots that was taken as rake; of hands under a time charge none is.",
    ),
    Figure(
        "pots_known",
        "Pots known",
        Chapter.TAKINGS,
        Unit.SHARE,
        Ratio(total("rated", "unrated"), total(*_HANDS)),
        "The part of the hands on which owed, over and under rest.",
    ),
)
_DROP = (
    Figure(
        "revenue_counted",
        "Revenue",
        Chapter.DROP,
        Unit.MONEY,
        total(*_REVENUE),
        "Rake and time as counted: the revenue.",
    ),
    Figure(
        "rake_counted", "Rake counted", Chapter.DROP, Unit.MONEY, total("rake_counted"), "Counted out of rake boxes."
    ),
    Figure(
        "time_counted", "Time counted", Chapter.DROP, Unit.MONEY, total("time_counted"), "Counted out of time boxes."
    ),
    Figure(
        "promo_counted",
        "Promo counted",
        Chapter.DROP,
        Unit.MONEY,
        total("promo_counted"),
        "Counted out of promo boxes.",
    ),
    Figure(
        "drop_over", "Boxes over", Chapter.DROP, Unit.MONEY, total("drop_over"), "Beyond what was recorded, box by box."
    ),
    Figure(
        "drop_under",
        "Boxes short",
        Chapter.DROP,
        Unit.MONEY,
        total("drop_under"),
        "Recorded and not there, box by box.",
    ),
    Figure("boxes_counted", "Boxes counted", Chapter.DROP, Unit.COUNT, total("boxes_counted"), "Pulled and counted."),
    Figure(
        "boxes_waiting",
        "Not counted",
        Chapter.DROP,
        Unit.COUNT,
        total("boxes_waiting"),
        "Pulled, and still to be counted.",
    ),
    Figure(
        "time_collected", "Time collected", Chapter.DROP, Unit.MONEY, total("time_collected"), "As collected at tables."
    ),
    Figure(
        "time_per_table_hour",
        "Time a table-hour",
        Chapter.DROP,
        Unit.MONEY,
        per_hour("time_collected", "timed_seconds"),
        "What a table under a time charge collected in an hour.",
    ),
    Figure(
        "time_per_seat_hour",
        "Time a seat-hour",
        Chapter.DROP,
        Unit.MONEY,
        per_hour("time_collected", "timed_played_seconds"),
        "What a player present at a table under a time charge paid in an hour.",
    ),
    Figure(
        "time_waived",
        "Time waived",
        Chapter.DROP,
        Unit.MONEY,
        total("time_waived"),
        "Charges waived, with a reason each.",
    ),
    Figure("drawers_over", "Drawers over", Chapter.DROP, Unit.MONEY, total("drawers_over"), "Count by count."),
    Figure("drawers_short", "Drawers short", Chapter.DROP, Unit.MONEY, total("drawers_short"), "Count by count."),
    Figure(
        "counted_per_table_hour",
        "Revenue a table-hour",
        Chapter.DROP,
        Unit.MONEY,
        Ratio(total(*_REVENUE), total("open_seconds"), hours("open_seconds").times ** -1),
        "What an open table brought in an hour, as counted.",
    ),
    Figure(
        "costs",
        "Dealers and tables",
        Chapter.DROP,
        Unit.MONEY,
        total(*_COSTS),
        "What dealers and open tables cost. Not known until the room’s settings say what a minute and an hour do.",
    ),
    Figure(
        "contribution",
        "Contribution",
        Chapter.DROP,
        Unit.MONEY,
        total(*_REVENUE, less=_COSTS),
        "The revenue less what dealers and tables cost.",
    ),
    Figure(
        "contribution_per_table_hour",
        "Contribution a table-hour",
        Chapter.DROP,
        Unit.MONEY,
        Ratio(total(*_REVENUE, less=_COSTS), total("open_seconds"), hours("open_seconds").times ** -1),
        "What an open table leaves in an hour, after its dealer and its own cost.",
    ),
)
_PLAY = (
    Figure(
        "table_hours", "Table-hours", Chapter.PLAY, Unit.HOURS, hours("open_seconds"), "Hours that tables were open."
    ),
    Figure(
        "game_hours", "Game hours", Chapter.PLAY, Unit.HOURS, hours("game_seconds"), "With two players present or more."
    ),
    Figure(
        "player_hours", "Player hours", Chapter.PLAY, Unit.HOURS, hours("played_seconds"), "Hours of players present."
    ),
    Figure(
        "occupancy",
        "Occupancy",
        Chapter.PLAY,
        Unit.SHARE,
        per("played_seconds", "seat_seconds"),
        "The part of the seats of open tables with a player present.",
    ),
    Figure(
        "seats_away",
        "Seats away",
        Chapter.PLAY,
        Unit.SHARE,
        Ratio(total("taken_seconds", less=("played_seconds",)), total("taken_seconds")),
        "The part of the taken seats whose player was away.",
    ),
    Figure(
        "hands_per_hour",
        "Hands an hour",
        Chapter.PLAY,
        Unit.RATE,
        Ratio(total(*_HANDS), total("game_seconds"), hours("game_seconds").times ** -1),
        "Hands in an hour with two players present or more.",
    ),
    Figure(
        "ungame_hours",
        "No dealer",
        Chapter.PLAY,
        Unit.HOURS,
        hours("undealt_seconds"),
        "Open, and nobody down to deal.",
    ),
    Figure(
        "dead_hours",
        "Dead spread",
        Chapter.PLAY,
        Unit.HOURS,
        hours("dead_seconds"),
        "Open, with fewer than two players present.",
    ),
    Figure(
        "dead_no_dealer_hours",
        "Dead, no dealer",
        Chapter.PLAY,
        Unit.HOURS,
        hours("dead_undealt_seconds"),
        "Dead spread with nobody down to deal: players had no game to come to.",
    ),
    Figure(
        "dead_no_players_hours",
        "Dead, no players",
        Chapter.PLAY,
        Unit.HOURS,
        hours("dead_seconds", less=("dead_undealt_seconds",)),
        "Dead spread with a dealer at the table, who waits for players.",
    ),
    Figure(
        "planned_hours",
        "Planned",
        Chapter.PLAY,
        Unit.HOURS,
        hours("planned_seconds"),
        "Table-hours that were planned before their hour began. Not known of days for which nothing was planned.",
    ),
    Figure(
        "plan_over_hours",
        "Beyond the plan",
        Chapter.PLAY,
        Unit.HOURS,
        hours("over_seconds"),
        "Open table-hours that nobody planned, instant by instant; never set off against what fell short.",
    ),
    Figure(
        "plan_short_hours",
        "Short of the plan",
        Chapter.PLAY,
        Unit.HOURS,
        hours("short_seconds"),
        "Planned table-hours without an open table, instant by instant; never set off against tables beyond the plan.",
    ),
)
_DEALERS = (
    Figure(
        "hands_dealt",
        "Hands dealt",
        Chapter.DEALERS,
        Unit.COUNT,
        total(*_HANDS),
        "Hands that began in the dealer’s downs.",
    ),
    Figure(
        "dealer_hours",
        "Hours at tables",
        Chapter.DEALERS,
        Unit.HOURS,
        hours("open_seconds"),
        "Hours of downs; the line without a dealer is of tables at which nobody was put down.",
    ),
    Figure(
        "dealer_pace",
        "Hands an hour",
        Chapter.DEALERS,
        Unit.RATE,
        Ratio(total(*_HANDS), total("game_seconds"), hours("game_seconds").times ** -1),
        "Hands in an hour of downs with two players or more.",
    ),
    Figure(
        "dealer_rake",
        "Rake an hour",
        Chapter.DEALERS,
        Unit.MONEY,
        per_hour("rake_taken", "open_seconds", less="timed_seconds"),
        "Rake taken in an hour of downs at raked tables; downs at tables under a time charge are not among them "
        "(up to release 0.3.0 they were).",
    ),
    Figure("dealer_over", "Rake over", Chapter.DEALERS, Unit.MONEY, total("rake_over"), "Taken beyond what was owed."),
    Figure("dealer_under", "Rake under", Chapter.DEALERS, Unit.MONEY, total("rake_under"), "Owed and not taken."),
)
_LISTS = (
    Figure("names", "Names", Chapter.LISTS, Unit.COUNT, total("names"), "Names that left a list."),
    Figure("names_seated", "Seated", Chapter.LISTS, Unit.COUNT, total("names_seated"), "For a seat."),
    Figure("names_declined", "Declined", Chapter.LISTS, Unit.COUNT, total("names_declined"), "When called."),
    Figure(
        "names_no_show", "No-shows", Chapter.LISTS, Unit.COUNT, total("names_no_show"), "Called, and not there in time."
    ),
    Figure(
        "names_removed", "Taken off", Chapter.LISTS, Unit.COUNT, total("names_removed"), "Without an answered call."
    ),
    Figure(
        "lost_names",
        "Lost",
        Chapter.LISTS,
        Unit.SHARE,
        Ratio(total("names", less=("names_seated",)), total("names")),
        "The part of the names that got no seat.",
    ),
    Figure(
        "mean_wait",
        "Mean wait",
        Chapter.LISTS,
        Unit.MINUTES,
        mean_minutes("wait_seconds", "names_seated"),
        "Of the seated.",
    ),
    Figure(
        "quote_bias",
        "Wait beyond the quote",
        Chapter.LISTS,
        Unit.MINUTES,
        Ratio(
            total("quoted_wait_seconds", less=("quoted_seconds",)),
            total("quoted_names"),
            mean_minutes("wait_seconds", "names_seated").times,
        ),
        "How much longer than told they waited, on average; below nothing, shorter.",
    ),
)
_DISPUTES = (
    Figure(
        "cases_opened",
        "Opened",
        Chapter.DISPUTES,
        Unit.COUNT,
        total("cases_opened"),
        "Cases opened at tables; by dealer, of whom a case names, or who was down when its hand was dealt.",
    ),
    Figure("cases_ruled", "Ruled", Chapter.DISPUTES, Unit.COUNT, total("cases_ruled"), "Cases with a ruling."),
    Figure(
        "time_to_ruling",
        "Time to ruling",
        Chapter.DISPUTES,
        Unit.MINUTES,
        mean_minutes("ruling_seconds", "cases_ruled"),
        "From opening a case to its first ruling, on average.",
    ),
    Figure(
        "hands_per_case",
        "Hands a dispute",
        Chapter.DISPUTES,
        Unit.RATE,
        Ratio(total(*_HANDS), total("cases_opened")),
        "Hands recorded for each case opened.",
    ),
)

_COMPS = (
    Figure(
        "points_earned", "Points earned", Chapter.COMPS, Unit.COUNT, total("points_earned"), "For hours of locked days."
    ),
    Figure(
        "points_redeemed", "Redeemed", Chapter.COMPS, Unit.COUNT, total("points_redeemed"), "Less what was taken back."
    ),
    Figure("points_expired", "Gone", Chapter.COMPS, Unit.COUNT, total("points_expired"), "Their days were over."),
    Figure(
        "comps_redeemed",
        "Comps given",
        Chapter.COMPS,
        Unit.MONEY,
        total("comps_redeemed"),
        "What the house gave for points, at their worth then.",
    ),
    Figure(
        "comps_share",
        "Share of the rake",
        Chapter.COMPS,
        Unit.SHARE,
        per("comps_redeemed", "rake_taken"),
        "The part of the rake taken that went back to players as comps.",
    ),
    Figure(
        "points_unredeemed",
        "Points not redeemed",
        Chapter.COMPS,
        Unit.COUNT,
        total("points_unredeemed"),
        "In all accounts when the period ended.",
    ),
    Figure(
        "comps_owed",
        "Comps owed",
        Chapter.COMPS,
        Unit.MONEY,
        total("comps_owed"),
        "What the house owed players in comps when the period ended.",
    ),
)

FIGURES: Mapping[str, Figure] = {
    figure.code: figure
    for chapter in (_TAKINGS, _DROP, _PLAY, _DEALERS, _LISTS, _DISPUTES, _COMPS)
    for figure in chapter
}
"""Every figure by its code."""


def of_chapter(chapter: Chapter) -> tuple[Figure, ...]:
    """The figures of a chapter, in the order in which they are read."""
    return tuple(figure for figure in FIGURES.values() if figure.chapter == chapter)
