"""A term of the glossary: a word of the game with its meaning, its lines, and what it leads to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the game, what it means, and where it stands.

    `rules` are codes of rules, `house_rules` names of questions on which houses differ, `games` keys of sheets and
    `also` names of other terms: whatever a reader of this one may look for next.
    """

    name: str
    citation: str
    sentence: str
    rules: tuple[str, ...] = ()
    house_rules: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


def term(
    name: str, citation: str, sentence: str, *, rules: str = "", house_rules: str = "", games: str = "", also: str = ""
) -> Term:
    """A term with its references as words: codes parted by blanks, other terms by commas."""
    others = tuple(also.split(", ")) if also else ()
    return Term(
        name, citation, sentence, tuple(rules.split()), tuple(house_rules.split()), tuple(games.split()), others
    )
