"""Sheets by weekday and hour as heat maps: a row for each weekday, a column for each hour of the gaming day."""

from config.web.heat import HeatMap
from rake.figures.parts import WEEKDAYS
from rake.figures.sheets import Sheet
from rake.figures.texts import shown


def heat_of(read: Sheet, number: int, *, title: str, sentence: str) -> HeatMap:
    """The figure of that number of a sheet that is split by weekday and hour; an hour in which nothing was recorded is
    no cell."""
    figure, exponent = read.figures[number], read.scope.room.exponent
    found = {row.part.place: row.values[number] for row in read.rows}
    days = sorted({day for day, _ in found})
    hours = sorted({hour for _, hour in found})
    cells = [[found.get((day, hour)) for hour in hours] for day in days]
    return HeatMap(
        title,
        sentence,
        rows=[WEEKDAYS[(day + read.scope.room.week_starts) % 7] for day in days],
        columns=[name for _, _, name in hours],
        cells=cells,
        say=lambda value: shown(value, figure.unit, exponent),
    )
