"""The drawer of a simulated room: counted when the day is over, and opened with a count when the next begins."""

from datetime import timedelta
from typing import Any

from cage import services
from cage.counted import Counted, fewest_pieces
from cage.selectors.denominations import values_of
from cage.selectors.drawers import running_session
from cage.services.drawers import tills_of
from demo.simulation.stage import Stage

AFTER_THE_LAST = timedelta(hours=3)
"""The time after the close of the room at which the drawer is counted: everybody has been paid by then."""


def open_drawer(stage: Stage) -> None:
    """Open the drawer for the cashier of the day, where it is closed."""
    drawer = stage.house.drawer
    if running_session(drawer) is None:
        services.open_drawer(drawer=drawer, counted=_counted(stage), key=stage.key("open-drawer"), **_who(stage))


def close_drawer(stage: Stage) -> None:
    """Close the drawer with two counts: of the cashier, and of the floor supervisor."""
    session = running_session(stage.house.drawer)
    if session is None:
        return
    services.begin_close(session=session, **_who(stage))
    for who in ("cashier", "floor"):
        facts = {"key": stage.key("count-drawer"), **_who(stage), "by": stage.by(who)}
        services.count_drawer(session=session, counted=_counted(stage), **facts)


def _counted(stage: Stage) -> Counted:
    """The pieces that lie in the drawer: nothing is ever missing there."""
    chips, cash = tills_of(stage.house.drawer)
    values = values_of(stage.house.room)
    return Counted(fewest_pieces(chips.balance, values.chips), fewest_pieces(cash.balance, values.cash))


def _who(stage: Stage) -> dict[str, Any]:
    return {"by": stage.by("cashier"), "at": stage.now}
