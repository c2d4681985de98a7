"""From a model to the whole screen: which drawing fits the state and the size of the window. Pure."""

from __future__ import annotations

from skipbo_lan.tui.drawing import compact, frame, large, lobby, pages, results, small, standard
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.scene import Scene, scene
from skipbo_lan.tui.model import Model, Overlay


def draw(model: Model) -> Canvas:
    """The screen, of exactly the model's size."""
    canvas = Canvas(model.width, model.height)
    if model.width < compact.WIDTH or model.height < compact.HEIGHT:
        small.draw(canvas, model)
    elif model.ui.overlay is not Overlay.NONE:
        pages.draw(canvas, model)
    else:
        _draw_stage(canvas, model)
        frame.lesson_box(canvas, model)
    frame.question_box(canvas, model)
    return canvas


def _draw_stage(canvas: Canvas, model: Model) -> None:
    room = model.client.room
    stage = room.stage if room is not None else "lobby"
    this = scene(model) if stage == "playing" else None
    has_result = stage == "dealing" and model.client.view is not None
    if room is not None and (has_result or stage in ("round_over", "match_over")):
        results.draw(canvas, model, room)
    elif this is not None:
        _draw_table(canvas, this)
    else:
        lobby.draw(canvas, model)


def _draw_table(canvas: Canvas, this: Scene) -> None:
    width, height = canvas.width, canvas.height
    if width >= large.WIDTH and height >= large.HEIGHT:
        large.draw(canvas, this)
    elif width >= standard.WIDTH and height >= standard.HEIGHT:
        standard.draw(canvas, this)
    else:
        compact.draw(canvas, this)
