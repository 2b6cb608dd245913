"""Preference judgements: which documents an assessor would rather see above which others."""
