"""The waiting lists of the floor: all games at a glance, a name added, called, passed over and taken off."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players import services
from players.forms.lists import GameForm, JoinForm, ReasonForm
from players.list_games import ListGame
from players.models import ListEntry, Message, WaitingList
from players.selectors import lists as selectors
from players.selectors import people
from players.selectors.left_behind import lists_left_behind
from players.selectors.namesakes import namesakes
from players.services.admission import WHO_IS_IT
from players.services.messages import private_address
from players.views.known import known_or_404, searched

SHOWN = 8
STEPS: Mapping[str, tuple[Callable[..., ListEntry], str]] = {
    "hold": (services.hold_entry, "keeps their place; the turn passes to the next."),
    "resume": (services.resume_entry, "waits again, in their old place."),
    "here": (services.note_arrival, "is here."),
    "decline": (services.decline_seat, "declined and is off the list."),
    "no-show": (
        services.note_no_show,
        "did not answer and is off the list: below, under Off lately, the name can be put back.",
    ),
}
"""The act of each tap on a name, and the words said then."""
REASONS = ("left the room", "plays elsewhere", "asked for it")
"""The usual reasons why names leave a list."""
BACK_BECAUSE = ("came after all", "taken off by mistake")
"""The usual reasons why names come back."""
CLOSED_BECAUSE = ("the room closes", "the game does not start today", "the game has ended")
"""The usual reasons why a list is closed."""


@require_safe
@staff(Permission.FLOOR_VIEW)
def lists(request: RoomRequest) -> HttpResponse:
    """Every list of the room. A tablet that polls says which version it shows, and gets 204 while nothing changed."""
    now = timezone.now()
    version = selectors.lists_version(request.room, now)
    if request.headers.get("HX-Request") and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    games = selectors.game_lists(request.room, now)
    context = {
        "games": games,
        "due": selectors.first_due(games),
        "lately_off": selectors.lately_off(request.room, now),
        "version": version,
        "waiting": sum(len(game.rows) for game in games),
    }
    context |= {"left_behind": lists_left_behind(request.room)}
    return page(request, "players/lists.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.SEAT)
def add(request: RoomRequest, key: str) -> HttpResponse:
    """Put a name on a list: search, choose, confirm."""
    game = _game(request, key)
    if request.method == "POST":
        form = JoinForm(request.POST, room=request.room)
        if form.is_valid():
            try:
                entry = _join(request, game, form)
            except DomainError as error:
                show_refusal(form, error)
                if error.code == WHO_IS_IT:
                    form.onward = f"{reverse('list_add', args=[game.key])}?player={error.allowed['player']}"
            else:
                return done(
                    request,
                    reverse("lists"),
                    gettext("%(player)s is on the list for %(game)s.") % {"player": entry.player, "game": game.name},
                )
        return _show_add(request, game, form)
    return _show_add(request, game, None)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.TABLE_OPEN)
def close(request: RoomRequest, key: str) -> HttpResponse:
    """Ask once, then take every name off a list."""
    waiting_list = get_object_or_404(WaitingList, room=request.room, key=key)
    form = ReasonForm(sent(request), room=request.room, initial={"reason": CLOSED_BECAUSE[0]})
    if form.is_valid():
        facts = {"reason": form.cleaned_data["reason"], "by": request.user, "at": timezone.now()}
        try:
            ended = services.close_list(waiting_list=waiting_list, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            told = sum(entry.messages.filter(kind="closed").exists() for entry in ended)
            said = f"The list for {waiting_list} is closed: {len(ended)} off it, {told} of them told by a message."
            return done(request, reverse("lists"), said)
    names = waiting_list.entries.filter(state__in=ListEntry.LIVE).select_related("player")
    context = {"list": waiting_list, "names": names, "form": form, "reasons": CLOSED_BECAUSE}
    return page(request, "players/list_close.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.SEAT)
def other_game(request: RoomRequest) -> HttpResponse:
    """Begin an interest list for a game that is not going."""
    games = selectors.games_on_plaques(request.room, timezone.now())
    form = GameForm(sent(request), room=request.room, games=games.values())
    if form.is_valid():
        made = services.open_list(room=request.room, game=form.wanted(), by=request.user, at=timezone.now())
        return done(request, reverse("list_add", args=[made.key]))
    return page(request, "players/list_game.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
@staff(Permission.FLOOR_VIEW)
def entry(request: RoomRequest, entry_id: int) -> HttpResponse:
    """One name: how long it waits, what was said to it, and everything that can be done with it."""
    return _show(request, _entry(request, entry_id))


@require_POST
@staff(Permission.SEAT)
def call(request: RoomRequest, entry_id: int) -> HttpResponse:
    """Call the next name."""
    called = services.call_player(entry=_entry(request, entry_id), by=request.user, at=timezone.now())
    return done(
        request,
        reverse("lists"),
        gettext("%(player)s is called %(where)s. %(told)s")
        % {"player": called.player, "where": _where(called, "to "), "told": _how_he_hears(called)},
    )


def _where(called: ListEntry, to: str = "") -> str:
    """The place that a name is called to: "Table 1, seat 7"; or that it starts a game."""
    session = called.called_session
    return f"{to}{session.table}, seat {called.called_seat}" if session else "to start the game"


def _how_he_hears(called: ListEntry) -> str:
    """Say whether a message really goes out to the player, or somebody has to call out the name."""
    written = called.messages.filter(kind="called").order_by("pk").last()
    if written and written.written_at == called.called_at and written.state != Message.State.LOGGED:
        return "A message tells them."
    return f"Call the name: {_where(called)}."


@require_POST
@staff(Permission.SEAT)
def step(request: RoomRequest, entry_id: int, name: str) -> HttpResponse:
    """Bring a name one step on."""
    service, said = STEPS[name]
    moved = service(entry=_entry(request, entry_id), by=request.user, at=timezone.now())
    return done(request, reverse("lists"), f"{moved.player} {said}")


@require_POST
@staff(Permission.SEAT)
def remove(request: RoomRequest, entry_id: int) -> HttpResponse:
    """Take a name off its list, and say why."""
    return _with_reason(request, entry_id, services.remove_entry, "is off the list.")


@require_POST
@staff(Permission.SEAT)
def put_back(request: RoomRequest, entry_id: int) -> HttpResponse:
    """Put a name back in its old place, and say why."""
    return _with_reason(request, entry_id, services.put_back, "is back in their old place.")


def _join(request: RoomRequest, game: ListGame, form: JoinForm) -> ListEntry:
    """Ask the service for a known player or for a guest."""
    data, now = form.cleaned_data, timezone.now()
    asked = services.Request(
        source=data["source"], mobile=data["mobile"], email=data["email"], expected_at=form.expected_at(now)
    )
    facts: dict[str, Any] = {"room": request.room, "game": game, "key": data["key"], "by": request.user, "at": now}
    if data["guest"]:
        return services.join_as_guest(name=data["guest"], request=asked, **facts)
    return services.join_list(player=known_or_404(request, data["player"]), request=asked, **facts)


def _show_add(request: RoomRequest, game: ListGame, form: JoinForm | None) -> HttpResponse:
    """The search; or, once somebody is chosen or a guest is named, the form."""
    now, search = timezone.now(), searched(request)
    chosen = people.chosen(form["player"].value() if form else request.GET.get("player"), request.room, now)
    guest = form["guest"].value() if form else request.GET.get("guest", "")[:60].strip()
    if form is None and (chosen or guest):
        reached = selectors.last_reached(chosen.player) if chosen else {}
        who = {"player": chosen.player.pk} if chosen else {"guest": guest}
        form = JoinForm(None, room=request.room, initial=who | reached)
    found, more = people.first_found("" if form else search, request.room, SHOWN)
    alike = people.rows(namesakes(guest, request.room, now), request.room, now) if guest and not chosen else []
    context = {"game": game, "form": form, "chosen": chosen, "guest": guest, "search": search}
    context |= {"people": people.rows(found, request.room, now), "more": more}
    context["alike"] = alike
    return page(request, "players/list_add.html", context, status=422 if form and form.is_bound else 200)


def _with_reason(request: RoomRequest, entry_id: int, service: Callable[..., ListEntry], said: str) -> HttpResponse:
    named, form = _entry(request, entry_id), ReasonForm(request.POST, room=request.room)
    if form.is_valid():
        try:
            service(entry=named, reason=form.cleaned_data["reason"], by=request.user, at=timezone.now())
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("lists"), f"{named.player} {said}")
    return _show(request, named, form)


def _show(request: RoomRequest, named: ListEntry, form: StrictForm | None = None) -> HttpResponse:
    now = timezone.now()
    row = selectors.row_of(named, now)
    context = {
        "entry": named,
        "may_come_back": selectors.may_come_back(named, now),
        "row": row,
        "form": form or ReasonForm(room=request.room),
        "messages_sent": list(named.messages.all()),
        "private_address": private_address(named),
        "reasons": REASONS if row else BACK_BECAUSE,
    }
    return page(request, "players/list_entry.html", context, status=422 if form else 200)


def _game(request: RoomRequest, key: str) -> ListGame:
    game = selectors.find_game(request.room, key, timezone.now())
    if game is None:
        raise Http404("no such game")
    return game


def _entry(request: RoomRequest, entry_id: int) -> ListEntry:
    entries = ListEntry.objects.select_related("player", "waiting_list__room", "called_session__table", "joined_by")
    return get_object_or_404(entries, pk=entry_id, waiting_list__room=request.room)
