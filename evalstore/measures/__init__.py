"""Measures: their names, their definitions, and the weights that they use."""
