"""One plaque as the sign that stands on the table, on the screen, on paper and as a PDF."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_GET

from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff
from tables.models import PlaqueVersion
from tables.pdf import sign_pdf
from tables.signs import sign_lines


@require_GET
@staff(Permission.FLOOR_VIEW)
def sign(request: RoomRequest, table_id: int, number: int) -> HttpResponse:
    """One plaque as the sign that stands on the table, made to be printed on one page."""
    version = _version(request, table_id, number)
    lines = sign_lines(version.sign, request.room)
    return page(request, "tables/sign.html", {"version": version, "table": version.table, "lines": lines})


@require_GET
@staff(Permission.FLOOR_VIEW)
def sign_file(request: RoomRequest, table_id: int, number: int) -> HttpResponse:
    """The same sign as a one-page PDF."""
    version = _version(request, table_id, number)
    response = HttpResponse(sign_pdf(version, request.room), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="plaque-{version.table_id}-{version.number}.pdf"'
    return response


def _version(request: RoomRequest, table_id: int, number: int) -> PlaqueVersion:
    versions = PlaqueVersion.objects.select_related("table", "house_rules")
    version = versions.filter(room=request.room, table_id=table_id, number=number).first()
    if version is None:
        raise Http404("no such plaque")
    return version
