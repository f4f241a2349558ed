"""The pages of the cage: the window, and the drawers with the vault behind them."""
