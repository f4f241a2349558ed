"""The tables of the room with their plaques; a new table; the sections that tables stand in."""

from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff
from tables import selectors, services
from tables.forms import SectionForm, TableForm
from tables.models import Table
from tables.views.plans import plan_form


@require_http_methods(["GET", "POST"])
@staff(Permission.PLAQUE_POST, read=Permission.PLAQUE_VIEW)
def tables(request: RoomRequest) -> HttpResponse:
    """Every table with its plaque; a new table."""
    form = TableForm(request.POST if request.method == "POST" else None, room=request.room)
    if form.is_valid() and (answer := _add(request, form)):
        return answer
    return _page(request, form, _sections(request))


@require_POST
@staff(Permission.PLAQUE_POST)
def sections(request: RoomRequest) -> HttpResponse:
    """Put tables in a section."""
    form = _sections(request, request.POST)
    if form.is_valid():
        section = form.cleaned_data["section"]
        try:
            moved = services.set_section(
                room=request.room,
                tables=form.cleaned_data["tables"],
                section=section,
                by=request.user,
                at=timezone.now(),
            )
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("tables"), _moved(moved, section))
    return _page(request, TableForm(None, room=request.room), form)


def _moved(moved: list[Table], section: str) -> str:
    named = ", ".join(str(table) for table in moved)
    if not moved:
        return "They stood there already."
    return f"{named}: now in {moved[0].section}." if section else f"{named}: in no section now."


def _sections(request: RoomRequest, sent: QueryDict | None = None) -> SectionForm:
    return SectionForm(sent, room=request.room, choices=request.room.tables.filter(is_retired=False), auto_id="put_%s")


def _page(request: RoomRequest, form: TableForm, put: SectionForm) -> HttpResponse:
    now = timezone.now()
    rules = services.house_rules_in_force(request.room, now)
    rows = selectors.table_rows(request.room, now)
    older = sum(row.goes_by_older(rules) for row in rows)
    context = {
        "rows": rows,
        "form": form,
        "put": put,
        "rules": rules,
        "older": older,
        "plan_form": plan_form(request, request.room.gaming_day(now)),
    }
    return page(request, "tables/tables.html", context, status=422 if form.errors or put.errors else 200)


def _add(request: RoomRequest, form: TableForm) -> HttpResponse | None:
    try:
        table = services.add_table(
            room=request.room,
            name=form.cleaned_data["name"],
            seats=form.cleaned_data["seats"],
            section=form.cleaned_data["section"],
            by=request.user,
            at=timezone.now(),
        )
    except DomainError as error:
        show_refusal(form, error)
        return None
    return done(
        request,
        reverse("plaque", args=[table.pk]),
        gettext("%(table)s stands on the floor. Post its plaque.") % {"table": table},
    )
