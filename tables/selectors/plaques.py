"""The facts that the pages of tables, plaques and house rules show, in a fixed number of queries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from django.db.models import Max, Q

from config.rooms.models import Room
from rules.house.house import HOUSES, House
from rules.house.house_rules import GROUPS, HOUSE_RULES, HouseRule
from rules.house.plaque import Plaque
from tables.models import HouseRulesVersion, PlaqueVersion, PlaySource, Table, TableSession
from tables.plaque_lines import ComparedLine, compared
from tables.selectors.sessions import playing

IN_MINOR_UNITS = "minor units"
"""The measure of the house rules that are amounts."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with the newest plaque, and its session where it is open."""

    table: Table
    plaque: PlaqueVersion | None
    session: TableSession | None = None

    @property
    def is_open(self) -> bool:
        """Whether play goes on there."""
        return self.session is not None

    @property
    def waits(self) -> PlaqueVersion | None:
        """The newest plaque, where it waits for the next hand and an older one is in force still."""
        return self.plaque if self.session and self.plaque and self.session.plaque_id != self.plaque.pk else None

    def goes_by_older(self, rules: HouseRulesVersion | None) -> bool:
        """Whether its plaque was posted under other house rules than these, which are in force."""
        return bool(self.plaque and rules and self.plaque.house_rules_id != rules.pk)


def table_rows(room: Room, at: datetime) -> list[TableRow]:
    """Every table of the room in the floor's order; three queries."""
    posted = PlaqueVersion.objects.filter(room=room, source=PlaySource.FLOOR, effective_at__lte=at)
    newest = posted.order_by("table_id", "-effective_at", "-number").distinct("table_id")
    plaques = {version.table_id: version for version in newest}
    sessions = {session.table_id: session for session in playing(room).select_related("plaque")}
    tables = Table.objects.filter(room=room, is_retired=False)
    return [TableRow(table, plaques.get(table.pk), sessions.get(table.pk)) for table in tables]


