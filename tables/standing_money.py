"""The amounts that stand on tables: their plaques, the house rules by which pots are split, and the hands in play."""

from collections.abc import Iterator
from datetime import datetime

from config.rooms.models import Room
from config.rooms.standing_money import InTheWay, counts_in_chips, is_uneven, posts_amounts
from rules.house.house import House
from rules.house.plaque import Plaque
from tables.models import HouseRulesVersion, PlaqueVersion, PlaySource
from tables.selectors.plaques import table_rows


@counts_in_chips
def plaques_and_hands(room: Room, chip: int, at: datetime) -> Iterator[InTheWay]:
    """Plaques that stand or are to stand, house rules, and hands in play that a smallest chip doesn't make up."""
    rows, money = table_rows(room, at), room.money
    standing = {row.plaque.pk: row.plaque for row in rows if row.plaque}
    standing |= {row.session.plaque_id: row.session.plaque for row in rows if row.session}
    standing |= {each.pk: each for each in _to_come(room, at)}
    names = {row.table.pk: row.table.name for row in rows}
    post = f"post such plaques again in multiples of {money(chip)}"
    for version in standing.values():
        for what, amount in _amounts(version.plaque):
            if is_uneven(room, amount, chip):
                yield InTheWay(f"the plaque of {names[version.table_id]} says {what} {money(amount)}", post)
                break
    if uneven := next((unit for unit in _splits(room, at, standing) if is_uneven(room, unit, chip)), None):
        split = f"post house rules that split pots down to {money(chip)}, and the plaques under them"
        yield InTheWay(f"the house rules split pots down to {money(uneven)}", split)
    if room.smallest_chip % chip:
        for row in rows:
            if row.session and row.session.hand_open:
                yield InTheWay(f"a hand is being played at {row.table}", "wait until it is recorded")


@posts_amounts
def posted_on_tables(room: Room) -> Iterator[str]:
    """House rules and plaques: who comes after reads them as they were posted."""
    if HouseRulesVersion.objects.filter(room=room, source=PlaySource.FLOOR).exists():
        yield "house rules"
    if PlaqueVersion.objects.filter(room=room, source=PlaySource.FLOOR).exists():
        yield "plaques"


def _to_come(room: Room, at: datetime) -> list[PlaqueVersion]:
    later = PlaqueVersion.objects.filter(room=room, source=PlaySource.FLOOR, effective_at__gt=at)
    return list(later.filter(table__is_retired=False))


def _splits(room: Room, at: datetime, standing: dict[int, PlaqueVersion]) -> Iterator[int]:
    """The units, minor units, down to which pots are split by the house rules in force, and by those of plaques."""
    rules = HouseRulesVersion.objects.filter(room=room, source=PlaySource.FLOOR)
    in_force = rules.filter(effective_at__lte=at).order_by("-effective_at", "-number").values_list("pk")[:1]
    used = rules.filter(pk__in=[each.house_rules_id for each in standing.values()])
    for version in (*rules.filter(pk__in=in_force), *rules.filter(effective_at__gt=at), *used):
        yield from _unit_of_splits(version.house)


def _unit_of_splits(house: House) -> Iterator[int]:
    if isinstance(house.answers.odd_chip_unit, int):
        yield house.answers.odd_chip_unit


def _amounts(plaque: Plaque) -> Iterator[tuple[str, int]]:
    """The amounts posted, bet or taken at a table, each with its name on the plaque; minor units."""
    yield "betting unit", plaque.unit
    yield from (("a blind of", blind) for blind in plaque.blinds)
    yield "ante", plaque.ante
    if plaque.bring_in is not None:
        yield "bring-in", plaque.bring_in
    if fee := plaque.fee:
        if fee.follows_pot:
            yield "rake in steps of", fee.unit
            yield from (("a cap of", cap) for cap in (fee.cap, *(cap for _, cap in fee.caps_by_players)) if cap)
            yield from (("a rake of", rake) for _, rake in fee.steps)
        yield from (("a collection of", collection) for collection in fee.collections)
        yield "promo", fee.promo
        yield "time charge", fee.time_charge
