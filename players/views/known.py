"""The people whom a desk may open: those whom its room knows, and whoever shows there who they are."""

from django.shortcuts import get_object_or_404
from django.utils import timezone

from config.web.views import RoomRequest
from players import services
from players.models import Player
from players.selectors.known import known_in


def known_or_404(request: RoomRequest, player_id: int) -> Player:
    """The player whom the room knows by that number; 404 where it knows none."""
    return get_object_or_404(known_in(request.room), pk=player_id)


def searched(request: RoomRequest) -> str:
    """The text searched for; whoever is found by papers is known to the room from now on."""
    text = typed_text(request)
    meet(request, text)
    return text


def typed_text(request: RoomRequest) -> str:
    """The text of a search, as it was typed."""
    return str(request.GET.get("q", ""))[:60].strip()


def meet(request: RoomRequest, text: str) -> None:
    """Whoever is found by papers is known to the room from now on."""
    if text:
        services.meet(text=text, room=request.room, by=request.user, at=timezone.now())