def waiting_plaques(sessions: Iterable[TableSession], at: datetime) -> dict[int, PlaqueVersion]:
    """The newest plaque of each open table by session, where it waits for the next hand and says something else than
    the one in force; one query."""
    going = {session.table_id: session for session in sessions if session.source == PlaySource.FLOOR}
    posted = PlaqueVersion.objects.filter(table__in=going, source=PlaySource.FLOOR, effective_at__lte=at)
    newest = posted.order_by("table_id", "-effective_at", "-number").distinct("table_id").select_related("room")
    waiting = ((going[version.table_id], version) for version in newest)
    return {
        session.pk: version
        for session, version in waiting
        if session.plaque_id != version.pk and session.posted != version.plaque
    }


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of one table now: its newest plaque, its session where it is open, the house rules, who sits."""

    newest: PlaqueVersion | None
    session: TableSession | None
    rules: HouseRulesVersion | None
    highest_seat_taken: int

    @property
    def in_force(self) -> PlaqueVersion | None:
        """The plaque that the hand in play goes by, or else the next one."""
        return self.session.plaque if self.session and self.session.hand_open else self.newest

    @property
    def waits(self) -> PlaqueVersion | None:
        """The newest plaque, where it waits for the next hand and an older one lies on the table still."""
        return self.newest if self.session and self.newest and self.session.plaque_id != self.newest.pk else None

    def state_of(self, version: PlaqueVersion) -> str:
        """Since when, or from when on, the table goes by a plaque, in words."""
        if version.source == PlaySource.IMPORT:
            return "stated by a file"
        is_newest = self.newest is not None and version.pk == self.newest.pk
        if self.session is None:
            return "the table opens under it" if is_newest else "no longer in force"
        if is_newest:
            return "from the next hand" if self.waits else "in force"
        return "until the next hand" if version.pk == self.session.plaque_id else "no longer in force"

    def says(self, plaque: Plaque | None) -> bool:
        """Whether that plaque stands there already, under the house rules in force."""
        return self.newest is not None and self.newest.plaque == plaque and not self.adopts_rules

    @property
    def adopts_rules(self) -> bool:
        """Whether the plaque that stands there was posted under older house rules than the next one will be."""
        return bool(self.newest and self.rules and self.newest.house_rules_id != self.rules.pk)

    def effects(self, plaque: Plaque, room: Room) -> list[str]:
        """The effects of posting `plaque`, and when they come, in sentences (R4)."""
        told = [self._when(plaque.short_name(room.money))]
        if self.session:
            told.append("Stacks on the table stay as they are: its buy-in holds for whoever buys in from then on.")
        if self.adopts_rules and self.newest and self.rules:
            new, old = self.rules.number, self.newest.house_rules.number
            told.append(f"It goes by version {new} of the house rules; plaque {self.newest.number} goes by {old}.")
        if self.highest_seat_taken > plaque.seats:
            taken = f"Seat {self.highest_seat_taken} is taken"
            told.append(f"{taken}, and the new plaque has {plaque.seats} seats: move the player first.")
        return told

    def _when(self, name: str) -> str:
        in_force = self.in_force
        if self.session is None:
            return f"The table is closed: it opens under {name}."
        if self.session.hand_open and in_force:
            old = f"{in_force.short_name}, plaque {in_force.number}"
            return f"The hand in play ends under {old}; {name} begins with the next."
        return f"{name} begins with the next hand."


def standing(table: Table, at: datetime) -> Standing:
    """The state of `table` at an instant; three queries."""
    rules = table.room.house_rules_versions.filter(source=PlaySource.FLOOR, effective_at__lte=at)
    posted = table.plaque_versions.filter(source=PlaySource.FLOOR, effective_at__lte=at).select_related("house_rules")
    seated = Max("sittings__seat", filter=Q(sittings__left_at=None))
    session = playing(table.room).filter(table=table).select_related("plaque").annotate(highest_seat=seated).first()
    taken = session.highest_seat if session else None
    newest = ("-effective_at", "-number")
    return Standing(posted.order_by(*newest).first(), session, rules.order_by(*newest).first(), taken or 0)


@dataclass(frozen=True, slots=True)
class PastPlaque:
    """A plaque that stood on a table, and the lines in which it differs from the one before."""

    version: PlaqueVersion
    changes: list[ComparedLine]


def plaque_history(table: Table, *, most: int = 30, before: int | None = None) -> list[PastPlaque]:
    """The plaques that stood on the table, newest first, older than number `before` if given (R4); one query."""
    posted = table.plaque_versions.filter(source=PlaySource.FLOOR).select_related("posted_by").order_by("-number")
    rows = list((posted.filter(number__lt=before) if before else posted)[: most + 1])
    pairs = zip_longest(rows, rows[1:])
    return [PastPlaque(version, _changes(version, old, table.room) if old else []) for version, old in pairs][:most]


def _changes(version: PlaqueVersion, old: PlaqueVersion, room: Room) -> list[ComparedLine]:
    return [line for line in compared(version.plaque, old.plaque, room) if line.is_changed]


@dataclass(frozen=True, slots=True)
class Answer:
    """A house's answer to one house rule in words, its source, and whether it differs from the rulebook's."""

    house_rule: HouseRule
    text: str
    citation: str
    differs: bool


def answer_of(house_rule: HouseRule, house: House, room: Room) -> Answer:
    """The house's answer to `house_rule`, amounts in the room's money."""
    preset = HOUSES.get(house.name, house)
    differs = house.answer_to(house_rule.name) != preset.answer_to(house_rule.name)
    return Answer(house_rule, _in_words(house_rule, house, room), house.cite(house_rule.name), differs)


def _in_words(house_rule: HouseRule, house: House, room: Room) -> str:
    value = house.answer_to(house_rule.name)
    if house_rule.measure == IN_MINOR_UNITS and type(value) is int:
        return f"{room.currency_symbol}{room.money(value)}"
    if value in [answer.value for answer in house_rule.values]:
        return house.explain(house_rule.name).sentence
    return f"{value} {house_rule.measure}"


def answers(house: House, room: Room) -> Mapping[str, list[Answer]]:
    """Every house rule with the house's answer, by what it is about."""
    return {
        title: [answer_of(house_rule, house, room) for house_rule in house_rules]
        for title, house_rules in GROUPS.items()
    }


@dataclass(frozen=True, slots=True)
class ChangedAnswer:
    """A question that two versions of the house rules answer differently; `name` is its house rule's."""

    name: str
    question: str
    new: str
    old: str
    citation: str


def changed_answers(new: House, old: House | None, room: Room) -> list[ChangedAnswer]:
    """The answers that `new` gives otherwise than `old`, in the order of the page; everything counts as new without an
    `old`."""
    if old is None:
        return []
    pairs = [
        (answer_of(house_rule, new, room), answer_of(house_rule, old, room)) for house_rule in HOUSE_RULES.values()
    ]
    return [
        ChangedAnswer(
            new_one.house_rule.name, new_one.house_rule.question, new_one.text, old_one.text, new_one.citation
        )
        for new_one, old_one in pairs
        if new.answer_to(new_one.house_rule.name) != old.answer_to(new_one.house_rule.name)
    ]


def house_rules_history(room: Room) -> list[HouseRulesVersion]:
    """Every version of the room's house rules, newest first; superseded ones are kept (R6)."""
    return list(room.house_rules_versions.filter(source=PlaySource.FLOOR).select_related("posted_by"))


def plaques_on_older_rules(room: Room, rules: HouseRulesVersion | None, at: datetime) -> list[TableRow]:
    """The tables whose plaque was posted under other house rules than those in force; hands there keep the older."""
    return [row for row in table_rows(room, at) if row.goes_by_older(rules)]
