"""The directives of rulings: which stand, and after which hand of its session each acts."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, QuerySet, When

from config.compiled import Among, Blank, compiled
from disputes.models import Directive
from games.directed import Directed, What
from games.models import Hand, HandDraft
from games.selectors.directives import open_deal
from tables.models import TableSession

BEYOND_ALL = 2**31 - 1
"""A number beyond every hand of a session."""


def directives_of(sessions: Collection[int], *whats: What, before: int | None = None) -> dict[int, list[Directed]]:
    """As `games.selectors.directives.directives_of`; one query."""
    directed: dict[int, list[Directed]] = defaultdict(list)
    for row in _acting(list(sessions), whats, BEYOND_ALL if before is None else before):
        directed[row.session_id].append(_directed(row))
    return directed


@compiled
def _acting(sessions: Blank, whats: Blank, before: Blank) -> QuerySet[Any]:
    rows = _standing().filter(Among(F("session"), sessions), Among(F("what"), whats), is_waiting=False)
    return rows.filter(after__lt=before).select_related("ruling", "plaque").order_by("pk")


def button_ruled_meanwhile(session: TableSession) -> int | None:
    """The seat of the button after the hand that is just recorded, where a ruling said so while it was played."""
    rows = _standing().filter(Q(is_waiting=True) | Q(after__gt=session.hands_recorded), session=session)
    return rows.filter(what=What.BUTTON).order_by("-pk").values_list("seat", flat=True).first()


def not_acted_on(session: TableSession, ruling: int) -> list[Directive]:
    """The directives of a ruling by which no hand has been dealt yet; the caller holds the session."""
    is_playing = open_deal(session) is not None
    mine = _standing().filter(ruling=ruling)
    return [row for row in mine if (row.is_waiting if is_playing else row.after >= session.hands_recorded)]


def _standing() -> QuerySet[Any]:
    """The directives that nobody took back, each with the number of the hand `after` which it acts.

    It `is_waiting` while the hand is played during which it was made; an abandoned hand is none.
    """
    same_deal = {"session": OuterRef("session"), "started_at": OuterRef("open_dealt_at")}
    was_recorded = Exists(Hand.objects.filter(number=OuterRef("after_hand") + 1, **same_deal))
    return Directive.objects.filter(withdrawal=None).annotate(
        after=Case(When(was_recorded, then=F("after_hand") + 1), default="after_hand", output_field=IntegerField()),
        is_waiting=Exists(HandDraft.objects.filter(supersedes=None, **same_deal)),
    )


def _directed(row: Any) -> Directed:
    return Directed(
        what=row.what,
        seat=row.seat,
        player=row.player_id,
        missed=row.missed,
        plaque=row.plaque.plaque,
        at=row.ruling.ruled_at,
        after=row.after,
        case=row.ruling.dispute_id,
        citation=row.ruling.citation,
    )
