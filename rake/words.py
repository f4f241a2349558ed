"""The figures of the rake report in words: their headings, and what each means. One place for page and files."""

from rake.selectors import FIGURES

COUNTS = ("hands", "ticks", "full_hands", "rated", "unrated", "timed")
AMOUNTS = tuple(name for name in FIGURES if name not in COUNTS)
TITLES = {
    "hands": "Hands",
    "ticks": "Ticks",
    "full_hands": "Full hands",
    "rated": "Rated",
    "unrated": "Not rated yet",
    "timed": "Under a time charge",
    "pot": "Pots",
    "rake_taken": "Rake taken",
    "rake_owed": "Rake owed",
    "rake_over": "Rake over",
    "rake_under": "Rake under",
    "promo_taken": "Promo taken",
    "promo_owed": "Promo owed",
    "promo_over": "Promo over",
    "promo_under": "Promo under",
    "time_collected": "Time collected",
}
MEANINGS = {
    "hands": "Hands recorded on the gaming day, ticks and full hands together; superseded versions don't count.",
    "ticks": "Hands of which only the takings were recorded, and the pot where somebody gave it.",
    "full_hands": "Hands recorded with every action and card.",
    "rated": "Hands with a known pot, for which the plaque's schedule says what was owed.",
    "unrated": "Hands with a known pot that are not rated yet; the next build rates them.",
    "timed": "Hands at tables where players pay for time: nothing is due from the pot. What they paid is "
    "time collected, a line of its own.",
    "pot": "The called money of the hands whose pot is known, before rake and promo.",
    "rake_taken": "What was dropped as rake or as a collection, of all hands.",
    "rake_owed": "What the schedule on the plaque takes of the rated hands. No pot tells which collection a quick hand "
    "owed: what was taken counts as owed where the plaque posts it.",
    "rake_over": "Rake dropped beyond what was owed, hand by hand; what others dropped too little is not set off.",
    "rake_under": "Rake owed and not dropped, hand by hand; what others dropped too much is not set off.",
    "promo_taken": "What was dropped for promotions, of all hands.",
    "promo_owed": "What the plaque takes for promotions, of the rated hands.",
    "promo_over": "Promo dropped beyond what was owed, hand by hand.",
    "promo_under": "Promo owed and not dropped, hand by hand.",
    "time_collected": "Time charges collected from players on the gaming day, less those voided on it. No rake is "
    "among them, and they are in none of the other amounts.",
    "rake_per_hand": "Rake taken by raked hands, rounded to the cent; hands under a time charge are not among them.",
}
"""The meaning of each figure, to be read beside it."""
