-- The tables of a new store. Printed from evalstore/schema.py; do not edit.
CREATE SEQUENCE collection_id_seq;
CREATE SEQUENCE qrels_id_seq;
CREATE SEQUENCE run_id_seq;
CREATE TABLE collection (
	collection_id INTEGER DEFAULT nextval('collection_id_seq') NOT NULL, 
	name TEXT NOT NULL, 
	documents BIGINT, 
	PRIMARY KEY (collection_id), 
	UNIQUE (name)
);
CREATE TABLE discount (
	discount TEXT NOT NULL, 
	rank INTEGER NOT NULL, 
	weight DOUBLE PRECISION NOT NULL
);
CREATE TABLE efficiency (
	run_id INTEGER NOT NULL, 
	topic TEXT, 
	name TEXT NOT NULL, 
	value DOUBLE PRECISION NOT NULL, 
	unit TEXT
);
CREATE TABLE gain (
	gain TEXT NOT NULL, 
	grade DOUBLE PRECISION NOT NULL, 
	value DOUBLE PRECISION NOT NULL
);
CREATE TABLE grade_count (
	qrels_id INTEGER NOT NULL, 
	topic TEXT NOT NULL, 
	grade DOUBLE PRECISION NOT NULL, 
	documents BIGINT NOT NULL
);
CREATE TABLE judged_place (
	run_id INTEGER NOT NULL, 
	qrels_id INTEGER NOT NULL, 
	topic TEXT NOT NULL, 
	before INTEGER NOT NULL, 
	places INTEGER[] NOT NULL, 
	judged_ranks INTEGER[], 
	document_ids INTEGER[] NOT NULL, 
	grades DOUBLE PRECISION[] NOT NULL, 
	hits INTEGER[] NOT NULL
);
CREATE TABLE judgement (
	qrels_id INTEGER NOT NULL, 
	topic TEXT NOT NULL, 
	subtopic TEXT NOT NULL, 
	subgroup TEXT NOT NULL, 
	document_id INTEGER NOT NULL, 
	grade DOUBLE PRECISION NOT NULL
);
CREATE TABLE measure (
	measure TEXT NOT NULL, 
	family TEXT NOT NULL, 
	name TEXT NOT NULL, 
	cutoff BIGINT, 
	rel DOUBLE PRECISION, 
	judged_only BOOLEAN NOT NULL, 
	gain TEXT, 
	discount TEXT, 
	parameter MAP(TEXT, DOUBLE PRECISION) NOT NULL, 
	option MAP(TEXT, TEXT) NOT NULL, 
	aggregate TEXT NOT NULL, 
	higher_is_better BOOLEAN NOT NULL, 
	PRIMARY KEY (measure)
);
CREATE TABLE measure_description (
	name TEXT NOT NULL, 
	title TEXT NOT NULL, 
	meaning TEXT NOT NULL, 
	formula TEXT NOT NULL, 
	parameters TEXT, 
	trec_eval TEXT, 
	citation TEXT, 
	reference TEXT, 
	family TEXT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE named_document (
	document_id INTEGER NOT NULL, 
	collection_id INTEGER NOT NULL, 
	docno TEXT USING COMPRESSION zstd NOT NULL
);
CREATE TABLE own_measure (
	name TEXT NOT NULL, 
	meaning TEXT NOT NULL, 
	body TEXT NOT NULL, 
	is_function BOOLEAN NOT NULL, 
	aggregate TEXT NOT NULL, 
	higher_is_better BOOLEAN NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE own_value (
	name TEXT NOT NULL, 
	run_id INTEGER NOT NULL, 
	qrels_id INTEGER NOT NULL, 
	topic TEXT NOT NULL, 
	value DOUBLE PRECISION NOT NULL
);
CREATE TABLE qrels (
	qrels_id INTEGER DEFAULT nextval('qrels_id_seq') NOT NULL, 
	collection_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	source TEXT, 
	sha256 TEXT NOT NULL, 
	loaded_at TIMESTAMP WITHOUT TIME ZONE DEFAULT current_timestamp, 
	PRIMARY KEY (qrels_id), 
	UNIQUE (collection_id, name)
);
CREATE TABLE retrieved (
	run_id INTEGER NOT NULL, 
	topic TEXT NOT NULL, 
	documents BIGINT NOT NULL
);
CREATE TABLE retrieved_stretch (
	run_id INTEGER NOT NULL, 
	topic TEXT NOT NULL, 
	above INTEGER NOT NULL, 
	document_ids INTEGER[] NOT NULL, 
	scores DOUBLE PRECISION[], 
	file_ranks BIGINT[], 
	are_tied BOOLEAN[]
);
CREATE TABLE run (
	run_id INTEGER DEFAULT nextval('run_id_seq') NOT NULL, 
	collection_id INTEGER NOT NULL, 
	system TEXT NOT NULL, 
	tag TEXT, 
	rank_rule TEXT NOT NULL, 
	source TEXT, 
	sha256 TEXT NOT NULL, 
	metadata JSON, 
	loaded_at TIMESTAMP WITHOUT TIME ZONE DEFAULT current_timestamp, 
	PRIMARY KEY (run_id), 
	UNIQUE (collection_id, system)
);
CREATE TABLE setting (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE topic (
	collection_id INTEGER NOT NULL, 
	topic TEXT NOT NULL, 
	title TEXT, 
	description TEXT, 
	narrative TEXT, 
	metadata JSON, 
	PRIMARY KEY (collection_id, topic)
);
COMMENT ON TABLE collection IS 'A test collection: a namespace of topics, judgements and runs';
COMMENT ON COLUMN collection."collection_id" IS 'internal number';
COMMENT ON COLUMN collection."name" IS 'what users call it';
COMMENT ON COLUMN collection."documents" IS 'documents in the collection, for Fallout';
COMMENT ON TABLE discount IS 'Rank to weight, filled by the discount functions';
COMMENT ON COLUMN discount."discount" IS 'its name';
COMMENT ON COLUMN discount."rank" IS 'a rank';
COMMENT ON COLUMN discount."weight" IS 'what a gain at that rank counts';
COMMENT ON TABLE efficiency IS 'Latency, throughput, size, time, energy: any named number of a run';
COMMENT ON COLUMN efficiency."run_id" IS 'the run';
COMMENT ON COLUMN efficiency."topic" IS 'the topic; none: the whole run';
COMMENT ON COLUMN efficiency."name" IS 'what was measured, such as latency';
COMMENT ON COLUMN efficiency."value" IS 'how much';
COMMENT ON COLUMN efficiency."unit" IS 'in what';
COMMENT ON TABLE gain IS 'Grade to gain, filled by the gain functions';
COMMENT ON COLUMN gain."gain" IS 'its name';
COMMENT ON COLUMN gain."grade" IS 'a grade';
COMMENT ON COLUMN gain."value" IS 'what a document of that grade gains';
COMMENT ON TABLE grade_count IS 'How many documents of a topic have each grade; derived from judgement';
COMMENT ON COLUMN grade_count."qrels_id" IS 'the set of judgements';
COMMENT ON COLUMN grade_count."topic" IS 'the topic';
COMMENT ON COLUMN grade_count."grade" IS 'the highest grade of a document';
COMMENT ON COLUMN grade_count."documents" IS 'how many documents have it';
COMMENT ON TABLE judged_place IS 'The judged documents of each ranking, in rank order; the view judged_list has ranks';
COMMENT ON COLUMN judged_place."run_id" IS 'the run';
COMMENT ON COLUMN judged_place."qrels_id" IS 'the set of judgements';
COMMENT ON COLUMN judged_place."topic" IS 'the topic';
COMMENT ON COLUMN judged_place."before" IS 'the place before the first rank''s';
COMMENT ON COLUMN judged_place."places" IS 'less `before`: positions in the ranking';
COMMENT ON COLUMN judged_place."judged_ranks" IS 'positions among the documents graded 0 or more; none: 1, 2, 3, …';
COMMENT ON COLUMN judged_place."document_ids" IS 'the documents';
COMMENT ON COLUMN judged_place."grades" IS 'the documents'' highest grades';
COMMENT ON COLUMN judged_place."hits" IS 'the places of the documents graded 1 or more';
COMMENT ON TABLE judgement IS 'What the assessors said, one row per judgement';
COMMENT ON COLUMN judgement."qrels_id" IS 'the set of judgements';
COMMENT ON COLUMN judgement."topic" IS 'the topic';
COMMENT ON COLUMN judgement."subtopic" IS 'column 2 of the qrels file: subtopic or iteration';
COMMENT ON COLUMN judgement."subgroup" IS 'which comparison of preferences; else empty';
COMMENT ON COLUMN judgement."document_id" IS 'the document';
COMMENT ON COLUMN judgement."grade" IS 'the grade; negative: pooled, not judged';
COMMENT ON TABLE measure IS 'The catalogue: every measure that the views compute';
COMMENT ON COLUMN measure."measure" IS 'canonical name, such as nDCG@10';
COMMENT ON COLUMN measure."family" IS 'the view that computes it';
COMMENT ON COLUMN measure."name" IS 'the measure without cutoff and parameters';
COMMENT ON COLUMN measure."cutoff" IS 'ranks considered; none: all';
COMMENT ON COLUMN measure."rel" IS 'the lowest relevant grade';
COMMENT ON COLUMN measure."judged_only" IS 'skip unjudged documents';
COMMENT ON COLUMN measure."gain" IS 'which gain';
COMMENT ON COLUMN measure."discount" IS 'which discount';
COMMENT ON COLUMN measure."parameter" IS 'other numbers';
COMMENT ON COLUMN measure."option" IS 'other choices';
COMMENT ON COLUMN measure."aggregate" IS 'how topics are combined: mean, sum, …';
COMMENT ON COLUMN measure."higher_is_better" IS 'how systems are ordered';
COMMENT ON TABLE measure_description IS 'What every measure means, registered or not';
COMMENT ON COLUMN measure_description."name" IS 'the measure without cutoff and parameters';
COMMENT ON COLUMN measure_description."title" IS 'its full name';
COMMENT ON COLUMN measure_description."meaning" IS 'what it tells';
COMMENT ON COLUMN measure_description."formula" IS 'how it is computed';
COMMENT ON COLUMN measure_description."parameters" IS 'what can be chosen, and the defaults';
COMMENT ON COLUMN measure_description."trec_eval" IS 'what trec_eval calls it';
COMMENT ON COLUMN measure_description."citation" IS 'where it was proposed';
COMMENT ON COLUMN measure_description."reference" IS 'what it was proved against';
COMMENT ON COLUMN measure_description."family" IS 'the view that computes it';
COMMENT ON TABLE named_document IS 'The documents but those whose docno is a number, which is their document_id too';
COMMENT ON COLUMN named_document."document_id" IS 'internal number, below 0';
COMMENT ON COLUMN named_document."collection_id" IS 'the collection';
COMMENT ON COLUMN named_document."docno" IS 'the document''s identifier, always text';
COMMENT ON TABLE own_measure IS 'Measures that users of this store registered';
COMMENT ON COLUMN own_measure."name" IS 'what its users call it';
COMMENT ON COLUMN own_measure."meaning" IS 'what it tells';
COMMENT ON COLUMN own_measure."body" IS 'the select that yields run_id, qrels_id, topic, value';
COMMENT ON COLUMN own_measure."is_function" IS 'computed by Python into own_value';
COMMENT ON COLUMN own_measure."aggregate" IS 'how topics are combined';
COMMENT ON COLUMN own_measure."higher_is_better" IS 'how systems are ordered';
COMMENT ON TABLE own_value IS 'The values of measures that a Python function computes';
COMMENT ON COLUMN own_value."name" IS 'the measure';
COMMENT ON COLUMN own_value."run_id" IS 'the run';
COMMENT ON COLUMN own_value."qrels_id" IS 'the set of judgements';
COMMENT ON COLUMN own_value."topic" IS 'the topic';
COMMENT ON COLUMN own_value."value" IS 'what the Python function gave';
COMMENT ON TABLE qrels IS 'A set of judgements';
COMMENT ON COLUMN qrels."qrels_id" IS 'internal number';
COMMENT ON COLUMN qrels."collection_id" IS 'the collection';
COMMENT ON COLUMN qrels."name" IS 'what users call it';
COMMENT ON COLUMN qrels."source" IS 'the file it came from';
COMMENT ON COLUMN qrels."sha256" IS 'digest of the file''s content';
COMMENT ON TABLE retrieved IS 'The ranked lists: one for each topic of each run';
COMMENT ON COLUMN retrieved."run_id" IS 'the run';
COMMENT ON COLUMN retrieved."topic" IS 'the topic';
COMMENT ON COLUMN retrieved."documents" IS 'how many were retrieved';
COMMENT ON TABLE retrieved_stretch IS 'The documents of the ranked lists, some at a time; the view ranking shows each';
COMMENT ON COLUMN retrieved_stretch."run_id" IS 'the run';
COMMENT ON COLUMN retrieved_stretch."topic" IS 'the topic';
COMMENT ON COLUMN retrieved_stretch."above" IS 'how many documents of the ranking stand above these';
COMMENT ON COLUMN retrieved_stretch."document_ids" IS 'the documents';
COMMENT ON COLUMN retrieved_stretch."scores" IS 'the system''s scores; none in a three-column run';
COMMENT ON COLUMN retrieved_stretch."file_ranks" IS 'the ranks that the file gave; none: the same';
COMMENT ON COLUMN retrieved_stretch."are_tied" IS 'which are ranked by the same key as the one above; none: none of them';
COMMENT ON TABLE run IS 'One ranking of documents per topic, by one system';
COMMENT ON COLUMN run."run_id" IS 'internal number';
COMMENT ON COLUMN run."collection_id" IS 'the collection';
COMMENT ON COLUMN run."system" IS 'what users call it';
COMMENT ON COLUMN run."tag" IS 'column 6 of the run file';
COMMENT ON COLUMN run."rank_rule" IS 'trec_eval, trec_eval10 or rank';
COMMENT ON COLUMN run."source" IS 'the file it came from';
COMMENT ON COLUMN run."sha256" IS 'digest of the file''s content';
COMMENT ON COLUMN run."metadata" IS 'the file''s ir_metadata header';
COMMENT ON TABLE setting IS 'What this store was made with';
COMMENT ON COLUMN setting."name" IS 'which';
COMMENT ON COLUMN setting."value" IS 'its value';
COMMENT ON TABLE topic IS 'The text of a topic, where a topic file was loaded';
COMMENT ON COLUMN topic."collection_id" IS 'the collection';
COMMENT ON COLUMN topic."topic" IS 'the topic''s identifier, always text';
COMMENT ON COLUMN topic."title" IS 'the query';
COMMENT ON COLUMN topic."description" IS 'what is wanted, in a sentence';
COMMENT ON COLUMN topic."narrative" IS 'what counts as relevant';
COMMENT ON COLUMN topic."metadata" IS 'everything else that the topic file said';
