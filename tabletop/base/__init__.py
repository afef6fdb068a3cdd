"""What knows nothing of games: errors of one line, files, types of arrays, worker processes."""
