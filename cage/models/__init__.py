"""The cage: its drawers and their sessions, the slips of sales and payments and of their voids, the bank accounts
behind the chips in use, fills and credits on their way, and trays."""

from cage.models.drawer_sessions import Denominations, DrawerCount, DrawerSession, ExpectedLook
from cage.models.drawers import Drawer
from cage.models.slips import BuyIn, CashOut
from cage.models.statements import BankStatement
from cage.models.transit import TransitAct, TransitSlip
from cage.models.trays import FeltResidual, TrayCount
from cage.models.variances import DrawerVariance, Investigation
from cage.models.voids import SlipVoid

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
    "FeltResidual",
    "Investigation",
    "SlipVoid",
    "TransitAct",
    "TransitSlip",
    "TrayCount",
]
