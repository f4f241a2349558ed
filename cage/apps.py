from django.apps import AppConfig


class CageConfig(AppConfig):
    name = "cage"
    label = "cage"

    def ready(self) -> None:
        """Answer what seats ask about sales; let `audit_books` know this app's checks, and the trail its words."""
        from cage import alarms, audit_words, in_hand, open_items, standing_money  # noqa: F401, PLC0415 - importing registers, and models must be loaded first
        from cage.checks import (  # noqa: F401, PLC0415 - likewise
            banks,
            boxes,
            cash_slips,
            chips,
            comps,
            drawers,
            over_short,
            sessions,
            slips,
            transit,
        )
        from cage.selectors import money_lines  # noqa: F401, PLC0415 - likewise
        from cage.selectors import residuals as residual_sources  # noqa: F401, PLC0415 - likewise
        from cage.services import residuals  # noqa: F401, PLC0415 - likewise
        from cage.tills import TillsOfTheCage  # noqa: PLC0415 - likewise
        from players.tills import register  # noqa: PLC0415 - likewise

        register(TillsOfTheCage())
