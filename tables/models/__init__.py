"""Where it is played, and who deals there: tables, signs, sessions, alarms, dealers and their downs."""

from tables.models.floor import HouseRulesVersion, PlaqueVersion, PlaySource, SessionAlarm, Table, TableSession

__all__ = [
    "HouseRulesVersion",
    "PlaqueVersion",
    "PlaySource",
    "SessionAlarm",
    "Table",
    "TableSession",
]
