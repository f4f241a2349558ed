"""The floor changes limits and game: to a plaque that the room has posted already, with a manager's PIN."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.staff.models import User
from config.staff.roles import Permission
from rules.house.plaque import Plaque
from tables.models import PlaqueVersion, PlaySource, Table
from tables.services.plaques import post_plaque


@transaction.atomic
def change_plaque(
    *, table: Table, like: PlaqueVersion, second: User, by: User | None, at: datetime, reason: str = ""
) -> PlaqueVersion:
    """Post on `table` what another plaque of its room says; `second` answers for it, having shown badge and PIN.

    It begins with the next hand. Refuses a plaque of another room or from a file (`plaque_unknown`), a second person
    who may not post plaques (`second_may_not`), and what `post_plaque` refuses.
    """
    if like.room_id != table.room_id or like.source != PlaySource.FLOOR:
        raise DomainError("plaque_unknown", "That plaque was never posted in this room: choose another.", field="like")
    if not second.may(Permission.PLAQUE_POST, table.room):
        raise DomainError("second_may_not", f"{second} posts no plaques here: ask a manager.", field="badge")
    version = post_plaque(table=table, plaque=fitted(like.plaque, table), by=by, at=at, reason=reason)
    after = {"plaque": version.number, "like": like.pk, "second": second.pk}
    record("plaque.approved", version, room=table.room, by=second, at=at, after=after, reason=reason)
    return version


def fitted(plaque: Plaque, table: Table) -> Plaque:
    """The plaque with no more seats than the table has."""
    return replace(plaque, seats=min(plaque.seats, table.seats))
