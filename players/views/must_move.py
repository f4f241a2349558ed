"""The must-move of a table: which game it feeds, who moves next and where to."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, staff
from players import services
from players.forms.must_move import DeclineForm, FeedForm, MustMoveForm
from players.models import Sitting
from players.selectors.free_seats import empty_seats
from players.selectors.must_move import must_move_of
from players.views.seats import show_count_refusal, take_count_second
from tables.models import TableSession
from tables.selectors.sessions import playing
from tables.services import link_feeder, unlink_feeder


@require_safe
@staff(Permission.SEAT)
def must_move(request: RoomRequest, session_id: int) -> HttpResponse:
    """Show who moves next to the main game; or the main game to choose."""
    return _show(request, _session(request, session_id))


@require_POST
@staff(Permission.SEAT)
def feed(request: RoomRequest, session_id: int) -> HttpResponse:
    """Let the table feed a main game."""
    session = _session(request, session_id)
    form = FeedForm(request.POST, room=request.room, mains=_mains(session))
    if not form.is_valid():
        return _show(request, session, feed_form=form)
    main = _session(request, form.cleaned_data["main"])
    said = f"{session.table} feeds {main.table} from now on."
    return _act(request, session, form, lambda **facts: link_feeder(feeder=session, main=main, **facts), said)


@require_POST
@staff(Permission.SEAT)
def end(request: RoomRequest, session_id: int) -> HttpResponse:
    """Let the table be a game of its own."""
    session = _session(request, session_id)
    form = StrictForm(request.POST, room=request.room)
    said = f"{session.table} is a game of its own."
    return _act(request, session, form, lambda **facts: unlink_feeder(feeder=session, **facts), said)


@require_POST
@staff(Permission.SEAT)
def move(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Move the next player to the main game."""
    sitting = _sitting(request, sitting_id)
    form = MustMoveForm(request.POST, room=request.room, auto_id="move_%s")

    def act(**facts: Any) -> None:
        services.must_move(sitting=sitting, **form.cleaned_data, **facts)

    return _act(request, sitting.session, form, act, f"{sitting.player} has moved with all their chips.")


@require_POST
@staff(Permission.SEAT)
def decline(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Let somebody leave who won't move."""
    sitting = _sitting(request, sitting_id)
    form = DeclineForm(request.POST, room=request.room, auto_id="decline_%s")

    def act(**facts: Any) -> None:
        services.decline_must_move(sitting=sitting, **form.cleaned_data, **facts)

    return _act(request, sitting.session, form, act, f"{sitting.player} has left with their chips.")


def _act(
    request: RoomRequest, session: TableSession, form: StrictForm, act: Callable[..., Any], said: str
) -> HttpResponse:
    """Do it and show the must-move again; a refusal stands above it."""
    if form.is_valid():
        try:
            now = timezone.now()
            form.cleaned_data |= take_count_second(form, request.room, now)
            act(by=request.user, at=now)
        except DomainError as error:
            show_count_refusal(form, error)
        else:
            return done(request, reverse("must_move", args=[session.pk]), said)
    return _show(request, session, refused=form)


def _show(
    request: RoomRequest,
    session: TableSession,
    *,
    feed_form: FeedForm | None = None,
    refused: StrictForm | None = None,
) -> HttpResponse:
    session = _session(request, session.pk)
    room, mains = request.room, _mains(session)
    context = {
        "session": session,
        "shown": must_move_of(session, empty_seats(session.feeds, timezone.now()) if session.feeds else []),
        "fed_by": session.feeders.filter(closed_at=None).select_related("table"),
        "mains": mains,
        "feed_form": feed_form or FeedForm(room=room, mains=mains),
        "move_form": refused if isinstance(refused, MustMoveForm) else MustMoveForm(room=room, auto_id="move_%s"),
        "decline_form": refused if isinstance(refused, DeclineForm) else DeclineForm(room=room, auto_id="decline_%s"),
        "refused": refused,
    }
    return page(request, "players/must_move.html", context, status=422 if feed_form or refused else 200)


def _mains(session: TableSession) -> list[TableSession]:
    """The open tables of the same game."""
    same = playing(session.room).filter(plaque__short_name=session.plaque.short_name).exclude(pk=session.pk)
    return list(same.select_related("table").order_by("table__position"))


def _session(request: RoomRequest, session_id: int) -> TableSession:
    sessions = playing(request.room).select_related("room", "table", "plaque", "feeds__table", "feeds__plaque")
    session = sessions.filter(pk=session_id).first()
    if session is None:
        raise Http404("no such open table")
    return session


def _sitting(request: RoomRequest, sitting_id: int) -> Sitting:
    seated = Sitting.objects.select_related("player", "session__table", "session__feeds", "session__room")
    return get_object_or_404(seated, pk=sitting_id, session__room=request.room)
