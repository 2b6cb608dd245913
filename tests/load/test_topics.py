"""Topic files of every kind, recognised by what they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalstore.errors import FileProblems
from evalstore.formats.topics import Topic, read_topics
from evalstore.load.source import open_source


@pytest.fixture
def topics_file(tmp_path: Path) -> Path:
    return tmp_path / "topics"


def topics_in(path: Path, content: str | bytes) -> list[Topic]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with open_source(path) as source:
        return read_topics(source)


def problems_in(path: Path, content: str | bytes) -> list[str]:
    """Each problem as `line: what`, or `what` where no line is to blame."""
    with pytest.raises(FileProblems) as error:
        topics_in(path, content)
    assert error.value.source == str(path)
    return [problem.located("").removeprefix(": ") for problem in error.value.problems]


# Tab-separated


def test_topic_and_text(topics_file: Path) -> None:
    text = '121352\tdefine "extreme\n\n 301-AH \tLes Produits Nestlé \n'
    assert topics_in(topics_file, text) == [
        Topic("121352", 'define "extreme'),
        Topic("301-AH", "Les Produits Nestlé"),
    ]


def test_a_topic_is_text_and_keeps_its_zeros(topics_file: Path) -> None:
    assert [topic.topic for topic in topics_in(topics_file, "051\ta\n51\ta\n106_1\ta\n")] == [
        "051",
        "51",
        "106_1",
    ]


def test_windows_lines_byte_order_mark_and_no_final_newline(topics_file: Path) -> None:
    assert topics_in(topics_file, b"\xef\xbb\xbf1\tone\r\n\r\n2\ttwo") == [
        Topic("1", "one"),
        Topic("2", "two"),
    ]


@pytest.mark.parametrize(
    "header", ["qid\tquery", "id\ttext", "topic\ttitle", "Query-ID\tQuery", "_id\tutterance"]
)
def test_a_header_is_no_topic(topics_file: Path, header: str) -> None:
    assert topics_in(topics_file, f"{header}\n1\tone\n") == [Topic("1", "one")]


def test_a_first_topic_whose_text_is_a_column_name(topics_file: Path) -> None:
    assert topics_in(topics_file, "1\tid\n2\tquery\n") == [Topic("1", "id"), Topic("2", "query")]


def test_columns_go_where_the_header_says(topics_file: Path) -> None:
    text = "text\tqid\tdescription\tnarrative\tSource URL\none\t1\td\tn\thttp://x\ntwo\t2\n"
    assert topics_in(topics_file, text) == [
        Topic("1", "one", "d", "n", {"Source URL": "http://x"}),
        Topic("2", "two"),
    ]


def test_columns_without_a_header_are_numbered(topics_file: Path) -> None:
    assert topics_in(topics_file, "1\tone\ten\n") == [Topic("1", "one", metadata={"column3": "en"})]


def test_a_topic_without_text_has_no_title(topics_file: Path) -> None:
    assert topics_in(topics_file, "1\t\n") == [Topic("1")]


def test_csv_with_a_header(topics_file: Path) -> None:
    text = 'id,query,lang\r\n1,"war, and\npeace",en\r\n\r\n2,"a ""b""\tc",\r\n'
    assert topics_in(topics_file, text) == [
        Topic("1", "war, and\npeace", metadata={"lang": "en"}),
        Topic("2", 'a "b"\tc'),
    ]


def test_a_query_of_three_words_that_ends_in_a_number_is_no_judgement(topics_file: Path) -> None:
    assert topics_in(topics_file, "1\twindows server 2012\n") == [Topic("1", "windows server 2012")]


@pytest.mark.parametrize(
    "content",
    [
        " \t\n1\tone",
        " \r\n\nid , text\n 1 , one\n",
        " \n<top><num> 1 <title> one",
        ' \n<t><topic id=" 1 "> one </topic></t>',
        ' \r\n \n{"id": " 1 ", "text": " one "}\n \n',
        ' \n[{"id": "1", "text": "one"}]',
    ],
)
def test_blank_lines_and_white_space_around_a_value(topics_file: Path, content: str) -> None:
    assert topics_in(topics_file, content) == [Topic("1", "one")]


# TREC's own


OLD_TREC = """
<top>

