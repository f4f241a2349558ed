"""Worked examples: small situations, kept as data, that the engine plays whenever somebody wants to see a rule at work.

    for example in examples_of_rule("below_min_raise"):
        outcome = play(example)                 # what the engine says: the refusal, or the settlement step by step
    for example in examples_of_house_rule("odd_chip_hilo"):
        outcomes = play_answers(example)        # the same situation under each answer that houses give

Nothing that the engine says is written down twice: an example states the situation and what must come of it, in the
short words of `Outcome.effect`, and a test holds the engine to that.
"""

from rules.book.examples.example import EXAMPLES, Example, ExampleError, examples_of_house_rule, examples_of_rule
from rules.book.examples.outcome import Outcome
from rules.book.examples.playing import house_rules_of_rule, play, play_answers, rules_of_house_rule

__all__ = [
    "EXAMPLES",
    "Example",
    "ExampleError",
    "Outcome",
    "examples_of_house_rule",
    "examples_of_rule",
    "house_rules_of_rule",
    "play",
    "play_answers",
    "rules_of_house_rule",
]
