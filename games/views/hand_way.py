"""One hand's way from buy-in to box and count."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff
from games.models import Hand
from games.selectors.way import way_of
from players.tills import tills


@require_safe
@staff(Permission.LEDGER_VIEW)
def hand_way(request: RoomRequest, hand_id: int) -> HttpResponse:
    """The chips of a hand in one page: bought, taken to the table, moved by the hand and since, in which boxes, and who
    counted these. It tells what hangs in the boxes: whoever looks counts none of them."""
    hands = Hand.objects.select_related("room", "session__table", "plaque")
    hand = get_object_or_404(hands, pk=hand_id, room=request.room)
    tills().looked_at_boxes(request.room, by=request.user, at=timezone.now())
    return page(request, "games/way.html", {"way": way_of(hand)})
