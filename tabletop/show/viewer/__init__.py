"""Games in the browser: frames of a game as plain data, the modules that draw them there, pages made of both."""
