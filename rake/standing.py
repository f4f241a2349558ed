"""The records of hands that a gaming day's figures count."""

from django.db.models import Q

from games.models import is_newest


def in_figures(prefix: str = "") -> Q:
    """The hands that count in the figures of their own gaming day; `prefix` leads to the hand ("hand__").

    A superseded version counts no more, nor does what is void. Where a later version names the locked day that it
    belongs to, the version before stays in that day's figures as it was, and the later one is in those of no day: both
    days' reports tell it as a correction. A hand that came after the cut-off of its own day is in the figures of the
    day that booked it.
    """
    of_its_day = Q(**{f"{prefix}belongs_to_day": None}) | Q(**{f"{prefix}supersedes": None})
    return is_newest(prefix, belongs_to_day=None) & of_its_day & Q(**{f"{prefix}is_void": False})
