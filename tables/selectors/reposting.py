"""The plaques under older house rules: what the rules in force would change, and which of them can’t stay."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from config.errors import DomainError
from config.rooms.models import Room
from tables.models import HouseRulesVersion, PlaqueVersion
from tables.selectors.signs import ChangedAnswer, TableRow, changed_answers, signs_on_older_rules
from tables.sign_checks import why_not_sign


@dataclass(frozen=True, slots=True)
class OlderSign:
    """A table's plaque under older house rules; `refusal` says why the rules in force don't let it stand as it is."""

    row: TableRow
    plaque: PlaqueVersion
    refusal: DomainError | None


@dataclass(frozen=True, slots=True)
class OlderRules:
    """An older version of the house rules, what those in force answer otherwise, and the plaques that go by it."""

    version: HouseRulesVersion
    changes: list[ChangedAnswer]
    signs: Sequence[OlderSign]


def plaques_to_repost(room: Room, rules: HouseRulesVersion | None, at: datetime) -> list[OlderRules]:
    """The older versions that plaques still go by, newest first; four queries."""
    if rules is None:
        return []
    signs: dict[int, list[OlderSign]] = {}
    for row in signs_on_older_rules(room, rules, at):
        if row.plaque:
            row.table.room = room
            sign = OlderSign(row, row.plaque, why_not_sign(row.table, row.plaque.sign, rules.rules))
            signs.setdefault(row.plaque.house_rules_id, []).append(sign)
    versions = HouseRulesVersion.objects.filter(pk__in=signs).order_by("-number")
    return [
        OlderRules(version, changed_answers(rules.rules, version.rules, room), signs[version.pk])
        for version in versions
    ]
