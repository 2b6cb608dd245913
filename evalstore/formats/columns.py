"""The columns of runs and judgements in tables: our names, and those that other tools use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evalstore.errors import DataError, UsageError

# For each of our names the names in use, the first that a table has counts. Letter case, spaces
# and hyphens make no difference: `Query-ID` is query_id.
SPELLINGS = {
    "topic": (
        *("topic", "query_id", "qid", "q_id", "topic_id", "topicid", "queryid"),
        *("query", "query_text"),
    ),
    "docno": (*("docno", "doc_id", "docid", "document_id", "corpus_id", "pid", "document", "_id"),),
    "score": ("score", "_score", "similarity", "sim"),
    "rank": ("rank", "position", "doc_position"),
    "tag": ("tag", "run_tag", "system", "run_id", "run"),
    "grade": ("grade", "relevance", "label", "rel", "rating", "judgement", "judgment", "score"),
    "subtopic": ("subtopic", "iteration", "iter", "q0", "subtopic_id"),
    "judge": ("judge", "assessor", "annotator", "rater"),
    "rationale": ("rationale", "explanation", "reasoning", "reason", "justification"),
}


@dataclass(frozen=True)
class Wanted:
    """The columns that a kind of data has; `values` are numbers, one of which is needed."""

    what: str
    values: tuple[str, ...]
    texts: tuple[str, ...] = ()

    @property
    def needed(self) -> tuple[str, str]:
        return ("topic", "docno")

    def marks(self, given: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
        """What a header must have to be one: a name of each group."""
        return tuple(
            (plain(given[name]),) if name in given else SPELLINGS[name] for name in self.needed
        )

    def found(self, names: Iterable[str], given: Mapping[str, str]) -> dict[str, str]:
        """Our names and the table's; raises DataError if one is missing."""
        names = list(names)
        ours = (*self.needed, *self.values, *self.texts)
        self._check_given(names, given, ours)
        columns = {
            name: column
            for name in ours
            if (column := given.get(name) or named(names, SPELLINGS[name])) is not None
        }
        for name in self.needed:
            if name not in columns:
                raise DataError(self._missing(name, names))
        if not any(name in columns for name in self.values):
            raise DataError(self._missing(self.values[0], names))
        return columns

    def _check_given(
        self, names: list[str], given: Mapping[str, str], ours: tuple[str, ...]
    ) -> None:
        for name, column in given.items():
            if name not in ours:
                known = ", ".join(ours)
                raise UsageError(f"{self.what} have no column {name!r}; available: {known}")
            if column not in names:
                raise DataError(
                    f"no column {column!r} for the {name}; available: {', '.join(names)}"
                )

    def _missing(self, name: str, names: list[str]) -> str:
        spellings = ", ".join(SPELLINGS[name])
        return (
            f"no column for the {name}; name it one of {spellings}, or choose it with "
            f"`columns` {name}=COLUMN; available: {', '.join(names)}"
        )


RUN = Wanted("runs", ("score", "rank"), ("tag",))
QRELS = Wanted("judgements", ("grade",), ("subtopic", "judge", "rationale"))


def plain(name: str) -> str:
    """`Query-ID` is query_id."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def named(given: Iterable[str], names: Sequence[str]) -> str | None:
    """The given name that is first among `names`."""
    by_plain = {plain(name): name for name in given}
    return next((by_plain[name] for name in names if name in by_plain), None)


def parse_columns(text: str | None) -> dict[str, str]:
    """`topic=query,docno=id` as a dictionary."""
    columns = {}
    for part in (text or "").split(",") if text else ():
        name, equals, column = part.partition("=")
        if not (name.strip() and equals and column.strip()):
            raise UsageError(f"`columns` must be NAME=COLUMN, such as topic=query, not {part!r}")
        columns[name.strip()] = column.strip()
    return columns
