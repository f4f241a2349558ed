"""`manage.py conformance PATH…`: put a catalogue of hand-worked cases to the rules engine."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.book.conformance import CatalogueError, Outcome, load_cases, run


class Command(BaseCommand):
    """Runs without a database. Exit 0 only if at least one case ran and none failed; 2 if a file can't be read."""

    help = "Run a catalogue of conformance cases (files or folders of TOML) against the rules engine."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The paths, and what to leave out."""
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file of cases or a folder of such")
        parser.add_argument("--game", action="append", help="only cases of this game; may be repeated")
        parser.add_argument("--kind", action="append", help="only cases of this kind; may be repeated")
        parser.add_argument("--json", action="store_true", help="one JSON object per case on a line, then the sums")

    def handle(
        self, *, paths: list[Path], game: list[str] | None, kind: list[str] | None, json: bool, **_: Any
    ) -> None:
        """Print every failing case (as JSON: every case) and the sums."""
        try:
            cases = load_cases(paths)
        except CatalogueError as error:
            raise CommandError(str(error), returncode=2) from error
        chosen = [case for case in cases if case.game in (game or [case.game]) and case.kind in (kind or [case.kind])]
        outcomes = list(run(chosen))
        failed = sum(not outcome.passed for outcome in outcomes)
        passed = len(outcomes) - failed
        for outcome in outcomes:
            self._report(outcome, as_json=json)
        self.stdout.write(_json(passed=passed, failed=failed) if json else f"{passed} passed, {failed} failed")
        if failed or not passed:
            sys.exit(1)

    def _report(self, outcome: Outcome, *, as_json: bool) -> None:
        case = outcome.case
        if as_json:
            about = {"id": case.id, "kind": case.kind, "house": case.house, "game": case.game, "file": case.file}
            self.stdout.write(_json(**about, passed=outcome.passed, problems=outcome.problems))
        elif not outcome.passed:
            self.stdout.write(f"{case.id} ({case.kind}, {case.game}, {case.file}): {'; '.join(outcome.problems)}")


def _json(**values: object) -> str:
    return json.dumps(values, ensure_ascii=False)
