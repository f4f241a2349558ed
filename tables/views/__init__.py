"""The manager's pages of tables, plaques and house rules; the sign to print."""
