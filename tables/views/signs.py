"""One plaque as the sign that stands on the table, on the screen, on paper and as a PDF."""

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff
from tables import selectors
from tables.models import PlaqueVersion
from tables.pdf import sign_pdf
from tables.plaque_lines import kill_lines, plaque_lines


@require_GET
@staff(Permission.FLOOR_VIEW)
def sign(request: RoomRequest, table_id: int, number: int) -> HttpResponse:
    """One plaque as the sign that stands on the table, made to be printed on one page."""
    version = _version(request, table_id, number)
    lines = plaque_lines(version.plaque, request.room, version.house_rules.house)
    state = selectors.standing(version.table, timezone.now()).state_of(version)
    context = {"version": version, "table": version.table, "lines": lines, "state": state}
    return page(request, "tables/sign.html", context)


@require_GET
@staff(Permission.FLOOR_VIEW)
def kill_card(request: RoomRequest, table_id: int, number: int) -> HttpResponse:
    """The card that goes beside a sign while its kill is on: limits, post, and when it ends. 404 without a kill."""
    version = _version(request, table_id, number)
    if version.plaque.kill is None:
        raise Http404("no kill on this plaque")
    lines = kill_lines(version.plaque, version.house_rules.house, request.room)
    return page(request, "tables/kill_card.html", {"version": version, "table": version.table, "lines": lines})


@require_GET
@staff(Permission.FLOOR_VIEW)
def sign_file(request: RoomRequest, table_id: int, number: int) -> HttpResponse:
    """The same sign as a one-page PDF."""
    version = _version(request, table_id, number)
    response = HttpResponse(sign_pdf(version, request.room), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="plaque-{version.table_id}-{version.number}.pdf"'
    return response


def _version(request: RoomRequest, table_id: int, number: int) -> PlaqueVersion:
    versions = PlaqueVersion.objects.select_related("table__room", "house_rules")
    version = versions.filter(room=request.room, table_id=table_id, number=number).first()
    if version is None:
        raise Http404("no such plaque")
    return version
