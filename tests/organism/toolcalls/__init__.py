"""Calls of tools that stand in a model's text."""
