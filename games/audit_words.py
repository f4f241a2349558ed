"""What the audit trail says of hands and disputes."""

from config.audit.words import Subject, register
from games.disputes.kinds import KINDS
from games.disputes.models import Dispute, Ruling
from games.models import Hand, HandDraft
from games.rules.rulebook import RULES

register(
    verbs={
        "button.drawn": "drew for the button",
        "dispute.appealed": "took an appeal",
        "dispute.opened": "opened a case",
        "dispute.ruled": "ruled on a case",
        "hand.abandoned": "abandoned a hand",
        "hand.dealt": "began a hand",
        "hand.irregularity": "recorded an irregularity",
        "hand.recorded": "recorded a hand",
        "hand.reopened": "began to correct a hand",
        "hand.superseded": "corrected a hand",
        "hand.taken_back": "took substantial action back",
        "hand.ticked": "recorded a quick hand",
        "hand.voided": "voided a hand",
    },
    subjects=(
        Subject(Hand, "hand", ("session__table",), links=lambda hand: ("hand", [hand.pk])),
        Subject(
            HandDraft,
            "hand",
            ("session__table",),
            lambda draft: f"{draft.session.table} hand {draft.number}",
            lambda draft: ("table", [draft.session.table_id]),
        ),
        Subject(Dispute, "case", links=lambda case: ("dispute", [case.pk])),
        Subject(Ruling, "ruling", ("dispute",), links=lambda ruling: ("dispute", [ruling.dispute_id])),
    ),
    money={"rake_taken", "promo_taken", "pot", "rake", "promo", "moved"},
    quiet={"moved", "promo_taken", "promo"},
    facts={"case": "dispute"},
    codes={
        "kind": {kind.code: kind.term for kind in KINDS.values()},
        "hold": dict(Dispute.Hold.choices),
        "rule": {rule.code: rule.sentence for rule in RULES.values()},
        "tier": dict(Hand.Tier.choices),
    },
    labels={"tier": "recorded as", "winners": "won by seats", "void_cause": "void as"},
)
