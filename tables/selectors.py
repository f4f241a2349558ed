"""What the pages of tables, plaques and house rules show, in a fixed number of queries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from config.rooms.models import Room
from games.rules.house import HOUSES, House
from games.rules.knobs import KNOBS, Knob, KnobValue
from games.rules.plaque import Plaque
from games.rules.variants import STRUCTURES
from games.rules.violation import Money
from tables.models import HouseRulesVersion, PlaqueVersion, PlaySource, Table


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with the plaque in force and whether it is open."""

    table: Table
    plaque: PlaqueVersion | None
    is_open: bool


def table_rows(room: Room, at: datetime) -> list[TableRow]:
    """Every table of the room in the floor's order; three queries."""
    newest: dict[int, PlaqueVersion] = {}
    versions = PlaqueVersion.objects.filter(room=room, source=PlaySource.FLOOR, effective_at__lte=at)
    for version in versions.order_by("effective_at", "number"):
        newest[version.table_id] = version
    open_tables = set(room.sessions.filter(closed_at=None, source="floor").values_list("table_id", flat=True))
    tables = Table.objects.filter(room=room, is_retired=False)
    return [TableRow(table, newest.get(table.pk), table.pk in open_tables) for table in tables]


@dataclass(frozen=True, slots=True)
class SignLine:
    """One line of a sign: what it says and how much, ready to print."""

    label: str
    text: str


def sign_lines(plaque: Plaque, room: Room) -> list[SignLine]:
    """The sign that stands on the table, line by line: limits, blinds, ante, kill, buy-in, fee."""
    money = _money(room)
    facts: list[tuple[str, str]] = [
        ("Limits", _limits(plaque, money)),
        ("Blinds", " / ".join(map(money, plaque.blinds))),
        ("Ante", money(plaque.ante) if plaque.ante else ""),
        ("Bring-in", money(plaque.bring_in) if plaque.bring_in else ""),
        ("Straddle", {"utg": "left of the big blind", "button": "on the button"}.get(plaque.straddle, "")),
        ("Raises", f"{plaque.raise_cap} a round" if plaque.raise_cap else ""),
        ("Kill", _kill(plaque, money)),
        ("Buy-in", _buy_in(plaque, money)),
        ("Betting unit", money(plaque.unit)),
        ("Seats", str(plaque.seats)),
        ("Fee", _capitalised(plaque.fee.describe(money)) if plaque.fee else ""),
    ]
    return [SignLine(label, text) for label, text in facts if text]


@dataclass(frozen=True, slots=True)
class Answer:
    """A house's answer to one knob, and whether it differs from the rulebook's preset."""

    knob: Knob
    chosen: KnobValue
    differs: bool


def answers(house: House) -> list[Answer]:
    """Every knob with the house's answer, its sentence and its source."""
    preset = HOUSES.get(house.name, house)
    return [Answer(knob, house.explain(name), house.value(name) != preset.value(name)) for name, knob in KNOBS.items()]


def house_rules_history(room: Room) -> list[HouseRulesVersion]:
    """Every version of the room's house rules, newest first; superseded ones are kept (R6)."""
    return list(room.house_rules_versions.filter(source=PlaySource.FLOOR).select_related("posted_by"))


def plaque_history(table: Table) -> list[PlaqueVersion]:
    """Every plaque that stood on the table, newest first (R4)."""
    posted = table.plaque_versions.filter(source=PlaySource.FLOOR)
    return list(posted.select_related("posted_by", "house_rules"))


def changed_lines(plaque: PlaqueVersion, before: PlaqueVersion | None, room: Room) -> Mapping[str, tuple[str, str]]:
    """What a plaque changed from the one before: label -> (old, new)."""
    new = {line.label: line.text for line in sign_lines(plaque.sign, room)}
    old = {line.label: line.text for line in sign_lines(before.sign, room)} if before else {}
    labels = [label for label in {**old, **new} if old.get(label) != new.get(label)]
    return {label: (old.get(label, "–"), new.get(label, "–")) for label in labels}


def _money(room: Room) -> Money:
    return lambda amount: f"{room.currency_symbol}{room.money(amount)}"


def _limits(plaque: Plaque, money: Money) -> str:
    words = STRUCTURES[plaque.structure]
    if plaque.structure == "fixed_limit" and plaque.small_bet and plaque.big_bet:
        return f"{money(plaque.small_bet)} / {money(plaque.big_bet)} {words}"
    if plaque.structure == "spread" and plaque.spread_min and plaque.spread_max:
        return f"{money(plaque.spread_min)} to {money(plaque.spread_max)} {words}"
    return _capitalised(words)


def _kill(plaque: Plaque, money: Money) -> str:
    if plaque.kill is None:
        return ""
    name = {"half": "Half-kill", "full": "Kill"}[plaque.kill.size]
    return f"{name}, a scooped pot of {money(plaque.kill.qualifies_at)} qualifies"


def _buy_in(plaque: Plaque, money: Money) -> str:
    if plaque.buy_in_max is None:
        return f"{money(plaque.buy_in_min)} or more"
    return f"{money(plaque.buy_in_min)} to {money(plaque.buy_in_max)}"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
