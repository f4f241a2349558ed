"""Forms of the floor about time charges: what a table or a seat owes is collected, or waived."""

from config.web.forms import IdField, RequestKeyField, StrictForm, TextField


class CollectTimeForm(StrictForm):
    """The seat that pays, by its sitting; without one the whole table."""

    key = RequestKeyField()
    sitting = IdField(required=False)


class WaiveTimeForm(StrictForm):
    """The player who is let off, by their sitting, and why."""

    key = RequestKeyField()
    sitting = IdField()
    reason = TextField(max_length=400, label="Why")
