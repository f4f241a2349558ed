"""The pieces that certainly lie in each drawer: as they were counted last, less what may have gone out since."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from django.db.models import Q, Sum

from cage.counted import Pieces, pieces_of
from cage.models import Drawer, DrawerCount, DrawerFill, DrawerSession, Exchange
from cage.selectors.chip_sets import counts_pieces
from config.rooms.models import Room
from players.models import AccountKind, Transfer

_S, _P = DrawerSession.State, DrawerCount.Part


def drawer_place(drawer: Drawer) -> str:
    """The name of a drawer among the places where chips are counted."""
    return str(drawer)


@counts_pieces
def drawer_pieces(room: Room) -> dict[str, Pieces]:
    """The least pieces by value in each drawer of a room, by its place; five queries.

    Since an opening count chips have gone out: of each value at most as many as what went out comes to, besides those
    that were exchanged for others. What a fill brought by its pieces is there. Nothing goes while a drawer is counted
    or closed.
    """
    sessions = _latest(room)
    counts = _counts(sessions)
    running = [session for session in sessions if session.state != _S.CLOSED]
    gone, exchanged, filled = _gone(running), _exchanged(running), _filled(running)
    lying: dict[str, Pieces] = {}
    for session in sessions:
        if count := _last(session, counts):
            pieces = pieces_of(count.chips)
            if count.part == _P.OPENING:
                out, given = gone.get(session.drawer_id, 0), exchanged[session.pk]
                came = Counter(pieces) + filled[session.drawer_id]
                pieces = {value: number - given[value] - out // value for value, number in came.items()}
            lying[drawer_place(session.drawer)] = {value: number for value, number in pieces.items() if number > 0}
    return lying


def _latest(room: Room) -> list[DrawerSession]:
    """The newest session of each drawer that was not given up while it was opened."""
    ran = DrawerSession.objects.filter(room=room).exclude(state=_S.CLOSED, opened_at=None)
    newest = ran.order_by("drawer_id", "-pk").distinct("drawer_id")
    return list(newest.select_related("drawer"))


def _counts(sessions: Iterable[DrawerSession]) -> list[DrawerCount]:
    """Their counts, the newest first."""
    return list(DrawerCount.objects.filter(session__in=sessions).order_by("-pk"))


def _last(session: DrawerSession, counts: Iterable[DrawerCount]) -> DrawerCount | None:
    """The count that tells what lies there: of a close that goes on or is done the newest, else the opening count."""
    of_session = [count for count in counts if count.session_id == session.pk]
    if session.state in (_S.COUNTING, _S.RECOUNT, _S.CLOSED):
        closing = (each for each in of_session if each.part != _P.OPENING and each.round == session.round)
        if count := next(closing, None):
            return count
    return next((count for count in of_session if count.part == _P.OPENING), None)


def _gone(sessions: Iterable[DrawerSession]) -> dict[int, int]:
    """The chips that went out of open drawers since they were opened, by drawer; minor units."""
    since = Q(pk__in=[])
    for session in sessions:
        since |= Q(source__drawer_id=session.drawer_id, chain_number__gt=session.after_number)
    out = Transfer.objects.filter(since, source__kind=AccountKind.DRAWER_CHIPS).order_by()
    return dict(out.values_list("source__drawer_id").annotate(sum=Sum("amount")))


def _filled(sessions: Iterable[DrawerSession]) -> defaultdict[int, Counter[int]]:
    """The pieces of chips that fills without a slip brought into open drawers since they were opened, where they were
    stated, by drawer. One that was taken back went out again by its amount (`_gone`)."""
    since = Q(pk__in=[])
    for session in sessions:
        since |= Q(target__drawer_id=session.drawer_id, chain_number__gt=session.after_number)
    came = Transfer.objects.filter(since, target__kind=AccountKind.DRAWER_CHIPS)
    filled: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for made in DrawerFill.objects.filter(request_key__in=came.values("request_key"), is_spread=False):
        filled[made.drawer_id].update(pieces_of(made.chips))
    return filled


def _exchanged(sessions: Iterable[DrawerSession]) -> defaultdict[int, Counter[int]]:
    """The pieces of chips that were handed out for others, by session."""
    given: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for made in Exchange.objects.filter(session__in=sessions, what=Exchange.What.CHIPS):
        given[made.session_id].update(pieces_of(made.given))
    return given
