"""The preferences of a person for their screen: theme and keyboard shortcuts, kept in cookies on this device, no script
needed."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from config.web.address import is_ours
from config.web.views import public

CHOICES = {"theme": ("dark", "light", "device"), "keys": ("on", "off")}
"""The values that may be chosen, by cookie; the first of each is what holds until somebody chooses."""

_A_YEAR = 365 * 24 * 60 * 60  # seconds


def chosen(request: HttpRequest | None, what: str) -> str:
    """The choice that this device made for `what` ("theme" or "keys"), or the first choice there is."""
    value = request.COOKIES.get(what, "") if request is not None else ""
    return value if value in CHOICES[what] else CHOICES[what][0]


@public
@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Keep the choices that came with the form, and go back to the page it stood on."""
    answer = HttpResponseRedirect(own_address(request, request.POST.get("next", "")), status=303)
    for what, values in CHOICES.items():
        if request.POST.get(what) in values:
            answer.set_cookie(
                what, request.POST[what], max_age=_A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure()
            )
    return answer


def own_address(request: HttpRequest, to: str) -> str:
    """`to` if it leads to a page of ours; the first page otherwise."""
    return to if is_ours(request, to) else "/"
