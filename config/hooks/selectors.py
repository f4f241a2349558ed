"""Questions about the addresses of a room and what was sent to them."""

from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Q, QuerySet

from config.hooks.models import Hook, HookDelivery
from config.rooms.models import Room

ON_A_PAGE = 50
TOLD_FOR = timedelta(days=1)
"""The time for which events that were given up stand in the morning."""

_State = HookDelivery.State


def hooks_of(room: Room) -> QuerySet[Hook]:
    """The addresses of a room that are told of events, each with `waiting` and `given_up` deliveries and when it last
    took one (`taken_at`); one query."""
    unfinished = Q(deliveries__state__in=[_State.WAITING, _State.SENDING])
    return (
        Hook.objects.filter(room=room, ended_at=None)
        .select_related("added_by")
        .annotate(
            waiting=Count("deliveries", filter=unfinished),
            given_up=Count("deliveries", filter=Q(deliveries__state=_State.GIVEN_UP)),
            taken_at=Max("deliveries__finished_at", filter=Q(deliveries__state=_State.TAKEN)),
        )
        .order_by("pk")
    )


def deliveries_of(hook: Hook, page: str) -> Page[HookDelivery]:
    """A page of what was sent to an address, newest first."""
    return Paginator(hook.deliveries.order_by("-pk"), ON_A_PAGE).get_page(page)


def given_up_lately(room: Room, at: datetime) -> int:
    """The number of events of the last day that an address of the room did not take until the last try."""
    lost = HookDelivery.objects.filter(hook__room=room, hook__ended_at=None, state=_State.GIVEN_UP)
    return lost.filter(finished_at__gt=at - TOLD_FOR).count()
