"""Words of the audit trail about the cage."""

from cage.models import (
    BankStatement,
    BuyIn,
    CashOut,
    Denominations,
    Drawer,
    DrawerSession,
    Investigation,
    SlipVoid,
    TransitSlip,
    TrayCount,
)
from config.audit.words import Subject, register

register(
    verbs={
        "bank.stated": "entered a bank statement",
        "buy_in.taken": "sold chips",
        "buy_in.voided": "voided a buy-in",
        "cash_out.paid": "redeemed chips",
        "cash_out.voided": "voided a cash-out",
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
        "slip.authorised": "authorised a slip",
        "slip.received": "received a slip",
        "slip.refused": "refused a slip",
        "slip.requested": "asked for a slip",
        "slip.sent": "sent a slip",
        "slip.voided": "voided a slip",
        "table.residual": "closed a table that was off",
        "tray.counted": "counted a tray",
        "tray.set": "set the tray of a table",
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
        Subject(Drawer, "drawer", links=lambda row: ("drawer", [row.pk])),
        Subject(
            DrawerSession, "drawer", ("drawer",), lambda row: str(row.drawer), lambda row: ("drawer", [row.drawer_id]),
        ),
        Subject(Investigation, "investigation", links=lambda row: ("variances", [])),
        Subject(TransitSlip, "slip", ("drawer", "table"), str, lambda row: ("slip", [row.pk])),
        Subject(TrayCount, "tray", ("table",), str, lambda row: ("tray", [row.table_id])),
        Subject(Denominations, "denominations", links=lambda row: ("denominations", [])),
    ),
    money={"amount", "chips", "cash", "imprest"},
    facts={
        "player": "player", "counter": "user", "successor": "user", "worked_before": "user", "runner": "user",
        "verifier": "user", "at_tablet_of": "user",
    },
    codes={"seated": {"True": "sits there", "False": "not seated yet"}},
    labels={
        "seated": "the player", "stated_on": "on", "worked_before": "before", "voided_receipt": "voided receipt",
        "corrects": "puts right void", "at_tablet_of": "at the tablet of",
    },
)  # fmt: skip
