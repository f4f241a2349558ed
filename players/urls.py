"""The addresses of players, cage and seats."""

from django.urls import path

from players.views import board, cage, conduct, drawers, lists, must_move, people, seat_changes, seats

urlpatterns = [
    path("players/", people.players, name="players"),
    path("players/new/", people.register, name="player_new"),
    path("players/<int:player_id>/", people.player, name="player"),
    path("players/<int:player_id>/edit/", people.edit, name="player_edit"),
    path("players/<int:player_id>/bans/", people.bar, name="player_bar"),
    path("players/<int:player_id>/bans/<int:ban_id>/lift/", people.lift, name="ban_lift"),
    path("players/<int:player_id>/warnings/", conduct.warn, name="player_warn"),
    path("players/<int:player_id>/apart/", conduct.keep_apart, name="player_apart"),
    path("players/<int:player_id>/apart/<int:separation_id>/end/", conduct.let_together, name="player_together"),
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
    path("sittings/<int:sitting_id>/away/", seats.go_away, name="sitting_away"),
    path("sittings/<int:sitting_id>/back/", seats.come_back, name="sitting_back"),
    path("sittings/<int:sitting_id>/move/", seats.move, name="sitting_move"),
    path("sittings/<int:sitting_id>/wants-seat/", seat_changes.ask, name="seat_change_ask"),
    path("seat-changes/<int:change_id>/take/", seat_changes.take, name="seat_change_take"),
    path("seat-changes/<int:change_id>/take-back/", seat_changes.take_back, name="seat_change_take_back"),
    path("table-sessions/<int:session_id>/must-move/", must_move.must_move, name="must_move"),
    path("table-sessions/<int:session_id>/must-move/feed/", must_move.feed, name="must_move_feed"),
    path("table-sessions/<int:session_id>/must-move/end/", must_move.end, name="must_move_end"),
    path("sittings/<int:sitting_id>/must-move/", must_move.move, name="sitting_must_move"),
    path("sittings/<int:sitting_id>/decline/", must_move.decline, name="sitting_decline"),
    path("lists/", lists.lists, name="lists"),
    path("lists/new/", lists.other_game, name="list_game"),
    path("lists/<slug:key>/add/", lists.add, name="list_add"),
    path("list-entries/<int:entry_id>/", lists.entry, name="list_entry"),
    path("list-entries/<int:entry_id>/call/", lists.call, name="list_call"),
    *(
        path(f"list-entries/<int:entry_id>/{step}/", lists.step, {"name": step}, name=f"list_{step}")
        for step in lists.STEPS
    ),
    path("list-entries/<int:entry_id>/remove/", lists.remove, name="list_remove"),
    path("list-entries/<int:entry_id>/put-back/", lists.put_back, name="list_put_back"),
    path("board/", board.board, name="board"),
    path("board/<str:token>/", board.place, name="place_on_list"),
]
