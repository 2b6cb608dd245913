"""Runs and judgements that other tools wrote as tables, into the table `incoming`.

DuckDB reads Parquet, Arrow, CSV and JSON itself (files.py, staging.py, records.py); rows.py inserts
their rows, folders.py and datasets.py find the files of BEIR, PyTerrier and ir_datasets.
"""
