"""The addresses of the cage."""

from django.urls import path

from cage.views import debts, drawers, liability, window

urlpatterns = [
    path("cage/", window.cage, name="cage"),
    path("cage/new/", window.register, name="cage_new"),
    path("cage/players/<int:player_id>/", window.player, name="cage_player"),
    path("cage/players/<int:player_id>/buy-in/", window.buy_in, name="buy_in"),
    path("cage/players/<int:player_id>/cash-out/", window.cash_out, name="cash_out"),
    path("cage/buy-ins/<int:buy_in_id>/", window.buy_in_receipt, name="buy_in_receipt"),
    path("cage/cash-outs/<int:cash_out_id>/", window.cash_out_receipt, name="cash_out_receipt"),
    path("cage/debts/<int:debt_id>/", debts.pay, name="debt_pay"),
    path("cage/drawers/", drawers.drawers, name="drawers"),
    path("cage/drawers/open/", drawers.open_drawer, name="drawer_open"),
    path("cage/drawers/fill/", drawers.fund, name="drawer_fund"),
    path("cage/liability/", liability.chips_in_use, name="liability"),
    path("cage/statements/", liability.state, name="bank_statement"),
    path("cage/vault/", drawers.stock, name="vault_stock"),
]
