"""What rulings direct for the next hand: events among a session's hands, from which kill, dues and button follow.

A ruling about a kill, a button or a blind moves no chips; it says what holds when the next hand is dealt. It is an
event in the same fold as the hands (docs/adr/0005), and its citation is the reason that pages give.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, QuerySet, When

from games.disputes.models import Directive
from games.models import PLAYED, Hand, HandDraft
from games.rules.plaque import Plaque
from tables.models import TableSession

What = Directive.What


OWED: Final[Mapping[str, str]] = {
    "": "owes no blind",
    "small": "posts a small blind dead",
    "big": "posts the big blind",
    "both": "posts the big blind, and a small one dead",
}
"""What a player posts before he plays, by what he missed (WSOP 154-157)."""


@dataclass(frozen=True, slots=True)
class Directed:
    """A directive among the hands: it acts after hand number `after`, and on every hand until something changes it.

    `player` and `seat` are whose it is, `missed` the blinds that he owes, `sign` the table's when it was made.
    """

    what: str
    seat: int | None
    player: int | None
    missed: str
    sign: Plaque
    at: datetime
    after: int
    case: int
    citation: str

    @property
    def reason(self) -> str:
        """Why it is so, in words that end a sentence."""
        return f"by the ruling in case {self.case} ({self.citation})"

    @property
    def sentence(self) -> str:
        """What holds for the next hand, and why."""
        return f"{directive_words(self.what, self.seat, self.missed)}, {self.reason}."


def directive_words(what: str, seat: int | None, missed: str) -> str:
    """What a directive says, as the beginning of a sentence."""
    return {
        What.KILL: f"The kill of seat {seat} is on for the next hand",
        What.NO_KILL: "No kill is on for the next hand",
        What.BUTTON: f"The button lies at seat {seat} for the next hand",
        What.BLINDS: f"Seat {seat} {OWED[missed]}",
    }[What(what)]


def directives_of(sessions: Collection[int], *whats: What, before: int | None = None) -> dict[int, list[Directed]]:
    """The directives of these kinds that stand, by session, in order; one query.

    `before` leaves out those that were made after the hand of that number was dealt. One that was made while a hand was
    played waits until that hand is over.
    """
    rows = _standing().filter(session__in=sessions, what__in=whats, is_waiting=False)
    if before is not None:
        rows = rows.filter(after__lt=before)
    directed: dict[int, list[Directed]] = defaultdict(list)
    for row in rows.select_related("ruling", "plaque").order_by("pk"):
        directed[row.session_id].append(_directed(row))
    return directed


def button_directed(session: TableSession) -> Directed | None:
    """Where a ruling puts the button of the next hand; None where the hands alone say it. One query."""
    directed = directives_of([session.pk], What.BUTTON)[session.pk]
    return directed[-1] if directed and not _played_since(session, directed[-1].after) else None


def _played_since(session: TableSession, number: int) -> bool:
    """Whether a hand after that number was played; a misdeal leaves the button where it was."""
    if session.hands_recorded <= number:
        return False
    return Hand.objects.filter(session=session, number__gt=number, **PLAYED).exists()


def button_ruled_meanwhile(session: TableSession) -> int | None:
    """The seat of the button after the hand that is just recorded, where a ruling said so while it was played."""
    rows = _standing().filter(Q(is_waiting=True) | Q(after__gt=session.hands_recorded), session=session)
    return rows.filter(what=What.BUTTON).order_by("-pk").values_list("seat", flat=True).first()


def not_acted_on(session: TableSession, ruling: int) -> list[Directive]:
    """The directives of a ruling by which no hand has been dealt yet; the caller holds the session."""
    is_playing = open_deal(session) is not None
    mine = _standing().filter(ruling=ruling)
    return [row for row in mine if (row.is_waiting if is_playing else row.after >= session.hands_recorded)]


def open_deal(session: TableSession) -> datetime | None:
    """When the hand that is being played was dealt; None between hands, and while a recorded one is corrected."""
    draft = HandDraft.objects.filter(session=session, supersedes=None)
    return draft.values_list("started_at", flat=True).first()


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
        sign=row.plaque.sign,
        at=row.ruling.ruled_at,
        after=row.after,
        case=row.ruling.dispute_id,
        citation=row.ruling.citation,
    )
