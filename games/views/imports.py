"""Hand files that are imported: choose some, see what became of each, and take the report of what stayed out."""

from pathlib import PurePath
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.spreadsheets import csv_file
from config.web.text import how_many
from config.web.views import RoomRequest, done, page, sent, staff, takes_files
from games.exports import refused_lines
from games.forms import ImportForm
from games.models import FileImport
from games.selectors.file_imports import imports_of
from games.services.file_imports import LARGEST_FILE, MOST_HANDS, take_file


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.REPORT_BUILD, read=Permission.REPORT_VIEW)
def imports(request: RoomRequest) -> HttpResponse:
    """Choose hand files to be imported, and see how far the others are. What is refused of several keeps out none of
    the rest."""
    form = ImportForm(sent(request), room=request.room)
    if not form.is_bound or not form.is_valid():
        return _show(request, form)
    files = request.FILES.getlist("files")
    if not files:
        return _show(request, form, DomainError("file_missing", "Choose a hand file first.", field="files"))
    refusals = [error for file in files if (error := _taken(request, form, file))]
    if refusals:
        return _show(request, form, *refusals)
    return done(
        request,
        reverse("imports"),
        gettext("%(how_many)s will be imported.") % {"how_many": how_many(len(files), "file")},
    )


@require_safe
@staff(Permission.REPORT_VIEW)
def import_report(request: RoomRequest, import_id: int) -> StreamingHttpResponse:
    """The hands of a file that stayed out, with line, reason and rule, as CSV."""
    found = get_object_or_404(FileImport.objects.defer("text"), pk=import_id, room=request.room)
    return csv_file(refused_lines(found), f"refused-{found.pk}.csv")


def _taken(request: RoomRequest, form: ImportForm, file: UploadedFile) -> DomainError | None:
    """Take one file; the refusal where it isn't taken."""
    name = PurePath((file.name or "").replace("\\", "/")).name or "hands.phhs"
    content = file.read(LARGEST_FILE + 1)
    facts = {"table_name": form.cleaned_data["table_name"], "house": form.cleaned_data["house"]}
    try:
        take_file(room=request.room, name=name, content=content, by=request.user, at=timezone.now(), **facts)
    except DomainError as error:
        return error
    return None


def _show(request: RoomRequest, form: ImportForm, *refusals: DomainError) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "refusals": refusals,
        "rows": imports_of(request.room),
        "largest": LARGEST_FILE // 1000,
        "most": MOST_HANDS,
    }
    return page(request, "games/imports.html", context, status=422 if refusals or form.errors else 200)
