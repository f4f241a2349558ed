"""The places of play, and those who deal there: tables, plaques, sessions, alarms, dealers and their downs."""

from tables.models.dealers import Dealer, DealerGuesses, DealerShift, Down
from tables.models.floor import HouseRulesVersion, PlaqueVersion, PlaySource, SessionAlarm, Table, TableSession

__all__ = [
    "Dealer",
    "DealerGuesses",
    "DealerShift",
    "Down",
    "HouseRulesVersion",
    "PlaqueVersion",
    "PlaySource",
    "SessionAlarm",
    "Table",
    "TableSession",
]
