"""What changes a store: loading, dropping and renaming, and the catalogue of measures.

Loaders (YAML, XML, decompression) are imported by the methods that use them: they would double
the start-up time of a leaderboard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from evalstore import version
from evalstore.connected import ConnectedStore
from evalstore.database import transaction
from evalstore.load.dropping import drop_collection, drop_qrels, drop_run
from evalstore.load.renaming import rename
from evalstore.load.report import LoadReport
from evalstore.measures import catalogue, custom, weights
from evalstore.measures.grammar import parse_all
from evalstore.names import find_collection, find_qrels, find_run
from evalstore.patterns import Names, several
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.load.runs import Progress


class WritableStore(ConnectedStore):
    """A store that is filled: runs, judgements, topics, efficiency, measures."""

    def load_runs(
        self,
        *paths: str | Path | Sequence[str | Path],
        collection: str = "default",
        name: str | None = None,
        name_by: Literal["tag", "file", "path"] | None = None,
        group: str | None = None,
        rank_by: str | None = None,
        duplicates: Literal["refuse", "first"] = "refuse",
        replace: bool = False,
        columns: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> LoadReport:
        """Load run files, folders or globs, or lists of them; see the report's `refused`.

        A run is called `name`, or by its tag or file, as `name_by` says. Runs of one `group` are
        of one system under several seeds or folds; they are named by file if not said otherwise.
        With duplicates="first", the first of the lines that rank a document for a topic counts.
        `columns` are our names (topic, docno, score, rank) and those of a table's columns.
        """
        from evalstore.load.naming import RunRequest
        from evalstore.load.runs import load_runs
        from evalstore.load.source import flattened
        from evalstore.tables.files import named_columns

        naming = name_by or ("file" if group is not None else "tag")
        request = RunRequest(
            collection,
            name,
            rank_by,
            replace,
            name_by=naming,
            group=group,
            duplicates=duplicates,
        )
        with self._writing() as connection, named_columns(columns):
            return load_runs(connection, flattened(paths), request, progress)

    def load_run(
        self,
        data: Any,
        name: str,
        *,
        collection: str = "default",
        group: str | None = None,
        rank_by: str | None = None,
        replace: bool = False,
    ) -> LoadReport:
        """Load one run from {topic: {document: score}}, {topic: [document, …]} or a data frame."""
        from evalstore.load.frames import load_run_frame
        from evalstore.load.naming import RunRequest

        with self._writing() as connection:
            request = RunRequest(collection, name, rank_by, replace, group=group)
            return load_run_frame(connection, data, request)

    def load_qrels(
        self,
        data: Any,
        *,
        collection: str = "default",
        name: str | None = None,
        replace: bool = False,
        file_format: str = "qrels",
        columns: Mapping[str, str] | None = None,
    ) -> LoadReport:
        """Load judgements from files, a dictionary {topic: {document: grade}} or a data frame.

        `irds:ID` is a dataset of ir_datasets. The judgements of several judges become a set each.
        Of several files, those that are refused are in the report; of one, the problem is raised.
        `file_format` is one of trec_eval's: qrels, prefs, qrels_prefs, or qrels_jg (a set of
        judgements for each group of assessors); or a sample: prels (statAP: with inclusion
        probabilities) or strata (sample_eval: with the stratum of each document).
        """
        from evalstore.load.frames import is_frame, load_qrels_frame
        from evalstore.load.qrels import load_qrels
        from evalstore.tables.datasets import PREFIX, dataset_qrels, is_dataset
        from evalstore.tables.files import named_columns

        if isinstance(data, list | tuple) and len(data) == 1:
            [data] = data
        if is_dataset(data):
            name, data = name or data.removeprefix(PREFIX), dataset_qrels(data)
        target: dict[str, Any] = {"collection": collection, "name": name, "replace": replace}
        with self._writing() as connection, named_columns(columns):
            if is_frame(data):
                return load_qrels_frame(connection, data, **target)
            return load_qrels(connection, data, file_format=file_format, **target)

    def load_topics(
        self,
        path: str | Path,
        *,
        collection: str = "default",
        replace: bool = False,
        columns: Mapping[str, str] | None = None,
    ) -> LoadReport:
        """Load the texts of topics, from a file or a dataset of ir_datasets (irds:ID)."""
        from evalstore.load.topic_texts import load_topics
        from evalstore.tables.files import named_columns

        with self._writing() as connection, named_columns(columns):
            return load_topics(connection, path, collection=collection, replace=replace)

    def load_efficiency(
        self,
        path: str | Path,
        *,
        collection: str | None = None,
        replace: bool = False,
        columns: Mapping[str, str] | None = None,
    ) -> LoadReport:
        """Load latency, sizes, energy: a table or JSON of systems, names, values and units."""
        from evalstore.load.efficiency import load_efficiency
        from evalstore.tables.files import named_columns

        with self._writing() as connection, named_columns(columns):
            return load_efficiency(connection, path, collection=collection, replace=replace)

    def fuse(
        self,
        method: str,
        runs: Names,
        name: str,
        *,
        norm: str | None = None,
        depth: int | None = None,
        k: int = 60,
        rank_by: str | None = None,
        collection: str | None = None,
        replace: bool = False,
    ) -> LoadReport:
        """Make a new run of several: rrf, isr, borda, or combsum and its relatives.

        `norm` is none, min-max, z, rank or sum; `depth` limits the documents of each ranking.
        """
        from evalstore.fusion import Fusion, fuse
        from evalstore.load.naming import RunRequest

        fusion = Fusion.of(method, norm, depth, k)
        with self._writing() as connection:
            found = find_collection(connection, collection).name
            request = RunRequest(found, name, rank_by, replace)
            return fuse(connection, fusion, several(runs), request, found)

    def drop_run(self, name: str, *, collection: str | None = None) -> None:
        """Delete a run, with everything derived from it."""
        with self._writing() as connection:
            found = find_collection(connection, collection)
            run = find_run(connection, found, name)
            with transaction(connection):
                drop_run(connection, run.number)

    def drop_qrels(self, name: str, *, collection: str | None = None) -> None:
        """Delete a set of judgements, with everything derived from it."""
        with self._writing() as connection:
            found = find_collection(connection, collection)
            qrels = find_qrels(connection, found, name)
            with transaction(connection):
                drop_qrels(connection, qrels.number)

    def drop_collection(self, name: str) -> None:
        """Delete a collection: its topics, runs and judgements, and everything derived."""
        with self._writing() as connection:
            found = find_collection(connection, name)
            with transaction(connection):
                drop_collection(connection, found.number)

    def rename_run(self, old: str, new: str, *, collection: str | None = None) -> None:
        """Give a run another system name."""
        with self._writing() as connection, transaction(connection):
            found = find_collection(connection, collection)
            rename(connection, "run", find_run(connection, found, old), new, found)

    def rename_qrels(self, old: str, new: str, *, collection: str | None = None) -> None:
        """Give a set of judgements another name."""
        with self._writing() as connection, transaction(connection):
            found = find_collection(connection, collection)
            rename(connection, "qrels", find_qrels(connection, found, old), new, found)

    def rename_collection(self, old: str, new: str) -> None:
        """Give a collection another name."""
        with self._writing() as connection, transaction(connection):
            found = find_collection(connection, old)
            rename(connection, "collection", found, new, found)

    # The catalogue that the views compute

    def add_measures(self, *measures: str) -> None:
        """Register measures, so that the views compute them for every SQL client."""
        self._create_views()
        with self._writing() as connection, transaction(connection):
            catalogue.register(connection, parse_all(measures))
            weights.fill_weights(connection)
            version.create_views(connection)

    def remove_measures(self, *measures: str) -> None:
        """Remove measures from the catalogue; any measure can still be selected by name."""
        self._create_views()
        with self._writing() as connection, transaction(connection):
            catalogue.unregister(connection, parse_all(measures))
            version.create_views(connection)

    def register_discount(self, name: str, function: Callable[..., Any]) -> None:
        """Make `discount='name'` a choice: a vectorised function of rank, or of rank and base."""
        weights.add_discount(name, function)
        self._refill("discount", name, weights.discount_function(name))

    def register_gain(self, name: str, function: Callable[..., Any]) -> None:
        """Make `gain='name'` a choice: a vectorised function of grade."""
        weights.add_gain(name, function)
        self._refill("gain", name, weights.gain_function(name))

    def _refill(self, table: str, name: str, function: str) -> None:
        """Compute anew what an earlier function of that name filled."""
        weights.unregister_function(self._connection, function)
        if not self.read_only:
            with self._writing() as connection, transaction(connection):
                weights.refill(connection, table, name)

    def register_measure(
        self,
        name: str,
        definition: str | custom.Function,
        *,
        meaning: str,
        aggregate: Literal["mean", "sum", "median"] = "mean",
        higher_is_better: bool = True,
    ) -> None:
        """Define a measure: SQL over tables and views, or a function of a TopicRanking.

        `aggregate` is how the values of topics are combined.
        """
        options: dict[str, Any] = {"aggregate": aggregate, "higher_is_better": higher_is_better}
        self._create_views()
        with self._writing() as connection, transaction(connection):
            custom.register(connection, name, definition, meaning=meaning, **options)
            [measure] = parse_all([name], custom.custom_definitions(connection))
            catalogue.register(connection, [measure])
            version.create_views(connection)
        if not isinstance(definition, str):
            self._functions[name] = definition

    # The store itself

    def verify(self, *, repair: bool = False) -> Result:
        """Every check of this store: how much was checked, how much is `wrong`, an example.

        With `repair`, everything derived from rankings and judgements is recomputed first.
        """
        from evalstore.verification import report

        self._create_views()
        if repair:
            with self._writing() as connection:
                report.repair(connection)
        return report.verify(self._cursor(), str(self.path))

    def backup(self, path: str | Path, *, replace: bool = False) -> None:
        """Write a consistent copy to a new file; other processes may read the store meanwhile."""
        from evalstore.backup import backup

        backup(self._cursor(), Path(path), replace=replace)
