"""The rows of the table of acts, by what they touch: money, rights, limits and rules."""
