"""All rows of the database beside what two ways of doing the same give them by chance: ids, and hashes over ids."""

import re
from typing import Any

from django.apps import apps
from django.db import models

BY_CHANCE = ("hash", "digest")
"""Fields that are computed over ids."""
LINKS = {"audit.chainlink", "audit.chainseal", "audit.chainform"}
"""Rows that the triggers add to each row, over its ids."""
_PLAIN = {"hand_id": "games.hand"}
"""Columns that hold an id without being a foreign key."""
_KEY_OF_CLOSE = re.compile(r"(?<=^import:close:)\d+$")

Places = dict[str, dict[Any, int]]


def all_rows() -> dict[str, list[dict[str, Any]]]:
    """Every row by model, in the order in which they were added; an id is the place of its row among its like."""
    known = [model for model in apps.get_models() if model._meta.managed and model._meta.label_lower not in LINKS]
    places = {
        model._meta.label_lower: {pk: n for n, pk in enumerate(_in_order(model).values_list("pk", flat=True))}
        for model in known
    }
    return {
        model._meta.label_lower: sorted((_row(each, places) for each in _in_order(model)), key=_by_text_key(model))
        for model in known
        if places[model._meta.label_lower]
    }


def _in_order(model: type[models.Model]) -> models.QuerySet[Any]:
    return model._default_manager.order_by("pk")


def _by_text_key(model: type[models.Model]) -> Any:
    """Keys of text are in no order of adding: rows go by the key as it is told."""
    is_text = isinstance(model._meta.pk, models.CharField | models.UUIDField)
    return (lambda row: str(sorted(row.items(), key=str))) if is_text else (lambda row: 0)


def _row(instance: models.Model, places: Places) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for field in instance._meta.concrete_fields:
        value = getattr(instance, field.attname)
        if field.name in BY_CHANCE or isinstance(field, models.UUIDField) or (field.primary_key and _is_number(field)):
            continue
        told[field.name] = _told(field, value, places, instance)
    return told


def _is_number(field: Any) -> bool:
    return isinstance(field, models.AutoField | models.OneToOneField)


def _told(field: Any, value: Any, places: Places, instance: Any) -> Any:
    if field.remote_field is not None or field.name in _PLAIN:
        label = _PLAIN.get(field.name) or field.related_model._meta.label_lower
        return places[label].get(value) if value is not None else None
    if field.name == "subject_id":
        label = next(label for label in places if label.endswith(f".{instance.subject_kind}"))
        return places[label][int(value)] if value.isdecimal() else value
    if isinstance(value, dict | list):
        return _inside(value, places)
    if isinstance(value, str):
        return _KEY_OF_CLOSE.sub(lambda found: f"session {places['tables.tablesession'][int(found.group())]}", value)
    return value


def _inside(value: Any, places: Places, name: str = "") -> Any:
    """A JSON value with the ids in it told by their places."""
    if isinstance(value, dict):
        return {key: _inside(each, places, key) for key, each in value.items()}
    if isinstance(value, list):
        return [_inside(each, places, name) for each in value]
    label = {"sittings": "players.sitting", "player": "players.player"}.get(name)
    return places[label][value] if label else value
