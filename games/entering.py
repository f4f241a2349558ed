"""Which hands a room can enter so far: the engine knows more games than the console and the books do."""

from config.errors import DomainError
from games.rules.rulebook import RULES
from tables.models import PlaqueVersion

ENTERED = frozenset({"holdem", "omaha", "omaha8"})


def refuse_unentered(plaque: PlaqueVersion) -> None:
    """Refuse by name a full hand under a plaque that can only be ticked so far.

    `game_not_supported` for a game without a console, `kill_not_supported` where the next hand's limits would have to
    follow from this one (004 Glossary, KILL, HALF-KILL).
    """
    sign = plaque.sign
    if sign.game not in ENTERED:
        rule = RULES["game_not_supported"]
        message = f"{sign.sheet.name} can't be entered card by card yet: tick the hand instead."
        raise DomainError(rule.code, message, rule=rule.sentence, citation=rule.cite(plaque.house_rules.rules.name))
    if sign.kill is not None:
        raise DomainError(
            "kill_not_supported",
            "Hands at a table with a kill can't be entered card by card yet: tick the hand with its pot and winners.",
            rule="A kill doubles the limits of the next hand, a half-kill raises them by half.",
            citation="004:L278, L286",
        )
