"""Revenue of a room: named sums of its ledger, definitions over them, the monthly return, and the day's journal."""
