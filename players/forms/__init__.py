"""Forms of people, seats, lists and debts."""
