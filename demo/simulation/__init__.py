"""Days of a card room, played through the services with a clock of their own.

    SimulatedRoom(Script(days=2, tables=4, seed=7)).play()

The same script makes the same room, row for row. Errors that people make are planted at a stated rate, and each is
noted with what it must cause: what the books, the reports and the alarms then say can be held against that list.
"""
