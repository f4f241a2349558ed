"""Forms of people, seats, lists and the cage."""
