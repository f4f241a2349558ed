"""The figures by their definitions: sheets of a period, their files, and why a number is what it is."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import quote

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from config import replica
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.charts import Chart, Series
from config.web.heat import HeatMap
from config.web.views import RoomRequest, page, staff
from rake.figures import files
from rake.figures.asking import Asked, asked, refuse_unknown_split
from rake.figures.definitions import CHAPTERS, FIGURES, Chapter, of_chapter
from rake.figures.forms import PERIODS, SheetForm
from rake.figures.heat import heat_of
from rake.figures.parts import NAMES, OF_TIME, By, Part
from rake.figures.periods import Kind, shifts_of
from rake.figures.sheets import Sheet, figures_by, splits
from rake.figures.texts import changed, shown
from rake.figures.units import Unit
from rake.figures.why import why
from rake.figures.words import period_name
from rake.looking import note_looks, warned

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_GET
@staff(Permission.REPORT_VIEW)
def figures(request: RoomRequest) -> HttpResponse:
    """A chapter's figures of a period, split as asked: the total, its change, a chart, and every line."""
    form = SheetForm(request.GET)
    wanted, error = _asked(request, form)
    if first := _warned_of_sheet(request, wanted):
        return first
    sheet = _read(request, wanted)
    context = {
        "asked": wanted,
        "sheet": sheet,
        "form": form,
        "error": error,
        "period": period_name(wanted.period, request.room),
        "before": files.compared_with(sheet),
        "heads": list(_heads(sheet)),
        "lines": list(_lines(sheet, wanted.query())),
        "total": list(_cells(sheet, sheet.total.values)),
        "then": list(_cells(sheet, sheet.before.values)),
        "chart": _chart(sheet),
        "heat": _heat(sheet),
        **_choices(wanted, request),
    }
    return page(request, "rake/figures.html", context, status=422 if error else 200)


@require_GET
@staff(Permission.REPORT_VIEW)
def figures_csv(request: RoomRequest) -> HttpResponse | StreamingHttpResponse:
    """The sheet as CSV."""
    wanted = _asked_of_file(request)
    if first := _warned_of_sheet(request, wanted):
        return first
    response = StreamingHttpResponse(files.csv_lines(_read(request, wanted)), content_type="text/csv; charset=utf-8")
    return _download(response, wanted, "csv")


@require_GET
@staff(Permission.REPORT_VIEW)
def figures_xlsx(request: RoomRequest) -> HttpResponse:
    """The sheet as a workbook."""
    wanted = _asked_of_file(request)
    if first := _warned_of_sheet(request, wanted):
        return first
    return _download(HttpResponse(files.workbook(_read(request, wanted)), content_type=_XLSX), wanted, "xlsx")


@require_GET
@staff(Permission.REPORT_VIEW)
def figures_pdf(request: RoomRequest) -> HttpResponse:
    """The sheet on paper."""
    wanted = _asked_of_file(request)
    if first := _warned_of_sheet(request, wanted):
        return first
    content = files.pdf(_read(request, wanted), wanted.title)
    return _download(HttpResponse(content, content_type="application/pdf"), wanted, "pdf")


@require_GET
@staff(Permission.REPORT_VIEW)
def figure_why(request: RoomRequest, code: str) -> HttpResponse:
    """Why a figure is what it is: its formula with its numbers, the records behind each, and what is missing."""
    if code not in FIGURES:
        raise Http404("no such figure")
    figure = FIGURES[code]
    form = SheetForm(request.GET)
    wanted, error = _asked(request, form)
    if wanted.by not in splits(figure):
        raise Http404("this figure isn’t split so")
    period = wanted.period  # the page tells nothing of the period to compare with
    if first := warned(request, first=period.first, last=period.last):
        return first
    part, at = request.GET.get("part", ""), timezone.now()
    note_looks(request, first=period.first, last=period.last)
    found, where = replica.read(lambda: why(figure, wanted, request.room, part=part, at=at))
    if found is None:
        raise Http404("no such line")
    named, words = period_name(period, request.room), where.words(request.room.zone)
    context = {"asked": wanted, "figure": figure, "why": found, "period": named, "read_from": words}
    return page(request, "rake/why.html", context, status=422 if error else 200)


@require_GET
@staff(Permission.REPORT_VIEW)
def definitions(request: RoomRequest) -> HttpResponse:
    """Every figure with its definition, by chapter."""
    chapters = [(chapter.value, title, of_chapter(chapter)) for chapter, title in CHAPTERS.items()]
    return page(request, "rake/definitions.html", {"chapters": chapters, "splits": NAMES})


def _asked(request: RoomRequest, form: SheetForm) -> tuple[Asked, DomainError | None]:
    """The sheet that the address asks for, and why it is not shown: then it is that of the day."""
    today = request.room.gaming_day(timezone.now())
    if not form.is_valid():
        field, messages = next(iter(form.errors.items()))
        return asked({}, request.room, today), DomainError("choice_unknown", f"{field}: {messages[0]}", field=field)
    try:
        wanted = asked(form.cleaned_data, request.room, today)
    except DomainError as error:
        return asked({}, request.room, today), error
    try:
        refuse_unknown_split(wanted)
    except DomainError as error:
        known, error.allowed = error.allowed["by"][0], {}  # its message names them for people
        return asked(form.cleaned_data | {"by": known}, request.room, today), error
    return wanted, None


