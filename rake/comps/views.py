"""The pages of comps: rules and rates of the room, a player's account, and the statement that a player reads."""

import itertools
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.spreadsheets import csv_file
from config.web.text import how_many
from config.web.views import RoomRequest, done, page, public, sent, show_refusal, staff
from players.models import CompDay, CompEntry, CompRate, CompRules, Player, StatementLink
from players.selectors.comps import point_value, rules_on, unredeemed, used_on
from players.services.comp_links import end_link, link_of, make_link, token_of
from players.services.comp_redeeming import redeem_points, reverse_redemption
from players.services.comp_rules import post_comp_rate, post_comp_rules
from players.views.known import known_or_404
from rake.comps import exports
from rake.comps.forms import (
    HoursForm,
    LinkForm,
    RateForm,
    RedeemForm,
    ReverseForm,
    RulesForm,
    plaques_of,
)
from rake.comps.services import correct_hours
from rake.comps.told import AccountTold, lines_of
from rake.comps.words import rate_in_words, rules_in_words

_PRIVATE = {"X-Robots-Tag": "noindex, nofollow", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
_NEWEST = 20
Version = TypeVar("Version", CompRate, CompRules)


@require_safe
@staff(Permission.COMP_VIEW)
def comps(request: RoomRequest) -> HttpResponse:
    """The rules and rates in force and to come, what each of the staff redeemed today, and what the room owes."""
    room, now = request.room, timezone.now()
    today = room.gaming_day(now)
    rules = rules_on(room, today)
    points = unredeemed(room, today)
    plaques = {plaque.pk: plaque for plaque in plaques_of(room)}
    every = CompRules.objects.filter(room=room).select_related("made_by", "second").order_by("-number")
    rates = CompRate.objects.filter(room=room).select_related("made_by", "second", "plaque__table").order_by("-number")
    context = {
        "rules": rules,
        "today": today,
        "points": points,
        "liability": points * point_value(room, today),
        "uses": [(use, max(0, rules.cashier_day_points - use.points)) for use in used_on(room, today)] if rules else [],
        "versions": [(each, rules_in_words(each, room, plaques), newer) for each, newer in _with_newer(every)],
        "rates": [(each, rate_in_words(each), newer) for each, newer in _with_newer(rates)],
        "settled": CompDay.objects.filter(room=room).order_by("-for_day").first(),
    }
    return page(request, "rake/comps.html", context)


def _with_newer(versions: Iterable[Version]) -> Iterator[tuple[Version, int | None]]:
    """The newest versions, each with the number of the one that holds instead: of two for the same day, and of the
    same plaque, the one that was posted last. The newest come first."""
    holds: dict[tuple[date, int | None], int] = {}
    for version in itertools.islice(versions, _NEWEST):
        about = version.from_day, getattr(version, "plaque_id", None)
        yield version, holds.get(about)
        holds.setdefault(about, version.number)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.COMP_POST)
def post_rules(request: RoomRequest) -> HttpResponse:
    """Other rules of comps, from a day ahead."""
    room, now = request.room, timezone.now()
    newest = CompRules.objects.filter(room=room).order_by("number").last()
    initial = RulesForm.initial_for(newest, room.gaming_day(now) + timedelta(days=1))
    form = RulesForm(sent(request), room=room, initial=initial)
    if form.is_valid():
        facts = form.posting() | {"terms": form.terms(), "room": room, "by": request.user, "at": now}
        try:
            version = post_comp_rules(second=form.second(at=now), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("comps"), f"Rules {version.number} hold from {version.from_day:%-d %B %Y} on.")
    context = {"form": form, "title": "Rules of comps"}
    return page(request, "rake/comps_post.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.COMP_POST)
def post_rate(request: RoomRequest) -> HttpResponse:
    """Another rate, of one plaque or of those without their own, from a day ahead."""
    room, now = request.room, timezone.now()
    newest = CompRate.objects.filter(room=room, plaque=None).order_by("number").last()
    initial = RateForm.initial_for(newest, room.gaming_day(now) + timedelta(days=1))
    form = RateForm(sent(request), room=room, initial=initial)
    if form.is_valid():
        facts = form.posting() | {"plaque": form.cleaned_data["plaque"], "lines": form.lines()}
        try:
            version = post_comp_rate(room=room, second=form.second(at=now), by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("comps"), f"Rate {version.number} holds from {version.from_day:%-d %B %Y} on.")
    context = {"form": form, "title": "What an hour earns"}
    return page(request, "rake/comps_post.html", context, status=422 if form.is_bound else 200)


# -------------------------------------------------------------------------------------------------------- a player


@require_safe
@staff(Permission.COMP_VIEW)
def account(request: RoomRequest, player_id: int) -> HttpResponse:
    """A player's account of points: what it holds, why nothing is redeemed, its entries, and what may be done."""
    return show_account(request, known_or_404(request, player_id))


def show_account(request: RoomRequest, player: Player, **refused: StrictForm) -> HttpResponse:
    """The account, with whichever of its forms were refused."""
    room, now = request.room, timezone.now()
    told = AccountTold(room, player, now)
    alone = told.rules.alone_points if told.rules else 0
    links = StatementLink.objects.filter(room=room, player=player, ended_at=None, expires_at__gt=now)
    context: dict[str, Any] = {
        "told": told,
        "player": player,
        "entries": told.entries(),
        "redeem_form": RedeemForm(room=room, alone=alone, auto_id="redeem_%s"),
        "reverse_form": ReverseForm(room=room, auto_id="reverse_%s"),
        "hours_form": HoursForm(room=room, auto_id="hours_%s"),
        "link_form": LinkForm(room=room, auto_id="link_%s"),
        "links": [(link, request.build_absolute_uri(_address(link))) for link in links.select_related("made_by")],
        **refused,
    }
    return page(request, "rake/comps_player.html", context, status=422 if refused else 200)


def _address(link: StatementLink) -> str:
    return reverse("statement", args=[token_of(link)])


@require_POST
@staff(Permission.COMP_REDEEM)
def redeem(request: RoomRequest, player_id: int) -> HttpResponse:
    """Redeem points of a player."""
    player, now = known_or_404(request, player_id), timezone.now()
    rules = rules_on(request.room, request.room.gaming_day(now))
    alone = rules.alone_points if rules else 0
    form = RedeemForm(request.POST, room=request.room, alone=alone, auto_id="redeem_%s")
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("key", "points", "what")}
        try:
            facts |= {"second": form.second(at=now), "room": request.room, "by": request.user, "at": now}
            entry = redeem_points(player=player, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = f"{how_many(-entry.points, 'point')} redeemed for {entry.what}; {entry.balance:,} remain."
            return done(request, reverse("player_comps", args=[player.pk]), said)
    return show_account(request, player, redeem_form=form)


@require_POST
@staff(Permission.COMP_REDEEM)
def reverse_entry(request: RoomRequest, entry_id: int) -> HttpResponse:
    """Take a redemption back."""
    entry = get_object_or_404(CompEntry.objects.select_related("player"), pk=entry_id, room=request.room)
    form, now = ReverseForm(request.POST, room=request.room, auto_id="reverse_%s"), timezone.now()
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("key", "reason")}
        try:
            reverse_redemption(entry=entry, second=form.second(at=now), by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("player_comps", args=[entry.player_id]), gettext("The points are back."))
    return show_account(request, entry.player, reverse_form=form)


