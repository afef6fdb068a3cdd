"""Exit codes of all commands, besides 0; one that a signal stopped ends with 128 and the signal's number."""

NOT_SO = 1  # a check that was asked for has failed
REFUSED = 2  # it couldn't do what was requested; a line on stderr says why (one for each mistake in a file)
STOPPED = 130  # by Ctrl-C
