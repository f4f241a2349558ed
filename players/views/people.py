"""Players: found, registered, kept up to date, barred."""

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpResponse
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
from players.exclusion_rules import RULES, ExclusionRule, irrevocable_until
from players.field_rights import readable
from players.forms.conduct import ApartForm, WarningForm
from players.forms.desk import BanForm, PlayerForm, RegisterForm
from players.forms.identity import EditForm, LiftForm
from players.forms.works_here import WorksHereForm, WorksNoMoreForm
from players.held import held_for, total
from players.models import Ban, Player
from players.selectors import people as selectors
from players.selectors.conduct import conduct_of
from players.selectors.debts import claims_of, debts_of
from players.selectors.money_today import money_on
from players.selectors.namesakes import questions
from players.views.known import known_or_404, searched
from players.works_here import works_of

PAGE_SIZE = 50


@require_safe
@staff(Permission.PLAYER_VIEW)
def players(request: RoomRequest) -> HttpResponse:
    """Everybody who plays here, found by a few letters while one types."""
    search = searched(request)
    pages = Paginator(selectors.found(search, request.room), PAGE_SIZE).get_page(request.GET.get("page"))
    rows = selectors.rows(list(pages), request.room, timezone.now())
    return page(request, "players/players.html", {"rows": rows, "page": pages, "search": search})


@require_safe
@staff(Permission.PLAYER_VIEW)
def player(request: RoomRequest, player_id: int) -> HttpResponse:
    """One player: standing, sittings, today's money, and bans."""
    return show_player(request, known_or_404(request, player_id))


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.PLAYER_EDIT)
def register(request: RoomRequest) -> HttpResponse:
    """Register a player."""
    return register_and_go(request, back="players", to="player")


def register_and_go(request: RoomRequest, *, back: str, to: str, query: str = "") -> HttpResponse:
    """The form of a new player, with what the room requires first; then the page `to` of the player, with `query`
    behind its address."""
    typed, known = {"display_name": request.GET.get("name", "")[:60]}, ""
    form = RegisterForm(sent(request), room=request.room, asked=request.room.identity_asked, initial=typed)
    if form.is_valid():
        facts = {name: said for name, said in form.cleaned_data.items() if name != "confirm"}
        asked = {"confirmed": form.cleaned_data["confirm"]}
        try:
            someone = services.register_player(identity=services.Identity(**facts), **asked, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
            known = _papers_of(form, error)
        else:
            said = f"{someone} is registered, player {someone.pk}."
            return done(request, reverse(to, args=[someone.pk]) + query, said)
    context = {"form": form, "back": reverse(back), "known": known}
    return page(request, "players/register.html", context, status=422 if form.is_bound else 200)


def _papers_of(form: PlayerForm, error: DomainError) -> str:
    """The search for the record that has the document already, wherever it was made: it is known to this room then;
    "" for every other refusal."""
    if error.code != "document_known":
        return ""
    return f"{reverse('players')}?{urlencode({'q': str(form['document_number'].value())[:60]})}"


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.PLAYER_EDIT)
def edit(request: RoomRequest, player_id: int) -> HttpResponse:
    """Change what is known of a player."""
    someone = known_or_404(request, player_id)
    note_shown(request, someone)
    form = EditForm(sent(request), room=request.room, player=someone, user=request.user)
    if form.is_valid():
        try:
            facts = {"second": form.second(), "confirmed": form.cleaned_data["confirm"]} | _facts(request)
            services.edit_player(player=someone, identity=form.identity, **facts)
        except DomainError as error:
            if error.code == "second_needed":
                form.ask_second()
            show_refusal(form, error)
        else:
            return done(request, _address(someone), gettext("Kept."))
    context = {"form": form, "player": known_or_404(request, player_id)}
    return page(request, "players/edit.html", context, status=422 if form.is_bound else 200)


