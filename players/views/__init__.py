"""The pages of players, seats and lists."""
