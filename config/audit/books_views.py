"""The page of the audit of the books: what it found, who answered for it, and when it ran."""

from collections.abc import Mapping

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from config.audit import found, runs
from config.audit.forms import AnswerForm
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff


@require_safe
@staff(Permission.AUDIT_VIEW)
def books(request: RoomRequest) -> HttpResponse:
    """The faults that stand, with what they speak of, and the last audits."""
    return _show(request)


@require_POST
@staff(Permission.AUDIT_ANSWER)
def seen(request: RoomRequest, finding_id: int) -> HttpResponse:
    """Answer for a finding, in words."""
    finding = get_object_or_404(found.findings_of(request.room), pk=finding_id)
    form = _form(request, finding_id, request.POST)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            runs.answer(finding=finding, room=request.room, reason=reason, by=request.user, at=timezone.now())
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("books"), gettext("Answered for: %(text)s.") % {"text": finding.text[:200]})
    return _show(request, {finding_id: form})


def _show(request: RoomRequest, given: Mapping[int, AnswerForm] | None = None) -> HttpResponse:
    """The page; each finding with a form of its own, that which was sent with what it says."""
    forms, standing = given or {}, found.standing(request.room)
    findings = [(shown, forms.get(shown.row.pk) or _form(request, shown.row.pk)) for shown in standing]
    context = {"findings": findings, "gone": found.gone(request.room), "runs": found.runs()}
    return page(request, "audit/books.html", context, status=422 if forms else 200)


def _form(request: RoomRequest, finding_id: int, data: QueryDict | None = None) -> AnswerForm:
    return AnswerForm(data, room=request.room, auto_id=f"id_%s_{finding_id}")
