"""A row of the chain in words: its table and id, and what it is."""

from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist

from config.audit.models import ChainSeal
from config.audit.words import SUBJECTS

_NONSENSE = (ObjectDoesNotExist, ValueError, LookupError, TypeError, AttributeError)
"""The errors that a row may raise that somebody changed by hand, when it is asked for its name."""


def row_in_words(table: str, row_id: int) -> str:
    """ "players_transfer 12 (transfer: buy-in 20000)"; the table and id alone say what is gone."""
    model = next((model for model in apps.get_models() if model._meta.db_table == table), None)
    if model is None:
        return f"{table} {row_id}"
    subject = SUBJECTS.get(model._meta.model_name or "")
    title = subject.title if subject else str(model._meta.verbose_name)
    try:
        row = model._default_manager.filter(pk=row_id).first()
        said = f": {row}" if row else ""
    except _NONSENSE:
        said = ""
    return f"{table} {row_id} ({title}{said})"


def when_sealed(link: int) -> str:
    """ "sealed 22 Nov 2026 19:10:05 UTC", or that it wasn't yet."""
    seal = ChainSeal.objects.filter(last_link__gte=link).order_by("number").first()
    return f"sealed {seal.at:%d %b %Y %H:%M:%S} UTC" if seal else "not sealed yet"
