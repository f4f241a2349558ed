"""Words of the audit trail about the cage."""

from cage.models import BankStatement, BuyIn, CashOut, Drawer
from config.audit.words import Subject, register

register(
    verbs={
        "bank.stated": "entered a bank statement",
        "buy_in.taken": "sold chips",
        "cash_out.paid": "redeemed chips",
        "drawer.filled": "filled a drawer",
        "drawer.opened": "opened a drawer",
        "vault.stocked": "stocked the vault",
    },
    subjects=(
        Subject(BankStatement, "bank statement", links=lambda row: ("liability", [])),
        Subject(BuyIn, "buy-in", ("player",), lambda row: str(row.player), lambda row: ("buy_in_receipt", [row.pk])),
        Subject(
            CashOut, "cash-out", ("player",), lambda row: str(row.player), lambda row: ("cash_out_receipt", [row.pk]),
        ),
        Subject(Drawer, "drawer", links=lambda row: ("drawers", [])),
    ),
    money={"amount", "chips", "cash"},
    facts={"player": "player"},
    codes={"seated": {"True": "sits there", "False": "not seated yet"}},
    labels={"seated": "the player", "stated_on": "on"},
)  # fmt: skip
