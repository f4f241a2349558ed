"""A seat at a table: who may sit down there with what; who sits there, and everything that they may do."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from config.errors import DomainError
from config.requests.late import late_entries
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, show_refusal, staff
from config.web.waiting import entered_at
from players import services
from players.forms.counts import CountedForm, take_second
from players.forms.desk import (
    AddOnForm,
    AwayForm,
    BackForm,
    CountForm,
    GiveBackForm,
    IncidentalForm,
    LeaveForm,
    MoveForm,
    SeatForm,
)
from players.forms.lists import SeatChangeForm
from players.models import Absence, SeatChange, Sitting
from players.selectors import seats as selectors
from players.selectors.counts import hands_since_count
from players.selectors.debts import debts_of
from players.selectors.free_seats import empty_seats
from players.selectors.lists import names_for
from players.selectors.next_up import free_seat_told
from players.selectors.people import chosen as person_of
from players.selectors.stacks import stack_of
from players.services.away import who_plays_over
from players.services.table_money import count_stack
from players.views.known import known_or_404, searched
from tables.models import TableSession
from tables.selectors.sessions import playing


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.SEAT, read=Permission.PLAYER_VIEW)
def seat(request: RoomRequest, table_id: int, number: int) -> HttpResponse:
    """One seat: free, with the players who have chips to sit down with; or taken, with what its player may do. Who
    seats nobody reads it."""
    session = session_of(request, table_id)
    if request.method == "POST":
        return _sit_down(request, session, number)
    sitting = selectors.sitter(session, number)
    if not request.user.may(Permission.SEAT, request.room):
        return _read(request, session, number, sitting)
    return show_taken(request, sitting) if sitting else show_free(request, session, number)


@require_POST
@staff(Permission.SEAT)
def add_on(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Put chips of the rack on the stack."""
    form = AddOnForm(request.POST, room=request.room, auto_id="add_%s")
    return _act(request, sitting_id, services.add_on, "has added on.", add_form=form)


