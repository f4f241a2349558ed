"""The permissions, as code with words for people. A role is a set of permissions; a view names one permission."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum


class Permission(StrEnum):
    """One thing a person may do in a room. Views, API endpoints and services name exactly one."""

    FLOOR_VIEW = "floor.view"
    TABLE_OPEN = "table.open"
    PLAQUE_VIEW = "plaque.view"
    PLAQUE_POST = "plaque.post"
    HOUSE_RULES_POST = "house_rules.post"
    SEAT = "seat"
    COUNT = "count"
    DEALERS = "dealers"
    DEALERS_VIEW = "dealers.view"
    PLAYER_VIEW = "player.view"
    PLAYER_PAPERS = "player.papers"
    PLAYER_EDIT = "player.edit"
    PLAYER_BAR = "player.bar"
    PLAYER_IDENTIFY = "player.identify"
    PLAYER_WORKS_HERE = "player.works_here"
    BAN_LIFT = "ban.lift"
    BUY_IN = "money.buy_in"
    CASH_OUT = "money.cash_out"
    DRAWER_FUND = "money.drawer_fund"
    SLIP_VIEW = "slip.view"
    SLIP = "slip.act"
    SLIP_AUTHORISE = "slip.authorise"
    TRAY_COUNT = "tray.count"
    MONEY_VIEW = "money.view"
    VAULT_VIEW = "money.vault_view"
    LEDGER_VIEW = "ledger.view"
    EXPECTED = "money.expected"
    DRAWER_COUNT = "money.drawer_count"
    BANK_SERVE = "money.bank_serve"
    BANK_VIEW = "money.bank_view"
    RUNNER_SELL = "money.runner_sell"
    TOKES_SPLIT = "money.tokes_split"
    TOKES_VIEW = "money.tokes_view"
    BOX_VIEW = "box.view"
    BOX_PULL = "box.pull"
    BOX_COUNT = "box.count"
    POOL_POST = "pool.post"
    POOL_VIEW = "pool.view"
    POOL_RECONCILE = "pool.reconcile"
    AWARD_DECLARE = "award.declare"
    AWARD_VIEW = "award.view"
    HAND_RECORD = "hand.record"
    HAND_VIEW = "hand.view"
    DISPUTE_RULE = "dispute.rule"
    DISPUTE_APPEAL = "dispute.appeal"
    REPORT_VIEW = "report.view"
    REPORT_BUILD = "report.build"
    ASSURANCE_VIEW = "assurance.view"
    ASSURANCE_CLOSE = "assurance.close"
    DAY_VIEW = "day.view"
    DAY_LOCK = "day.lock"
    AUDIT_VIEW = "audit.view"
    AUDIT_ANSWER = "audit.answer"
    STAFF_VIEW = "staff.view"
    STAFF_MANAGE = "staff.manage"
    COMP_VIEW = "comp.view"
    COMP_REDEEM = "comp.redeem"
    COMP_POST = "comp.post"
    ROOM_VIEW = "room.view"
    ROOM_MANAGE = "room.manage"
    HOOK_VIEW = "hook.view"
    HOOK_MANAGE = "hook.manage"

    @property
    def sentence(self) -> str:
        """The act that it allows, in words that go on from "may"."""
        return SENTENCES[self]


_P = Permission

SENTENCES: dict[Permission, str] = {
    _P.FLOOR_VIEW: "see the floor: tables, plaques, seats and who plays",
    _P.TABLE_OPEN: "open and close tables",
    _P.PLAQUE_VIEW: "see the tables of the room and every plaque that stood on them",
    _P.PLAQUE_POST: "post a plaque on a table: game, limits, blinds, buy-in and rake",
    _P.HOUSE_RULES_POST: "post the house rules of the room",
    _P.SEAT: "seat players, move them and let them leave",
    _P.COUNT: "count a stack that is not what the books say",
    _P.DEALERS_VIEW: "see the dealers, their shifts and their pace",
    _P.DEALERS: "put dealers on tables, push the line and keep their shifts",
    _P.PLAYER_VIEW: "look players up",
    _P.PLAYER_PAPERS: "read a player’s date of birth and document on the player’s page; each reading is noted",
    _P.PLAYER_EDIT: "register players and correct their particulars",
    _P.PLAYER_BAR: "bar or exclude a player",
    _P.PLAYER_IDENTIFY: "decide whether two records are of one person",
    _P.PLAYER_WORKS_HERE: "note which players work here, and that they do no more",
    _P.BAN_LIFT: "let a barred or excluded player in again",
    _P.BUY_IN: "sell chips for cash at a drawer",
    _P.CASH_OUT: "redeem chips for cash at a drawer",
    _P.DRAWER_FUND: "add drawers and fund them from the vault",
    _P.VAULT_VIEW: "see every drawer and the vault",
    _P.LEDGER_VIEW: "read the ledger: every transfer and place of chips and cash, and the way of a hand’s chips",
    _P.DRAWER_COUNT: "count a drawer that is closed, and confirm what somebody else has counted",
    _P.BOX_VIEW: "see which drop boxes hang where, and who has the others and their keys",
    _P.BOX_PULL: "hang and pull drop boxes, watch another do it, and keep them and their keys",
    _P.BOX_COUNT: "count drop boxes that were pulled",
    _P.POOL_POST: "draft the terms of a promotional pool",
    _P.POOL_VIEW: "see the promotional pools, and confirm terms that somebody of another role drafted",
    _P.POOL_RECONCILE: "sign that what a gaming day brought the pools is what was counted for them",
    _P.AWARD_DECLARE: "declare awards out of promotional pools, approve another role’s, and take back unpaid ones",
    _P.AWARD_VIEW: "see the awards out of promotional pools, and whose shares are paid",
    _P.EXPECTED: "see what a drawer must hold by the books; whoever has looked doesn’t count it",
    _P.SLIP_VIEW: "see fills and credits, and who did what with each",
    _P.SLIP: "ask for fills and credits, send, carry and receive them",
    _P.SLIP_AUTHORISE: "authorise the fills and credits that others ask for, refuse and void them",
    _P.TRAY_COUNT: "count a dealer’s tray, and verify what comes to it or leaves it",
    _P.MONEY_VIEW: "see drawers, racks and receipts",
    _P.BANK_SERVE: "open players’ banks, and take and pay what is kept in them",
    _P.BANK_VIEW: "see what players’ banks hold",
    _P.RUNNER_SELL: "sell chips at the tables from a runner’s bank",
    _P.TOKES_SPLIT: "share pooled tokes among the dealers",
    _P.TOKES_VIEW: "see the tokes of every dealer",
    _P.HAND_RECORD: "enter hands and ticks at a table",
    _P.HAND_VIEW: "read recorded hands",
    _P.DISPUTE_RULE: "open disputes, rule on them and confirm another's ruling",
    _P.DISPUTE_APPEAL: "hear appeals against rulings",
    _P.REPORT_VIEW: "read the reports of the room",
    _P.REPORT_BUILD: "have the reports of the room built, and hand files imported",
    _P.ASSURANCE_VIEW: "see whose boxes, pots and paces are worth a look; each look is noted",
    _P.ASSURANCE_CLOSE: "close what was worth a look, with a reason",
    _P.DAY_VIEW: "see the gaming days and what keeps each open, and confirm that one is locked",
    _P.DAY_LOCK: "lock a gaming day",
    _P.AUDIT_VIEW: "read the audit trail",
    _P.AUDIT_ANSWER: "answer for what the audit of the books found",
    _P.STAFF_VIEW: "see who works here in which role, now and before",
    _P.STAFF_MANAGE: "add people, give and end their roles, and reset their passwords",
    _P.COMP_VIEW: "see what players have earned by playing, and their points",
    _P.COMP_REDEEM: "redeem points for players, confirm it for another, and take it back with another",
    _P.COMP_POST: "post what play earns and the rules of points, and correct hours with another",
    _P.ROOM_VIEW: "see the settings of the room",
    _P.ROOM_MANAGE: "change the settings of the room",
    _P.HOOK_VIEW: "see which systems outside are told of events, and what was sent to them",
    _P.HOOK_MANAGE: "have systems outside told of events",
}


WEIGHTY: frozenset[Permission] = frozenset(
    {
        _P.COUNT, _P.BUY_IN, _P.CASH_OUT, _P.DRAWER_FUND, _P.DRAWER_COUNT, _P.HAND_RECORD, _P.DISPUTE_RULE,
        _P.DISPUTE_APPEAL, _P.PLAQUE_POST, _P.HOUSE_RULES_POST, _P.BAN_LIFT, _P.DAY_LOCK, _P.STAFF_MANAGE,
        _P.ROOM_MANAGE, _P.BANK_SERVE, _P.RUNNER_SELL, _P.TOKES_SPLIT, _P.BOX_PULL, _P.BOX_COUNT, _P.POOL_POST, _P.SLIP,
        _P.AWARD_DECLARE,
        _P.SLIP_AUTHORISE, _P.COMP_REDEEM, _P.COMP_POST, _P.HOOK_MANAGE,
    }
)  # fmt: skip
"""Permissions that move money or change a right or a rule: whoever may do any of it signs in with a second factor,
where the room asks for one."""


WORKS_THE_ROOM: frozenset[Permission] = frozenset(
    {
        _P.TABLE_OPEN, _P.SEAT, _P.COUNT, _P.DEALERS, _P.BUY_IN, _P.CASH_OUT, _P.DRAWER_FUND, _P.DRAWER_COUNT,
        _P.BANK_SERVE, _P.RUNNER_SELL, _P.TOKES_SPLIT, _P.SLIP, _P.SLIP_AUTHORISE, _P.TRAY_COUNT, _P.BOX_PULL,
        _P.BOX_COUNT, _P.POOL_POST, _P.AWARD_DECLARE, _P.HAND_RECORD, _P.DISPUTE_RULE, _P.DAY_LOCK,
    }
)  # fmt: skip
"""Permissions of who works cage, floor or counts: whoever has one of them is not independent of the card room
(25 CFR 543.10(g)(9))."""


POWERFUL = frozenset({"manager", "administrator"})
"""Roles that one administrator alone neither gives nor ends, where there is another."""


@dataclass(frozen=True, slots=True)
class Role:
    """A job in the room: its code, title, what it is in one sentence, what it may do, and how long it may idle."""

    code: str
    title: str
    description: str
    permissions: frozenset[Permission]
    idle_limit: timedelta
    """The time that a session of this role lasts without a touch; every session ends after twelve hours."""

    @property
    def is_weighty(self) -> bool:
        """Whether it moves money or changes a right or a rule."""
        return not WEIGHTY.isdisjoint(self.permissions)


_A_SHIFT = timedelta(hours=12)
_AT_A_DESK = timedelta(minutes=30)
_AT_THE_CAGE = timedelta(minutes=10)

_SEES_THE_FLOOR = {_P.FLOOR_VIEW, _P.PLAYER_VIEW}
_RUNS_A_TABLE = _SEES_THE_FLOOR | {
    _P.TABLE_OPEN,
    _P.SEAT,
    _P.COUNT,
    _P.DEALERS,
    _P.DEALERS_VIEW,
    _P.PLAYER_EDIT,
    _P.PLAYER_PAPERS,
    _P.HAND_RECORD,
    _P.HAND_VIEW,
    _P.DISPUTE_RULE,
    _P.PLAYER_IDENTIFY,
    _P.DRAWER_COUNT,
    _P.BOX_VIEW,
    _P.BOX_PULL,
    _P.BOX_COUNT,
    _P.DAY_VIEW,
    _P.SLIP_VIEW,
    _P.SLIP,
    _P.SLIP_AUTHORISE,
    _P.TRAY_COUNT,
    _P.COMP_VIEW,
    _P.COMP_REDEEM,
    _P.AWARD_DECLARE,
    _P.AWARD_VIEW,
}
_ANSWERS_FOR_THE_ROOM = _RUNS_A_TABLE | {
    _P.DISPUTE_APPEAL,
    _P.PLAQUE_VIEW,
    _P.PLAQUE_POST,
    _P.HOUSE_RULES_POST,
    _P.PLAYER_BAR,
    _P.PLAYER_WORKS_HERE,
    _P.BAN_LIFT,
    _P.DRAWER_FUND,
    _P.MONEY_VIEW,
    _P.VAULT_VIEW,
    _P.LEDGER_VIEW,
    _P.EXPECTED,
    _P.ROOM_VIEW,
    _P.REPORT_VIEW,
    _P.REPORT_BUILD,
    _P.ASSURANCE_VIEW,
    _P.ASSURANCE_CLOSE,
    _P.DAY_LOCK,
    _P.AUDIT_VIEW,
    _P.AUDIT_ANSWER,
    _P.BANK_VIEW,
    _P.TOKES_SPLIT,
    _P.TOKES_VIEW,
    _P.POOL_POST,
    _P.POOL_VIEW,
    _P.HOOK_VIEW,
    _P.HOOK_MANAGE,
    _P.COMP_POST,
}

_READS_EVERYTHING = {
    _P.PLAQUE_VIEW,
    _P.DEALERS_VIEW,
    _P.HAND_VIEW,
    _P.MONEY_VIEW,
    _P.SLIP_VIEW,
    _P.VAULT_VIEW,
    _P.LEDGER_VIEW,
    _P.EXPECTED,
    _P.REPORT_VIEW,
    _P.ASSURANCE_VIEW,
    _P.DAY_VIEW,
    _P.AUDIT_VIEW,
    _P.STAFF_VIEW,
    _P.ROOM_VIEW,
    _P.BANK_VIEW,
    _P.TOKES_VIEW,
    _P.POOL_VIEW,
    _P.BOX_VIEW,
    _P.HOOK_VIEW,
    _P.COMP_VIEW,
    _P.AWARD_VIEW,
}

ROLES: dict[str, Role] = {
    role.code: role
    for role in (
        Role(
            "host",
            "Host",
            "Keeps the lists and seats players.",
            frozenset(_SEES_THE_FLOOR | {_P.SEAT, _P.PLAYER_EDIT, _P.TRAY_COUNT}),
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
            frozenset(
                _SEES_THE_FLOOR
                | {_P.PLAYER_EDIT, _P.PLAYER_PAPERS, _P.BUY_IN, _P.CASH_OUT, _P.MONEY_VIEW, _P.DRAWER_COUNT}
                | {_P.BANK_SERVE, _P.BANK_VIEW, _P.RUNNER_SELL, _P.TOKES_VIEW}
                | {_P.BOX_VIEW, _P.BOX_PULL, _P.BOX_COUNT}
                | {_P.SLIP_VIEW, _P.SLIP, _P.COMP_VIEW, _P.COMP_REDEEM, _P.AWARD_VIEW}
            ),
            _AT_THE_CAGE,
        ),
        Role(
            "runner",
            "Chip runner",
            "Sells chips at the tables from a bank of their own.",
            frozenset(_SEES_THE_FLOOR | {_P.RUNNER_SELL, _P.MONEY_VIEW, _P.DRAWER_COUNT}),
            _A_SHIFT,
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
            "Reads everything, signs the pools’ reconciliation, and changes nothing.",
            frozenset(_SEES_THE_FLOOR | _READS_EVERYTHING | {_P.POOL_RECONCILE}),
            _AT_A_DESK,
        ),
        Role(
            "administrator",
            "Administrator",
            "Manages the people who work here and the room's settings; touches no money.",
            frozenset({_P.FLOOR_VIEW, _P.STAFF_VIEW, _P.STAFF_MANAGE, _P.ROOM_VIEW, _P.ROOM_MANAGE, _P.AUDIT_VIEW}),
            _AT_A_DESK,
        ),
    )
}


def whom(permission: Permission) -> str:
    """The roles that hold a permission, for a sentence that says whom to ask: "a floor supervisor or a manager"."""
    names = [role.title.lower() for role in ROLES.values() if permission in role.permissions]
    with_article = [f"{'an' if name[0] in 'aeiou' else 'a'} {name}" for name in names]
    *others, last = with_article or ["somebody who may"]
    return f"{', '.join(others)} or {last}" if others else last
