"""The floor board: every table at a glance, alive."""

from functools import partial

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from config.staff.roles import Permission
from config.web.context import permissions_of
from config.web.felt import FeltSeat
from config.web.views import RoomRequest, page, staff
from games.selectors.floor import Tile
from games.selectors.floor_state import floor_state
from games.views.kept_tiles import kept_board

ON_ONE_SCREEN = 20
"""So many tiles stand on a tablet's screen."""


@require_safe
@staff(Permission.FLOOR_VIEW)
def floor(request: RoomRequest) -> HttpResponse:
    """The tables of the room, open ones first. Where they are more than a screen shows, those that are not open are
    counted in one line until somebody asks for them.

    A tablet that polls says which version it shows, and gets 204 while nothing changed.
    """
    seen = request.GET.get("seen") if request.headers.get("HX-Request") else None
    if seen and seen == floor_state(request.room, timezone.now()).version:
        return HttpResponse(status=204)
    may = permissions_of(request.user, request.room)
    kept = kept_board(request.room, timezone.now, may=may, draw=partial(_draw, request, may))
    going, asked = kept.board.tables_open, "closed" in request.GET
    folds = going and len(kept.tiles) > ON_ONE_SCREEN
    context = {
        "board": kept.board,
        "tiles": kept.tiles[:going] if folds and not asked else kept.tiles,  # those that are not open come last
        "closed": len(kept.tiles) - going if folds else 0,
        "shows_closed": asked,
        "version": kept.version,
        "now": kept.at,
        "findings": kept.findings,
        "room_alarms": [each for each in kept.alarms if not each.needs or each.needs in may],
        "closed_alarms": kept.closed_alarms.first,
        "more_closed_alarms": kept.closed_alarms.more,
    }
    return page(request, "games/floor.html", context)


def _draw(request: RoomRequest, may: frozenset[str], tile: Tile) -> SafeString:
    """A tile as HTML. What is kept of it is shown to everybody with the same permissions: it knows nothing else of who
    looks; only a table that may be opened has a form, and is never kept."""
    seats = mini_seats(tile)
    context = {"tile": tile, "seats": seats, "seats_in_words": seats_in_words(seats), "room": request.room, "may": may}
    token = {} if tile.session else {"csrf_token": get_token(request)}
    return SafeString(get_template("games/tile.html").render(context | token))


def mini_seats(tile: Tile) -> list[FeltSeat]:
    """The seats of a tile as dots: taken, away or open, where the button lies, and who posts a kill."""
    count = tile.plaque.plaque.seats if tile.plaque else tile.table.seats
    button = tile.session.button_shown if tile.session else None
    taken, away, held = tile.seats_taken, tile.away, tile.held_seats
    return [
        FeltSeat(
            seat,
            name=taken.get(seat, ""),
            state="open" if seat not in taken else "away" if seat in away else "in",
            has_button=seat == button,
            badge="KILL" if seat == tile.kill.kill.killer else "",
            impounded="held" if seat in held else "",
        )
        for seat in range(1, max(count, *taken, 2) + 1)
    ]


def seats_in_words(seats: list[FeltSeat]) -> str:
    """The meaning of the dots, for whoever hears the page: "7 of 9 seats taken, away: 5, button: 3"."""
    taken = sum(seat.state != "open" for seat in seats)
    away = ", ".join(str(seat.number) for seat in seats if seat.state == "away")
    held = ", ".join(str(seat.number) for seat in seats if seat.impounded)
    button = next((seat.number for seat in seats if seat.has_button), None)
    asides = [f"away: {away}"] if away else []
    asides += [f"chips held: {held}"] if held else []
    return ", ".join([f"{taken} of {len(seats)} seats taken", *asides, *([f"button: {button}"] if button else [])])
