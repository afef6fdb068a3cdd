"""One game: playing it, records, exact odds, arguments of a reset, what is wrong with a scenario."""
