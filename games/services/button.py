"""The button between two hands: it lies where the next hand has it."""

from games.selectors.deals import suggest_places
from games.selectors.directives import open_deal
from games.selectors.seats import present, seats_taken
from tables.models import TableSession
from tables.services.sessions import place_button


def show_button(session: TableSession) -> None:
    """Let the button lie where the next hand has it, unless a hand is being played; the caller holds the session."""
    if open_deal(session):
        return
    places = suggest_places(session, present(seats_taken(session)))
    if places and places.button != session.button_seat:
        session.refresh_from_db(fields=["version"])
        place_button(session=session, seat=places.button)
