"""The files of hands that a room was asked to import."""

from django.db.models import Count, Q

from config.rooms.models import Room
from games.models import FileImport, RefusedHand

SHOWN = 50


def imports_of(room: Room) -> list[FileImport]:
    """The newest imports of a room, each with its job, how many of its hands were refused (`refused`), and how many its
    report tells of (`told`): those, and hands that another file brought before; one query."""
    rows = FileImport.objects.filter(room=room).select_related("job", "table", "asked_by").defer("text")
    told = Count("refused_hands")
    refused = Count("refused_hands", filter=~Q(refused_hands__code=RefusedHand.KNOWN))
    return list(rows.annotate(told=told, refused=refused).order_by("-asked_at", "-pk")[:SHOWN])
