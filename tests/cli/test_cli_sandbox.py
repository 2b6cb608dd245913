"""`evalstore query` runs SQL by anyone: it reads the store, and reaches or changes nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest
from outcome import Es

import evalstore
from evalstore.errors import QueryError
from evalstore.store import Store

SECRET = "k7-secret"

OTHER_STATEMENTS = [
    "copy (select 1) to 'out.csv'",
    "copy (select 1) to 'own.duckdb' (format csv)",
    "copy run to 'out.parquet'",
    "copy run from 'secret.csv'",
    "copy (pivot run on system using count(*)) to 'out.csv'",
    "create table t as from (pivot run on system using count(*))",
    "export database 'out'",
    "import database 'out'",
    "attach 'out.duckdb'",
    "attach ':memory:' as other",
    "detach own",
    "install httpfs",
    "force install httpfs from community",
    "load icu",
    "load '/tmp/evil.duckdb_extension'",
    "set memory_limit = '100GB'",
    "set global threads = 1",
    "set enable_external_access = true",
    "reset memory_limit",
    "set variable x = 1",
    "pragma threads = 1",
    "pragma enable_profiling",
    "call force_checkpoint()",
    "call pragma_version()",
    "call enable_logging()",
    "checkpoint",
    "force checkpoint",
    "vacuum",
    "analyze",
    "prepare a as select 1",
    "prepare a as copy (select 1) to 'out.csv'",
    "execute a",
    "deallocate a",
    "begin",
    "commit",
    "use memory",
    "create temp table t as select 1",
    "create table t as select 1",
    "create view v as select 1",
    "create temp view v as select 1",
    "create macro m() as table select 1",
    "create secret s (type s3)",
    "create sequence s",
    "insert into run select * from run",
    "update run set system = 'x'",
    "delete from run",
    "with x as (select 1) delete from run",
    "truncate run",
    "merge into run using run as other on false when not matched then insert",
    "drop table run",
    "drop view leaderboard",
    "alter table run add column x integer",
    "comment on table run is 'x'",
    "explain analyze delete from run",
    "explain analyze copy (select 1) to 'out.csv'",
    "explain /* */ analyze delete from run",
    " -- a select\ndelete from run",
    "/* select */ drop table run",
    "select 1; select 2",
    "select 1; drop table run",
    "select 1; copy (select 1) to 'out.csv'",
    "pivot run on system using count(*); drop table run",
    "",
    " -- nothing",
    ";;",
]

READS_OUTSIDE = [
    "read_text('secret.csv')",
    "read_blob('secret.csv')",
    "read_csv('secret.csv')",
    "read_csv_auto('secret.csv')",
    "read_json('secret.csv')",
    "read_json_objects('secret.csv')",
    "read_ndjson('secret.csv')",
    "read_parquet('secret.parquet')",
    "parquet_metadata('secret.parquet')",
    "parquet_schema('secret.parquet')",
    "sniff_csv('secret.csv')",
    "glob('*')",
    "glob('/etc/*')",
    "'secret.csv'",
    "'secret.parquet'",
    "'own.duckdb'",
    "'other.duckdb'",
    "read_duckdb('other.duckdb')",
    "read_duckdb('own.duckdb', table_name='run')",
    "read_blob('own.duckdb')",
    "read_text('own.duckdb.wal')",
    "read_csv('own.duckdb', header=false, columns={'a': 'varchar'}, ignore_errors=true)",
    "glob('own.duckdb*')",
    "json_execute_serialized_sql(json_serialize_sql('from read_text(''secret.csv'')'))",
    "'https://example.com/a.csv'",
    "'s3://bucket/a.parquet'",
    "read_csv('https://example.com/a.csv')",
    "sqlite_scan('secret.db', 't')",
    "query('select * from read_text(''secret.csv'')')",
    "query('delete from run')",
    "query('select 1; select 2')",
    "query_table('secret.csv')",
    "query_table(['secret.csv'])",
]

NESTED = [
    "select * from {}",
    "with x as (select * from {}) select * from x",
    "select (select count(*) from {})",
    "select 1 union all select 2 from {}",
    "explain analyze select * from {}",
]


@pytest.fixture
def guarded(own: str, tmp_path: Path) -> Iterator[str]:
    """A store beside files that a query has no business with; it and they stay as they were."""
    (tmp_path / "secret.csv").write_text(f"a\n{SECRET}\n")
    pq.write_table(duckdb.sql(f"select '{SECRET}' as a").to_arrow_table(), "secret.parquet")
    with duckdb.connect("other.duckdb") as other:
        other.execute(f"create table t as select '{SECRET}' as a")
    before = _contents(tmp_path)
    yield own
    assert _contents(tmp_path) == before


def _contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("sql", OTHER_STATEMENTS)
def test_a_query_is_one_statement_that_reads(es: Es, guarded: str, sql: str) -> None:
    done = es("query", sql, "--db", guarded)

    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("evalstore: error: ")
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("source", READS_OUTSIDE)
def test_a_query_reads_nothing_but_the_store(es: Es, guarded: str, source: str) -> None:
    for nested in NESTED:
        done = es("query", nested.format(source), "--db", guarded)

        assert (done.code, done.out) == (1, ""), nested
        assert done.err.startswith("evalstore: error: ")
        assert SECRET not in done.err


def test_there_are_no_secrets_of_other_programs(es: Es, guarded: str) -> None:
    done = es("query", "from duckdb_secrets()", "--format", "csv", "--db", guarded)

    assert (done.code, done.records) == (0, [])
    setting = "select current_setting('allow_persistent_secrets') as allowed"
    assert es("query", setting, "--format", "csv", "--db", guarded).out == "allowed\nfalse\n"


@pytest.mark.parametrize("path", ["own.duckdb", "secret.csv"])  # the first has dropped rows too
def test_files_are_refused_in_a_line(es: Es, guarded: str, path: str) -> None:
    done = es("query", f"select size from read_blob('{path}')", "--db", guarded)

    line = "a query reads the tables and views of the store, no files and no network"
    assert (done.code, done.out, done.err) == (1, "", f"evalstore: error: {line}\n")


@pytest.mark.parametrize(
    "sql",
    [
        "with x as (delete from run returning *) select * from x",
        "with x as (insert into run select * from run returning *) select * from x",
        "with x as (update run set system = 'x' returning *) select * from x",
        "with q as (pivot run on system using count(*)) insert into run select * from run",
    ],
)
def test_a_select_with_a_change_inside_is_refused(es: Es, guarded: str, sql: str) -> None:
    assert es("query", sql, "--db", guarded).code == 1


@pytest.mark.parametrize("sql", ["from planted", "from planted_macro()", "select planted_value()"])
def test_what_a_strange_store_defines_reaches_no_file_either(
    es: Es, own: str, tmp_path: Path, sql: str
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(SECRET)
    with duckdb.connect(own) as plain:
        select = f"select content from read_text('{secret}')"
        plain.execute(f"create view planted as {select}")
        plain.execute(f"create macro planted_macro() as table {select}")
        plain.execute(f"create macro planted_value() as ({select})")

    done = es("query", sql, "--db", own)

    assert (done.code, done.out) == (1, "")
    assert SECRET not in done.err


def test_python_variables_are_no_tables(es: Es, db: str) -> None:
    done = es("query", "from store", "--db", db)

    assert done.code == 1
    assert "Table with name store does not exist" in done.err


@pytest.mark.parametrize(
    "sql",
    [
        "from run",
        "(select 1)",
        "values (1)",
        "show tables",
        "describe run",
        "summarize run",
        "explain select 1",
        "explain analyze select 1",
        " -- first\nselect 1;",
        "with x as (select 1) from x",
        "from query_table('run')",
        "from query('select 1')",
        "pivot topic_score on measure using first(value) group by system",
        "with wide as (pivot run on system using count(*)) from wide",
    ],
)
def test_every_kind_of_query_is_answered(es: Es, guarded: str, sql: str) -> None:
    done = es("query", sql, "--db", guarded)

    assert (done.code, done.err) == (0, "")
    assert done.out


def test_a_query_without_end_is_stopped(es: Es, db: str) -> None:
    began = time.monotonic()
    endless = "select count(*) from range(100000000) a, range(1000000) b where a.range != b.range"
    done = es("query", endless, "--timeout", "0.5", "--db", db)

    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "evalstore: error: the query exceeded the time limit of 0.5 s; raise it with --timeout\n"
    )
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    "sql",
    [
        "select list_sum(range(800000000))",  # DuckDB does not count this
        "select len(list(range)) from range(800000000)",
        "select range from range(100000000) order by hash(range) limit 1 offset 50000000",
    ],
)
def test_a_query_for_too_much_memory_is_stopped(process: Es, db: str, sql: str) -> None:
    done = process("query", sql, "--memory", "200MB", "--db", db)

    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "evalstore: error: the query exceeds the memory limit; raise it with --memory\n"
    )


@pytest.mark.parametrize("name", ["csv", "tsv", "json", "jsonl", "markdown", "table"])
def test_rows_are_cut_where_asked_and_that_is_said(es: Es, db: str, name: str) -> None:
    done = es("query", "from range(50)", "--max-rows", "7", "--format", name, "--db", db)

    note = "only the first 7 rows are shown; --max-rows N shows more"
    assert done.code == 0
    assert note in done.out + done.err
    assert "6" in done.out
    assert "8" not in done.out


def test_rows_of_a_parquet_file_are_cut_too(es: Es, db: str) -> None:
    done = es("query", "from range(30000)", "--max-rows", "12345", "-o", "a.parquet", "--db", db)

    assert "only the first 12,345 rows are shown" in done.err
    assert pq.read_table("a.parquet")["range"].to_pylist() == list(range(12345))


def test_as_many_rows_as_allowed_are_not_cut(es: Es, db: str) -> None:
    done = es("query", "from range(7)", "--max-rows", "7", "--format", "csv", "--db", db)

    assert (len(done.records), done.err) == (7, "")


@pytest.mark.parametrize(
    ("option", "value"), [("--memory", "much"), ("--timeout", "-1"), ("--max-rows", "x")]
)
def test_a_wrong_limit_is_a_usage_error(es: Es, db: str, option: str, value: str) -> None:
    assert es("query", "select 1", option, value, "--db", db).code == 2


@pytest.fixture
def writable(own: str) -> Iterator[Store]:
    with evalstore.open(own) as opened:
        yield opened


@pytest.mark.parametrize("sql", [one for one in OTHER_STATEMENTS if "own.duckdb" not in one])
def test_sql_in_python_reads_too_even_where_the_store_is_writable(
    writable: Store, tmp_path: Path, sql: str
) -> None:
    with pytest.raises(QueryError):
        writable.sql(sql)

    assert len(writable.runs()) == 3
    assert not list(tmp_path.glob("out*"))


def test_sql_in_python_says_what_changes_are_made_with(writable: Store) -> None:
    for sql in ("delete from run", "with x as (delete from efficiency returning *) from x"):
        with pytest.raises(QueryError):
            writable.sql(sql)
    with pytest.raises(QueryError, match=r"in Python with store\.connection"):
        writable.sql("delete from efficiency")

    writable.connection.execute("delete from efficiency")


def test_sql_in_python_takes_parameters_and_reads_files(writable: Store, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a\n1\n")

    assert writable.sql("select ? + 1", [41]).rows == [(42,)]
    assert writable.sql("select $a as a", {"a": "x"}).arrow().to_pylist() == [{"a": "x"}]
    assert writable.sql(f"from '{tmp_path}/a.csv'").df()["a"].tolist() == [1]


def test_formulas_are_defused_where_asked(es: Es, db: str) -> None:
    ask = ("query", "select '=HYPERLINK(1)' as a, -1 as b", "--format", "csv", "--db", db)

    assert es(*ask).out == "a,b\n=HYPERLINK(1),-1\n"
    assert es(*ask, "--spreadsheet-safe").out == "a,b\n'=HYPERLINK(1),-1\n"
