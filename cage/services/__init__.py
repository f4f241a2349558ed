"""The verbs of the cage. Keyword-only, atomic, `by` and `at` passed in; refusals are DomainErrors."""

from cage.services.closing import begin_close, count_drawer, give_up_count, recount_drawer
from cage.services.debts import pay_debt
from cage.services.denominations import post_denominations
from cage.services.drawers import add_drawer
from cage.services.opening import accept_opening, open_drawer, recount_opening
from cage.services.residuals import settle_felt
from cage.services.statements import enter_statement
from cage.services.transit import authorise_slip, request_slip
from cage.services.transit_moves import receive_slip, refuse_slip, send_slip, void_slip
from cage.services.trays import count_tray, set_tray
from cage.services.variances import look_at_expected, note_looks, settle_investigation
from cage.services.vault import fund_drawer, stock_vault
from cage.services.voids import void_buy_in, void_cash_out
from cage.services.window import buy_in, cash_out

__all__ = [
    "accept_opening",
    "add_drawer",
    "authorise_slip",
    "begin_close",
    "buy_in",
    "cash_out",
    "count_drawer",
    "count_tray",
    "enter_statement",
    "fund_drawer",
    "give_up_count",
    "look_at_expected",
    "note_looks",
    "open_drawer",
    "pay_debt",
    "post_denominations",
    "receive_slip",
    "recount_drawer",
    "recount_opening",
    "refuse_slip",
    "request_slip",
    "send_slip",
    "set_tray",
    "settle_felt",
    "settle_investigation",
    "stock_vault",
    "void_buy_in",
    "void_cash_out",
    "void_slip",
]
