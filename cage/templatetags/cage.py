"""The tag of the frame around the pages of the cage."""

from django import template

from cage.navigation import Navigation, navigation
from config.rooms.models import Room

register = template.Library()


@register.filter
def short_or_over(amount: int, room: Room) -> str:
    """A difference that was counted, in words: "20 short", "5 over", or "right"."""
    return f"{room.money(abs(amount))} {'over' if amount > 0 else 'short'}" if amount else "right"


@register.simple_tag(takes_context=True)
def ways_of_the_cage(context: template.Context) -> Navigation:
    """The sub-navigation of the signed-in person on the page that they look at; nothing where there is no page."""
    request, may = context.get("request"), context.get("may")
    match = request.resolver_match if request is not None else None
    if not may or request is None or match is None:
        return Navigation((), ())
    return navigation(may, context["gaming_day"], match.url_name or "", request.GET)
