"""The ways through the site: where somebody wanted to go, held to addresses of our own."""

from urllib.parse import urlsplit

from django.http import HttpRequest

from config.web.address import is_ours


def safe_next(request: HttpRequest, default: str = "/") -> str:
    """The address in `next` (form first, then query) if it is one of ours, `default` otherwise."""
    to = request.POST.get("next") or request.GET.get("next", "")
    return to if is_ours(request, to) else default


def page_of(request: HttpRequest) -> str:
    """The page that an htmx call was made from, or "/" where it says nothing we may believe."""
    address = request.headers.get("HX-Current-URL", "")
    if not is_ours(request, address):
        return "/"
    parts = urlsplit(address)
    return parts.path + (f"?{parts.query}" if parts.query else "")
