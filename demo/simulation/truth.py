"""What really lies in the drawers of a simulated room: people count this, and the books never see it."""

from dataclasses import dataclass, field


@dataclass
class Lying:
    """The chips and the cash that really lie in one drawer, minor units."""

    chips: int = 0
    cash: int = 0

    def put(self, *, chips: int = 0, cash: int = 0) -> None:
        """Put so much there; what is taken is below zero."""
        self.chips += chips
        self.cash += cash


@dataclass
class Truth:
    """Everything that really lies somewhere. `pocketed` are the chips that went out of the house by mistake, less those
    that came in: players have them, and no account knows of it."""

    drawers: dict[int, Lying] = field(default_factory=dict)
    pocketed: int = 0

    def drawer(self, drawer: int) -> Lying:
        """What lies in a drawer, by its number."""
        return self.drawers.setdefault(drawer, Lying())
