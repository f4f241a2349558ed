"""The answers of the play to what the ledger asks of hands (`players.dealt.Dealt`)."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet

from config.rooms.models import Room
from games.models import Hand


class RecordedHands:
    """The hands of all rooms."""

    def names(self, hands: Collection[int]) -> dict[int, str]:
        """The names of these hands, by id: "hand 12 of Table 3", and the version where it is not the first."""
        rows = Hand.objects.filter(pk__in=hands).values_list("pk", "number", "session__table__name", "version")
        return {pk: _name(number, table, version) for pk, number, table, version in rows}

    def numbered(self, room: Room, number: int) -> QuerySet[Any]:
        """The ids of every version of the room's hands with this number."""
        return Hand.objects.filter(room=room, number=number).values("pk")

    def recorded_since(self, session: int, since: datetime) -> int:
        """The number of hands of a session that were recorded after an instant, each once however often corrected."""
        return Hand.objects.filter(session=session, version=1, recorded_at__gt=since).count()

    def newest(self, sessions: Collection[int]) -> dict[int, datetime]:
        """The instant at which the newest hand of each of these sessions was recorded, whatever became of it since."""
        last = Hand.objects.filter(session__in=sessions, version=1, number=F("session__hands_recorded"))
        return dict(last.order_by().values_list("session", "recorded_at"))


def _name(number: int, table: str, version: int) -> str:
    return f"hand {number} of {table}" + (f", version {version}" if version > 1 else "")
