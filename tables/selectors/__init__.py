"""The facts that the pages of tables, signs and dealers show, in a fixed number of queries."""

from tables.selectors.approved import ApprovedSign, approved_signs
from tables.selectors.reposting import OlderRules, OlderSign, plaques_to_repost
from tables.selectors.signs import (
    IN_MINOR_UNITS,
    Answer,
    ChangedAnswer,
    PastPlaque,
    Standing,
    TableRow,
    answer_of,
    answers,
    changed_answers,
    house_rules_history,
    plaque_history,
    signs_on_older_rules,
    standing,
    table_rows,
)

__all__ = [
    "IN_MINOR_UNITS",
    "Answer",
    "ApprovedSign",
    "ChangedAnswer",
    "OlderRules",
    "OlderSign",
    "PastPlaque",
    "Standing",
    "TableRow",
    "answer_of",
    "answers",
    "approved_signs",
    "changed_answers",
    "house_rules_history",
    "plaque_history",
    "plaques_to_repost",
    "signs_on_older_rules",
    "standing",
    "table_rows",
]
