"""The pages, one per file: each a function of the request."""
