"""A simulated room from its opening to the last player's leaving."""

from datetime import timedelta
from random import Random

from demo.simulation.agenda import Agenda
from demo.simulation.drawer import AFTER_THE_LAST, close_drawer, open_drawer
from demo.simulation.floor import Floor
from demo.simulation.house import open_house
from demo.simulation.script import Script
from demo.simulation.stage import Stage


def play(script: Script) -> Stage:
    """Make the room of a script and play all its days; returns it with the errors that were `planted`."""
    chance, agenda = Random(script.seed), Agenda(script.opens(0))
    house = open_house(script, chance, agenda.now - timedelta(hours=1))
    stage = Stage(script, house, agenda, chance, closes=agenda.now)
    floor = Floor(stage)

    def begin() -> None:
        stage.closes = stage.now + timedelta(hours=script.hours)
        open_drawer(stage)
        floor.open()
        agenda.at(stage.closes + AFTER_THE_LAST, lambda: close_drawer(stage))

    for day in range(script.days):
        agenda.at(script.opens(day), begin)
    agenda.run()
    return stage
