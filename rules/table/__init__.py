"""The state from hand to hand: button, missed blinds, kill, straddles, the deck, and what a hand begins with."""
