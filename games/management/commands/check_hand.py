"""`check_hand`: validate and settle hand histories without a database."""

import os
import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.check.command import ABOUT, UNREADABLE, CheckError, add_arguments, run


class Command(BaseCommand):
    """Reads the files one hand at a time and prints each as soon as it is checked."""

    help = ABOUT
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            worst = run(Namespace(**options), self.stdout.write)
        except CheckError as error:
            raise CommandError(str(error), returncode=UNREADABLE) from error
        except BrokenPipeError:
            # whoever read has seen enough, as `| head` has: nothing is left to say, not even at the exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
        if worst:
            raise SystemExit(worst)
