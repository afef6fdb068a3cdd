"""How strong agents are: matches, ratings, tournaments, tuning."""
