"""Where something comes from and what it is called: page → document → IR → each target."""

from apiscribe.explain.explanations import Entity, Explanation, entities, explain

__all__ = ["Entity", "Explanation", "entities", "explain"]
