"""One hand: actions, what is legal, refusals, the showdown, pots, the settlement and its explanation."""
