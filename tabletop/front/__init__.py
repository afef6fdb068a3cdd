"""What people start: commands, the play server, verification; names of agents and scenarios."""
