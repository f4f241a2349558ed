"""The plaques under older house rules: what the rules in force would change, and which of them can’t stay."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from config.errors import DomainError
from config.rooms.models import Room
from tables.models import HouseRulesVersion, PlaqueVersion
from tables.plaque_checks import why_not_plaque
from tables.selectors.plaques import ChangedAnswer, TableRow, changed_answers, plaques_on_older_rules


@dataclass(frozen=True, slots=True)
class OlderPlaque:
    """A table's plaque under older house rules; `refusal` says why the rules in force don't let it stand as it is."""

    row: TableRow
    version: PlaqueVersion
    refusal: DomainError | None


@dataclass(frozen=True, slots=True)
class OlderRules:
    """An older version of the house rules, what those in force answer otherwise, and the plaques that go by it."""

    version: HouseRulesVersion
    changes: list[ChangedAnswer]
    plaques: Sequence[OlderPlaque]


def plaques_to_repost(room: Room, rules: HouseRulesVersion | None, at: datetime) -> list[OlderRules]:
    """The older versions that plaques still go by, newest first; four queries."""
    if rules is None:
        return []
    plaques: dict[int, list[OlderPlaque]] = {}
    for row in plaques_on_older_rules(room, rules, at):
        if row.plaque:
            row.table.room = room
            plaque = OlderPlaque(row, row.plaque, why_not_plaque(row.table, row.plaque.plaque, rules.house))
            plaques.setdefault(row.plaque.house_rules_id, []).append(plaque)
    versions = HouseRulesVersion.objects.filter(pk__in=plaques).order_by("-number")
    return [
        OlderRules(version, changed_answers(rules.house, version.house, room), plaques[version.pk])
        for version in versions
    ]
