"""Drawing: from a model to a canvas of cells. Pure."""
