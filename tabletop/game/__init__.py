"""What a game is made of: its definition, record and header, chance, events, actions, boards; compiled templates."""
