"""Cards, cards of which half is known, who opens by them, and hands read from them."""
