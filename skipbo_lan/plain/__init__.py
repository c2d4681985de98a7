"""Plain mode: the whole game as lines, appended one after another, for pipes, screen readers and simple terminals."""
