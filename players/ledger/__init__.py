"""Every chip's account and every move of one: the places that hold chips, the routes between them, the one chain."""

from players.ledger.accounts import (
    case_account,
    chips_of,
    debt_account,
    drawer_account,
    house_account,
    import_issue,
    rack_account,
    seat_account,
    seat_accounts,
    table_account,
)
from players.ledger.posting import Move, lock, lock_places, lock_stacks, next_receipt, post, reverse

__all__ = [
    "Move",
    "case_account",
    "chips_of",
    "debt_account",
    "drawer_account",
    "house_account",
    "import_issue",
    "lock",
    "lock_places",
    "lock_stacks",
    "next_receipt",
    "post",
    "rack_account",
    "reverse",
    "seat_account",
    "seat_accounts",
    "table_account",
]
