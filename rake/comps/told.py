"""A player's comps as pages, the file and the API tell them: the one source of them all."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from config.clocks import start_of_hour
from config.rooms.models import Room
from players.models import CompEntry, CompRules, Player
from players.selectors.comps import (
    OF_PLAY,
    Account,
    Qualified,
    account_of,
    entries_of,
    in_hours,
    point_value,
    qualified,
    rules_on,
    why_not,
)
from rake.comps.hours import play_of_day
from tables.models import PlaqueVersion

SHOWN_ENTRIES = 60
"""The entries of a page, the newest; the file has all."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry as it is read: the play that it is for, in words, and what it is worth."""

    entry: CompEntry
    play: str

    @property
    def is_open_to_reversal(self) -> bool:
        """Whether it is a redemption that stands."""
        return self.entry.kind == CompEntry.Kind.REDEEMED and not self.entry.is_cash and not self.is_taken_back

    @property
    def is_taken_back(self) -> bool:
        """Whether a later entry takes it back."""
        return hasattr(self.entry, "reversed_by")


@dataclass
class AccountTold:
    """A player's comps in a room, as they stand at an instant."""

    room: Room
    player: Player
    at: datetime

    @property
    def today(self) -> date:
        """The gaming day."""
        return self.room.gaming_day(self.at)

    @cached_property
    def account(self) -> Account:
        """The account of points."""
        return account_of(self.room, self.player, self.today)

    @cached_property
    def rules(self) -> CompRules | None:
        """The rules that hold; None where comps are off."""
        return rules_on(self.room, self.today)

    @cached_property
    def value(self) -> int:
        """Minor units that the points which can be redeemed are worth."""
        return self.account.available * point_value(self.room, self.today)

    @cached_property
    def has(self) -> Qualified | None:
        """The play and the redemptions in the earning period."""
        return qualified(self.room, self.player, self.rules, self.today) if self.rules else None

    @cached_property
    def played(self) -> str:
        """The hours that count in the earning period, in words."""
        return in_hours(self.has.seconds) if self.has else ""

    @cached_property
    def today_so_far(self) -> str:
        """The hours played today until now, which count once the day is locked; "" where there are none."""
        seconds = sum(play_of_day(self.room, self.today, self.at).get(self.player.pk, {}).values())
        return in_hours(seconds) if seconds else ""

    @cached_property
    def why_not(self) -> list[str]:
        """Why nothing is redeemed now by the rules, in sentences."""
        return [reason.message for reason in why_not(self.room, self.player, self.at)]

    def entries(self, most: int | None = SHOWN_ENTRIES) -> list[EntryRow]:
        """The entries, the newest first; all of them where `most` is None."""
        rows = entries_of(self.room, self.player).select_related("by", "second", "reversed_by").defer("lines")
        return [EntryRow(entry, play_of(entry)) for entry in rows.order_by("-number")[:most]]


def play_of(entry: CompEntry) -> str:
    """The play that an entry is for: “3 h 20 min of 7 March 2025”; "" where it is for none."""
    if entry.kind not in OF_PLAY or entry.for_day is None:
        return ""
    return f"{in_hours(entry.seconds)} of {entry.for_day:%-d %B %Y}"


@dataclass(frozen=True, slots=True)
class LineRow:
    """One hour of play under one plaque, and what it earned."""

    plaque: str
    hour: datetime
    played: str
    points: int
    why: str


def lines_of(entry: CompEntry, zone: str) -> Iterable[LineRow]:
    """The hours that an entry's points come of; one query."""
    plaques = PlaqueVersion.objects.select_related("table").in_bulk({line["plaque"] for line in entry.lines})
    for line in entry.lines:
        plaque = plaques[line["plaque"]]
        hour = start_of_hour(datetime.fromisoformat(line["hour"]), zone)
        yield LineRow(f"{plaque.table.name}: {plaque}", hour, in_hours(line["seconds"]), line["points"], line["why"])
