"""Words as data."""
