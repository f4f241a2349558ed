"""The bare address: everybody begins on the page of their own day."""

from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_safe

from config.web.places import start_of
from config.web.views import PersonRequest, signed_in


@require_safe
@signed_in
def home(request: PersonRequest) -> HttpResponse:
    """Go to the page on which the person's working day begins; to the own account where no role is held."""
    return HttpResponseRedirect(start_of(request.user.roles_in(request.room) if request.room else ()))