<head> Tipster Topic Description

<num> Number:  052

<dom> Domain:  International Economics

<title> Topic:  South African
 Sanctions

<desc> Description:

Document discusses sanctions, AT&amp;T
and R&D.

<narr> Narrative:

Valued at < 5 or >= 200
million.

<con> Concept(s):

1. sanctions

<fac> Factor(s):

<nat> Nationality:  South Africa

</fac>

<def> Definition(s):

</top>
"""


def test_tags_that_are_not_closed_and_labels_that_are_not_text(topics_file: Path) -> None:
    assert topics_in(topics_file, OLD_TREC) == [
        Topic(
            "052",
            "South African Sanctions",
            "Document discusses sanctions, AT&T and R&D.",
            "Valued at < 5 or >= 200 million.",
            {
                "head": "Tipster Topic Description",
                "dom": "International Economics",
                "con": "1. sanctions",
                "nat": "South Africa",
            },
        )
    ]


def test_several_topics_with_or_without_end_tags(topics_file: Path) -> None:
    text = (
        "Topics of 1999\n<TOP>\n<NUM>Number : 401 <title> a\n"
        "<top lang='en'> <!-- <num> 9 --> <num>402<title>\nb\n<desc>\nc</top>\nThe end\n"
    )
    assert topics_in(topics_file, text) == [Topic("401", "a"), Topic("402", "b", "c")]


def test_a_topic_of_trec_4_has_no_title(topics_file: Path) -> None:
    text = "<top>\n<num> Number: 202\n<desc> Description:\nStatus of treaties\n</top>\n"
    assert topics_in(topics_file, text) == [Topic("202", None, "Status of treaties")]


def test_old_trec_files_may_be_in_latin_1(topics_file: Path) -> None:
    text = "<top>\n<num> 1\n<title> El Niño\n</top>\n"
    assert topics_in(topics_file, text.encode("latin-1")) == [Topic("1", "El Niño")]
    assert topics_in(topics_file, text) == [Topic("1", "El Niño")]


def test_clef_tags_carry_the_language(topics_file: Path) -> None:
    text = "<top> <num> C041 <EN-title> Pesticides <EN-desc> Find <EN-narr> All </top>"
    assert topics_in(topics_file, text) == [Topic("C041", "Pesticides", "Find", "All")]


# XML


def test_trec_covid(topics_file: Path) -> None:
    text = """<?xml version="1.0"?>
    <topics task="COVIDSearch 2020"><topic number="1"><query>coronavirus
      origin</query><question>what is the origin</question><narrative>seeking</narrative></topic>
    </topics>"""
    assert topics_in(topics_file, text) == [
        Topic("1", "coronavirus origin", "what is the origin", "seeking")
    ]


WEB_TRACK = """<?xml version="1.0"?>
<!DOCTYPE webtrack2012 [
  <!ELEMENT topic (query, description, subtopic+)>
  <!ATTLIST topic number CDATA #REQUIRED type (ambiguous|faceted) "ambiguous">
]>
<webtrack2012>
<!-- Please note -->
<topic number="151" type="faceted"><query>403b</query><description> What is it? </description>
  <subtopic number="1" type="inf">What?</subtopic><subtopic number="2" type="nav">Who?</subtopic>
