"""The scripted bots of Beat to Quarters."""
