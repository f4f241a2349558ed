"""A band from a sample: which hands are drawn, what they say of all hands, and how sure that is. Pure arithmetic.

Nothing here knows the database or the clock. `draw` says which hands are asked about, `betting` bounds a total from the
drawn ones, `strata` estimates it, `proof` plays days by a seed and counts how often the bounds were right.
"""
