"""Words of the audit trail about webhooks."""

from config.audit.words import Subject, register
from config.hooks.events import title
from config.hooks.models import Hook

register(
    verbs={
        "hook.registered": "registered an address that is told of events",
        "hook.events_chosen": "chose what an address is told of",
        "hook.secret_changed": "changed the secret of an address that is told of events",
        "hook.paused": "paused an address that is told of events",
        "hook.resumed": "let an address be told of events again",
        "hook.ended": "deleted an address that was told of events",
        "hook.sent_again": "had an event sent again",
    },
    subjects=(Subject(Hook, "webhook", links=lambda hook: ("hook", [hook.pk])),),
    labels={"events": "told of", "event": "the event", "delivery": "its delivery"},
    tellers={"events": lambda codes, room: ", ".join(title(code) for code in codes)},
)
