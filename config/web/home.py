"""The bare address: everybody starts on the floor."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_safe

from config.web.views import signed_in


@require_safe
@signed_in
def home(request: HttpRequest) -> HttpResponse:
    """Go to the floor."""
    return HttpResponseRedirect("/floor/")
