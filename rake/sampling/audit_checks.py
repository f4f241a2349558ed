"""Questions of `audit_books` about the sample of pots: drawn as the secret says, and owed as the rules say."""

from collections.abc import Iterator
from copy import copy

from config.audit.checks import recorded_since, register
from rake.bands.draw import commitment
from rake.models import PotAnswer, SamplingDay
from rake.sampling.selectors import is_drawn
from rake.services import owed_of
from tables.models import PlaqueVersion


@register("I-9", "Every pot that was told owes what the rules say today, and was asked for by the draw", is_dear=True)
def wrong_answers() -> Iterator[str]:
    """Answers whose owed amounts the rules don't come to, and answers about hands that nobody drew."""
    plaques = PlaqueVersion.objects.in_bulk()
    days = {(day.table_id, day.gaming_day): day for day in SamplingDay.objects.all()}
    answers = PotAnswer.objects.select_related("hand__room", "hand__session").order_by("pk")
    if since := recorded_since.get():
        answers = answers.filter(answered_at__gte=since)
    for answer in answers.iterator(chunk_size=1000):
        hand = copy(answer.hand)
        hand.plaque, hand.pot = plaques[hand.plaque_id], answer.pot
        owed = owed_of(hand)
        if (answer.rake_owed, answer.promo_owed) != (owed.rake, owed.promo):
            yield (
                f"of hand {hand.pk} the answer keeps {answer.rake_owed} rake and {answer.promo_owed} promo;"
                f" of its pot it owes {owed.rake} and {owed.promo}"
            )
        day = days.get((hand.session.table_id, hand.gaming_day))
        if day is None or not is_drawn(day, hand.session_id, hand.number):
            yield f"the pot of hand {hand.pk} was told, the draw of its day doesn't ask for it"


@register("I-9", "Every secret of a draw is the one whose digest was on record")
def wrong_commitments() -> Iterator[str]:
    """Draws whose secret has another digest than the one that lay open."""
    for day in SamplingDay.objects.order_by("pk").iterator(chunk_size=1000):
        if commitment(day.seed) != day.commitment:
            yield f"the secret of draw {day.pk} has another digest than the one that was on record"
