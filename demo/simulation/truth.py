"""Chips and cash that really lie in the places of a simulated room: people count them, and the books never see them."""

from dataclasses import dataclass, field


@dataclass
class Lying:
    """The chips and the cash that really lie in one place, minor units."""

    chips: int = 0
    cash: int = 0

    def put(self, *, chips: int = 0, cash: int = 0) -> None:
        """Put so much there; what is taken is below zero."""
        self.chips += chips
        self.cash += cash


@dataclass
class Truth:
    """Everything that really lies somewhere.

    `carried` are the chips that players took off a table uncounted, by player, and `tokes` those that dealers were
    given, by badge: both are out of the house by the books. `pocketed` are the chips that went out of the house by
    mistake, less those that came in: players have them, and no account knows of it.
    """

    drawers: dict[int, Lying] = field(default_factory=dict)
    boxes: dict[tuple[int, str], Lying] = field(default_factory=dict)
    pulls: dict[int, Lying] = field(default_factory=dict)
    trays: dict[int, Lying] = field(default_factory=dict)
    carried: dict[int, int] = field(default_factory=dict)
    tokes: dict[str, int] = field(default_factory=dict)
    vault: Lying = field(default_factory=Lying)
    pocketed: int = 0
    _boxes_off: dict[tuple[int, str], int] = field(default_factory=dict)

    def drawer(self, drawer: int) -> Lying:
        """The chips and cash in a drawer, by its number."""
        return self.drawers.setdefault(drawer, Lying())

    def tray(self, table: int) -> Lying:
        """The chips in the tray of a table, by its number."""
        return self.trays.setdefault(table, Lying())

    def box(self, table: int, holds: str) -> Lying:
        """The chips in the box of a table that takes takings of a kind, by the table's number."""
        return self.boxes.setdefault((table, holds), Lying())

    def number_of_box(self, table: int, holds: str) -> int:
        """The number of the box that takes takings of a kind at a table now, among all that did so there, from 1."""
        return self._boxes_off.get((table, holds), 0) + 1

    def pull(self, table: int, holds: str, pull: int) -> None:
        """Take a box off its table with all that lies in it: from now on that lies in the pull of this number."""
        self._boxes_off[table, holds] = self.number_of_box(table, holds)
        self.pulls[pull] = self.boxes.pop((table, holds), Lying())

    def carry(self, player: int, chips: int) -> None:
        """Let a player, by number, carry so many chips more."""
        self.carried[player] = self.carried.get(player, 0) + chips

    def toke(self, badge: str, chips: int) -> None:
        """Let a dealer, by badge, have so many chips more."""
        self.tokes[badge] = self.tokes.get(badge, 0) + chips

    @property
    def abroad(self) -> int:
        """The chips that people carry about and the books have nowhere in the house, minor units."""
        return sum(self.carried.values()) + sum(self.tokes.values())