@require_POST
@staff(Permission.PLAYER_BAR)
def bar(request: RoomRequest, player_id: int) -> HttpResponse:
    """Bar a player from now on."""
    someone, form = known_or_404(request, player_id), BanForm(request.POST, room=request.room)
    if form.is_valid():
        data = form.cleaned_data
        try:
            services.bar_player(
                player=someone,
                kind=Ban.Kind(data["kind"]),
                reason=data["reason"],
                ends_at=form.ends_at(),
                **_facts(request),
            )
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                _address(someone),
                gettext("%(someone)s may not play from this moment on.") % {"someone": someone},
            )
    return show_player(request, someone, ban_form=form)


@require_POST
@staff(Permission.BAN_LIFT)
def lift(request: RoomRequest, player_id: int, ban_id: int) -> HttpResponse:
    """Let a player in again."""
    someone, form = known_or_404(request, player_id), LiftForm(request.POST, room=request.room, auto_id="lift_%s")
    ban = get_object_or_404(Ban, pk=ban_id, player__in=Player.objects.of(someone))
    if form.is_valid():
        try:
            facts = {"reason": form.cleaned_data["reason"], "notice": form.given(), "second": form.second()}
            services.lift_ban(ban=ban, **facts, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, _address(someone), gettext("%(someone)s may come back.") % {"someone": someone})
    return show_player(request, someone, lift_form=form)


def note_shown(request: RoomRequest, someone: Player) -> None:
    """Note that somebody is shown a player's papers, if they may read them."""
    if "date_of_birth" in readable(request.user, request.room):
        services.note_papers_read(player=someone, **_facts(request))


def _bound_until(ban: Ban, now: datetime) -> datetime | None:
    """Until when nobody may lift it, while that lies ahead."""
    until = irrevocable_until(ban)
    return until if until and until > now else None


def _told(ban: Ban, request: RoomRequest, now: datetime) -> tuple[Ban, ExclusionRule, datetime | None, str]:
    """A ban with its rule, until when nobody may lift it, and why whoever looks may not; "" where they may."""
    elsewhere = services.not_theirs_to_lift(ban, request.room, request.user)
    return ban, RULES[ban.kind], _bound_until(ban, now), elsewhere


def show_player(request: RoomRequest, someone: Player, **refused: StrictForm) -> HttpResponse:
    """A player's page, with whichever of its forms were refused."""
    room, now = request.room, timezone.now()
    note_shown(request, someone)
    held = held_for(someone.sittings.filter(session__room=room))
    context: dict[str, Any] = {
        "row": selectors.row(someone, room, now),
        "reads": readable(request.user, room),
        "sittings": selectors.past_sittings(someone, room),
        "elsewhere": selectors.off_table_elsewhere(someone, room),
        "today": money_on(someone, room, room.gaming_day(now)),
        "bans": [_told(ban, request, now) for ban in selectors.bans_of(someone)],
        "questions": questions(list(Player.objects.of(someone)), room=room, at=now),
        "linked": Player.objects.of(someone).exclude(pk=someone.pk),
        "debts": debts_of(someone, room),
        "claims": claims_of(someone, room),
        "held": held,
        "held_amount": total(held),
        "conduct": conduct_of(someone, room),
        "ban_form": BanForm(room=room),
        "lift_form": LiftForm(room=room, auto_id="lift_%s"),
        "warning_form": WarningForm(room=room, auto_id="warn_%s"),
        "apart_form": ApartForm(room=room, auto_id="apart_%s"),
        **_work(request, someone),
        **refused,
    }
    return page(request, "players/player.html", context, status=422 if refused else 200)


def _work(request: RoomRequest, someone: Player) -> dict[str, Any]:
    """The notes on a player who works here too, and the forms for whoever may write them."""
    room, user = request.room, request.user
    known: dict[str, Any] = {"works": works_of(someone, room)}
    if user.may(Permission.PLAYER_WORKS_HERE, room):
        known["works_form"] = WorksHereForm(room=room, user=user, auto_id="works_%s")
        known["works_no_more_form"] = WorksNoMoreForm(room=room, auto_id="works_no_more_%s")
    return known


def _facts(request: RoomRequest) -> dict[str, Any]:
    return {"room": request.room, "by": request.user, "at": timezone.now()}


def _address(someone: Player) -> str:
    return reverse("player", args=[someone.pk])
