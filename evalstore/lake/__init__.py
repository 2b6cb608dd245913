"""A lake: the tables of a store as Parquet files, for as many machines as it takes.

    place.py      a folder at a path or URI: files with their digests
    manifest.py   which files make up a lake; written last
    tables.py     from the tables of a store to Parquet files, and back
    task.py       one task: paths in, Arrow out; it does not know which engine calls it
    planning.py   tasks that are neither too small nor too large
    engine.py     who runs tasks: processes of this machine (processes.py) or Spark (spark.py)
    lake.py       Lake: the questions, answered by a store in memory that has the scores
    export.py, loading.py, saving.py, checking.py   into a lake, and out of it

Systems are independent given the judgements. So tasks compute the scores of some systems with the
SQL of `sql/`, and only scores come back; means and comparisons are made of them by the same
queries as in a store.
"""
