"""Forms of the window, the drawers and the vault."""
