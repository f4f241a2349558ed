"""The cage: its drawers and their sessions, the slips of what was sold and paid there, and the bank accounts behind the
chips in use."""

from cage.models.drawer_sessions import Denominations, DrawerCount, DrawerSession, ExpectedLook
from cage.models.drawers import Drawer
from cage.models.slips import BuyIn, CashOut
from cage.models.statements import BankStatement
from cage.models.variances import DrawerVariance, Investigation

__all__ = [
    "BankStatement",
    "BuyIn",
    "CashOut",
    "Denominations",
    "Drawer",
    "DrawerCount",
    "DrawerSession",
    "DrawerVariance",
    "ExpectedLook",
    "Investigation",
]