</topic>
</webtrack2012>
"""


def test_the_web_track_with_its_doctype_and_subtopics(topics_file: Path) -> None:
    assert topics_in(topics_file, WEB_TRACK) == [
        Topic(
            "151",
            "403b",
            "What is it?",
            None,
            {
                "type": "faceted",
                "subtopic": "What?\nWho?",
                "subtopic.number": "1\n2",
                "subtopic.type": "inf\nnav",
            },
        )
    ]


def test_clef(topics_file: Path) -> None:
    text = """<topics><topic LANG="fr" status=" "><identifier>10.2452/451-AH</identifier>
    <title>Attaques <b>romaines</b></title></topic></topics>"""
    assert topics_in(topics_file, text) == [
        Topic("10.2452/451-AH", "Attaques romaines", metadata={"lang": "fr"})
    ]


def test_microblog_topics_have_no_common_root(topics_file: Path) -> None:
    block = (
        "<top>\n<num> Number: {} </num>\n<query> BBC & staff </query>\n"
        "<querytime> Tue Feb 08 </querytime>\n</top>\n\n"
    )
    assert topics_in(topics_file, block.format("MB001") + block.format("MB002")) == [
        Topic("MB001", "BBC & staff", metadata={"querytime": "Tue Feb 08"}),
        Topic("MB002", "BBC & staff", metadata={"querytime": "Tue Feb 08"}),
    ]


@pytest.mark.parametrize("name", ["number", "id", "num", "qid", "topic-id", "query_id"])
def test_the_id_as_an_attribute(topics_file: Path, name: str) -> None:
    text = f'<topics><topic {name}="7">war</topic></topics>'
    assert topics_in(topics_file, text) == [Topic("7", "war")]


@pytest.mark.parametrize(
    "tag", ["num", "number", "identifier", "id", "qid", "topicid", "query_id", "Num"]
)
def test_the_id_as_a_child(topics_file: Path, tag: str) -> None:
    text = f"<queries><query><{tag}>7</{tag}><text>war</text></query></queries>"
    assert topics_in(topics_file, text) == [Topic("7", "war")]


def test_a_question_is_the_title_when_there_is_no_query(topics_file: Path) -> None:
    text = '<t><topic id="1"><question>why?</question><desc>because</desc></topic></t>'
    assert topics_in(topics_file, text) == [Topic("1", "why?", "because")]


def test_cdata_entities_and_a_default_name_space(topics_file: Path) -> None:
    text = """<x:t xmlns:x="u"><x:topic number=" 1 "><x:title><![CDATA[a < b]]> &#233;&gt;</x:title>
    </x:topic></x:t>"""
    assert topics_in(topics_file, text) == [Topic("1", "a < b é>")]


def test_ampersands_left_bare_and_entities_of_html(topics_file: Path) -> None:
    text = '<topics><topic number="1"><title>AT&T caf&eacute; &amp; Co</title></topic></topics>'
    assert topics_in(topics_file, text) == [Topic("1", "AT&T café & Co")]


def test_a_prolog_before_topics_without_a_common_root(topics_file: Path) -> None:
    text = '<?xml version="1.0"?>\n<!DOCTYPE t [\n<!ELEMENT t (a)>\n]>\n<topic id="1">a</topic>\n'
    assert topics_in(topics_file, text + '<topic id="2">b</topic>') == [
        Topic("1", "a"),
        Topic("2", "b"),
    ]
    assert problems_in(topics_file, text + '<topic id="1">b</topic>') == [
        ":6: topic '1' has a different text on line 5; remove one of them"
    ]


def test_an_entity_of_a_dtd_that_is_elsewhere(topics_file: Path) -> None:
    text = '<!DOCTYPE t SYSTEM "t.dtd"><t><topic number="1"><title>caf&eacute;</title></topic></t>'
    assert topics_in(topics_file, text) == [Topic("1", "café")]


def test_xml_in_the_encoding_that_it_declares(topics_file: Path) -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?><t><topic id="1">Düne</topic></t>'
    assert topics_in(topics_file, text.encode("latin-1")) == [Topic("1", "Düne")]


# JSON


@pytest.mark.parametrize("name", ["_id", "id", "qid", "query_id", "topic", "topic_id", "number"])
@pytest.mark.parametrize("text", ["text", "query", "title", "question"])
def test_json_names_of_id_and_text(topics_file: Path, name: str, text: str) -> None:
    assert topics_in(topics_file, f'{{"{name}": "07", "{text}": "war"}}\n') == [Topic("07", "war")]


def test_json_lines(topics_file: Path) -> None:
    text = (
        '{"_id": 1, "text": "one", "description": "d", "narrative": "n", "metadata": {}}\r\n\n'
        '{"_id": "2", "text": "two", "desc": "d", "url": null, "year": 1999, "tags": ["é", 1]}'
    )
    assert topics_in(topics_file, text) == [
        Topic("1", "one", "d", "n"),
        Topic("2", "two", "d", None, {"year": "1999", "tags": '["é", 1]'}),
    ]


def test_a_json_array(topics_file: Path) -> None:
    text = '[\n {"number": 31, "title": "one"},\n {"number": 32, "title": "two"}\n]\n'
    assert topics_in(topics_file, text) == [Topic("31", "one"), Topic("32", "two")]


@pytest.mark.parametrize("gap", ["", "\n  "])
def test_a_json_object_of_texts_by_id(topics_file: Path, gap: str) -> None:
    text = f'{{{gap}"31": "one",{gap}"q2": {{"title": "two", "desc": "d", "year": 1999}}}}'
    assert topics_in(topics_file, text) == [
        Topic("31", "one"),
        Topic("q2", "two", "d", None, {"year": "1999"}),
    ]


def test_an_id_in_an_attribute_and_a_number_in_a_child(topics_file: Path) -> None:
    text = '<t><topic id="7"><number>1</number><title>war</title></topic></t>'
    assert topics_in(topics_file, text) == [Topic("7", "war", metadata={"number": "1"})]


def test_topic_is_the_id_only_when_nothing_else_is(topics_file: Path) -> None:
    assert topics_in(topics_file, '{"topic": "war", "topic_id": "1"}') == [
        Topic("1", metadata={"topic": "war"})
    ]


# Refusals


@pytest.mark.parametrize("content", ["", " \r\n\n", b"\xef\xbb\xbf\n"])
def test_an_empty_file(topics_file: Path, content: str | bytes) -> None:
    assert problems_in(topics_file, content) == ["the file is empty"]


@pytest.mark.parametrize("content", ["just words\n", "<html><p>404</p></html>", "[]"])
def test_no_topic_found(topics_file: Path, content: str) -> None:
    [problem] = problems_in(topics_file, content)
    assert problem.startswith("no topic found; a topic file has topic<TAB>text lines, TREC <top>")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("1\ta\n\tb\n", ":2: no topic id; write it in front of the text"),
        ("1\ta\nb\n", ":2: 1 column, expected 2: topic<TAB>text"),
        ("id\ttext\n1\ta\tb\n", ":2: 3 columns, but the header has 2"),
        ("<top>\n<num> 1\n</top>\n<top>\n<title> b\n", ":4: the topic that starts here has no id"),
        ('<t>\n<topic id="1"/>\n<topic>b</topic></t>', ":3: the topic that starts here has no id"),
        ('{"id": "1"}\n\n{"text": "b"}\n', ":3: the object has no id; add one of _id, id,"),
        ('{"id": "1"}\n7\n', ":2: not a JSON object"),
        ('[{"id": "1"},\n {"text": "b"}]', ":2: the object has no id"),
        ('{"1": "a", "2": 7}', ":1: the object has no id"),
        ("query-id\tcorpus-id\tscore\n1\td\t1\n", ":1: the header has no text column"),
    ],
)
def test_a_topic_without_what_it_needs(topics_file: Path, content: str, problem: str) -> None:
    [found] = problems_in(topics_file, content)
    assert found.startswith(problem)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("1\ta\n1\ta\n1\tb\n", 3),
        ("<top><num>1<title>a</top>\n<top><num>1<title>a</top>\n<top><num>1<title>b</top>", 3),
        ('<t><topic id="1">a</topic>\n<topic id="1">a</topic>\n<topic id="1">b</topic></t>', 3),
        ('{"id": 1, "text": "a"}\n{"id": "1", "text": "a"}\n{"id": 1, "text": "b"}', 3),
    ],
)
def test_the_same_topic_twice_may_not_differ(topics_file: Path, content: str, line: int) -> None:
    assert problems_in(topics_file, content) == [
        f":{line}: topic '1' has a different text on line 1; remove one of them"
    ]


def test_the_same_topic_twice_alike_is_one_topic(topics_file: Path) -> None:
    assert topics_in(topics_file, "1\ta\n2\tb\n1\ta\n") == [Topic("1", "a"), Topic("2", "b")]


def test_malformed_json_with_line_and_column(topics_file: Path) -> None:
    [line] = problems_in(topics_file, '{"id": "1"}\n{"id": "2",}\n')
    assert line.startswith(":2: malformed JSON at column 1")
    [array] = problems_in(topics_file, '[{"id": "1"},\n {"id" "2"}]')
    assert array.startswith(":2: malformed JSON at column 8 (")


@pytest.mark.parametrize("value", ['"\\ud800"', "9" * 5000, "[" * 100_000])
def test_json_that_no_database_takes(topics_file: Path, value: str) -> None:
    [problem] = problems_in(topics_file, f'{{"id": "1"}}\n{{"id": "2", "text": {value}}}')
    assert problem.startswith(":2: JSON that cannot be stored (")


def test_several_problems_are_reported_together(topics_file: Path) -> None:
    content = '{"id": "1", "text": "a"}\n{"text": "b"}\noops\n{"id": "1", "text": "c"}\n'
    assert [problem[:2] for problem in problems_in(topics_file, content)] == [":2", ":3", ":4"]


def test_a_binary_file(topics_file: Path) -> None:
    assert problems_in(topics_file, b"\x7fELF\0\0") == ["a binary file; expected a text file"]


def test_text_in_another_encoding(topics_file: Path) -> None:
    assert problems_in(topics_file, "1\tone\n2\tNestlé\n".encode("latin-1")) == [
        ":2: byte 0xe9 is not UTF-8; convert the file (iconv -t UTF-8)"
    ]
    assert problems_in(topics_file, "1\tone\n".encode("utf-16")) == [
        "the text is UTF-16; save it as UTF-8"
    ]


def test_runs_and_judgements_are_not_topics(topics_file: Path) -> None:
    [run] = problems_in(topics_file, "1 Q0 d1 1 0.5 tag\n")
    assert run == "this is a run, not topics; load it with `store.load_runs()`"
    [qrels] = problems_in(topics_file, "1\t0\td1\t1\n")
    assert qrels == "these are judgements, not topics; load them with `store.load_qrels()`"


def test_entities_that_a_document_brings_along(topics_file: Path) -> None:
    text = '<!DOCTYPE t [<!ENTITY a "b">]><t><topic number="1">&a;</topic></t>'
    assert problems_in(topics_file, text) == [
        "the DOCTYPE declares entities; remove the declaration and write the text out"
    ]


def test_ill_formed_xml_that_is_not_trec(topics_file: Path) -> None:
    [problem] = problems_in(topics_file, '<t>\n<topic number="1"><title>a</topic>\n</t>')
    assert problem == ":2: ill-formed XML at column 29 (mismatched tag)"


def test_malformed_csv(topics_file: Path) -> None:
    [problem] = problems_in(topics_file, 'id,text\n1,"a"b\n')
    assert problem.startswith(":2: malformed CSV (")
    [problem] = problems_in(topics_file, 'id,"text\n1,a\n')
    assert problem.startswith(":2: malformed CSV (")


def test_carriage_returns_end_lines(topics_file: Path) -> None:
    assert topics_in(topics_file, "1\tone\r2\ttwo\r") == [Topic("1", "one"), Topic("2", "two")]
    assert topics_in(topics_file, "id,text\r1,one\r") == [Topic("1", "one")]