@require_POST
@staff(Permission.COUNT)
def count(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Bring the books to a counted stack."""
    form = CountForm(request.POST, room=request.room, auto_id="count_%s")
    return _act(request, sitting_id, _as_entered(request, count_stack), "is counted.", count_form=form)


@require_POST
@staff(Permission.COUNT)
def incidental(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Let a small amount leave the table."""
    form = IncidentalForm(request.POST, room=request.room, auto_id="take_%s")
    return _act(request, sitting_id, services.take_incidental, "has taken it.", take_form=form)


@require_POST
@staff(Permission.SEAT)
def leave(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Let a player leave with their chips."""
    form = LeaveForm(request.POST, room=request.room, auto_id="leave_%s")
    return _act(request, sitting_id, services.leave_seat, "has left with their chips.", leave_form=form)


@require_POST
@staff(Permission.SEAT)
def move(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Move a player to a free seat, here or at another table."""
    form = MoveForm(request.POST, room=request.room, auto_id="move_%s")

    def act(*, sitting: Sitting, session: int, seat: int, key: str, by: User, at: datetime, **facts: Any) -> Sitting:
        if session == sitting.session_id:
            return services.change_seat(sitting=sitting, seat=seat, key=key, by=by, at=at)
        to = get_object_or_404(playing(request.room), pk=session)
        return services.move_player(sitting=sitting, session=to, seat=seat, key=key, by=by, at=at, **facts)

    return _act(request, sitting_id, act, "has moved with all their chips.", move_form=form)


@require_POST
@staff(Permission.SEAT)
def go_away(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Note that a player is away from the seat, and whether they let somebody use it."""
    form = AwayForm(request.POST, room=request.room)
    return _act(request, sitting_id, _as_entered(request, services.go_away), "is away: not dealt in.", away_form=form)


@require_POST
@staff(Permission.SEAT)
def come_back(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Note that a player is back in the seat; where somebody plays over, the seat's page says who gives it up first."""
    form = BackForm(request.POST, room=request.room)
    service = _as_entered(request, services.come_back)
    return _act(request, sitting_id, service, "is back; the next deal says what to post.", away_form=form)


def _as_entered(request: RoomRequest, service: Callable[..., object]) -> Callable[..., object]:
    """The service, told when a tablet without a line took what is asked of it."""

    def act(*, at: datetime, **facts: Any) -> object:
        return service(at=at, entered_at=entered_at(request, at), **facts)

    return act


def _act(
    request: RoomRequest, sitting_id: int, service: Callable[..., object], said: str, **named: StrictForm
) -> HttpResponse:
    """Do what the one form asks with a sitting, and go back to the table; or show the seat with the refused form."""
    sitting = sitting_of(request, sitting_id)
    (form,) = named.values()
    if form.is_valid():
        now = timezone.now()
        try:
            second = take_count_second(form, request.room, now)
            service(sitting=sitting, by=request.user, at=now, **form.cleaned_data, **second)
        except DomainError as error:
            show_count_refusal(form, error)
        else:
            told = free_seat_told(sitting.session, sitting.seat, timezone.now())
            return done(request, table_address(sitting.session), f"{sitting.player} {said}{told}")
    return show_taken(request, sitting, **named)


def take_count_second(form: StrictForm, room: Room, at: datetime) -> dict[str, Any]:
    """The person who confirms a count, for the service, where the form asks for one."""
    return {"second": take_second(form.cleaned_data, room, at=at)} if isinstance(form, CountedForm) else {}


def show_count_refusal(form: StrictForm, error: DomainError) -> None:
    """Put a refusal on a form; where it asks about a count, with the fields that answer it."""
    if isinstance(form, CountedForm):
        form.ask(error)
    show_refusal(form, error)


def _read(request: RoomRequest, session: TableSession, number: int, sitting: Sitting | None) -> HttpResponse:
    """The seat for somebody who changes nothing there."""
    if not 1 <= number <= session.posted.seats and sitting is None:
        raise Http404("no such seat")
    context: dict[str, Any] = {"session": session, "number": number, "sitting": sitting}
    if sitting:
        now = timezone.now()
        context |= {
            "facts": selectors.taken(sitting, now),
            "debts": debts_of(sitting.player, request.room),
            "person": person_of(sitting.player_id, request.room, now),
            "absence": sitting.absences.filter(ended_at=None).first(),
        }
    return page(request, "players/seat_read.html", context)


def _sit_down(request: RoomRequest, session: TableSession, number: int) -> HttpResponse:
    form = SeatForm(request.POST, room=request.room)
    if form.is_valid():
        now, player = timezone.now(), known_or_404(request, form.cleaned_data["player"])
        try:
            data = form.sits_down(at=now)
            services.seat_player(session=session, player=player, seat=number, by=request.user, at=now, **data)
        except DomainError as error:
            show_seat_refusal(form, error)
        else:
            return done(
                request,
                table_address(session),
                gettext("%(player)s sits in seat %(number)s.") % {"player": player, "number": number},
            )
    return show_free(request, session, number, form)


def show_seat_refusal(form: SeatForm, error: DomainError) -> None:
    """Put a refusal on the form, with the fields that answer it."""
    form.ask(error)
    show_refusal(form, error)


def show_free(
    request: RoomRequest,
    session: TableSession,
    number: int,
    form: SeatForm | None = None,
    *,
    here: str = "",
    absent: Sitting | None = None,
) -> HttpResponse:
    """A free seat, or that of somebody `absent` which is used meanwhile: who could sit down; or, once somebody is
    chosen, with how much. `here` is the page's own address."""
    if not 1 <= number <= session.posted.seats:
        raise Http404("no such seat")
    now, search = timezone.now(), searched(request)
    chosen = selectors.candidate(session, form["player"].value() if form else request.GET.get("player"), now)
    if chosen and form is None:
        form = SeatForm(room=request.room, initial={"player": chosen.player.pk, "amount": chosen.likely})
    context = {
        "session": session,
        "number": number,
        "here": here or reverse("seat", args=[session.table_id, number]),
        "absent": absent,
        "search": search,
        "chosen": chosen,
        "form": form,
        "people": [] if chosen else selectors.candidates(session, search, now),
        "listed": {entry.player_id: entry for entry in names_for(session, now)},
    }
    return page(request, "players/seat.html", context, status=422 if form and form.is_bound else 200)


def show_taken(request: RoomRequest, sitting: Sitting, **forms: StrictForm) -> HttpResponse:
    """A taken seat; a refused form stays as it was filled in, the others are fresh."""
    room, over, now = request.room, who_plays_over(sitting), timezone.now()
    facts, known = selectors.taken(sitting, now), _known_stack(sitting)
    here, elsewhere = selectors.free_seats(sitting, now)
    absence = sitting.absences.filter(ended_at=None).first()
    context: dict[str, Any] = {
        "session": sitting.session,
        "number": sitting.seat,
        "sitting": sitting,
        "facts": facts,
        "debts": debts_of(sitting.player, room),
        "person": person_of(sitting.player_id, room, now),
        "add_form": AddOnForm(room=room, auto_id="add_%s"),
        "count_form": CountForm(room=room, auto_id="count_%s", initial={"counted": facts.stack}),
        "leave_form": LeaveForm(room=room, auto_id="leave_%s", initial=known),
        "change_form": SeatChangeForm(room=room, auto_id="change_%s", seats=sitting.session.posted.seats),
        "absence": absence,
        "late": late_entries(Absence, [absence.pk] if absence else []).get(absence.pk if absence else 0),
        "away_form": AwayForm(room=room, auto_id="away_%s"),
        "absent": sitting.plays_over if sitting.is_playing_over else None,
        "over": over,
        "give_form": GiveBackForm(
            room=room, seats=empty_seats(sitting.session, now), auto_id="give_%s", initial=_known_stack(over)
        ),
        "change": sitting.seat_changes.filter(state=SeatChange.State.OPEN).first(),
        "take_form": IncidentalForm(room=room, auto_id="take_%s"),
        "move_form": MoveForm(room=room, auto_id="move_%s", initial=known),
        "free_here": here,
        "free_elsewhere": elsewhere,
    }
    context["due"] = _due(context)
    return page(request, "players/seat.html", context | forms, status=422 if forms else 200)


def _due(context: dict[str, Any]) -> str:
    """The act that the accent of the page stands for where nobody is away or plays over: to leave, to add on, or
    nothing."""
    facts = context["facts"]
    if not context["person"].standing.may_play:
        return "leave"
    if context["absence"] or context["absent"] or facts.stack:
        return ""
    return "add" if facts.rack else "leave"


def _known_stack(sitting: Sitting | None) -> dict[str, int]:
    """The value that a form starts with where it asks for a stack that goes from the table: none where quick hands were
    recorded since it was counted, for the books don't know it then, nor where nobody sits there."""
    return {"counted": stack_of(sitting)} if sitting and not hands_since_count(sitting) else {}


def session_of(request: RoomRequest, table_id: int) -> TableSession:
    """The open session of the table."""
    sessions = TableSession.objects.select_related("room", "table", "plaque__house_rules")
    return get_object_or_404(
        sessions, table_id=table_id, room=request.room, closed_at=None, source=TableSession.Source.FLOOR
    )


def sitting_of(request: RoomRequest, sitting_id: int) -> Sitting:
    sittings = Sitting.objects.select_related(
        "player", "plays_over__player", "session__table", "session__room", "session__plaque__house_rules"
    )
    return get_object_or_404(sittings, pk=sitting_id, session__room=request.room)


def table_address(session: TableSession) -> str:
    return f"{reverse('tables')}{session.table_id}/"
