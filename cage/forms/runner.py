"""The form of a chip runner's sale."""

from cage.forms.window import DeskForm


class RunnerSaleForm(DeskForm):
    """Chips for cash, to a player in their seat."""

    letter = "s"
    seen = corrects = None  # type: ignore[assignment]  # Django's way to leave fields of the base out
