"""The effects of posting, shown before it is done: the new plaque beside the old, the new answers beside the old."""

from dataclasses import dataclass, field

from config.rooms.models import Room
from config.web.ladders import LadderChart
from rules.house.plaque import Plaque
from tables.forms.plaque import Complaint, PlaqueForm
from tables.ladders import rake_ladder
from tables.plaque_lines import ComparedLine, compared
from tables.selectors import Standing


@dataclass(frozen=True)
class Preview:
    """A plaque that is being written, beside the one that stands there; `plaque` is None while it can't be read yet."""

    plaque: Plaque | None
    standing: Standing
    room: Room
    complaints: list[Complaint] = field(default_factory=list)

    @classmethod
    def of(cls, form: PlaqueForm, standing: Standing) -> "Preview":
        """Preview what the bound form would post, and what is wrong with it."""
        complaints = form.complaints()
        return cls(form.cleaned_data.get("plaque"), standing, form.room, complaints)

    @property
    def lines(self) -> list[ComparedLine]:
        """Every line of the new plaque beside the old; the old plaque alone while the new one can't be read."""
        old = self.standing.newest.plaque if self.standing.newest else None
        return compared(self.plaque or old, old, self.room)

    @property
    def name(self) -> str:
        """The name that the floor will use, "" while it can't be read."""
        return self.plaque.short_name(self.room.money) if self.plaque else ""

    @property
    def ladder(self) -> LadderChart | None:
        """The rake of the new plaque by the pot, that of the old one while the new can't be read; None without rake."""
        shown = self.plaque or (self.standing.newest.plaque if self.standing.newest else None)
        return rake_ladder(shown, self.room) if shown else None

    @property
    def is_posted(self) -> bool:
        """Whether that plaque stands there already, so that there is nothing to post."""
        return self.standing.says(self.plaque)

    @property
    def effects(self) -> list[str]:
        """The effects of posting it, and when they come, once nothing is wrong with it."""
        if self.complaints or self.plaque is None or self.is_posted:
            return []
        return self.standing.effects(self.plaque, self.room)
