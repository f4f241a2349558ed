"""The addresses of the cage."""

from django.urls import path

from cage.views import chip_sets, debts, drawer_sessions, drawers, liability, variances, voids, window

urlpatterns = [
    path("cage/", window.cage, name="cage"),
    path("cage/new/", window.register, name="cage_new"),
    path("cage/players/<int:player_id>/", window.player, name="cage_player"),
    path("cage/players/<int:player_id>/buy-in/", window.buy_in, name="buy_in"),
    path("cage/players/<int:player_id>/cash-out/", window.cash_out, name="cash_out"),
    path("cage/buy-ins/<int:buy_in_id>/", window.buy_in_receipt, name="buy_in_receipt"),
    path("cage/buy-ins/<int:buy_in_id>/void/", voids.void_buy_in, name="buy_in_void"),
    path("cage/cash-outs/<int:cash_out_id>/", window.cash_out_receipt, name="cash_out_receipt"),
    path("cage/cash-outs/<int:cash_out_id>/void/", voids.void_cash_out, name="cash_out_void"),
    path("cage/debts/<int:debt_id>/", debts.pay, name="debt_pay"),
    path("cage/drawers/", drawers.drawers, name="drawers"),
    path("cage/drawers/add/", drawers.add_drawer, name="drawer_add"),
    path("cage/drawers/fill/", drawers.fund, name="drawer_fund"),
    path("cage/drawers/<int:drawer_id>/", drawer_sessions.drawer, name="drawer"),
    path("cage/drawers/<int:drawer_id>/open/", drawer_sessions.open_drawer, name="drawer_open"),
    path("cage/drawers/<int:drawer_id>/expected/", drawer_sessions.expected, name="drawer_expected"),
    path("cage/drawer-sessions/<int:session_id>/recount/", drawer_sessions.recount_opening, name="drawer_recount"),
    path("cage/drawer-sessions/<int:session_id>/accept/", drawer_sessions.accept_opening, name="drawer_accept"),
    path("cage/drawer-sessions/<int:session_id>/close/", drawer_sessions.begin_close, name="drawer_close"),
    path("cage/drawer-sessions/<int:session_id>/count/", drawer_sessions.count, name="drawer_count"),
    path("cage/drawer-sessions/<int:session_id>/give-up/", drawer_sessions.give_up, name="drawer_give_up"),
    path("cage/denominations/", drawers.denominations, name="denominations"),
    path("cage/variances/", variances.variances, name="variances"),
    path("cage/investigations/<int:investigation_id>/", variances.settle, name="investigation_settle"),
    path("cage/liability/", liability.chips_in_use, name="liability"),
    path("cage/statements/", liability.state, name="bank_statement"),
    path("cage/vault/", drawers.stock, name="vault_stock"),
    path("cage/chips/", chip_sets.chip_sets, name="chip_sets"),
    path("cage/chips/receive/", chip_sets.receive, name="chips_receive"),
    path("cage/chips/destroy/", chip_sets.destroy, name="chips_destroy"),
    path("cage/chips/retire/", chip_sets.retire, name="chip_set_retire"),
    path("cage/chip-slips/<int:slip_id>/", chip_sets.slip, name="chip_slip"),
    path("cage/chip-alarms/<int:alarm_id>/answer/", chip_sets.answer, name="chip_alarm_answer"),
]
