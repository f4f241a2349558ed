"""The verbs of the cage. Keyword-only, atomic, `by` and `at` passed in; refusals are DomainErrors."""

from cage.services.debts import pay_debt
from cage.services.drawers import open_drawer
from cage.services.statements import enter_statement
from cage.services.vault import fund_drawer, stock_vault
from cage.services.window import buy_in, cash_out

__all__ = ["buy_in", "cash_out", "enter_statement", "fund_drawer", "open_drawer", "pay_debt", "stock_vault"]
