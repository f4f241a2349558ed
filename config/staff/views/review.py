"""Pages of the review of access: everybody who holds a role with what is decided of them, and the reviews before."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from config.errors import DomainError
from config.staff.access_review import Standing, access_in, review_access, reviews_of
from config.staff.forms import ReviewForm
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff


@require_safe
@staff(Permission.STAFF_VIEW)
def review(request: RoomRequest) -> HttpResponse:
    """Everybody who has access now, to be looked through, and what earlier reviews found."""
    return _page(request, ReviewForm(room=request.room, access=access_in(request.room, timezone.now())))


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def sign(request: RoomRequest) -> HttpResponse:
    """Sign a review, with a second person's badge and PIN; roles of whoever doesn't keep them end."""
    at = timezone.now()
    form = ReviewForm(request.POST, room=request.room, access=access_in(request.room, at))
    if form.is_valid():
        facts = {"room": request.room, "by": request.user, "at": at, "key": form.cleaned_data["request_key"]}
        try:
            review_access(results=form.results(), second=form.second(at=at), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("staff:review"), gettext("The review of access is signed."))
    return _page(request, form)


def _page(request: RoomRequest, form: ReviewForm) -> HttpResponse:
    standing = Standing.of(request.room)
    context = {
        "form": form,
        "standing": standing,
        "late": standing.days_late(timezone.now()) if standing else 0,
        "reviews": reviews_of(request.room),
    }
    return page(request, "staff/review.html", context, status=422 if form.is_bound else 200)
