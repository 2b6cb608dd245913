"""Whether a store is what its files and this version of evalstore make of it, and its repair.

content      every table can be read to its end
data         numbers name something, nothing is stored twice           sql/verify
derived      run_topic, judged_ranking, ranks, weights, recomputed            sql/load
definitions  tables, views and catalogue are those of a new store
sources      the files that the data came from have not changed
"""
