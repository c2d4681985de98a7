"""What a terminal shows of a screen: drawn by prompt-toolkit, and read back through a terminal emulator."""

from __future__ import annotations

import io

import pyte
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from skipbo_lan.preferences import Theme
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.dress import dress
from skipbo_lan.tui.full_screen import sheet_window


class Picture:
    """A sheet that shows a drawing."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def draw(self, width: int, height: int) -> Canvas:
        """The drawing."""
        assert (width, height) == (self.canvas.width, self.canvas.height)
        return self.canvas

    def key(self, name: str) -> None:
        """A picture has no keys."""


class Shown:
    """A terminal, and what is written to it."""

    def __init__(self, canvas: Canvas, theme: Theme, depth: ColorDepth = ColorDepth.DEPTH_8_BIT) -> None:
        self.theme = theme
        self.picture = Picture(canvas)
        self.screen = pyte.Screen(canvas.width, canvas.height)
        self._stream = pyte.Stream(self.screen)
        self._written = io.StringIO()
        size = Size(rows=canvas.height, columns=canvas.width)
        output = Vt100_Output(self._written, lambda: size, term="xterm-256color", default_color_depth=depth)
        with create_app_session(input=DummyInput(), output=output):
            self._app: Application[None] = Application(
                layout=Layout(sheet_window(self.picture)),
                style=dress(lambda: self.theme),
                full_screen=True,
                color_depth=depth,
            )
        self.render()

    def render(self) -> str:
        """Draw what has changed; what was written for it."""
        self._written.seek(0)
        self._written.truncate()
        with set_app(self._app):
            self._app.renderer.render(self._app, self._app.layout)
        text = self._written.getvalue()
        self._stream.feed(text)
        return text

    def wear(self, theme: Theme) -> None:
        """Show the same in another theme."""
        if theme is not self.theme:
            self.theme = theme
            self.render()

    def change(self, canvas: Canvas) -> str:
        """Draw something else; what was written for it."""
        self.picture.canvas = canvas
        return self.render()
