"""The manager's morning: the day that ended and the room right now, in sentences and charts."""
