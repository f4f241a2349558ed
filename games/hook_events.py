"""The events of hands that other systems may be told of."""

from django.urls import reverse

from config.hooks.events import EventKind, register

HAND_RECORDED = register(
    EventKind(
        code="hand.recorded",
        title="a hand or tick is recorded, corrected or voided",
        about=lambda hand: {
            "hand": hand.pk,
            "supersedes": hand.supersedes_id,
            "number": hand.number,
            "version": hand.version,
            "table_session": hand.session_id,
        },
        place=lambda hand: reverse("api_hand", args=[hand.pk]),
    )
)
