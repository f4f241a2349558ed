"""The places of play, and those who deal there: tables, plaques, plans, sessions, alarms, dealers and their downs."""

from tables.models.dealers import Dealer, DealerGuesses, DealerShift, Down
from tables.models.floor import HouseRulesVersion, PlaqueVersion, PlaySource, SessionAlarm, Table, TableSession
from tables.models.plans import MOST_PLANNED, WEEKDAYS, TablePlan

__all__ = [
    "MOST_PLANNED",
    "WEEKDAYS",
    "Dealer",
    "DealerGuesses",
    "DealerShift",
    "Down",
    "HouseRulesVersion",
    "PlaqueVersion",
    "PlaySource",
    "SessionAlarm",
    "Table",
    "TablePlan",
    "TableSession",
]
