from django.apps import AppConfig


class CageConfig(AppConfig):
    name = "cage"
    label = "cage"

    def ready(self) -> None:
        """Answer what seats ask about sales; let `audit_books` know this app's checks, and the trail its words."""
        from cage import alarms, audit_words, day_notes, in_hand, open_items, standing_money, table_places  # noqa: F401, PLC0415 - importing registers, and models must be loaded first
        from cage.checks import (  # noqa: F401, PLC0415 - likewise
            awards,
            banks,
            boxes,
            cash_slips,
            chips,
            comps,
            drawers,
            felts,
            over_short,
            pool_money,
            sessions,
            slips,
            transit,
            vault,
        )
        from cage.selectors import box_ways, money_lines  # noqa: F401, PLC0415 - likewise
        from cage.selectors import residuals as residual_sources  # noqa: F401, PLC0415 - likewise
        from cage.selectors.changed_awards import won_with  # noqa: PLC0415 - likewise
        from cage.services import residuals  # noqa: F401, PLC0415 - likewise
        from cage.tills import TillsOfTheCage  # noqa: PLC0415 - likewise
        from players import prizes, tills  # noqa: PLC0415 - likewise

        tills.register(TillsOfTheCage())
        prizes.register(won_with)
