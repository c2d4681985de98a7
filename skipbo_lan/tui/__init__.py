"""The full screen: what is drawn, what each key does, and the program that ties both to a session."""
