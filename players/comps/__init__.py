"""Comps as plain arithmetic: hours of the week, lots of points that expire, and the terms that a room posts."""
