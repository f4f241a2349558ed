"""Comps: hours of players as their seats and absences make them, what these earn, and the pages of it."""
