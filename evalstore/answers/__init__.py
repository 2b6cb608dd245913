"""The questions that people ask most, each with its one query."""
