"""The figures of the rake report in templates: {% load takings %}, then {% takings_cells figures %}.

A large room's day has thousands of lines, and a template takes twenty times as long for each as these functions do.
"""

from collections.abc import Iterable, Mapping
from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.amounts import format_major
from rake.selectors import Figures, Line

register = template.Library()


@register.simple_tag(takes_context=True)
def takings_rows(context: template.Context, lines: Iterable[Line]) -> SafeString:
    """A row of the table for each line: the table, the game and the hour, then its figures."""
    exponent = context["room"].exponent
    return SafeString("".join(f"<tr>{_place(line)}{_cells(line.figures, exponent)}</tr>\n" for line in lines))


@register.simple_tag(takes_context=True)
def takings_cells(context: template.Context, figures: Figures, time: int | None = None) -> SafeString:
    """The figures of one line as cells of its row; `time` is what was collected there instead, minor units, where that
    is known."""
    return SafeString(_cells(figures, context["room"].exponent, time))


@register.filter
def of(amounts: Mapping[str, int] | None, name: str) -> int | None:
    """The amount of that name: {{ amounts|of:name }}; None where none is known."""
    return (amounts or {}).get(name)


def _place(line: Line) -> str:
    table, plaque, hour = escape(line.table), escape(line.plaque), escape(line.hour_name)
    return f'<th scope="row">{table}</th><td>{plaque}</td><td>{hour}</td>'


def _cells(figures: Figures, exponent: int, time: int | None = None) -> str:
    """Hands, those rated, their pots, and what was taken of them; numbers alone, so nothing is to be escaped."""
    hands, rated = figures.hands, figures.rated
    pot = format_major(figures.pot, exponent=exponent)
    counted = f"{_number(str(hands))}{_number(str(rated), 'muted' if rated != hands else '')}{_number(pot)}"
    if figures.is_timed:
        collected = None if time is None else format_major(time, exponent=exponent)
        said = _("time collected: %(amount)s") % {"amount": collected} if collected else _("players pay for time")
        said = escape(said)
        return f'{counted}<td class="num muted" colspan="5">{said}</td>'
    over, under = figures.rake_over, figures.rake_under
    taken = (
        (figures.rake_taken, ""),
        (figures.rake_owed, ""),
        (over, "wrong" if over else ""),
        (under, "wrong" if under else ""),
        (figures.promo_taken, ""),
    )
    return counted + "".join(_number(format_major(amount, exponent=exponent), mark) for amount, mark in taken)


def _number(text: str, mark: str = "") -> str:
    return f'<td class="num {mark}">{text}</td>' if mark else f'<td class="num">{text}</td>'
