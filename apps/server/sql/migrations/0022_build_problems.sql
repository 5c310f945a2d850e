-- Why a node with the role worker runs no builds, for callers that wait for one. Null: it runs them, or is of a release that did not say.
alter table nodes add column build_problem text;
