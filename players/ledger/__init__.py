"""Every chip's account and every move of one: the places that hold chips, the routes between them, the one chain."""

from players.ledger.accounts import (
    case_account,
    chips_of,
    custody_account,
    debt_account,
    drawer_account,
    house_account,
    import_issue,
    player_bank,
    pool_account,
    rack_account,
    seat_account,
    seat_accounts,
    table_account,
    transit_account,
    tray_account,
)
from players.ledger.many import Posting, post_all
from players.ledger.posting import Move, lock, lock_places, lock_stacks, next_receipt, post, reverse

__all__ = [
    "Move",
    "Posting",
    "case_account",
    "chips_of",
    "custody_account",
    "debt_account",
    "drawer_account",
    "house_account",
    "import_issue",
    "lock",
    "lock_places",
    "lock_stacks",
    "next_receipt",
    "player_bank",
    "pool_account",
    "post",
    "post_all",
    "rack_account",
    "reverse",
    "seat_account",
    "seat_accounts",
    "table_account",
    "transit_account",
    "tray_account",
]
