"""The form of a chip runner's sale."""

from cage.forms.window import DeskForm


class RunnerSaleForm(DeskForm):
    """Chips for cash, to a player in their seat."""

    letter = "s"
