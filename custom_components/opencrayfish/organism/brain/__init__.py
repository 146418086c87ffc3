"""How a turn is thought through, from words to reply."""
