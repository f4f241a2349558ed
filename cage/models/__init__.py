"""The cage: its drawers, the slips of what was sold and paid there, and the bank accounts behind the chips in use."""

from cage.models.drawers import Drawer
from cage.models.slips import BuyIn, CashOut
from cage.models.statements import BankStatement

__all__ = ["BankStatement", "BuyIn", "CashOut", "Drawer"]
