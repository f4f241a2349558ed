"""Make the key that signs the heads of the chain; once, and again where it is to be another."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.audit.anchor_keys import make_key


class Command(BaseCommand):
    help = (
        "Make the key that signs the heads of the chain, in the file that CARDROOM_ANCHOR_KEY names. The public keys "
        "lie beside it; those of before stay there for what they signed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rotate", action="store_true", help="make another in place of the one that is there")
        parser.add_argument("--keep", action="store_true", help="say nothing and change nothing where there is one")

    def handle(self, *args: Any, **options: Any) -> None:
        file = Path(settings.ANCHOR_KEY)
        if file.exists() and options["keep"]:
            return
        if file.exists() and not options["rotate"]:
            raise CommandError(f"{file} holds a key already: make another in its place with --rotate.")
        key = make_key(file)
        self.stdout.write(f"{file} signs from now on; its public key is {key.public}")
