"""Answers that need no model."""
