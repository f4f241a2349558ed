"""The state of the chain, as pages show it: how far it is sealed, when it was anchored last, and what stands in the
way."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.conf import settings

from config.audit import chain
from config.audit.anchors import newest_anchor
from config.audit.models import Anchor, AnchorPlace, AuditRun, ChainSeal
from config.rooms.models import Room


@dataclass(frozen=True, slots=True)
class Standing:
    """The chain's end, its last anchor, and each place that anchors are written to."""

    seal: ChainSeal | None
    anchor: Anchor | None
    places: Sequence[AnchorPlace]
    missing: Sequence[str]
    """Places of the settings to which nothing was ever written."""
    minutes: int
    run: AuditRun | None
    """The last audit of the books, which held rows, chain and anchors against each other."""
    is_late: bool
    """Whether something that was sealed a while ago lies nowhere outside, or a place can't be reached."""

    @property
    def short(self) -> str:
        """The last anchor's head as people compare it."""
        return chain.short(self.anchor.head) if self.anchor else ""

    @property
    def end(self) -> str:
        """The chain's end in the same form."""
        return chain.short(self.seal.hash) if self.seal else ""


@dataclass(frozen=True, slots=True)
class DayHead:
    """The head that a gaming day's report carries; `is_final` once the day had ended when it was anchored."""

    anchor: Anchor
    is_final: bool

    @property
    def short(self) -> str:
        """As people compare it."""
        return chain.short(self.anchor.head)


def standing(*, at: datetime) -> Standing:
    """The state of the chain; five queries."""
    seal, anchor = chain.newest_seal(), newest_anchor()
    states = {place.name: place for place in AnchorPlace.objects.filter(name__in=settings.ANCHORS)}
    places = [states[name] for name in settings.ANCHORS if name in states]
    missing = [name for name in settings.ANCHORS if name not in states]
    pause = timedelta(minutes=2 * settings.ANCHOR_MINUTES)
    unanchored = ChainSeal.objects.filter(number__gt=anchor.seal_number if anchor else 0).order_by("number").first()
    is_late = (
        not places
        or bool(missing)
        or any(place.trouble or (anchor and place.number < anchor.number) for place in places)
        or (unanchored is not None and at - unanchored.at > pause)
    )
    return Standing(seal, anchor, places, missing, settings.ANCHOR_MINUTES, AuditRun.objects.first(), is_late)


def day_head(room: Room, day: date) -> DayHead | None:
    """The first head that was anchored after the gaming day had ended; until then the last one. None without any."""
    ended_at = room.start_of(day + timedelta(days=1))
    if anchor := Anchor.objects.filter(at__gte=ended_at).order_by("at", "pk").first():
        return DayHead(anchor, is_final=True)
    anchor = newest_anchor()
    return DayHead(anchor, is_final=False) if anchor else None
