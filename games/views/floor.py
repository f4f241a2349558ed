"""The floor board: every table at a glance, alive."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.staff.roles import Permission
from config.web.felt import FeltSeat
from config.web.views import RoomRequest, page, staff
from games.selectors.floor import Tile, board_version, floor_board


@require_safe
@staff(Permission.FLOOR_VIEW)
def floor(request: RoomRequest) -> HttpResponse:
    """All tables of the room. A tablet that polls says which version it shows, and gets 204 while nothing changed."""
    now = timezone.now()
    version = board_version(request.room, now)
    if request.headers.get("HX-Request") and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    board = floor_board(request.room, now)
    tiles = [(tile, mini_seats(tile)) for tile in board.tiles]
    return page(request, "games/floor.html", {"board": board, "tiles": tiles, "version": version})


def mini_seats(tile: Tile) -> list[FeltSeat]:
    """The seats of a tile as dots: taken or open, where the button lies, and who posts a kill."""
    count = tile.plaque.sign.seats if tile.plaque else tile.table.seats
    button = tile.session.button_seat if tile.session else None
    taken = tile.seats_taken
    return [
        FeltSeat(
            seat,
            name=taken.get(seat, ""),
            state="in" if seat in taken else "open",
            has_button=seat == button,
            badge="KILL" if seat == tile.kill.kill.killer else "",
        )
        for seat in range(1, max(count, *taken, 2) + 1)
    ]
