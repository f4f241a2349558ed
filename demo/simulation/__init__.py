"""Days of a card room, played through the services with a clock of their own.

    play(Script(days=2, tables=4, seed=7)).report()

The same script makes the same room, row for row. Errors that people make are planted at a stated rate, and each is
noted with what it must cause; every day is settled and locked as a room does it. The report holds the errors against
the books, line by line: each must show, and nothing else may.
"""
