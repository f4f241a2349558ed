"""The words around a figure: what comes before its number and what after it, by subject. They tell and never explain:
none says what something comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Subject(StrEnum):
    """The subjects of a morning, in the order of the page."""

    MONEY = "money"
    TABLES = "tables"
    LISTS = "lists"
    DEALERS = "dealers"
    DISPUTES = "disputes"
    SYSTEMS = "systems"
    STAFF = "staff"


TITLES: Mapping[Subject, str] = {
    Subject.MONEY: "Money",
    Subject.TABLES: "Tables",
    Subject.LISTS: "Waiting lists",
    Subject.DEALERS: "Dealers",
    Subject.DISPUTES: "Disputes",
    Subject.SYSTEMS: "Other systems",
    Subject.STAFF: "Staff",
}


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words around the number of one figure; `one` in place of `after` where the number is a single one."""

    subject: Subject
    before: str
    after: str = ""
    one: str = ""


_MONEY, _TABLES, _LISTS, _DEALERS, _DISPUTES, *_ = Subject

PHRASES: Mapping[str, Phrase] = {
    "revenue_counted": Phrase(_MONEY, "Rake and time as counted came to"),
    "rake_taken": Phrase(_MONEY, "As recorded,", "of rake was dropped"),
    "promo_taken": Phrase(_MONEY, "As recorded,", "of promo was dropped"),
    "contribution": Phrase(_MONEY, "After what dealers and tables cost,", "of the revenue was left"),
    "rake_per_table_hour": Phrase(_MONEY, "A raked table took", "of rake an hour"),
    "time_collected": Phrase(_MONEY, "Tables on time collected"),
    "time_waived": Phrase(_MONEY, "Time charges that were waived came to"),
    "drop_over": Phrase(_MONEY, "Box by box,", "was counted beyond what was recorded"),
    "drop_under": Phrase(_MONEY, "Box by box,", "of what was recorded was not there"),
    "boxes_waiting": Phrase(_MONEY, "", "boxes were pulled and are not counted", "box was pulled and is not counted"),
    "drawers_over": Phrase(_MONEY, "Drawers were over by"),
    "drawers_short": Phrase(_MONEY, "Drawers were short by"),
    "hands": Phrase(_TABLES, "", "hands were recorded", "hand was recorded"),
    "table_hours": Phrase(_TABLES, "Tables were open for"),
    "player_hours": Phrase(_TABLES, "Players were present for"),
    "occupancy": Phrase(_TABLES, "Players were present at", "of the seats of open tables"),
    "seats_away": Phrase(_TABLES, "At", "of the taken seats the player was away"),
    "dead_hours": Phrase(_TABLES, "Open tables had fewer than two players present for"),
    "planned_hours": Phrase(_TABLES, "Planned before their hours were", "of tables"),
    "plan_over_hours": Phrase(_TABLES, "Beyond the plan, tables were open for"),
    "plan_short_hours": Phrase(_TABLES, "Tables that were planned were not open for"),
    "names": Phrase(_LISTS, "", "names left the lists", "name left the lists"),
    "names_seated": Phrase(_LISTS, "From lists,", "names were seated", "name was seated"),
    "names_declined": Phrase(_LISTS, "When called,", "names declined", "name declined"),
    "names_no_show": Phrase(_LISTS, "When called,", "names did not come in time", "name did not come in time"),
    "lost_names": Phrase(_LISTS, "Of the names that left the lists,", "got no seat"),
    "mean_wait": Phrase(_LISTS, "Whoever was seated from a list had waited", "on average"),
    "quote_bias": Phrase(_LISTS, "Beyond what they had been told, the seated waited", "on average"),
    "hands_per_hour": Phrase(_DEALERS, "Games were dealt at", "hands an hour"),
    "ungame_hours": Phrase(_DEALERS, "At open tables nobody was down to deal for"),
    "rake_over": Phrase(_DEALERS, "Hand by hand,", "of rake was taken beyond what the plaques say"),
    "rake_under": Phrase(_DEALERS, "Hand by hand,", "of the rake that the plaques say was not taken"),
    "cases_opened": Phrase(_DISPUTES, "At the tables,", "disputes were opened", "dispute was opened"),
    "time_to_ruling": Phrase(_DISPUTES, "From opening a dispute to its first ruling it took", "on average"),
}
"""The phrase of every figure that a morning tells, by the figure's code, in the order of the definitions."""
