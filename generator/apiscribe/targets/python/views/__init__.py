"""IR → view dataclasses, one per template. All thinking is done here; templates only print."""
