"""Names of documents stay where they stand in a text until somebody wants them as text."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore import native
from evalstore.load.docnos import Docnos
from evalstore.load.documents import Documents
from evalstore.store import Store
from evalstore.transaction import transaction

NAMES = st.lists(st.text("ab0é7-", max_size=12), max_size=30)
NONE = pa.chunked_array([], pa.string())


def docnos(names: list[str], cut: int = 3) -> Docnos:
    return Docnos.of(pa.chunked_array([names[:cut], names[cut:]], pa.string()))


@pytest.fixture(params=[True, False], ids=["compiled", "pure"])
def is_compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    if request.param and native.compiled is None:
        pytest.skip("no compiled module here")
    if not request.param:
        monkeypatch.setattr(native, "compiled", None)
    return bool(request.param)


@settings(deadline=None)
@given(names=NAMES, cut=st.integers(0, 5), chosen=st.data())
def test_names_are_given_back(names: list[str], cut: int, chosen: st.DataObject) -> None:
    found = docnos(names, cut)
    assert found.column().to_pylist() == names
    places = chosen.draw(st.lists(st.sampled_from(range(len(names))))) if names else []
    some = found[np.array(places, np.int64)]
    assert some.column().to_pylist() == [names[place] for place in places]
    assert len(some) == len(places)


@pytest.mark.usefixtures("is_compiled")
def test_more_than_an_array_holds_comes_in_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalstore.load.docnos._MOST", 10)
    names = ["first", "second", "third", "", "sixth", "7"]
    column = docnos(names).column()
    assert column.num_chunks > 1
    assert all(len("".join(chunk.to_pylist())) <= 10 for chunk in column.chunks)
    assert column.to_pylist() == names


@pytest.mark.usefixtures("is_compiled")
def test_no_names_are_none() -> None:
    assert len(Docnos.of(NONE)) == 0
    assert Docnos.of(NONE).column().to_pylist() == []


@pytest.mark.usefixtures("is_compiled")
def test_names_of_a_slice_are_its_own() -> None:
    column = pa.array(["first", "second", "7"]).slice(1)
    assert Docnos.of(pa.chunked_array([column])).column().to_pylist() == ["second", "7"]


def test_a_name_outside_of_its_text_is_refused() -> None:
    if native.compiled is None:
        pytest.skip("no compiled module here")
    text, some = np.zeros(4, np.uint8), np.array([1], np.int64)
    for starts, lengths in (([2], [3]), ([-1], [1]), ([0], [-1]), ([0, 1], [1])):
        with pytest.raises(ValueError, match="names that a column of text cannot hold"):
            native.compiled.copied(text, np.array(starts), np.array(lengths, np.int32))
    assert native.compiled.copied(text, some, some.astype(np.int32))[0] == b"\0"


@pytest.mark.usefixtures("is_compiled")
def test_what_is_known_is_looked_up_and_the_rest_told_by_name(store: Store) -> None:
    with transaction(store.connection), Documents(store.connection, "default") as documents:
        assert documents.numbers(documents.look_up(docnos(["b", "7", "a"]))).tolist() == [-1, 7, -2]
        looked_up = documents.look_up(docnos(["a", "07", "9", "c", "b"]))
        assert looked_up.unknown.tolist() == [1, 3]
        assert looked_up.names.to_pylist() == ["07", "c"]
        assert documents.numbers(looked_up).tolist() == [-2, -3, 9, -4, -1]
    rows = store.sql("select docno from named_document order by document_id desc").rows
    assert [row[0] for row in rows] == ["b", "a", "07", "c"]
