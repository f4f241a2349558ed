"""The facts that the pages of tables, plaques and dealers show, in a fixed number of queries."""

from tables.selectors.approved import ApprovedPlaque, approved_plaques
from tables.selectors.plaques import (
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
    plaques_on_older_rules,
    standing,
    table_rows,
)
from tables.selectors.reposting import OlderPlaque, OlderRules, plaques_to_repost

__all__ = [
    "IN_MINOR_UNITS",
    "Answer",
    "ApprovedPlaque",
    "ChangedAnswer",
    "OlderPlaque",
    "OlderRules",
    "PastPlaque",
    "Standing",
    "TableRow",
    "answer_of",
    "answers",
    "approved_plaques",
    "changed_answers",
    "house_rules_history",
    "plaque_history",
    "plaques_on_older_rules",
    "plaques_to_repost",
    "standing",
    "table_rows",
]
