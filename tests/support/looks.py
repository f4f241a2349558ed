"""Somebody who has chosen to look at what boxes must hold, in tests of what reports tell."""

from django.test import Client
from django.utils import timezone

from cage.services import note_box_looks
from config.rooms.models import Room
from config.staff.models import User
from tests.support.people import signed_in


def reader(person: User, room: Room) -> Client:
    """A browser of somebody whom no report of the room warns any more: they have looked, and count none of its
    boxes."""
    note_box_looks(room=room, by=person, at=timezone.now())
    return signed_in(person)
