"""Check the books: every invariant that rows can show."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.audit.books import Finding, audit

SHOWN = 20


class Command(BaseCommand):
    help = (
        "Check every invariant that rows can show: one line each, `ok` or the rows that break it. Exit 0 if all hold."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = list(self._findings(quiet=options["json"]))
        if options["json"]:
            self.stdout.write(json.dumps(as_json(findings), ensure_ascii=False, indent=2))
        if not all(finding.holds for finding in findings):
            raise SystemExit(1)

    def _findings(self, *, quiet: bool) -> list[Finding]:
        findings = []
        for finding in audit():
            findings.append(finding)
            if not quiet:
                self._show(finding)
        return findings

    def _show(self, finding: Finding) -> None:
        name = f"{finding.check.code:<5} {finding.check.title}"
        if finding.holds:
            self.stdout.write(f"ok    {name}")
            return
        self.stdout.write(f"FAIL  {name}")
        for fault in finding.faults[:SHOWN]:
            self.stdout.write(f"      {fault}")
        if len(finding.faults) > SHOWN:
            self.stdout.write(f"      and {len(finding.faults) - SHOWN} more")


def as_json(findings: list[Finding]) -> dict[str, Any]:
    """All findings as one document: `ok`, and per check its code, title, whether it holds, and its faults."""
    checks = [{"code": f.check.code, "title": f.check.title, "ok": f.holds, "faults": list(f.faults)} for f in findings]
    return {"ok": all(finding.holds for finding in findings), "checks": checks}
