"""Time in a simulated room: the floor goes round at each half hour and collects at the tables that charge for it."""

from config.errors import DomainError
from demo.simulation.part import Part
from demo.simulation.stage import InPlay


class TimeCharges(Part):
    """Everybody pays as far as their chips go; who leaves in between pays before they take their chips along."""

    def half_hour(self) -> None:
        """Go round the tables in play; who goes home as the room closes owes nothing for the next half hour."""
        if self.stage.is_open:
            for play in list(self.stage.tables.values()):
                self._collect(play)

    def _collect(self, play: InPlay) -> None:
        """Collect between two hands; in the middle of one a minute later."""
        try:
            play.pay_time()
        except DomainError as refused:
            if refused.code == "mid_hand":
                self.stage.after(lambda: self._collect(play), minutes=1)
            elif refused.code != "table_closed":
                raise
