"""The words of the game: every term of 004's glossary and some that the other rulebooks use, in words of our own.

A term keeps the lines where its rulebook explains or uses it, and names the rules and the questions in which it
matters: the page sorts, searches and links them.
"""

from collections.abc import Mapping
from typing import Final

from rules.book.term import Term
from rules.book.terms_of_betting import BETTING
from rules.book.terms_of_cards import CARDS

TERMS: Final[Mapping[str, Term]] = {
    term.name: term for term in sorted((*CARDS, *BETTING), key=lambda term: term.name.casefold())
}
"""Every term by its name, in the order of the alphabet."""
