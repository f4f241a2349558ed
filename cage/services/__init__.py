"""The verbs of the cage. Keyword-only, atomic, `by` and `at` passed in; refusals are DomainErrors."""

from cage.services.alone import why_second
from cage.services.bank_pins import Shown, show_pin
from cage.services.bank_voids import void_bank_slip
from cage.services.banks import deposit, open_bank, reset_bank_pin, withdraw
from cage.services.cash_slips import book_cash
from cage.services.chip_sets import destroy_chips, receive_chips, retire_set
from cage.services.closing import begin_close, count_drawer, give_up_count, recount_drawer
from cage.services.debts import pay_debt
from cage.services.denominations import post_denominations
from cage.services.drawers import add_drawer, limit_drawer
from cage.services.exchanges import exchange
from cage.services.holds import decide_hold
from cage.services.more_than_issued import answer_chip_alarm, refuse_or_alarm_more_than_issued
from cage.services.opening import accept_opening, open_drawer, recount_opening
from cage.services.presented import redeem_presented
from cage.services.prints import print_chip_slip, print_receipt
from cage.services.statements import enter_statement
from cage.services.tokes import enter_counted_tokes, exchange_tokes, pay_share, split_tokes
from cage.services.variances import look_at_expected, note_looks, settle_investigation
from cage.services.vault import fund_drawer, stock_vault
from cage.services.voids import void_buy_in, void_cash_out, void_cash_slip
from cage.services.window import buy_in, cash_out, pay_or_hold

__all__ = [
    "Shown",
    "accept_opening",
    "add_drawer",
    "answer_chip_alarm",
    "begin_close",
    "book_cash",
    "buy_in",
    "cash_out",
    "count_drawer",
    "decide_hold",
    "deposit",
    "destroy_chips",
    "enter_counted_tokes",
    "enter_statement",
    "exchange",
    "exchange_tokes",
    "fund_drawer",
    "give_up_count",
    "limit_drawer",
    "look_at_expected",
    "note_looks",
    "open_bank",
    "open_drawer",
    "pay_debt",
    "pay_or_hold",
    "pay_share",
    "post_denominations",
    "print_chip_slip",
    "print_receipt",
    "receive_chips",
    "recount_drawer",
    "recount_opening",
    "redeem_presented",
    "refuse_or_alarm_more_than_issued",
    "reset_bank_pin",
    "retire_set",
    "settle_investigation",
    "show_pin",
    "split_tokes",
    "stock_vault",
    "void_bank_slip",
    "void_buy_in",
    "void_cash_out",
    "void_cash_slip",
    "why_second",
    "withdraw",
]
