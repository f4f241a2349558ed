"""The verbs of the cage. Keyword-only, atomic, `by` and `at` passed in; refusals are DomainErrors."""

from cage.services.alone import why_second
from cage.services.award_payments import pay_award_share, pay_or_hold_share
from cage.services.award_reviews import let_award_stand
from cage.services.awards import declare_award, void_award
from cage.services.bank_pins import Shown, show_pin
from cage.services.bank_voids import refuse_voided_bank_slip, void_bank_slip
from cage.services.banks import deposit, open_bank, reset_bank_pin, withdraw, withdraw_or_hold
from cage.services.box_counts import count_box, count_box_together, give_up_box_counts
from cage.services.box_looks import is_barred_by_box_look, note_box_looks, note_box_looks_of
from cage.services.boxes import add_box, hang_box, take_off_box
from cage.services.cash_slips import book_cash, book_or_hold
from cage.services.chip_sets import destroy_chips, receive_chips, retire_set, what_the_only_set_means
from cage.services.closing import begin_close, count_drawer, give_up_count, recount_drawer
from cage.services.comp_cash import refuse_cash_comps
from cage.services.currency_reports import decide_currency
from cage.services.custody import hand_over_boxes, return_key, take_key
from cage.services.debt_voids import refuse_returned_payment, void_debt_payment
from cage.services.debts import pay_debt
from cage.services.denominations import post_denominations
from cage.services.drawers import add_drawer, limit_drawer
from cage.services.exchanges import exchange
from cage.services.holds import decide_hold
from cage.services.investigations import note_regulator
from cage.services.late_chips import way_on
from cage.services.linked_days import answer_linked_day
from cage.services.more_than_issued import answer_chip_alarm, refuse_or_alarm_more_than_issued
from cage.services.opening import accept_opening, open_drawer, recount_opening
from cage.services.pool_days import reconcile_pools
from cage.services.pool_deposits import deposit_pool_money, take_deposit_back
from cage.services.pool_seeds import recover_seed, seed_pool
from cage.services.pools import post_pool
from cage.services.presented import redeem_presented
from cage.services.prints import print_chip_slip, print_other_slip, print_receipt
from cage.services.pulls import pull_boxes
from cage.services.residuals import settle_felt
from cage.services.same_again import SAME_AGAIN
from cage.services.statements import enter_statement
from cage.services.toke_voids import refuse_settled_tokes, void_toke_slip
from cage.services.tokes import enter_counted_tokes, exchange_tokes, pay_share, split_tokes
from cage.services.transit import authorise_slip, request_slip
from cage.services.transit_moves import decline_slip, receive_slip, send_slip, void_slip
from cage.services.trays import count_tray, set_tray
from cage.services.variances import look_at_expected, note_desk_look, note_looks, settle_investigation
from cage.services.vault import bank_cash, fund_drawer, stock_vault
from cage.services.vault_counts import (
    begin_vault_count,
    count_vault,
    count_vault_together,
    give_up_vault_count,
    note_vault_look,
)
from cage.services.vault_voids import void_vault_move
from cage.services.voids import refuse_gone, void_buy_in, void_cash_out, void_cash_slip
from cage.services.window import buy_in, cash_out, pay_or_hold

__all__ = [
    "SAME_AGAIN",
    "Shown",
    "accept_opening",
    "add_box",
    "add_drawer",
    "answer_chip_alarm",
    "answer_linked_day",
    "authorise_slip",
    "bank_cash",
    "begin_close",
    "begin_vault_count",
    "book_cash",
    "book_or_hold",
    "buy_in",
    "cash_out",
    "count_box",
    "count_box_together",
    "count_drawer",
    "count_tray",
    "count_vault",
    "count_vault_together",
    "decide_currency",
    "decide_hold",
    "declare_award",
    "decline_slip",
    "deposit",
    "deposit_pool_money",
    "destroy_chips",
    "enter_counted_tokes",
    "enter_statement",
    "exchange",
    "exchange_tokes",
    "fund_drawer",
    "give_up_box_counts",
    "give_up_count",
    "give_up_vault_count",
    "hand_over_boxes",
    "hang_box",
    "is_barred_by_box_look",
    "let_award_stand",
    "limit_drawer",
    "look_at_expected",
    "note_box_looks",
    "note_box_looks_of",
    "note_desk_look",
    "note_looks",
    "note_regulator",
    "note_vault_look",
    "open_bank",
    "open_drawer",
    "pay_award_share",
    "pay_debt",
    "pay_or_hold",
    "pay_or_hold_share",
    "pay_share",
    "post_denominations",
    "post_pool",
    "print_chip_slip",
    "print_other_slip",
    "print_receipt",
    "pull_boxes",
    "receive_chips",
    "receive_slip",
    "reconcile_pools",
    "recount_drawer",
    "recount_opening",
    "recover_seed",
    "redeem_presented",
    "refuse_cash_comps",
    "refuse_gone",
    "refuse_or_alarm_more_than_issued",
    "refuse_returned_payment",
    "refuse_settled_tokes",
    "refuse_voided_bank_slip",
    "request_slip",
    "reset_bank_pin",
    "retire_set",
    "return_key",
    "seed_pool",
    "send_slip",
    "set_tray",
    "settle_felt",
    "settle_investigation",
    "show_pin",
    "split_tokes",
    "stock_vault",
    "take_deposit_back",
    "take_key",
    "take_off_box",
    "void_award",
    "void_bank_slip",
    "void_buy_in",
    "void_cash_out",
    "void_cash_slip",
    "void_debt_payment",
    "void_slip",
    "void_toke_slip",
    "void_vault_move",
    "way_on",
    "what_the_only_set_means",
    "why_second",
    "withdraw",
    "withdraw_or_hold",
]
