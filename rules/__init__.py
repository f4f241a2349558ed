"""The rules of the games: pure values in, pure values out.

No clock, no randomness, no I/O and no framework. Money is an `int` of minor units (cents), a seat is the
`int` that stands on the table, a card is an `int` from 0 to 51. This file imports nothing, so that
`import rules` costs nothing; import the module that you need.
"""
