"""Who plays, and their money: people, where they sit, and the chip and cash ledger."""

from players.models.desk import BuyIn, CashOut, HouseException
from players.models.ledger import Account, AccountKind, Drawer, LedgerHead, Transfer, TransferKind
from players.models.people import Ban, Player
from players.models.seating import Sitting

__all__ = [
    "Account",
    "AccountKind",
    "Ban",
    "BuyIn",
    "CashOut",
    "Drawer",
    "HouseException",
    "LedgerHead",
    "Player",
    "Sitting",
    "Transfer",
    "TransferKind",
]
