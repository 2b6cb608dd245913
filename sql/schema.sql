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
CREATE TABLE custom_measure (
	name TEXT NOT NULL, 
	meaning TEXT NOT NULL, 
	body TEXT NOT NULL, 
	is_function BOOLEAN NOT NULL, 
	aggregate TEXT NOT NULL, 
	higher_is_better BOOLEAN NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE custom_value (
	name TEXT NOT NULL, 
	run_id INTEGER NOT NULL, 
	qrels_id INTEGER NOT NULL, 
	topic_id INTEGER NOT NULL, 
	value DOUBLE PRECISION NOT NULL
);
CREATE TABLE discount (
	discount TEXT NOT NULL, 
	rank INTEGER NOT NULL, 
	weight DOUBLE PRECISION NOT NULL
);
CREATE TABLE document (
	document_id INTEGER NOT NULL, 
	collection_id INTEGER NOT NULL, 
	docno TEXT NOT NULL
);
CREATE TABLE efficiency (
	run_id INTEGER NOT NULL, 
	topic_id INTEGER, 
	name TEXT NOT NULL, 
	value DOUBLE PRECISION NOT NULL, 
	unit TEXT
);
CREATE TABLE gain (
	gain TEXT NOT NULL, 
	grade DOUBLE PRECISION NOT NULL, 
	value DOUBLE PRECISION NOT NULL
);
CREATE TABLE judged_ranking (
	qrels_id INTEGER NOT NULL, 
	run_id INTEGER NOT NULL, 
	topic_id INTEGER NOT NULL, 
	rank INTEGER NOT NULL, 
	judged_rank INTEGER, 
	document_id INTEGER NOT NULL, 
	grade DOUBLE PRECISION NOT NULL
);
CREATE TABLE judgement (
	qrels_id INTEGER NOT NULL, 
	topic_id INTEGER NOT NULL, 
	subtopic TEXT NOT NULL, 
	subgroup TEXT NOT NULL, 
	document_id INTEGER NOT NULL, 
	grade DOUBLE PRECISION NOT NULL, 
	stratum TEXT, 
	probability DOUBLE PRECISION
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
CREATE TABLE ranking (
	run_id INTEGER NOT NULL, 
	topic_id INTEGER NOT NULL, 
	rank INTEGER NOT NULL, 
	document_id INTEGER NOT NULL, 
	score DOUBLE PRECISION, 
	file_rank BIGINT, 
	is_tied BOOLEAN NOT NULL, 
	is_out_of_order BOOLEAN NOT NULL
);
CREATE TABLE rationale (
	qrels_id INTEGER NOT NULL, 
	topic_id INTEGER NOT NULL, 
	subtopic TEXT NOT NULL, 
	document_id INTEGER NOT NULL, 
	rationale TEXT NOT NULL
);
CREATE TABLE run (
	run_id INTEGER DEFAULT nextval('run_id_seq') NOT NULL, 
	collection_id INTEGER NOT NULL, 
	system TEXT NOT NULL, 
	tag TEXT, 
	run_group TEXT, 
	rank_rule TEXT NOT NULL, 
	source TEXT, 
	sha256 TEXT NOT NULL, 
	metadata JSON, 
	loaded_at TIMESTAMP WITHOUT TIME ZONE DEFAULT current_timestamp, 
	PRIMARY KEY (run_id), 
	UNIQUE (collection_id, system)
);
CREATE TABLE run_topic (
	run_id INTEGER NOT NULL, 
	topic_id INTEGER NOT NULL, 
	documents BIGINT NOT NULL
);
CREATE TABLE setting (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE topic (
	topic_id INTEGER NOT NULL, 
	collection_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	title TEXT, 
	description TEXT, 
	narrative TEXT, 
	metadata JSON
);
COMMENT ON TABLE collection IS 'A test collection: a namespace of topics, judgements and runs';
COMMENT ON COLUMN collection."collection_id" IS 'internal number';
COMMENT ON COLUMN collection."name" IS 'name given by the user';
COMMENT ON COLUMN collection."documents" IS 'documents in the collection, for Fallout';
COMMENT ON TABLE custom_measure IS 'User-defined measures';
COMMENT ON COLUMN custom_measure."name" IS 'name given by the user';
COMMENT ON COLUMN custom_measure."meaning" IS 'what it measures';
COMMENT ON COLUMN custom_measure."body" IS 'the select of run_id, qrels_id, topic_id, value';
COMMENT ON COLUMN custom_measure."is_function" IS 'computed by a Python function, values in custom_value';
COMMENT ON COLUMN custom_measure."aggregate" IS 'how topics are combined';
COMMENT ON COLUMN custom_measure."higher_is_better" IS 'whether a higher value is better';
COMMENT ON TABLE custom_value IS 'The values of the user-defined measures that are Python functions';
COMMENT ON COLUMN custom_value."name" IS 'the measure';
COMMENT ON COLUMN custom_value."run_id" IS 'the run';
COMMENT ON COLUMN custom_value."qrels_id" IS 'the set of judgements';
COMMENT ON COLUMN custom_value."topic_id" IS 'the topic';
COMMENT ON COLUMN custom_value."value" IS 'return value of the Python function';
COMMENT ON TABLE discount IS 'Rank to weight, filled by the discount functions';
COMMENT ON COLUMN discount."discount" IS 'name of the discount';
COMMENT ON COLUMN discount."rank" IS 'a rank';
COMMENT ON COLUMN discount."weight" IS 'the weight of a gain at that rank';
COMMENT ON TABLE document IS 'The documents that a run retrieved or an assessor judged';
COMMENT ON COLUMN document."document_id" IS 'internal number';
COMMENT ON COLUMN document."collection_id" IS 'the collection';
COMMENT ON COLUMN document."docno" IS 'the document''s identifier, always text';
COMMENT ON TABLE efficiency IS 'Efficiency: latency, throughput, size, energy or any other named number of a run';
COMMENT ON COLUMN efficiency."run_id" IS 'the run';
COMMENT ON COLUMN efficiency."topic_id" IS 'the topic; NULL for a value of the complete run';
COMMENT ON COLUMN efficiency."name" IS 'what was measured, such as latency';
COMMENT ON COLUMN efficiency."value" IS 'the measured value';
COMMENT ON COLUMN efficiency."unit" IS 'unit of the value';
COMMENT ON TABLE gain IS 'Grade to gain, filled by the gain functions';
COMMENT ON COLUMN gain."gain" IS 'name of the gain';
COMMENT ON COLUMN gain."grade" IS 'a grade';
COMMENT ON COLUMN gain."value" IS 'the gain of a document of that grade';
COMMENT ON TABLE judged_ranking IS 'The ranked documents that have a judgement; derived from ranking and judgement';
COMMENT ON COLUMN judged_ranking."qrels_id" IS 'the set of judgements';
COMMENT ON COLUMN judged_ranking."run_id" IS 'the run';
COMMENT ON COLUMN judged_ranking."topic_id" IS 'the topic';
COMMENT ON COLUMN judged_ranking."rank" IS 'position in the ranking';
COMMENT ON COLUMN judged_ranking."judged_rank" IS 'position among the documents graded 0 or more; NULL if graded below 0';
COMMENT ON COLUMN judged_ranking."document_id" IS 'the document';
COMMENT ON COLUMN judged_ranking."grade" IS 'the document''s highest grade';
COMMENT ON TABLE judgement IS 'The judgements of the assessors, one row each';
COMMENT ON COLUMN judgement."qrels_id" IS 'the set of judgements';
COMMENT ON COLUMN judgement."topic_id" IS 'the topic';
COMMENT ON COLUMN judgement."subtopic" IS 'column 2 of the qrels file: subtopic or iteration';
COMMENT ON COLUMN judgement."subgroup" IS 'the comparison of a preference judgement; otherwise empty';
COMMENT ON COLUMN judgement."document_id" IS 'the document';
COMMENT ON COLUMN judgement."grade" IS 'the grade; negative: pooled, not judged';
COMMENT ON COLUMN judgement."stratum" IS 'the part of the pool that was sampled at one rate; NULL if not sampled';
COMMENT ON COLUMN judgement."probability" IS 'of being sampled for judging; NULL if not sampled';
COMMENT ON TABLE measure IS 'The catalogue: every measure that the views compute';
COMMENT ON COLUMN measure."measure" IS 'canonical name, such as nDCG@10';
COMMENT ON COLUMN measure."family" IS 'the view that computes it';
COMMENT ON COLUMN measure."name" IS 'the measure without cutoff and parameters';
COMMENT ON COLUMN measure."cutoff" IS 'ranks considered; NULL for all';
COMMENT ON COLUMN measure."rel" IS 'the lowest relevant grade';
COMMENT ON COLUMN measure."judged_only" IS 'skip unjudged documents';
COMMENT ON COLUMN measure."gain" IS 'name of the gain';
COMMENT ON COLUMN measure."discount" IS 'name of the discount';
COMMENT ON COLUMN measure."parameter" IS 'other parameters that are numbers';
COMMENT ON COLUMN measure."option" IS 'other parameters that are text';
COMMENT ON COLUMN measure."aggregate" IS 'how topics are combined: mean, sum, …';
COMMENT ON COLUMN measure."higher_is_better" IS 'whether a higher value is better';
COMMENT ON TABLE measure_description IS 'Descriptions of all measures, registered or not';
COMMENT ON COLUMN measure_description."name" IS 'the measure without cutoff and parameters';
COMMENT ON COLUMN measure_description."title" IS 'its full name';
COMMENT ON COLUMN measure_description."meaning" IS 'what it measures';
COMMENT ON COLUMN measure_description."formula" IS 'how it is computed';
COMMENT ON COLUMN measure_description."parameters" IS 'its parameters and their defaults';
COMMENT ON COLUMN measure_description."trec_eval" IS 'its names in trec_eval';
COMMENT ON COLUMN measure_description."citation" IS 'the paper that proposed it';
COMMENT ON COLUMN measure_description."reference" IS 'the implementation it was verified against';
COMMENT ON COLUMN measure_description."family" IS 'the view that computes it';
COMMENT ON TABLE qrels IS 'A set of judgements';
COMMENT ON COLUMN qrels."qrels_id" IS 'internal number';
COMMENT ON COLUMN qrels."collection_id" IS 'the collection';
COMMENT ON COLUMN qrels."name" IS 'name given by the user';
COMMENT ON COLUMN qrels."source" IS 'the file it came from';
COMMENT ON COLUMN qrels."sha256" IS 'digest of the file''s content';
COMMENT ON COLUMN qrels."loaded_at" IS 'when it was loaded';
COMMENT ON TABLE ranking IS 'The ranked documents of every run, one row for each';
COMMENT ON COLUMN ranking."run_id" IS 'the run';
COMMENT ON COLUMN ranking."topic_id" IS 'the topic';
COMMENT ON COLUMN ranking."rank" IS 'position in the ranking, from 1, under the run''s rank rule';
COMMENT ON COLUMN ranking."document_id" IS 'the document';
COMMENT ON COLUMN ranking."score" IS 'the system''s score; NULL in a run without scores';
COMMENT ON COLUMN ranking."file_rank" IS 'rank column of the file; NULL where it has none';
COMMENT ON COLUMN ranking."is_tied" IS 'has the same score as the document above it';
COMMENT ON COLUMN ranking."is_out_of_order" IS 'the rank column puts it above a document with a higher score';
COMMENT ON TABLE rationale IS 'What judges say of their judgements, one row for each judgement with a rationale';
COMMENT ON COLUMN rationale."qrels_id" IS 'the set of judgements';
COMMENT ON COLUMN rationale."topic_id" IS 'the topic';
COMMENT ON COLUMN rationale."subtopic" IS 'the subtopic or iteration of the judgement';
COMMENT ON COLUMN rationale."document_id" IS 'the document';
COMMENT ON COLUMN rationale."rationale" IS 'why the document has its grade';
COMMENT ON TABLE run IS 'The runs: one ranking of documents per topic, by one system';
COMMENT ON COLUMN run."run_id" IS 'internal number';
COMMENT ON COLUMN run."collection_id" IS 'the collection';
COMMENT ON COLUMN run."system" IS 'name given by the user';
COMMENT ON COLUMN run."tag" IS 'column 6 of the run file; NULL if it differs between lines';
COMMENT ON COLUMN run."run_group" IS 'the system whose runs differ only in seed or fold; NULL if there is none';
COMMENT ON COLUMN run."rank_rule" IS 'trec_eval, trec_eval10 or rank';
COMMENT ON COLUMN run."source" IS 'the file it came from';
COMMENT ON COLUMN run."sha256" IS 'digest of the file''s content';
COMMENT ON COLUMN run."metadata" IS 'the file''s ir_metadata header';
COMMENT ON COLUMN run."loaded_at" IS 'when it was loaded';
COMMENT ON TABLE run_topic IS 'The topics that each run answers; derived from ranking';
COMMENT ON COLUMN run_topic."run_id" IS 'the run';
COMMENT ON COLUMN run_topic."topic_id" IS 'the topic';
COMMENT ON COLUMN run_topic."documents" IS 'number of documents retrieved';
COMMENT ON TABLE setting IS 'Settings of this store';
COMMENT ON COLUMN setting."name" IS 'name of the setting';
COMMENT ON COLUMN setting."value" IS 'its value';
COMMENT ON TABLE topic IS 'The topics that were judged, answered or described; texts come from a topic file';
COMMENT ON COLUMN topic."topic_id" IS 'internal number';
COMMENT ON COLUMN topic."collection_id" IS 'the collection';
COMMENT ON COLUMN topic."name" IS 'the topic''s identifier, always text';
COMMENT ON COLUMN topic."title" IS 'the query';
COMMENT ON COLUMN topic."description" IS 'the information need, in a sentence';
COMMENT ON COLUMN topic."narrative" IS 'what counts as relevant';
COMMENT ON COLUMN topic."metadata" IS 'all other fields of the topic file';
