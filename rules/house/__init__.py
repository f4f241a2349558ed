"""Houses and plaques as data: house rules, games as sheets, limits, fee schedules, buy-ins."""
