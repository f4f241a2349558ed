"""The reader of situations that are stated as data: players, amounts, plaques, hands and what happens around them.

The conformance catalogue (`rules.book.catalogue`) and the worked examples (`rules.book.examples`) state situations in
the same words, read here. They differ in what they do with the engine's answer: the catalogue compares it value by
value, an example words it for people.
"""
