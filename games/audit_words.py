"""The words of the audit trail for hands."""

from collections.abc import Mapping
from typing import Any

from config.audit.words import Subject, register
from games.models import FileImport, Hand, HandDraft, TableNote
from rules.text.rulebook import RULES


def _gone_draft(facts: Mapping[str, Any]) -> str:
    """A hand that is recorded or abandoned, by the table and the number that its event kept."""
    if "number" not in facts:
        return ""
    return f"{facts['table']} hand {facts['number']}" if "table" in facts else f"hand {facts['number']}"


register(
    verbs={
        "button.drawn": "drew for the button",
        "hand.abandoned": "abandoned a hand",
        "hand.dealt": "began a hand",
        "hand.irregularity": "recorded an irregularity",
        "hand.recorded": "recorded a hand",
        "hand.reopened": "began to correct a hand",
        "hand.superseded": "corrected a hand",
        "hand.taken_back": "took substantial action back",
        "hand.ticked": "recorded a quick hand",
        "hand.voided": "voided a hand",
        "hands.file_imported": "had all hands of a file looked at",
        "hands.file_taken": "chose a hand file to be imported",
        "table.noted": "wrote a note at a table",
    },
    subjects=(
        Subject(Hand, "hand", ("session__table",), links=lambda hand: ("hand", [hand.pk])),
        Subject(TableNote, "note", ("session__table",), links=lambda note: ("table", [note.session.table_id])),
        Subject(FileImport, "hand file", links=lambda _: ("imports", [])),
        Subject(
            HandDraft,
            "hand",
            ("session__table",),
            lambda draft: f"{draft.session.table} hand {draft.number}",
            lambda draft: ("table", [draft.session.table_id]),
            _gone_draft,
        ),
    ),
    money={"rake_taken", "promo_taken", "pot", "rake", "promo", "moved", "found"},
    quiet={"moved", "promo_taken", "promo"},
    codes={
        "rule": {rule.code: rule.sentence for rule in RULES.values()},
        "tier": dict(Hand.Tier.choices),
    },
    labels={"tier": "recorded as", "winners": "won by seats", "void_cause": "void as"},
)
