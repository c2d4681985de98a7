"""The two-minute lesson: its cards, and which step of it comes next. Pure, and without words."""
