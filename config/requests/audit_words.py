"""Words of the audit trail about what tablets kept while their line was down."""

from config.audit.words import register
from config.requests.late import SENT_LATE

register(
    verbs={SENT_LATE: "sent what a tablet had kept while its line was down"},
    labels={"entered_on_tablet": "entered on the tablet", "tablet_clock": "the tablet’s clock"},
)
