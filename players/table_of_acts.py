"""The table of acts: what makes, moves or forgives money after the fact, or changes a right, a limit or a rule.

Every row says who may do it, whether the PIN is asked again, from where on a second person confirms it, and whether it
stands as an alarm. The page of acts shows it; a service that does such a thing and is in no row is found by a test.
"""

from collections.abc import Mapping
from typing import Final

from players.acts.money import MONEY
from players.acts.rights import RIGHTS
from players.acts.row import Row
from players.acts.rules import RULES

TABLE_OF_ACTS: Final[Mapping[str, tuple[Row, ...]]] = {
    "Money after the fact": MONEY,
    "Who is let in, and who may what": RIGHTS,
    "Limits and rules": RULES,
}
