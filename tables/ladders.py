"""The rake of a plaque as a picture: what is taken by the pot, at a full table and at short ones."""

from config.rooms.models import Room
from config.web.ladders import LadderChart, Stairs
from rules.house.ladder import Ladder, ladder
from rules.house.plaque import Plaque

MOST_SHORT = 2
"""So many lower caps for short tables are drawn beside the full one: those of the fewest players."""


def rake_ladder(plaque: Plaque, room: Room) -> LadderChart | None:
    """The ladder of the plaque's schedule; None where it takes nothing from pots."""
    fee = plaque.fee
    full = ladder(fee) if fee else None
    if fee is None or full is None:
        return None
    lines = [stairs("rake", full)]
    for players, _ in fee.caps_by_players[:MOST_SHORT]:
        if short := ladder(fee, players=players, until=full.until):
            lines.append(stairs(f"dealt to {players} or fewer", short))
    seen = "a flop" if plaque.sheet.board_cards else "a card after the first betting round"
    how = "" if full.is_exact else " It rises by the cent: the line joins some of its pots."
    return LadderChart(
        "Rake by the pot",
        f"Of a hand that saw {seen}, by its called pot.{how}",
        lines,
        full.until,
        say=room.money,
        label_name="Pot from",
    )


def stairs(name: str, of: Ladder) -> Stairs:
    """The line of a ladder."""
    return Stairs(name, [(rung.pot, rung.rake) for rung in of.rungs], is_flat=of.is_exact)
