"""The hands: which things of a house an order or a question means, without a model and without Home Assistant."""
