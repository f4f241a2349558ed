"""The verbs of hands. Keyword-only, atomic, `by` and `at` passed in; refusals are DomainErrors."""

from games.services.button_draw import draw_button
from games.services.drafts import abandon, act, change_deal, name_cards, start_hand, undo
from games.services.imports import import_hand, record_phh
from games.services.notes import write_note
from games.services.recording import record_hand
from games.services.superseding import changeable_hand, reopen_hand, supersede_tick
from games.services.ticks import record_tick
from games.services.voiding import void_hand

__all__ = [
    "abandon",
    "act",
    "change_deal",
    "changeable_hand",
    "draw_button",
    "import_hand",
    "name_cards",
    "record_hand",
    "record_phh",
    "record_tick",
    "reopen_hand",
    "start_hand",
    "supersede_tick",
    "undo",
    "void_hand",
    "write_note",
]
