"""Words of the audit trail about the cage."""

from cage.models import (
    BankStatement,
    BuyIn,
    CashOut,
    ChipAlarm,
    ChipSet,
    ChipSlip,
    Denominations,
    Drawer,
    DrawerSession,
    Investigation,
    SlipVoid,
)
from config.audit.words import Subject, register

register(
    verbs={
        "bank.stated": "entered a bank statement",
        "buy_in.taken": "sold chips",
        "buy_in.voided": "voided a buy-in",
        "cash_out.paid": "redeemed chips",
        "cash_out.voided": "voided a cash-out",
        "chips.alarm_answered": "answered for chips that nobody issued",
        "chips.destroyed": "destroyed chips",
        "chips.more_than_issued": "counted more chips than were issued",
        "chips.received": "received chips",
        "chips.retired": "retired a set of chips",
        "chips.set_added": "added a set of chips",
        "denominations.posted": "posted the values to count in",
        "drawer.added": "added a drawer",
        "drawer.close_begun": "began to close a drawer",
        "drawer.closed": "closed a drawer",
        "drawer.count_given_up": "gave a count up",
        "drawer.counted": "counted a drawer",
        "drawer.expected_seen": "looked at what a drawer must hold",
        "drawer.filled": "filled a drawer",
        "drawer.handed_over": "handed a drawer over",
        "drawer.opened": "opened a drawer",
        "drawer.opening_accepted": "accepted what a drawer was opened with",
        "drawer.opening_differs": "counted a drawer otherwise than it was closed",
        "investigation.settled": "settled a variance",
        "vault.stocked": "stocked the vault",
    },
    subjects=(
        Subject(BankStatement, "bank statement", links=lambda row: ("liability", [])),
        Subject(BuyIn, "buy-in", ("player",), lambda row: str(row.player), lambda row: ("buy_in_receipt", [row.pk])),
        Subject(
            CashOut, "cash-out", ("player",), lambda row: str(row.player), lambda row: ("cash_out_receipt", [row.pk]),
        ),
        Subject(
            SlipVoid, "void", ("buy_in__player", "cash_out__player"), lambda row: str(row.slip.player),
            lambda row: ("buy_in_receipt" if row.buy_in_id else "cash_out_receipt", [row.slip.pk]),
        ),
        Subject(ChipAlarm, "chip alarm", links=lambda row: ("chip_sets", [])),
        Subject(ChipSet, "set of chips", links=lambda row: ("chip_sets", [])),
        Subject(ChipSlip, "chip slip", links=lambda row: ("chip_slip", [row.pk])),
        Subject(Drawer, "drawer", links=lambda row: ("drawer", [row.pk])),
        Subject(
            DrawerSession, "drawer", ("drawer",), lambda row: str(row.drawer), lambda row: ("drawer", [row.drawer_id]),
        ),
        Subject(Investigation, "investigation", links=lambda row: ("variances", [])),
        Subject(Denominations, "denominations", links=lambda row: ("denominations", [])),
    ),
    money={"amount", "chips", "cash", "value"},
    facts={"player": "player", "counter": "user", "successor": "user", "worked_before": "user"},
    codes={"seated": {"True": "sits there", "False": "not seated yet"}},
    labels={
        "seated": "the player", "stated_on": "on", "worked_before": "before", "voided_receipt": "voided receipt",
        "corrects": "puts right void",
    },
)  # fmt: skip
