"""`manage.py rake_assurance`: read a room's boxes, pots and hours, and say who is worth a look."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.rooms.models import Room
from rake.assurance.selectors import open_flags, subject_of
from rake.assurance.services import note_look, read_assurance
from rake.models import AssuranceFlag


class Command(BaseCommand):
    """Read a room and print every signal with its figures and words. The reading is kept, and the look is noted."""

    help = "read a room's counted boxes, told pots and hours, and say who is worth a look, and why"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what the command takes."""
        parser.add_argument("--room", required=True, help="the room's short name")
        parser.add_argument("--json", action="store_true", help="one JSON document in place of the text")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the room."""
        room = Room.objects.filter(slug=options["room"]).first()
        if room is None:
            raise CommandError(f"There is no room called {options['room']}.")
        reading = read_assurance(room=room, by=None, at=timezone.now())
        note_look(room=room, by=None, at=timezone.now(), what="command")
        found = reading.found | {"open_flags": [_flag(flag) for flag in open_flags(room)]}
        if options["json"]:
            self.stdout.write(json.dumps(found, indent=2))
        else:
            self._tell(found)

    def _tell(self, found: Mapping[str, Any]) -> None:
        for signal in found["signals"]:
            missing = f", {signal['missing']} missing" if signal["missing"] else ""
            self.stdout.write(f"{signal['title']} ({signal['seen']} seen{missing})")
            flagged = [line for line in signal["lines"] if line["is_flagged"]]
            for line in flagged:
                self.stdout.write(f"  worth a look: {line['name']}, {line['figure']}; by chance {line['odds']}")
            for cause in signal["causes"] if flagged else []:
                self.stdout.write(f"    {cause['sentence']}")
        self.stdout.write(f"{len(found['open_flags'])} open flags")


def _flag(flag: AssuranceFlag) -> dict[str, Any]:
    subject = subject_of(flag)
    facts = {"signal": flag.signal, "kind": subject.kind, "subject": subject.pk, "name": str(flag.subject)}
    return {"id": flag.pk, **facts, "opened_at": flag.opened_at.isoformat()}
