"""Play that comes from hand files: its rules, plaques and sessions stand beside the floor's and never among them."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.rooms.models import Room
from config.staff.models import User
from rules.house.house import House
from rules.house.plaque import Plaque
from tables.models import HouseRulesVersion, PlaqueVersion, PlaySource, Table, TableSession
from tables.services import next_number, open_session


@transaction.atomic
def post_imported_plaque(*, table: Table, plaque: Plaque, house: House, by: User | None, at: datetime) -> PlaqueVersion:
    """The plaque that a hand file states, under the rules it was played by; the same two are kept once per table.

    No house rule of the room binds it: it was posted elsewhere, and what was played under it is a fact.
    """
    table = Table.objects.select_for_update().select_related("room").get(pk=table.pk)
    house_rules = _imported_rules(table.room, house, by, at)
    known = table.plaque_versions.filter(
        source=PlaySource.IMPORT, house_rules=house_rules, plaque_json=plaque.to_json()
    )
    if kept := known.first():
        return kept
    version = PlaqueVersion.objects.create(
        room=table.room,
        table=table,
        source=PlaySource.IMPORT,
        number=next_number(PlaqueVersion.objects.filter(table=table)),
        house_rules=house_rules,
        plaque_json=plaque.to_json(),
        short_name=plaque.short_name(table.room.money)[:60],
        game=plaque.game,
        structure=plaque.structure,
        effective_at=at,
        posted_at=at,
        posted_by=by,
        reason="stated by a file",
    )
    record("plaque.imported", version, room=table.room, by=by, at=at, after=version.plaque_json)
    return version


@transaction.atomic
def open_imported_session(*, plaque: PlaqueVersion, by: User | None, at: datetime) -> TableSession:
    """A session for the hands of a file, open beside whatever is played at the table itself."""
    return open_session(table=plaque.table, plaque=plaque, source=PlaySource.IMPORT, by=by, at=at)


def _imported_rules(room: Room, house: House, by: User | None, at: datetime) -> HouseRulesVersion:
    """The rules of that house as files of this room were played by them."""
    Room.objects.select_for_update().get(pk=room.pk)
    kept = room.house_rules_versions.filter(source=PlaySource.IMPORT, house_json=house.to_json()).first()
    if kept:
        return kept
    version = HouseRulesVersion.objects.create(
        room=room,
        source=PlaySource.IMPORT,
        number=next_number(HouseRulesVersion.objects.filter(room=room)),
        house_json=house.to_json(),
        effective_at=at,
        posted_at=at,
        posted_by=by,
        reason="stated by a file",
    )
    record("house_rules.imported", version, room=room, by=by, at=at, after=version.house_json)
    return version
