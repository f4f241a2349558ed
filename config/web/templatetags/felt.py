"""The table as SVG: {% load felt %}, then {% felt seats board="8d5c2h" pot="66" %} or {% felt_mini seats %}."""

from collections.abc import Sequence
from typing import Any

from django import template

from config.web import felt as table
from config.web.felt import FeltPot, FeltSeat

register = template.Library()


@register.inclusion_tag("parts/felt.html")
def felt(
    seats: Sequence[FeltSeat],
    *,
    board: str = "",
    places: int = 5,
    pot: str = "",
    note: str = "",
    label: str = "The table",
    target: str = "",
    name: str = "felt",
    suits: str = "four",
    pots: Sequence[FeltPot] = (),
) -> dict[str, Any]:
    """The large table with 2 to 10 seats, in the order of their numbers.

    `board` is file notation, `places` the cards it will have (0 for stud and draw). `pot` and `note` stand under it.
    `target` is the id that a pressed seat's page goes into by htmx. `name` must differ between two tables on one page.
    `suits` is "four" colours or "two". Two or more `pots` stand below their sum, each with the seats that may win it.
    """
    known, empty = table.draw_board(board, places)
    drawn_pots = table.draw_pots(pots)
    return {
        "drawn": table.draw(seats),
        "board": known,
        "empty": empty,
        "spoken_board": ", ".join(card.spoken for card in known) or "no cards yet",
        "pot": pot,
        "pots": drawn_pots,
        "note_y": drawn_pots[-1].y + table.POT_HEIGHT + 18 if drawn_pots else 309,
        "note": note,
        "label": label,
        "target": target,
        "name": name,
        "suits": suits,
    }


@register.inclusion_tag("parts/felt_mini.html")
def felt_mini(seats: Sequence[FeltSeat], *, label: str = "") -> dict[str, Any]:
    """The small table of a tile: who is seated, where the button is, and in the accent what holds here and now."""
    seated = sum(seat.state != "open" for seat in seats)
    return {"drawn": table.draw_mini(seats), "label": label or f"{seated} of {len(seats)} seats taken"}
