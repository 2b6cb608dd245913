"""Readers of text files: from lines to fields, each problem with its line; they need no store."""
