"""Lost rake: page and file."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from config import replica
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.charts import Chart, Series
from config.web.spreadsheets import csv_file
from config.web.views import RoomRequest, page, staff
from rake.figures.asking import Asked, asked_by_days
from rake.figures.forms import PERIODS, SheetForm
from rake.figures.periods import Kind
from rake.figures.words import period_name
from rake.looking import note_looks, warned
from rake.lost.exports import CAUSES, ENDS, csv_lines
from rake.lost.reading import STOPPED, GameLost, lost_rake
from rake.lost.reckoning import FEWEST_QUOTES, HOUR

_KINDS = (Kind.DAY, Kind.WEEK, Kind.MONTH)


@require_safe
@staff(Permission.REPORT_VIEW)
def lost(request: RoomRequest) -> HttpResponse:
    """Seats that stood empty while somebody waited, names that went, and what that was worth; game by game."""
    wanted, error = _asked(request)
    if first := warned(request, first=wanted.period.first, last=wanted.period.last):
        return first
    note_looks(request, first=wanted.period.first, last=wanted.period.last)
    games, where = replica.read(lambda: lost_rake(request.room, wanted.period, timezone.now()))
    context = {
        "error": error,
        "period": period_name(wanted.period, request.room),
        "periods": [(PERIODS[kind], wanted.query(period=kind.value), kind == wanted.period.kind) for kind in _KINDS],
        "earlier": (period_name(wanted.period.earlier, request.room), wanted.around(wanted.period.earlier)),
        "later": (period_name(wanted.period.later, request.room), wanted.around(wanted.period.later)),
        "lines": [(game, _cells(game, request.room)) for game in games],
        "has_closes": any(hours for game in games for hours in game.after.values()),
        "chart": _chart(games, request.room),
        "fewest": FEWEST_QUOTES,
        "query": wanted.query(),
        "read_from": where.words(request.room.zone),
    }
    return page(request, "rake/lost.html", context, status=422 if error else 200)


@require_safe
@staff(Permission.REPORT_VIEW)
def lost_csv(request: RoomRequest) -> HttpResponseBase:
    """The same as CSV: each game in all, then hour by hour."""
    wanted, error = _asked(request)
    if error:
        raise error
    if first := warned(request, first=wanted.period.first, last=wanted.period.last):
        return first
    note_looks(request, first=wanted.period.first, last=wanted.period.last)
    games, _ = replica.read(lambda: lost_rake(request.room, wanted.period, timezone.now()))
    name = f"lost-rake-{wanted.period.kind}-{wanted.period.first.isoformat()}.csv"
    return csv_file(csv_lines(games, request.room), name)


def _asked(request: RoomRequest) -> tuple[Asked, DomainError | None]:
    """The period that the address asks for, a week where it names none, and why it is not shown."""
    today = request.room.gaming_day(timezone.now())
    return asked_by_days(SheetForm(request.GET), request.room, today, usual=Kind.WEEK, subject="Lost rake is told")


def _cells(game: GameLost, room: Room) -> dict[str, Any]:
    quotes, worth = game.quotes, game.worth
    return {
        "ends": [game.ended.get(end, 0) for end in ENDS],
        "hours": f"{game.lost / HOUR:,.1f}",
        "stood": [f"{seconds / HOUR:,.1f}" for seconds in game.stood],
        "after": [f"{seconds / HOUR:,.1f}" for cause in STOPPED for seconds in game.idle(cause)],
        "after_worth": "–" if worth is None else room.money(worth.closed),
        "closed": [game.closed.get(cause, 0) for cause in CAUSES],
        "quotes": quotes.many,
        "bias": "–" if quotes.bias is None else f"{float(quotes.bias):+.0f}",
        "within": "–" if quotes.nine_of_ten is None else str(quotes.nine_of_ten),
        "low": "–" if worth is None else room.money(worth.low),
        "high": "–" if worth is None else room.money(worth.high),
    }


def _chart(games: list[GameLost], room: Room) -> Chart | None:
    """The lost seat-hours by the hour of the day, in tenths; None where nothing was lost."""
    at_open, after = [0] * 24, [0] * 24
    for game in games:
        for at in game.hours:
            hour = at.astimezone(room.zone).hour
            at_open[hour] += round(game.by_hour.get(at, 0) * 10 / HOUR)
            after[hour] += round(sum(game.idle(cause, at).seats for cause in STOPPED) * 10 / HOUR)
    sentence = (
        "Seats of open tables that stood empty while somebody waited for them, and seats that names would have taken at"
        " tables that were closed; all games and days together, in seat-hours."
    )
    labels = [f"{hour:02}" for hour in range(24)]
    series = [Series("at open tables", at_open), Series("after a close", after)]
    chart = Chart("Lost by hour of the day", sentence, labels, series, say=lambda value: f"{value / 10:,.1f}")
    return None if chart.is_empty else chart
