"""The sample of pots: which quick hands are asked for their pot, the answers, and what they say of a day's rake."""
