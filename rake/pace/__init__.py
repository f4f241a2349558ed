"""The game-pace audit: a dealer's pace beside the house's, on the same plaque with as many players (R-6)."""
