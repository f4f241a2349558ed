"""New house rules reach the tables: plaques that stand under older ones are posted again as they are, in one act."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from tables.models import HouseRulesVersion, PlaqueVersion, Table
from tables.plaque_checks import refuse_taken_seats, why_not_plaque
from tables.services.plaques import house_rules_in_force, newest_plaque, write_plaque


@transaction.atomic
def repost_plaques(
    *,
    room: Room,
    rules: HouseRulesVersion,
    plaques: Sequence[int],
    key: str,
    by: User | None,
    at: datetime,
    reason: str = "",
) -> list[PlaqueVersion]:
    """Post the plaques with these ids again, word for word, under `rules`: all or none, each from the next hand on.

    `rules` and `plaques` are those that were looked at. Refuses other house rules than those in force
    (`house_rules_changed`), a plaque that isn't its table's newest or goes by these rules already (`plaque_changed`),
    none at all (`plaque_missing`), and, naming the table, what `post_plaque` refuses.
    """
    body = {"room": room.pk, "rules": rules.pk, "plaques": sorted(plaques), "reason": reason}
    if earlier := claim(key, "repost_plaques", body, by=by, at=at):
        before_that = PlaqueVersion.objects.filter(pk__in=(earlier.answer or {})["plaques"])
        return list(before_that.select_related("table").order_by("table_id"))
    _refuse_other_rules(room, rules, at)
    olds = [_newest_of(table, plaques, rules, at) for table in _lock_tables(room, plaques)]
    facts: dict[str, Any] = {"by": by, "at": at, "reason": reason}
    posted = [write_plaque(old.table, old.plaque, rules, **facts) for old in olds]
    before = {"plaques": [old.pk for old in olds]}
    after = {"plaques": [version.pk for version in posted], "tables": [old.table.name for old in olds]}
    record("plaques.reposted", rules, room=room, before=before, after=after, **facts)
    answered(key, {"plaques": after["plaques"]})
    return posted


def _lock_tables(room: Room, plaques: Sequence[int]) -> list[Table]:
    """The tables of these plaques, locked in the order of their ids."""
    standing = Table.objects.filter(room=room, is_retired=False, plaque_versions__in=plaques)
    found = list(standing.select_related("room").order_by("pk").select_for_update(of=["self"]))
    if not plaques:
        raise DomainError("plaque_missing", "Choose at least one table.", field="plaques")
    if len(found) != len(plaques):
        raise DomainError("plaque_changed", "One of these plaques stands nowhere any more: look at the tables again.")
    return found


def _refuse_other_rules(room: Room, rules: HouseRulesVersion, at: datetime) -> None:
    in_force = house_rules_in_force(room, at)
    if in_force != rules:
        message = f"{in_force or 'No version'} is in force by now: look again at what changes, then post."
        raise DomainError("house_rules_changed", message)


def _newest_of(table: Table, plaques: Sequence[int], rules: HouseRulesVersion, at: datetime) -> PlaqueVersion:
    """The newest plaque of a locked table, where it is one of those and may be posted as it is."""
    newest = newest_plaque(table, at)
    if newest is None or newest.pk not in plaques or newest.house_rules_id == rules.pk:
        raise DomainError("plaque_changed", f"Another plaque was posted on {table} since this was shown: look again.")
    newest.table = table
    refuse_taken_seats(table, newest.plaque)
    if error := why_not_plaque(table, newest.plaque, rules.house):
        raise DomainError(
            error.code, f"{table}: {error.message}", rule=error.rule, citation=error.citation, allowed=error.allowed
        )
    return newest
