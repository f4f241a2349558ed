"""Rules as sentences with their sources, and the refusals that quote them."""
