-- The months ahead: a database that was brought back from a copy may have none for today.
-- facet: at every run
select facet_make_audit_partitions();
