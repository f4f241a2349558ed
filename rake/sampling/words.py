"""The sample of a day in sentences, for page and file."""

from config.rooms.models import Room
from config.web.text import how_many
from rake.sampling.reports import Chosen, Owed, Sample


def counts_in_words(sample: Sample) -> str:
    """The hands that were asked, and told: "Of 480 hands without a pot 32 were asked for it: 30 told, 2 missing"."""
    if not sample.sampled:
        return "No hand could be asked for its pot."
    asked = f"Of {how_many(sample.sampled, 'hand')} without a pot {_were(sample.asked)} asked for it"
    missing = f", {sample.missing} missing" if sample.missing else ""
    return f"{asked}: {sample.told} told{missing}."


def _were(count: int) -> str:
    return "1 was" if count == 1 else f"{count} were"


def owed_in_words(owed: Owed, room: Room) -> str:
    """The takings and what was owed: "Rake taken 1,900; owed about 1,905, between 1,650 and 2,160"."""
    taken = f"{owed.fee.capitalize()} taken {room.money(owed.taken)}"
    about = "; no pot was told" if owed.about is None else f"; owed about {room.money(owed.about)}"
    if owed.least is None or owed.most is None:
        return f"{taken}{about}. The plaque sets no limit to what a hand owes: nothing bounds it."
    between = f"{room.money(owed.least)} and {room.money(owed.most)}"
    if owed.about is None:
        return f"{taken}{about}: owed is anything between {between}."
    return f"{taken}{about}, surely between {between}: {_verdict(owed)}."


def _verdict(owed: Owed) -> str:
    """The verdict of the band on the takings: a difference is told only where the band leaves none out."""
    if owed.least is not None and owed.taken < owed.least:
        return "less was taken than was owed, worth a look"
    if owed.most is not None and owed.taken > owed.most:
        return "more was taken than was owed, worth a look"
    return "the sample shows no difference"


def chosen_in_words(chosen: Chosen, room: Room) -> str:
    """The hands whose pot was entered with them, which nobody drew."""
    return f"{chosen.fee.capitalize()} taken {room.money(chosen.taken)}, owed {room.money(chosen.owed)}"


MEANINGS = (
    ("Asked", "Hands that the system drew, by a secret that nobody knows. Their pot is asked for once the takings are "
     "on record."),
    ("Missing", "Hands that were asked and not answered. The band takes each for the worst that it may hide, either "
     "way."),
    ("By choice", "Hands whose pot was entered with them, and full hands. Who enters them chooses them: they are shown "
     "apart and never enter estimate or band."),
    ("Owed about", "What was taken, less the mean difference of the hands that told their pot times the hands they "
     "stand for, by table, plaque and dealer. A dealer of whom nothing was told counts as the table does."),
    ("Surely between", "95 days in 100, at least, what was owed lies in here, whatever the errors are. The band leaves "
     "room for errors up to the plaque’s most that the draw may have missed: a few pots make it wide."),
)  # fmt: skip
"""Each figure of the page, and what it means."""
