"""Pictures of every screen as text files, and the scenes they show; `python -m tests.tui.golden` takes them anew."""
