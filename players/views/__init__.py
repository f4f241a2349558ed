"""The pages of players, cage and seats."""
