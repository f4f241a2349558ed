"""The lock of what a tablet kept while its line was down: whether the line is back, and whose hands hold it."""

from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.pin import verify_pin
from config.web import waiting
from config.web.views import PersonRequest, signed_in


@signed_in
@sensitive_post_parameters("own_pin")
@require_http_methods(["GET", "HEAD", "POST"])
def kept(request: PersonRequest) -> HttpResponse:
    """Answer that the line is back, and to whom; a POST with badge and PIN of the same person opens what waited long.

    Refuses `not_your_badge` and what `verify_pin` refuses: a colleague's badge and PIN open nothing.
    """
    if request.method != "POST":
        return JsonResponse({"person": request.user.pk})
    now = timezone.now()
    try:
        _refuse_another(request, request.POST.get("own_badge", "")[:20])
        verify_pin(request.user, request.POST.get("own_pin", "")[:8], at=now)
    except DomainError as error:
        return waiting.told_refused(error)
    waiting.open_queue(request, now)
    return JsonResponse({"person": request.user.pk})


def _refuse_another(request: PersonRequest, badge: str) -> None:
    """Refuse (`not_your_badge`) any badge but that of the person who is signed in, and so has entered what waits."""
    if badge.strip().casefold() != request.user.badge_number.casefold():
        message = "Whoever entered this opens it: their own badge and PIN, not a colleague’s."
        raise DomainError("not_your_badge", message, field="badge")
