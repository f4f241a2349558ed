"""The files of hands that a room was asked to import."""

from django.db.models import Count

from config.rooms.models import Room
from games.models import FileImport

SHOWN = 50


def imports_of(room: Room) -> list[FileImport]:
    """The newest imports of a room, each with its job and how many of its hands stayed out (`refused`); one query."""
    rows = FileImport.objects.filter(room=room).select_related("job", "table", "asked_by").defer("text")
    return list(rows.annotate(refused=Count("refused_hands")).order_by("-asked_at", "-pk")[:SHOWN])
