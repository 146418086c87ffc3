"""Calls of tools that a model wrote as text: found, mended and taken out of what is said. Pure text work."""
