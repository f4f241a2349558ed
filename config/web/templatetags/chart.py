"""Charts in templates: {% chart rake_by_hour %} draws a `config.web.charts.Chart`, {% heat by_weekday %} a
`config.web.heat.HeatMap`, {% ladder rake %} a `config.web.ladders.LadderChart`,
{% band owed %} a `config.web.bands.BandChart`. Built in: no `load` needed."""

from typing import Any

from django import template

from config.web import charts
from config.web.bands import BandChart
from config.web.bands import draw as draw_bands
from config.web.heat import HeatMap
from config.web.heat import draw as draw_heat
from config.web.ladders import LadderChart
from config.web.ladders import draw as draw_ladder

register = template.Library()


@register.inclusion_tag("parts/chart.html")
def chart(chart: charts.Chart, *, name: str = "chart") -> dict[str, Any]:
    """The chart with its legend and its numbers as a table; `name` must differ between two charts on one page."""
    return {"chart": chart, "drawing": None if chart.is_empty else charts.draw(chart), "name": name}


@register.inclusion_tag("parts/heat.html")
def heat(heat: HeatMap, *, name: str = "heat") -> dict[str, Any]:
    """The heat map with its numbers as a table; `name` must differ between two on one page."""
    drawing = None if heat.is_empty else draw_heat(heat)
    return {"heat": heat, "drawing": drawing, "name": name, "most": heat.say(heat.largest)}


@register.inclusion_tag("parts/ladder.html")
def ladder(ladder: LadderChart, *, name: str = "ladder") -> dict[str, Any]:
    """The ladder with its rungs as a table; `name` must differ between two on one page."""
    return {"ladder": ladder, "drawing": draw_ladder(ladder), "name": name}


@register.inclusion_tag("parts/band.html")
def band(bands: BandChart, *, name: str = "band") -> dict[str, Any]:
    """The bands with their numbers as a table; `name` must differ between two on one page."""
    return {"bands": bands, "drawing": draw_bands(bands), "name": name}
