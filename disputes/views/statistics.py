"""Disputes counted, as a page and as a file of the same lines."""

from django.http import HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff
from disputes.exports import csv_lines
from disputes.forms import StatisticsForm
from disputes.selectors.statistics import Statistics, statistics_of


@require_safe
@staff(Permission.HAND_VIEW)
def page_of_statistics(request: RoomRequest) -> HttpResponse:
    """Disputes by table, dealer, kind and rule, and how long rulings took."""
    form, counted = _counted(request)
    context = {"form": form, "statistics": counted, "query": request.GET.urlencode()}
    return page(request, "disputes/statistics.html", context)


@require_safe
@staff(Permission.HAND_VIEW)
def file_of_statistics(request: RoomRequest) -> StreamingHttpResponse:
    """The same lines as CSV."""
    _, counted = _counted(request)
    response = StreamingHttpResponse(csv_lines(counted, request.room), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="disputes.csv"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _counted(request: RoomRequest) -> tuple[StatisticsForm, Statistics]:
    form = StatisticsForm(request.GET)
    days = form.cleaned_data if form.is_valid() else {}
    return form, statistics_of(request.room, since=days.get("since"), until=days.get("until"))
