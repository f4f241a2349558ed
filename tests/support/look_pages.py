"""Addresses of invented pages that show the components and try the script: no database, no person."""

import time
from itertools import count

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import RequestContext, Template
from django.urls import include, path

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.charts import Chart, Series
from config.web.errors import refused
from config.web.felt import FeltSeat
from config.web.preferences import preferences
from config.web.views import staff
from config.web.widgets import AmountInput, SearchInput

TOO_SMALL = DomainError(
    "buy_in_too_small",
    "50 is less than this table takes: 100 to 500.",
    rule="A player may not buy in for less than the minimum.",
    citation="live: Buy-ins 2",
    allowed={"minimum": 10_000, "maximum": 50_000, "half_paid": None, "seats": [1, 2], "short_buy": False},
    field="amount",
)
SEATS = [
    FeltSeat(1, "Avery", "212", state="folded", href="#1"),
    FeltSeat(2, "Bo", "188", cards="????????", href="#2"),
    FeltSeat(3, state="open", href="#3"),
    FeltSeat(4, "Cruz", "540", "6", cards="????????", href="#4"),
    FeltSeat(5, "Dana", "96", "12", badge="KILL", cards="????????", href="#5"),
    FeltSeat(6, "Eli", "0", "1,218", state="all-in", cards="AhKd9sTc", href="#6"),
    FeltSeat(7, state="open", href="#7"),
    FeltSeat(8, "Fern", "300", state="folded", href="#8"),
    FeltSeat(9, "Gus", "130", is_turn=True, has_button=True, cards="????????", href="#9"),
]
HOURS = [30, 42, 55, 61, 70, 88, 110, 140, 151, 149, 160, 172, 168, 120, 100, 80, 44, 20]
RAKE = Chart(
    "Rake by hour",
    "Taken at the tables against owed by the schedule, gaming day 20 Nov.",
    [f"{hour % 24:02}" for hour in range(10, 28)],
    [Series("taken", HOURS), Series("owed", [*HOURS[:7], 143, *HOURS[8:]])],
)

TRIAL = """{% extends "base.html" %}{% block title %}Trial{% endblock %}{% block content %}
<h1>Trial</h1>
<form class="form" id="slow" method="post" action="/slow/">{% csrf_token %}<input type="hidden" name="key" value="k1">
  <button class="button" id="record">Record</button></form>
<a class="button" href="#pressed" data-key="p">Press</a>
<p><input class="input" id="find" aria-label="Find" data-key="/"></p>
<button class="button" type="button" data-fill="500" data-for="find" id="five">500</button>
<form hx-post="/refuse/" hx-target="#seats" hx-swap="outerHTML" method="post">
  <button class="button" id="refuse">Refuse</button></form>
<form hx-post="/wrong/" hx-target="#part" hx-swap="outerHTML" method="post"><div id="part">before</div>
  <button class="button" id="wrong">Send</button></form>
<div id="seats">seats as they were</div>
<div id="live" data-poll="0.2" hx-get="/live/" hx-trigger="poll" hx-swap="outerHTML">0</div>
<a class="button" href="/no-script/" data-dialog="ask" id="asks">Ask</a>
<dialog id="ask" aria-labelledby="ask-title"><h2 id="ask-title">Sure?</h2>
  <button class="button" data-close-dialog id="no">No</button></dialog>
{% endblock %}"""

PLAQUE = """{% extends "base.html" %}{% block title %}Plaque{% endblock %}{% block content %}
<header class="page-head no-print"><h1>Plaque</h1></header>
<section class="sheet sheet-sign"><p class="game">Omaha Hi-Lo</p><dl class="facts">
{% for line in lines %}<dt>{{ line }}</dt><dd>as posted</dd>{% endfor %}</dl></section>{% endblock %}"""

WRONG = (
    '<div id="part"><div class="field"><label for="a">A</label>'
    '<input class="input" id="a" aria-invalid="true"></div></div>'
)

recorded: list[str] = []
asked = count(1)


class BuyIn(forms.Form):
    player = forms.CharField(help_text="Name or document", widget=SearchInput)
    amount = forms.CharField(widget=AmountInput(unit="$"), help_text="100 to 500")
    note = forms.CharField(required=False)
    seen = forms.BooleanField(label="Document seen", required=False)
    way = forms.ChoiceField(choices=[("cash", "Cash"), ("chips", "Chips")], widget=forms.RadioSelect)


def refused_form() -> BuyIn:
    """A form whose amount a service refused, as `config.web.views.refuse` leaves it."""
    form = BuyIn({"player": "Gus", "amount": "50", "way": "cash"})
    form.is_valid()
    form.add_error("amount", TOO_SMALL.message)
    form.refusal = TOO_SMALL  # type: ignore[attr-defined]
    return form


def guide(request: HttpRequest) -> HttpResponse:
    facts = {"seats": SEATS, "chart": RAKE, "refusal": TOO_SMALL, "form": refused_form(), "room": Room(name="A room")}
    return render(request, "parts/guide.html", facts | {"may": frozenset({"floor_view"})})


def many(request: HttpRequest) -> HttpResponse:
    seats = [FeltSeat(number, "Maximilian Warburg" if number % 2 else "Gwendoly", "1,000") for number in range(1, 11)]
    source = '{% extends "base.html" %}{% block content %}<h1>Ten</h1>{% felt seats %}{% endblock %}'
    return HttpResponse(Template(source).render(RequestContext(request, {"seats": seats})))


def sign(request: HttpRequest) -> HttpResponse:
    return HttpResponse(Template(PLAQUE).render(RequestContext(request, {"lines": range(9)})))


def trial(request: HttpRequest) -> HttpResponse:
    return HttpResponse(Template(TRIAL).render(RequestContext(request)))


def slow(request: HttpRequest) -> HttpResponse:
    recorded.append(request.POST["key"])
    time.sleep(0.4)
    return HttpResponse('<link rel="icon" href="data:,">recorded')


def wrong(request: HttpRequest) -> HttpResponse:
    return HttpResponse(WRONG, status=422)


def refuse(request: HttpRequest) -> HttpResponse:
    return refused(request, TOO_SMALL)


def live(request: HttpRequest) -> HttpResponse:
    """The count of what was asked so far, up to three: from then on the same answer."""
    shown = min(next(asked), 3)
    source = f'<div id="live" data-poll="0.2" hx-get="/live/" hx-trigger="poll" hx-swap="outerHTML">{shown}</div>'
    return HttpResponse(source)


floor = staff(Permission.FLOOR_VIEW)(trial)
audit = staff(Permission.AUDIT_VIEW)(trial)
urlpatterns = [
    path("", trial),
    path("guide/", guide),
    path("many/", many),
    path("sign/", sign),
    path("slow/", slow),
    path("wrong/", wrong),
    path("refuse/", refuse),
    path("live/", live),
    path("floor/", floor, name="floor"),
    path("audit/", audit, name="audit"),
    path("audit/<int:number>/", audit),
    path("preferences/", preferences, name="preferences"),
    path("people/", include(([path("out/", trial, name="sign_out")], "staff"))),
]
