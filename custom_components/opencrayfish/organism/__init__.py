"""The animal itself: everything that does not need Home Assistant.

Imports the standard library and a few pure libraries only; files import each other relatively and downwards in the order
that `pyproject.toml` lists.
"""