@require_POST
@staff(Permission.COMP_POST)
def correct(request: RoomRequest, player_id: int) -> HttpResponse:
    """Correct hours of a locked day."""
    player, now = known_or_404(request, player_id), timezone.now()
    form = HoursForm(request.POST, room=request.room, auto_id="hours_%s")
    if form.is_valid():
        facts: dict[str, Any] = form.facts() | {"room": request.room, "by": request.user, "at": now}
        try:
            entry = correct_hours(player=player, second=form.second(at=now), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = f"The hours are corrected: {how_many(entry.points, 'point')} of {entry.for_day:%-d %B %Y}."
            return done(request, reverse("player_comps", args=[player.pk]), said)
    return show_account(request, player, hours_form=form)


@require_safe
@staff(Permission.COMP_VIEW)
def entry(request: RoomRequest, entry_id: int) -> HttpResponse:
    """One entry of what was earned: the hours that its points come of."""
    entries = CompEntry.objects.select_related("player", "rules", "by", "second")
    shown = get_object_or_404(entries, pk=entry_id, room=request.room)
    lines = list(lines_of(shown, request.room.time_zone))
    return page(request, "rake/comps_entry.html", {"entry": shown, "lines": lines})


@require_safe
@staff(Permission.COMP_VIEW)
def account_csv(request: RoomRequest, player_id: int) -> StreamingHttpResponse:
    """Every entry of a player's account as CSV."""
    player = known_or_404(request, player_id)
    lines = exports.csv_lines(AccountTold(request.room, player, timezone.now()))
    return csv_file(lines, f"comps-player-{player.pk}.csv")


# ------------------------------------------------------------------------------------------------------ statements


@require_safe
@staff(Permission.COMP_VIEW)
def player_statement(request: RoomRequest, player_id: int) -> HttpResponse:
    """A player's statement for the printer: what the private address shows."""
    told = AccountTold(request.room, known_or_404(request, player_id), timezone.now())
    return page(request, "rake/statement.html", {"told": told, "entries": told.entries(), "is_staff": True})


@require_POST
@staff(Permission.COMP_REDEEM)
def add_link(request: RoomRequest, player_id: int) -> HttpResponse:
    """Make a private address of a player's statement."""
    player, now = known_or_404(request, player_id), timezone.now()
    form = LinkForm(request.POST, room=request.room, auto_id="link_%s")
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("key", "days")}
        try:
            link = make_link(room=request.room, player=player, by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = f"The address opens until {link.expires_at.astimezone(request.room.zone):%-d %B %Y}."
            return done(request, reverse("player_comps", args=[player.pk]), said)
    return show_account(request, player, link_form=form)


@require_POST
@staff(Permission.COMP_REDEEM)
def remove_link(request: RoomRequest, link_id: int) -> HttpResponse:
    """Let a private address open no more."""
    link = get_object_or_404(StatementLink.objects.select_related("player"), pk=link_id, room=request.room)
    back = reverse("player_comps", args=[link.player_id])
    try:
        end_link(link=link, by=request.user, at=timezone.now())
    except DomainError as error:
        return done(request, back, error.message, warns=True)
    return done(request, back, gettext("The address opens no more."))


@require_safe
@public
def statement(request: HttpRequest, token: str) -> HttpResponse:
    """A player's own statement, for whoever holds its address while it opens: hours and points, nothing of papers."""
    now = timezone.now()
    link = link_of(token, now)
    if link is None:
        return _private(page(request, "rake/statement_ended.html", {}, status=404))
    told = AccountTold(link.room, link.player, now)
    context = {"told": told, "entries": told.entries(), "room": link.room, "link": link}
    return _private(page(request, "rake/statement.html", context))


def _private(response: HttpResponse) -> HttpResponse:
    """The answer at a private address: kept by nobody, listed nowhere."""
    for name, value in _PRIVATE.items():
        response[name] = value
    return response
