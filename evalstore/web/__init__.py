"""The explorer: a read-only web application on a store.

Each page is the result of a library call that the command line has too. The URL has the complete
state, and every table is also there as JSON, CSV and Parquet.
"""
