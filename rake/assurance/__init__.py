"""Rake assurance: whether what was recorded, what was owed and what was counted agree, and where they don't, who and
what explains it best.

`chances`, `seen`, `fits`, `process`, `split`, `pace_bets`, `per_down` and `power` are plain arithmetic without a
database; `rooms` and `proof` play rooms by a seed to prove it. The others read a room, keep what was
found, and show it.
"""
