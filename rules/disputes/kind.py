"""The description of a kind of dispute: its rule with the sources, until when it can be put right, and how it usually
is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from rules.text.rule import Rule

RECORD_ERROR: Final = "RECORD_ERROR"
"""The code of the kind that corrects the record: what it is ruled on alone after the day is one's own keying."""

Reversal = Literal["H", "D", "A", "N"]
"""H in the hand, D until the next deal, A at any time by what `Kind.later` says, N not at all."""

REVERSALS: dict[Reversal, str] = {
    "H": "in the hand, before it is settled",
    "D": "until the next deal",
    "A": "at any time",
    "N": "not reversible",
}

Follows = Literal["moves", "stays"]
"""The effect of an outcome on the chips: that they move, or that they stay where they are."""

WhatIf = Literal["act", "cards", "dead", "void", "house", "owed", ""]
"""The question to ask of the hand: another act, other cards, a dead hand, no hand at all, other rules, the rake as
owed."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of dispute. `rule` has the seeds' lines, then Robert's Rules and WSOP where they are silent.

    `remedies` are how it is usually settled, `facts` what a ruling needs to know, `reversal` until when chips may be
    moved for it. `also` are codes of the engine's rulebook that bear on it; `what_if` is the likely question.
    """

    code: str
    term: str
    rule: Rule
    remedies: tuple[str, ...]
    facts: tuple[str, ...]
    reversal: tuple[Reversal, ...]
    also: tuple[str, ...] = ()
    what_if: WhatIf = ""
    follows: Mapping[str, Follows] = field(default_factory=dict)
    """The effect of an outcome on the chips of a recorded hand, where it has one."""
    later: str = ""
    """The way in which it is put right at any time (class A), to follow "it is put right"; empty for another class."""

    @property
    def until(self) -> str:
        """Until when it can be put right, in words."""
        return "; ".join(self.later if letter == "A" else REVERSALS[letter] for letter in self.reversal)


def kind(
    code: str,
    term: str,
    sentence: str,
    source: str,
    *,
    remedies: str,
    facts: str,
    reversal: str,
    later: str = "",
    also: str = "",
    what_if: WhatIf = "",
) -> Kind:
    """A kind written down in short: lists are parted by semicolons, `source` is "004:L326 · WSOP 136".

    A remedy that ends in "+" moves chips of a recorded hand, one in "=" leaves them where they are.
    Lines of the rulebooks come first in `source`, parted by commas, then what fills their silence. ValueError where
    class A doesn't say how (`later`), or another class does.
    """
    if bool(later) != ("A" in reversal):
        raise ValueError(f"{code}: what is put right at any time says how")
    books, _, outside = source.partition(" · ") if source[:1].isdigit() else ("", "", source)
    lines = tuple(line.strip() for line in books.split(",") if line.strip())
    return Kind(
        code,
        term,
        Rule(code.lower(), sentence, _joined(lines), outside),
        tuple(remedy.rstrip("+=") for remedy in _listed(remedies)),
        _listed(facts),
        tuple(letter for letter in ("H", "D", "A", "N") if letter in reversal),
        _listed(also),
        what_if,
        {remedy[:-1]: _FOLLOWS[remedy[-1]] for remedy in _listed(remedies) if remedy[-1] in _FOLLOWS},
        later,
    )


_FOLLOWS: Mapping[str, Follows] = {"+": "moves", "=": "stays"}


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";") if part.strip())


def _joined(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Each book once: lines that follow a book without naming it belong to it ("004:L27", "L82")."""
    books: list[str] = []
    for line in lines:
        if ":" in line:
            books.append(line)
        else:
            books[-1] += f", {line}"
    return tuple(books)