def _asked_of_file(request: RoomRequest) -> Asked:
    wanted, error = _asked(request, SheetForm(request.GET))
    if error:
        raise error
    return wanted


def _warned_of_sheet(request: RoomRequest, wanted: Asked) -> HttpResponse | None:
    """The warning before a sheet, which tells of the period that it is compared with too; None where none is due."""
    return warned(request, first=wanted.period.before.first, last=wanted.period.last)


def _read(request: RoomRequest, wanted: Asked) -> Sheet:
    first, last = wanted.period.before.first, wanted.period.last
    note_looks(request, first=first, last=last)
    sheet, where = replica.read(lambda: wanted.sheet(request.room, timezone.now()))
    return replace(sheet, read_from=where.words(request.room.zone))


def _heads(sheet: Sheet) -> Any:
    """Each figure of the sheet with its total, how that changed, and whether that is known."""
    exponent = sheet.scope.room.exponent
    for figure, value, change in zip(sheet.figures, sheet.total.values, sheet.changes, strict=True):
        yield figure, shown(value, figure.unit, exponent), changed(change, figure.unit, exponent)


def _lines(sheet: Sheet, query: str) -> Iterator[tuple[Part, list[tuple[str, str]]]]:
    """Each part with its figures as text, and the address of why each is what it is."""
    whys = [f"{reverse('figure_why', args=[figure.code])}?{query}&part=" for figure in sheet.figures]
    for row in sheet.rows:
        key = quote(row.part.key)
        yield row.part, [(text, f"{why}{key}") for (text, _), why in zip(_cells(sheet, row.values), whys, strict=True)]


def _cells(sheet: Sheet, values: tuple[int | None, ...]) -> Iterator[tuple[str, str]]:
    """The figures of a line as text, which lead nowhere."""
    exponent = sheet.scope.room.exponent
    for figure, value in zip(sheet.figures, values, strict=True):
        yield shown(value, figure.unit, exponent), ""


def _choices(wanted: Asked, request: RoomRequest) -> dict[str, Any]:
    """The other sheets that are one tap away: chapters, periods and splits, the period before and the one after."""
    chapters = [
        (title, wanted.query(chapter=chapter.value, by=_kept_split(chapter, wanted.by)), chapter == wanted.chapter)
        for chapter, title in CHAPTERS.items()
    ]
    periods = [(name, wanted.query(period=kind.value), kind == wanted.period.kind)
               for kind, name in PERIODS.items() if kind != Kind.DAYS]  # fmt: skip
    ways = [(name, wanted.query(by=by.value), by == wanted.by)
            for by, name in NAMES.items() if _is_offered(wanted, by)]  # fmt: skip
    shifts = shifts_of(request.room)
    return {
        "chapters": chapters,
        "periods": periods,
        "ways": ways,
        "shifts": [(shifts.name(number), wanted.query(shift=number), number == wanted.period.shift)
                   for number in range(len(shifts))] if wanted.period.kind == Kind.SHIFT else [],
        "earlier": (period_name(wanted.period.earlier, request.room), wanted.around(wanted.period.earlier)),
        "later": (period_name(wanted.period.later, request.room), wanted.around(wanted.period.later)),
        "query": wanted.query(),
    }  # fmt: skip


def _is_offered(wanted: Asked, by: By) -> bool:
    """Whether the page offers a split: one by which a chapter tells a single figure is no sheet, unless it is shown."""
    return by == wanted.by or len(figures_by(wanted.chapter, by)) > 1


def _kept_split(chapter: Chapter, by: By) -> str:
    """The split of now where the other chapter has it, else the first that it has."""
    return (by if figures_by(chapter, by) else next(each for each in By if figures_by(chapter, each))).value


def _chart(sheet: Sheet) -> Chart | None:
    """The first figure of money, or else the first, over time or over at most 24 parts; nothing for a single line."""
    if sheet.by == By.WEEKDAY_HOUR or not 1 < len(sheet.rows) <= (62 if sheet.by in OF_TIME else 24):
        return None
    number = _first_to_draw(sheet)
    figure, exponent = sheet.figures[number], sheet.scope.room.exponent
    values = [row.values[number] for row in sheet.rows]
    series = [Series(figure.title.lower(), values)]
    labels = [_short(row.part.name, row.part.day) for row in sheet.rows]
    title = f"{figure.title} by {NAMES[sheet.by].lower()}"
    return Chart(
        title, figure.means, labels, series, say=lambda value: shown(value, figure.unit, exponent),
        label_name=NAMES[sheet.by],
    )  # fmt: skip


def _heat(sheet: Sheet) -> HeatMap | None:
    """The same figure by weekday and hour as a heat map; nothing where the sheet is split otherwise."""
    if sheet.by != By.WEEKDAY_HOUR or not sheet.rows:
        return None
    number = _first_to_draw(sheet)
    figure = sheet.figures[number]
    return heat_of(sheet, number, title=f"{figure.title} by weekday and hour", sentence=figure.means)


def _first_to_draw(sheet: Sheet) -> int:
    """The number of the first figure of money, or else of the first."""
    return next((number for number, figure in enumerate(sheet.figures) if figure.unit == Unit.MONEY), 0)


def _short(name: str, day: date | None) -> str:
    return f"{day.day} {day:%b}" if day else name


def _download(response: Any, wanted: Asked, ending: str) -> Any:
    name = f"{wanted.chapter}-{wanted.period.kind}-{wanted.period.first.isoformat()}-by-{wanted.by}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
