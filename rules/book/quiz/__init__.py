"""A quiz for people who are new on the floor: real cases, a question about each, and the engine's answer to it.

    drawn = draw(Random("k3f9"), house)  # ten cases, the same ones for the same chance and house
    drawn[0].question, drawn[0].choices  # what is asked, and what may be answered
    drawn[0].right                       # what the engine says in that house

No answer is written down anywhere: a case states a situation in the words of `rules.book.scenarios`, the engine answers
under the house's rules, and what is offered besides is its answer under another rule, to a situation that was misread
(`mistakes`), or a neighbour of the right one.
"""

from rules.book.quiz.case import CASES, Case, CaseError
from rules.book.quiz.question import Question, Reason, draw, question_of

__all__ = ["CASES", "Case", "CaseError", "Question", "Reason", "draw", "question_of"]
