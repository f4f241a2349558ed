"""The manager's pages of tables, plaques and house rules; the plaque to print."""
