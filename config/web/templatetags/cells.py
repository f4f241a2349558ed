"""Rows of numbers in templates: {% number_cells line %}. Built in: no `load` needed."""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def number_cells(cells: Iterable[tuple[str, str]]) -> SafeString:
    """The cells of numbers of one row of a table: of each its text, and the address that it leads to, empty for none.

    A large room's sheet has thousands of them, and a loop of the template takes ten times as long for each. Both
    parts are escaped here, whatever they are.
    """
    return SafeString("".join(_cell(escape(text), escape(address)) for text, address in cells))


def _cell(text: str, address: str) -> str:
    """One cell, of text that is escaped."""
    return f'<td class="num"><a href="{address}">{text}</a></td>' if address else f'<td class="num">{text}</td>'
