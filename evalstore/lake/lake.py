"""A lake that answers: leaderboards, scores and comparisons, computed where the engine is.

A store in memory has the names, the judgements and the topics that runs answer. The scores that
come back stand in it for the rankings, and the answers are those of any store.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from evalstore.answers.leaderboard import with_judged_share
from evalstore.config import CURRENT
from evalstore.database import execute_on, first_row
from evalstore.errors import UsageError
from evalstore.keywords import Scope
from evalstore.lake import tables
from evalstore.lake.engine import Engine, Progress, check_engine, started
from evalstore.lake.location import Location
from evalstore.lake.manifest import find_manifest
from evalstore.lake.planning import ROWS_PER_TASK, shares
from evalstore.lake.shipping import shipped_rows
from evalstore.lake.task import ScoreTask, from_stream, score
from evalstore.names import Named, find_collection, find_qrels
from evalstore.patterns import Names, exact, several
from evalstore.quoting import literals
from evalstore.result import Result
from evalstore.scratch import scratch_folder
from evalstore.selection import DEFAULT_MEASURES, Selection, select_scores
from evalstore.store import Store


class Lake:
    """An open lake. Use it in a `with` statement, or close it.

    `engine` is local (processes of this machine), or a Spark master or Connect server.
    A task has so many ranked documents at most (`rows_per_task`), and so much memory.
    """

    def __init__(
        self,
        uri: str | Path,
        engine: str = "local",
        *,
        threads: int | None = None,
        memory_limit: str | None = None,
        rows_per_task: int = ROWS_PER_TASK,
        progress: Progress | None = None,
    ) -> None:
        check_engine(engine)
        self.location = Location.at(uri)
        self.manifest = find_manifest(self.location)
        self._engine_name, self._threads = engine, threads
        self._memory_limit, self._rows_per_task = memory_limit, rows_per_task
        self.progress = progress
        self._opened = ExitStack()
        self._engine: Engine | None = None
        self._loaded: set[tuple[str, str]] = set()
        self._parts: dict[str, dict[str, str]] = {}
        self._scored: list[Selection] = []
        self._scratch = self._opened.enter_context(scratch_folder())
        self.store = self._opened.enter_context(Store(threads=threads))
        self._paths = {
            name: self.location.local(file, self._scratch)
            for name, file in self.manifest.tables.items()
        }
        tables.insert_names(self.store._connection, self._paths)

    def leaderboard(self, measures: Names = (), **options: Any) -> Result:
        """As `Store.leaderboard`; but ties need the rankings, which stay in the lake."""
        if options.get("ties"):
            raise UsageError("`ties` requires the rankings; load the runs into a store")
        scope = _scope(options, several(options.get("baselines")))
        wanted = self._measures(measures, options)
        self.score(with_judged_share(wanted, options.get("judged")), **scope)
        return self.store.leaderboard(wanted, **options)

    def scores(self, measures: Names = (), **options: Any) -> Result:
        """As `Store.scores`."""
        wanted = self._measures(measures, options)
        self.score(wanted, **_scope(options))
        return self.store.scores(wanted, **options)

    def compare(self, systems: Names = (), measures: Names = (), **options: Any) -> Result:
        """As `Store.compare`."""
        named = () if options.get("groups") else several(systems)
        baseline = options.get("baseline")
        scope = {
            **_scope(options),
            "runs": [*named, *exact(baseline)] if named and baseline else named,
        }
        wanted = self._measures(measures, options)
        self.score(wanted, **scope)
        return self.store.compare(systems, wanted, **options)

    def register_measure(self, name: str, definition: str, *, meaning: str, **options: Any) -> None:
        """Define a measure in SQL, as `Store.register_measure`."""
        if not isinstance(definition, str):
            raise UsageError(
                "a lake has no measures that are Python functions; define the measure in SQL, or "
                "register it in a store and export that store"
            )
        self.store.register_measure(name, definition, meaning=meaning, **options)

    def register_discount(self, name: str, function: Callable[..., Any]) -> None:
        """As `Store.register_discount`: the weights are computed here, and go with the tasks."""
        self.store.register_discount(name, function)

    def register_gain(self, name: str, function: Callable[..., Any]) -> None:
        """As `Store.register_gain`."""
        self.store.register_gain(name, function)

    def score(self, measures: Names = (), **scope: Any) -> Selection:
        """Have the engine compute scores; they are in `store` afterwards."""
        selection = self.select(measures, **scope)
        if tasks := self.tasks(selection):
            self._delete(selection)
            for content in self.engine.run(score, tasks, self.progress):
                self._insert(selection, from_stream(content))
        self._scored.append(selection)
        return selection

    def select(self, measures: Names = (), **scope: Any) -> Selection:
        """Resolve every name, after what the lake has of the collection is in `store`."""
        connection = self.store._cursor()
        collection = find_collection(connection, scope.get("collection"))
        preferred = CURRENT.get().value("qrels", collection=collection.name)
        qrels = find_qrels(connection, collection, scope.get("qrels") or preferred)
        self._load(collection, qrels)
        return select_scores(connection, measures, **scope)

    def _measures(self, measures: Names, options: Mapping[str, Any]) -> list[str]:
        """Those that are named, or the default ones; never those that happen to be here already."""
        collection = find_collection(self.store._cursor(), options.get("collection"))
        preferred = CURRENT.get().value("measures", collection=collection.name)
        return several(measures) or list(preferred or DEFAULT_MEASURES)

    @property
    def engine(self) -> Engine:
        """The engine, started when it is first needed."""
        if self._engine is None:
            self._engine = self._opened.enter_context(started(self._engine_name, self._threads))
        return self._engine

    def _load(self, collection: Named, qrels: Named) -> None:
        """Judgements, and the topics that the runs of the collection answer."""
        connection, content = self.store._connection, self.manifest.content(collection.name)
        if collection.name not in self._parts:
            part = self._named("run", collection.name)
            rows = connection.execute(f"select system, part from ({part})").fetchall()
            self._parts[collection.name] = dict(rows)
            paths = {
                self.location.local(one.run_topic, self._scratch): name
                for name, one in content.parts.items()
            }
            select = tables.parts_select(paths, part)
            tables.insert_run_topics(connection, collection.number, select)
            efficiency = self._named("efficiency", collection.name)
            tables.insert_efficiency(connection, collection.number, efficiency)
        if (collection.name, qrels.name) not in self._loaded:
            path = self.location.local(content.judgement[qrels.name], self._scratch)
            select = tables.files_select([path])
            tables.insert_judgements(connection, collection.number, qrels.number, select)
            texts = self._named("topic", collection.name)
            tables.update_topics(connection, collection.number, texts)
            values = self._named("custom_value", collection.name, qrels=[qrels.name])
            connection.execute(
                tables.scores_statement(f"select *, name as measure from ({values})"),
                {"qrels_id": qrels.number, "collection_id": collection.number},
            )
            self._loaded.add((collection.name, qrels.name))

    def _named(self, table: str, collection: str, **names: list[str]) -> str:
        return tables.files_select([self._paths[table]], collection=[collection], **names)

    def tasks(self, selection: Selection) -> list[ScoreTask]:
        """What the engine has to do; a Python measure has its values already."""
        shipped = shipped_rows(selection)
        names = [row.measure for row in selection.rows if row.measure not in shipped.computed]
        if not names:
            return []
        described = tables.DESCRIPTIONS if "custom_measure" in shipped.rows else ()
        content = self.manifest.content(selection.collection.name)
        select = "select documents from collection where collection_id = ?"
        size = first_row(selection.connection.execute(select, [selection.collection.number]))
        planned = shares(
            replace(selection, measures=[]),
            self._parts[selection.collection.name],
            self.engine.slots,
            self._rows_per_task,
        )
        return [
            ScoreTask(
                lake=self.location.uri,
                collection=selection.collection.name,
                documents=size[0] if size else None,
                qrels=selection.qrels.name,
                topics=share.topics,
                measures=names,
                judgement=content.judgement[selection.qrels.name],
                parts=[(systems, content.parts[name]) for name, systems in share.systems.items()],
                rows=shipped.rows,
                tables={name: self.manifest.tables[name] for name in described},
                memory_limit=self._memory_limit,
            )
            for share in planned
        ]

    def _delete(self, selection: Selection) -> None:
        """Delete earlier scores, which are computed again."""
        names = literals(row.measure for row in selection.rows)
        self.store._connection.execute(
            f"""
            delete from custom_value
            where name in ({names}) and qrels_id = {selection.qrels.number}
                and {selection.run_filter} and {selection.topic_filter}
                and name not in (select name from custom_measure where is_function)
            """
        )

    def save(self, path: str | Path) -> None:
        """Put the scores that were computed into a store, where all but rankings is then."""
        from evalstore.lake.saving import save

        with Store(path) as store:
            for selection in self._scored:
                save(selection, store)

    def _insert(self, selection: Selection, scores: Any) -> None:
        connection = self.store._connection
        numbers = {
            "qrels_id": selection.qrels.number,
            "collection_id": selection.collection.number,
        }
        statement = tables.scores_statement("select * from incoming_rows")
        execute_on(connection, scores, statement, numbers)

    def close(self) -> None:
        """Stop the engine, and forget the scores."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _scope(options: Mapping[str, Any], others: list[Any] | None = None) -> dict[str, Any]:
    """The options that say which scores; other systems count where some are named."""
    scope = {name: value for name, value in options.items() if name in Scope.__optional_keys__}
    if others and (runs := several(scope.get("runs"))):
        scope["runs"] = [*runs, *others]
    return scope
