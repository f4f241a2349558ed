"""Who may do what, as code with words for people. A role is a set of permissions; a view names one permission."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum


class Permission(StrEnum):
    """One thing a person may do in a room. Views, API endpoints and services name exactly one."""

    FLOOR_VIEW = "floor.view"
    TABLE_OPEN = "table.open"
    PLAQUE_POST = "plaque.post"
    HOUSE_RULES_POST = "house_rules.post"
    SEAT = "seat"
    DEALERS = "dealers"
    PLAYER_VIEW = "player.view"
    PLAYER_EDIT = "player.edit"
    PLAYER_BAR = "player.bar"
    BUY_IN = "money.buy_in"
    CASH_OUT = "money.cash_out"
    DRAWER_FUND = "money.drawer_fund"
    MONEY_VIEW = "money.view"
    HAND_RECORD = "hand.record"
    HAND_VIEW = "hand.view"
    DISPUTE_RULE = "dispute.rule"
    DISPUTE_APPEAL = "dispute.appeal"
    REPORT_VIEW = "report.view"
    AUDIT_VIEW = "audit.view"
    STAFF_MANAGE = "staff.manage"
    ROOM_MANAGE = "room.manage"

    @property
    def sentence(self) -> str:
        """What it allows, in words that go on from "may"."""
        return SENTENCES[self]


_P = Permission

SENTENCES: dict[Permission, str] = {
    _P.FLOOR_VIEW: "see the floor: tables, plaques, seats and who plays",
    _P.TABLE_OPEN: "open and close tables",
    _P.PLAQUE_POST: "post a plaque on a table: game, limits, blinds, buy-in and rake",
    _P.HOUSE_RULES_POST: "post the house rules of the room",
    _P.SEAT: "seat players, move them and let them leave",
    _P.DEALERS: "put dealers on tables, push the line and keep their shifts",
    _P.PLAYER_VIEW: "look players up",
    _P.PLAYER_EDIT: "register players and correct their particulars",
    _P.PLAYER_BAR: "bar or exclude a player, and lift it",
    _P.BUY_IN: "sell chips for cash at a drawer",
    _P.CASH_OUT: "redeem chips for cash at a drawer",
    _P.DRAWER_FUND: "open drawers and fund them from the vault",
    _P.MONEY_VIEW: "see drawers, racks and the ledger",
    _P.HAND_RECORD: "enter hands and ticks at a table",
    _P.HAND_VIEW: "read recorded hands",
    _P.DISPUTE_RULE: "open disputes, rule on them and confirm another's ruling",
    _P.DISPUTE_APPEAL: "hear appeals against rulings",
    _P.REPORT_VIEW: "read the reports of the room",
    _P.AUDIT_VIEW: "read the audit trail",
    _P.STAFF_MANAGE: "add people, give and end their roles, and reset their passwords",
    _P.ROOM_MANAGE: "change the settings of the room",
}


@dataclass(frozen=True, slots=True)
class Role:
    """A job in the room: its code, title, what it is in one sentence, what it may do, and how long it may idle."""

    code: str
    title: str
    description: str
    permissions: frozenset[Permission]
    idle_limit: timedelta
    """How long a session of this role lasts without a touch; every session ends after twelve hours."""


_A_SHIFT = timedelta(hours=12)
_AT_A_DESK = timedelta(minutes=30)
_AT_THE_CAGE = timedelta(minutes=10)

_SEES_THE_FLOOR = {_P.FLOOR_VIEW, _P.PLAYER_VIEW}
_RUNS_A_TABLE = _SEES_THE_FLOOR | {
    _P.TABLE_OPEN,
    _P.SEAT,
    _P.DEALERS,
    _P.PLAYER_EDIT,
    _P.HAND_RECORD,
    _P.HAND_VIEW,
    _P.DISPUTE_RULE,
}
_ANSWERS_FOR_THE_ROOM = _RUNS_A_TABLE | {
    _P.DISPUTE_APPEAL,
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
            _A_SHIFT,
        ),
        Role(
            "floor",
            "Floor supervisor",
            "Opens and closes tables, seats players, enters hands and rules on disputes.",
            frozenset(_RUNS_A_TABLE | {_P.PLAYER_BAR}),
            _A_SHIFT,
        ),
        Role(
            "cashier",
            "Cashier",
            "Sells and redeems chips at the cage.",
            frozenset(_SEES_THE_FLOOR | {_P.PLAYER_EDIT, _P.BUY_IN, _P.CASH_OUT, _P.MONEY_VIEW}),
            _AT_THE_CAGE,
        ),
        Role(
            "manager",
            "Manager",
            "Posts plaques and house rules, funds the drawers, reads the reports and answers for the room.",
            frozenset(_ANSWERS_FOR_THE_ROOM),
            _AT_A_DESK,
        ),
        Role(
            "auditor",
            "Auditor",
            "Reads everything and changes nothing.",
            frozenset(_SEES_THE_FLOOR | {_P.HAND_VIEW, _P.MONEY_VIEW, _P.REPORT_VIEW, _P.AUDIT_VIEW}),
            _AT_A_DESK,
        ),
        Role(
            "administrator",
            "Administrator",
            "Manages the people who work here and the room's settings; touches no money.",
            frozenset({_P.FLOOR_VIEW, _P.STAFF_MANAGE, _P.ROOM_MANAGE, _P.AUDIT_VIEW}),
            _AT_A_DESK,
        ),
    )
}
