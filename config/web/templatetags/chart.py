"""Charts in templates: {% chart rake_by_hour %} draws a `config.web.charts.Chart`. Built in: no `load` needed."""

from typing import Any

from django import template

from config.web import charts

register = template.Library()


@register.inclusion_tag("parts/chart.html")
def chart(chart: charts.Chart, *, name: str = "chart") -> dict[str, Any]:
    """The chart with its legend and its numbers as a table; `name` must differ between two charts on one page."""
    return {"chart": chart, "drawing": None if chart.is_empty else charts.draw(chart), "name": name}
