"""The addresses of players, cage and seats."""

from django.urls import path

from players.views import cage, drawers, people, seats

urlpatterns = [
    path("players/", people.players, name="players"),
    path("players/new/", people.register, name="player_new"),
    path("players/<int:player_id>/", people.player, name="player"),
    path("players/<int:player_id>/edit/", people.edit, name="player_edit"),
    path("players/<int:player_id>/bans/", people.bar, name="player_bar"),
    path("players/<int:player_id>/bans/<int:ban_id>/lift/", people.lift, name="ban_lift"),
    path("cage/", cage.cage, name="cage"),
    path("cage/players/<int:player_id>/", cage.player, name="cage_player"),
    path("cage/players/<int:player_id>/buy-in/", cage.buy_in, name="buy_in"),
    path("cage/players/<int:player_id>/cash-out/", cage.cash_out, name="cash_out"),
    path("cage/buy-ins/<int:buy_in_id>/", cage.buy_in_receipt, name="buy_in_receipt"),
    path("cage/cash-outs/<int:cash_out_id>/", cage.cash_out_receipt, name="cash_out_receipt"),
    path("cage/drawers/", drawers.drawers, name="drawers"),
    path("cage/drawers/open/", drawers.open_drawer, name="drawer_open"),
    path("cage/drawers/fill/", drawers.fund, name="drawer_fund"),
    path("cage/vault/", drawers.stock, name="vault_stock"),
    path("tables/<int:table_id>/seats/<int:number>/", seats.seat, name="seat"),
    path("sittings/<int:sitting_id>/add-on/", seats.add_on, name="sitting_add_on"),
    path("sittings/<int:sitting_id>/count/", seats.count, name="sitting_count"),
    path("sittings/<int:sitting_id>/incidental/", seats.incidental, name="sitting_incidental"),
    path("sittings/<int:sitting_id>/leave/", seats.leave, name="sitting_leave"),
    path("sittings/<int:sitting_id>/move/", seats.move, name="sitting_move"),
]
