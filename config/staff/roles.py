"""Who may do what, as code with words for people. A role is a set of permissions; a view names one permission."""

from dataclasses import dataclass
from enum import StrEnum


class Permission(StrEnum):
    """One thing a person may do in a room. Views, API endpoints and services name exactly one."""

    FLOOR_VIEW = "floor.view"
    TABLE_OPEN = "table.open"
    PLAQUE_POST = "plaque.post"
    HOUSE_RULES_POST = "house_rules.post"
    SEAT = "seat"
    PLAYER_VIEW = "player.view"
    PLAYER_EDIT = "player.edit"
    PLAYER_BAR = "player.bar"
    BUY_IN = "money.buy_in"
    CASH_OUT = "money.cash_out"
    DRAWER_FUND = "money.drawer_fund"
    MONEY_VIEW = "money.view"
    HAND_RECORD = "hand.record"
    HAND_VIEW = "hand.view"
    REPORT_VIEW = "report.view"
    AUDIT_VIEW = "audit.view"
    STAFF_MANAGE = "staff.manage"
    ROOM_MANAGE = "room.manage"


@dataclass(frozen=True, slots=True)
class Role:
    """A job in the room: its code, its title, what it is in one sentence, and what it may do."""

    code: str
    title: str
    description: str
    permissions: frozenset[Permission]


_P = Permission
_SEES_THE_FLOOR = {_P.FLOOR_VIEW, _P.PLAYER_VIEW}
_RUNS_A_TABLE = _SEES_THE_FLOOR | {_P.TABLE_OPEN, _P.SEAT, _P.PLAYER_EDIT, _P.HAND_RECORD, _P.HAND_VIEW}
_ANSWERS_FOR_THE_ROOM = _RUNS_A_TABLE | {
    _P.PLAQUE_POST,
    _P.HOUSE_RULES_POST,
    _P.PLAYER_BAR,
    _P.DRAWER_FUND,
    _P.MONEY_VIEW,
    _P.REPORT_VIEW,
    _P.AUDIT_VIEW,
}

ROLES: dict[str, Role] = {
    role.code: role
    for role in (
        Role(
            "host",
            "Host",
            "Keeps the lists and seats players.",
            frozenset(_SEES_THE_FLOOR | {_P.SEAT, _P.PLAYER_EDIT}),
        ),
        Role(
            "floor",
            "Floor supervisor",
            "Opens and closes tables, seats players, enters hands and rules on disputes.",
            frozenset(_RUNS_A_TABLE | {_P.PLAYER_BAR}),
        ),
        Role(
            "cashier",
            "Cashier",
            "Sells and redeems chips at the cage.",
            frozenset(_SEES_THE_FLOOR | {_P.PLAYER_EDIT, _P.BUY_IN, _P.CASH_OUT, _P.MONEY_VIEW}),
        ),
        Role(
            "manager",
            "Manager",
            "Posts plaques and house rules, funds the drawers, reads the reports and answers for the room.",
            frozenset(_ANSWERS_FOR_THE_ROOM),
        ),
        Role(
            "auditor",
            "Auditor",
            "Reads everything and changes nothing.",
            frozenset(_SEES_THE_FLOOR | {_P.HAND_VIEW, _P.MONEY_VIEW, _P.REPORT_VIEW, _P.AUDIT_VIEW}),
        ),
        Role(
            "administrator",
            "Administrator",
            "Manages the people who work here and the room's settings; touches no money.",
            frozenset({_P.FLOOR_VIEW, _P.STAFF_MANAGE, _P.ROOM_MANAGE, _P.AUDIT_VIEW}),
        ),
    )
}
