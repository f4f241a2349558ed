"""The icons: a dozen or two line drawings on a 24-unit square, drawn in the colour of the text beside them."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

ICONS: dict[str, str] = {
    "floor": (
        "M8 6.500H16A5.500 5.500 0 0 1 16 17.500H8A5.500 5.500 0 0 1 8 6.500ZM12 3V3.500M4 5 4.400 5.400"
        "M20 5 19.600 5.400M4 19 4.400 18.600M20 19 19.600 18.600"
    ),
    "table": "M4 6H20V13H4ZM12 13V20M8 20H16",
    "cage": "M4 20V8L12 4 20 8V20ZM8 20V11M12 20V11M16 20V11M4 11H20",
    "players": (
        "M9 11A3.500 3.500 0 1 0 9 4A3.500 3.500 0 1 0 9 11Z"
        "M2.500 20C2.500 16 5.500 14 9 14S15.500 16 15.500 20M16 4.300A3.500 3.500 0 0 1 16 10.700"
        "M18 14.600C20.200 15.500 21.500 17.400 21.500 20"
    ),
    "dealers": (
        "M12 20.500A8.500 8.500 0 1 0 12 3.500A8.500 8.500 0 1 0 12 20.500ZM9.500 8V16H11.500C16 16 16 8 11.500 8Z"
    ),
    "lists": "M4 6H5.500M4 12H5.500M4 18H5.500M9 6H20M9 12H20M9 18H16",
    "hands": "M4.500 7.500 12 5.200 16 18.300 8.500 20.600ZM12.500 4H19.500V17.500H17.500",
    "disputes": "M12 4V20M8 20H16M5 7H19M5 7 2.500 14H7.500ZM19 7 16.500 14H21.500Z",
    "reports": "M4 20H20M6.500 17V11M12 17V5M17.500 17V13.500",
    "rules": (
        "M12 7C10 5 7 4.500 3.500 4.500V18.500C7 18.500 10 19 12 21C14 19 17 18.500 20.500 18.500V4.500"
        "C17 4.500 14 5 12 7ZM12 7V21"
    ),
    "audit": "M6 3.500H15L19 7.500V20.500H6ZM9 12H16M9 16H16M9 8H12",
    "staff": (
        "M4 5.500H20V19.500H4ZM9 12.500A2 2 0 1 0 9 8.500A2 2 0 1 0 9 12.500Z"
        "M6 16.500C6.300 14.800 7.500 14 9 14S11.700 14.800 12 16.500M14.500 10H17.500M14.500 14H17.500"
    ),
    "room": "M4 20.500H20M6 20.500V4H15V20.500M15 8H18V20.500M9.500 12.500V13",
    "user": "M12 12A4 4 0 1 0 12 4A4 4 0 1 0 12 12ZM4.500 20.500C4.500 16.800 8 15 12 15S19.500 16.800 19.500 20.500",
    "more": "M5 12H5.200M12 12H12.200M19 12H19.200",
    "out": "M10 4H5V20H10M9 12H20M16 8 20 12 16 16",
    "close": "M6 6 18 18M18 6 6 18",
    "search": "M10.500 17A6.500 6.500 0 1 0 10.500 4A6.500 6.500 0 1 0 10.500 17ZM15.300 15.300 20.500 20.500",
    "plus": "M12 5V19M5 12H19",
    "check": "M5 12.500 10 17.500 19.500 7",
    "alert": "M12 4 21.500 20H2.500ZM12 10V14.500M12 17V17.300",
    "undo": "M8.500 5 4.500 9 8.500 13M4.500 9H14A5.500 5.500 0 0 1 14 20H9",
    "clock": "M12 20.500A8.500 8.500 0 1 0 12 3.500A8.500 8.500 0 1 0 12 20.500ZM12 8V12.500L15 14.500",
    "lock": "M6 11H18V20.500H6ZM8.500 11V8A3.500 3.500 0 0 1 15.500 8V11",
    "print": "M7 9V4H17V9M7 17H4V9H20V17H17M7 14H17V20.500H7Z",
    "download": "M12 4V15M7 10.500 12 15.500 17 10.500M4.500 20H19.500",
    "next": "M9 5 16 12 9 19",
    "back": "M15 5 8 12 15 19",
    "cards": "M5 4.500H14V17.500H5ZM14 7.500H19V20.500H10V17.500",
    "chips": (
        "M12 9.500"
        "C16.100 9.500 19.500 8.300 19.500 6.800S16.100 4 12 4 4.500 5.300 4.500 6.800 7.900 9.500 12 9.500Z"
        "M4.500 6.800V17C4.500 18.600 7.900 20 12 20S19.500 18.600 19.500 17V6.800"
        "M4.500 12C4.500 13.500 7.900 14.800 12 14.800S19.500 13.500 19.500 12"
    ),
    "spade": (
        "M12 3C15 7 19.500 9.800 19.500 13.800A3.900 3.900 0 0 1 13 16.700L14.200 21H9.800L11 16.700"
        "A3.900 3.900 0 0 1 4.500 13.800C4.500 9.800 9 7 12 3Z"
    ),
}
"""Path data by name; `{% icon "floor" %}` draws one."""


@register.simple_tag
def icon(name: str) -> SafeString:
    """The icon `name` as SVG, hidden from screen readers: the words beside it (or its button's label) say it."""
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75"'
        ' stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="{}"/></svg>',
        ICONS[name],
    )
