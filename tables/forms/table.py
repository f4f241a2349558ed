"""A new table for the floor."""

from config.web.forms import StrictForm, TextField, WholeNumberField


class TableForm(StrictForm):
    """Its name and how many seats stand round it."""

    name = TextField(max_length=40, label="Name or number")
    seats = WholeNumberField(at_least=2, at_most=10, initial=9, label="Seats")
