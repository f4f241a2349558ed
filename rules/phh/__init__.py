"""Hand files: reading, writing, and every field between a file and a hand."""
