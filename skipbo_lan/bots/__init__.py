"""Players that are programs. They sit at a table like anybody else, and see no more than their own view."""
