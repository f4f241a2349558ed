"""Forms of the desk about conduct: a warning, two players kept apart, and the end of that."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.web.forms import StrictForm, TextField
from rules.house.policies import CHAPTERS


def _points() -> list[Any]:
    """The points of the house policy by chapter, for a choice; none is a choice too."""
    return [("", "–"), *((chapter.title, [(p.code, p.sentence) for p in chapter.policies]) for chapter in CHAPTERS)]


class WarningForm(StrictForm):
    """A player's act, and which point of the house policy it breaks."""

    text = TextField(max_length=400, label=_("What the player did"))
    policy = forms.ChoiceField(required=False, choices=_points, label=_("House policy"))


class ApartForm(StrictForm):
    """The other player that a player is kept apart from, and why."""

    other = TextField(max_length=120, label=_("Name or number of the other player"))
    reason = TextField(max_length=400, label=_("Why"))


class TogetherForm(StrictForm):
    """The reason why two players may sit together again."""

    reason = TextField(max_length=400, label=_("Why they may sit together again"))
