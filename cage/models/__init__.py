"""The cage: its drawers, and the slips of what was sold and paid there."""

from cage.models.drawers import Drawer
from cage.models.slips import BuyIn, CashOut

__all__ = ["BuyIn", "CashOut", "Drawer"]
