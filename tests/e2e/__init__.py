"""The real program, in processes of its own."""
