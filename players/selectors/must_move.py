"""Must-move games: who moves next, and where to (004:L48; WSOP 83-99). Also how the tables of a game compare."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from players.models import Sitting, in_play
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class MustMove:
    """A must-move game and its main game: who moves next, in order, and the seats that are free for them."""

    feeder: TableSession
    main: TableSession
    order: list[Sitting]
    seats: list[int]

    @property
    def next(self) -> Sitting | None:
        """The player who moves now: the first in order, where the main game has a seat."""
        return self.order[0] if self.order and self.seats else None

    @property
    def seat(self) -> int | None:
        """The seat that the first in order moves to."""
        return self.seats[0] if self.next else None


def in_order(session: TableSession) -> list[Sitting]:
    """The players at a table, in the order in which they joined the game; changing seats keeps one's place.

    A player who is away and played over keeps the place too, and moves on coming back.
    """
    return seated_in_order([session])


def seated_in_order(sessions: Iterable[TableSession]) -> list[Sitting]:
    """The players at these tables, in the order in which they joined the game; one query."""
    seated = Sitting.objects.filter(session__in=list(sessions), left_at=None, is_import=False)
    in_order_of_joining = seated.order_by(Coalesce("joined_at", "seated_at"), "pk")
    return in_play(in_order_of_joining.select_related("player", "session__table"))


def must_move_of(feeder: TableSession, free: Iterable[int]) -> MustMove | None:
    """The must-move of `feeder` into the seats of its main game that are `free`; None where it feeds none."""
    return MustMove(feeder, feeder.feeds, in_order(feeder), list(free)) if feeder.feeds else None


def first_to_move(main: TableSession) -> Sitting | None:
    """The player who moves into `main` before anybody else sits down there; None where nobody waits in a game that
    feeds it."""
    for feeder in main.feeders.filter(closed_at=None).select_related("table").order_by("opened_at", "pk"):
        if order := in_order(feeder):
            order[0].session = feeder
            return order[0]
    return None


@dataclass(frozen=True, slots=True)
class Advice:
    """A step that would balance the tables of one game, in a sentence."""

    game: str
    text: str


def balance_advice(seated: Mapping[TableSession, int]) -> list[Advice]:
    """Advice on what the floor may do about games whose tables differ by two players or more, from how many sit at
    each.

    A must-move game is filled and emptied by its main game and stands apart.
    """
    games: dict[str, dict[TableSession, int]] = defaultdict(dict)
    for session, count in seated.items():
        if session.feeds_id is None:
            games[session.plaque.short_name][session] = count
    return [Advice(game, text) for game, counts in games.items() for text in _texts(counts)]


def _texts(counts: Mapping[TableSession, int]) -> Iterable[str]:
    """At most one sentence: break the smallest table where its players fit elsewhere, else even the tables out."""
    if len(counts) < 2:
        return
    least = min(counts, key=lambda session: counts[session])
    most = max(counts, key=lambda session: counts[session])
    room_elsewhere = sum(other.plaque.plaque.seats - counts[other] for other in counts if other != least)
    if 0 < counts[least] <= room_elsewhere and counts[least] * 2 <= least.plaque.plaque.seats:
        seats = f"{room_elsewhere} free seat" + ("" if room_elsewhere == 1 else "s")
        yield f"{least.table} has {counts[least]}, and the other tables have {seats}: it may be broken."
    elif counts[most] - counts[least] >= 2:
        yield f"{least.table} has {counts[least]} and {most.table} {counts[most]}: seat the next at {least.table}."
